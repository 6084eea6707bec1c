/* A baseline: a file of known failures, which do not make a run fail.
 *
 * A line is one failure: model, test and property, parted by tabs.  For a proof, the test is
 * "prove" and the client.  Lines that begin with '#' are comments.  A run tells the baseline each
 * property that fails and each that holds.  A known failure that holds, and fails nowhere, is
 * stale.  What the run leaves undecided stays known. */
#ifndef VERIFY_BASELINE_H
#define VERIFY_BASELINE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/diagnostic.h"

struct baseline_entry {
  char *model, *test, *property;
  unsigned line; /* in the file; 0: a failure of this run that it does not list */
  bool failed, held;
};

struct baseline;

/* Reads the file at `path`; NULL: an empty baseline.  NULL, with an error: it cannot be read, or a
 * line is no entry.  The caller frees it. */
struct baseline *baseline_open(const char *path, struct diagnostic *error);
void baseline_free(struct baseline *baseline);

/* Notes a failure of this run.  True: the file lists it, or the failures of this run are
 * accepted. */
bool baseline_fails(struct baseline *baseline, const char *model, const char *test,
                    const char *property);
void baseline_holds(struct baseline *baseline, const char *model, const char *test,
                    const char *property);
/* From now on, failures of this run count as known, since the file will be written anew. */
void baseline_accept(struct baseline *baseline);

/* Known failures that failed in this run, failures that the file does not list, and entries of the
 * file that are stale. */
struct baseline_counts {
  unsigned known, fresh, stale;
};
struct baseline_counts baseline_count(const struct baseline *baseline);
const char *baseline_path(const struct baseline *baseline); /* NULL: an empty one */
bool baseline_is_accepted(const struct baseline *baseline);
/* Calls visit for each stale entry, sorted. */
void baseline_each_stale(const struct baseline *baseline,
                         void (*visit)(void *context, const struct baseline_entry *entry),
                         void *context);
/* Writes the entries that are not stale and the failures of this run, sorted. */
void baseline_write(const struct baseline *baseline, FILE *out);

#endif

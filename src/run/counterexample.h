/* Runs that break a property. */
#ifndef RUN_COUNTEREXAMPLE_H
#define RUN_COUNTEREXAMPLE_H

#include "run/subject.h"
#include "search/search.h"

/* A run that breaks a property, with its machine. */
struct counterexample {
  struct subject subject;
  struct machine *machine;
  struct trace *trace;
  struct outcome_set *others; /* the outcomes that were not sought, if owned; or NULL */
};

/* Makes a counterexample of the trace in `result`, and takes over the machine and the trace.
 * Returns NULL where there is no trace. */
struct counterexample *counterexample_of(const struct subject *subject, struct machine *machine,
                                         struct search_result *result);
/* Finds the shortest run that breaks a property of `stop_at`. With `allowed`, PROPERTY_OUTCOME
 * means an outcome outside that set; with `seek`, PROPERTY_WITNESS means one that meets the
 * condition. Returns NULL where there is none within the limits. `*end`, which may be NULL, says
 * how the search ended. */
struct counterexample *counterexample_find(const struct subject *subject,
                                           const struct search_options *options, uint64_t stop_at,
                                           const struct outcome_set *allowed,
                                           const struct condition *seek, enum search_end *end);
/* Finds the nearest state in which only the program keeps every thread from going on. Returns
 * which thread waits where, to be freed; NULL where there is none within the limits. */
char *program_deadlock_find(const struct subject *subject, const struct search_options *options);
/* Describes the fault in the tables that the last step shows. Returns NULL where there is none,
 * or the variant's record declares its tables wrong. The caller frees the text. */
char *counterexample_fault(const struct counterexample *counterexample);
/* Properties that such a fault breaks in turn; reports leave them out beside it. */
enum {
  BROKEN_BY_FAULT = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_OVERFLOW)
};
/* The last row of a table that the run takes, and its step, from 1 on; NULL: it takes none. */
const struct row *counterexample_last_row(const struct counterexample *counterexample,
                                          unsigned *step);
void counterexample_free(struct counterexample *counterexample); /* accepts NULL */

#endif

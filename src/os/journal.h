/* A journal of a long run: each result is noted at once, so that the run can be killed at any
 * moment and resumed.
 *
 * A record that was being written at a kill is left out.  A journal that is damaged anywhere else
 * is refused.  A journal belongs to one program and one subject, and is refused to any other. */
#ifndef OS_JOURNAL_H
#define OS_JOURNAL_H

#include "base/diagnostic.h"

struct journal;

/* Calls `take` for each record of the journal `resume`, and copies the records to the journal
 * `checkpoint`, which later records are added to.  Either may be NULL, and both may be one file,
 * which is whole at any moment.
 *
 * NULL, with a diagnostic: a file cannot be read or written. Or `resume` is damaged, or of another
 * program or subject, or has a record that is not taken. Or another process uses `checkpoint`, or
 * something is saved there that would be lost. */
struct journal *journal_open(const char *resume, const char *checkpoint, const char *subject,
                             bool (*take)(void *context, const char *record, size_t length),
                             void *context, struct diagnostic *error);
void journal_add(struct journal *journal, const void *record, size_t length); /* from any thread */
/* False: a record could not be written. */
bool journal_close(struct journal *journal);

#endif

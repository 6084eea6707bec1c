/* A journal: what a long run finds, noted at once, so that it can be ended at any moment and taken
 * up again.
 *
 * Records are appended, each with its length and checksums: one that somebody was writing when he
 * was stopped is not there, and where anything else was damaged all of it is refused. A journal is
 * of one program and one subject; with another of either it is refused, since what was found would
 * not be what is asked for. */
#ifndef OS_JOURNAL_H
#define OS_JOURNAL_H

#include "base/diagnostic.h"

struct journal;

/* Takes up the journal `resume`, if that is not NULL, calling `take` for each record; and from now
 * on notes in `checkpoint`, if that is not NULL, what there was and what is added.  They may be one
 * file, which is whole at any moment.  NULL, with a diagnostic: one of them cannot be read or
 * written, or is damaged or no journal of this program and subject, or has a record that is not
 * taken; or another process notes there, or something is saved there that would be lost. */
struct journal *journal_open(const char *resume, const char *checkpoint, const char *subject,
                             bool (*take)(void *context, const char *record, size_t length),
                             void *context, struct diagnostic *error);
void journal_add(struct journal *journal, const void *record, size_t length); /* from any thread */
/* false: something that was added could not be written. */
bool journal_close(struct journal *journal);

#endif

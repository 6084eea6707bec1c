/* What names a proof that is saved, and the journal of one that is several searches: one for each
 * placement, or line. */
#ifndef VERIFY_PROOF_JOURNAL_H
#define VERIFY_PROOF_JOURNAL_H

#include "verify/proof.h"
#include "run/subject.h"

struct proof_journal;

/* Takes up `files->resume` and notes in `files->path`, either of which may be NULL
 * (base/journal.h), what is found of this subject: in all placements, where its client is of
 * modules and has none; with `each`, of each line by itself. */
struct proof_journal *proof_journal_open(const struct checkpoint *files,
                                         const struct subject *subject, bool each,
                                         struct diagnostic *error);
/* Of the search of proof->subject, which is of one placement and line: the figures, and whether all
 * lines were explored together (subject.options).  false: it is not noted. */
bool proof_journal_recall(const struct proof_journal *journal, struct proof *proof);
/* Of a search of `asked` that ended complete. */
void proof_journal_note(struct proof_journal *journal, const struct subject *asked,
                        const struct proof *proof);
unsigned proof_journal_length(const struct proof_journal *journal); /* how many searches it has */
/* false: something could not be written. */
bool proof_journal_close(struct proof_journal *journal);

#endif

/* The journal of a proof that is several searches, one for each placement or address; and the
 * titles of saved proofs. */
#ifndef VERIFY_PROOF_JOURNAL_H
#define VERIFY_PROOF_JOURNAL_H

#include "run/subject.h"
#include "verify/proof.h"

struct proof_journal;

/* Resumes `files->resume` and writes `files->path` (os/journal.h), each of which may be NULL.
 * `each`: the parts are single addresses. */
struct proof_journal *proof_journal_open(const struct checkpoint *files,
                                         const struct subject *subject, bool each,
                                         struct diagnostic *error);
/* Finds the search of proof->subject, a single placement and address; sets the figures, and
 * whether all addresses were explored together (subject.options). Returns false where the
 * journal lacks it. */
bool proof_journal_find(const struct proof_journal *journal, struct proof *proof);
/* Adds the complete search of `asked`. */
void proof_journal_add(struct proof_journal *journal, const struct subject *asked,
                       const struct proof *proof);
unsigned proof_journal_length(const struct proof_journal *journal); /* number of searches */
/* Returns false if something could not be written. */
bool proof_journal_close(struct proof_journal *journal);

/* Names everything that the states of a search, or the properties sought, depend on. Only a
 * search of the same title resumes a saved one. The caller frees the text. */
char *proof_title(const struct subject *subject, const struct machine *machine);
/* Names what all parts of a proof have in common: everything but the GPMs of SMs and homes, and
 * the address explored. `each`: the parts are single addresses. The caller frees the text. */
char *proof_title_of_parts(const struct subject *subject, bool each);

#endif

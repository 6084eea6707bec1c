/* Titles of saved proofs. */
#ifndef VERIFY_PROOF_TITLE_H
#define VERIFY_PROOF_TITLE_H

#include "run/subject.h"

/* Names everything that the states of a search, or the properties sought, depend on. Only a
 * search of the same title resumes a saved one. The caller frees the text. */
char *proof_title(const struct subject *subject, const struct machine *machine);
/* Names what all parts of a proof have in common: everything but the GPMs of SMs and homes, and
 * the address explored. `each`: the parts are single addresses. The caller frees the text. */
char *proof_title_of_parts(const struct subject *subject, bool each);

#endif

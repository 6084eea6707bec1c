/* What names a proof that is saved. */
#ifndef VERIFY_PROOF_TITLE_H
#define VERIFY_PROOF_TITLE_H

#include "run/subject.h"

/* All that the states of a search, or what is looked for in them, depend on: a saved search is
 * taken up by one of the same title.  The caller releases it by memory_free. */
char *proof_title(const struct subject *subject, const struct machine *machine);
/* What the parts of a proof have in common: all but where SMs and homes are, and the address that
 * is explored.  `each`: every address is explored by itself.  Released by memory_free. */
char *proof_title_of_parts(const struct subject *subject, bool each);

#endif

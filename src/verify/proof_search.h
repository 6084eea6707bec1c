/* The searches that a proof consists of. */
#ifndef VERIFY_PROOF_SEARCH_H
#define VERIFY_PROOF_SEARCH_H

#include "verify/proof.h"
#include "run/effort.h"

/* Of a client that is not placed on the GPMs of its topology (which the system may have: the caller
 * sees to that): in every placement, and where each line is explored by itself, of each that is
 * unlike those before, until one is refuted or a limit is hit; the figures are sums.  false on
 * error. */
bool proof_run(const struct setting *setting, const struct client *client,
               const struct effort *effort, struct proof *proof, struct diagnostic *error);
/* Is it several searches?  Then effort->checkpoint names a journal, in which each is noted when it
 * has ended complete. */
bool proof_is_in_parts(const struct client *client, const struct effort *effort);

#endif

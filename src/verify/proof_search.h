/* The searches of a proof. */
#ifndef VERIFY_PROOF_SEARCH_H
#define VERIFY_PROOF_SEARCH_H

#include "run/effort.h"
#include "verify/proof.h"

/* Proves a client. If it is not placed on the GPMs of its topology, every placement is searched;
 * with effort->each, every address that differs from earlier ones by its home. The figures are
 * sums. Returns false, with an error, where a machine cannot be built. */
bool proof_run(const struct setting *setting, const struct client *client,
               const struct effort *effort, struct proof *proof, struct diagnostic *error);
/* Does the proof consist of several searches? Then effort->checkpoint names a journal. */
bool proof_is_in_parts(const struct client *client, const struct effort *effort);

#endif

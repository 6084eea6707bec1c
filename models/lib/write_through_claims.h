/* What the write-through systems claim: of the steps of an L2; of wt's and incoherent-l1's L1s in
 * every state; of their stores, in every step. */
#ifndef MODELS_LIB_WRITE_THROUGH_CLAIMS_H
#define MODELS_LIB_WRITE_THROUGH_CLAIMS_H

#include "protocol/step.h"

bool write_through_l2_keeps(const struct step *step, const struct local *before);
bool write_through_all_under_way(const struct shape *shape, const struct local *const *locals,
                                 const struct message *messages, unsigned count);
bool write_through_keeps_stores(const struct step *step, const struct local *before);

#endif

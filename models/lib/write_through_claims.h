/* Claims of the write-through systems: of an L2's steps; of L1s, in every state and step. */
#ifndef MODELS_LIB_WRITE_THROUGH_CLAIMS_H
#define MODELS_LIB_WRITE_THROUGH_CLAIMS_H

#include "protocol/step.h"

bool write_through_l2_keeps(const struct step *step, const struct local *before);
bool write_through_all_under_way(const struct shape *shape, const struct local *const *locals,
                                 const struct message *messages, unsigned count);
bool write_through_keeps_stores(const struct step *step, const struct local *before);

#endif

/* The steps of a state. */
#ifndef MACHINE_SUCCESSORS_H
#define MACHINE_SUCCESSORS_H

#include "machine/machine_private.h"

void machine_successors(const struct model *model, void *worker, const slot_t *state,
                        step_visitor *visit, void *context);
/* What the slots of a cluster can do together, in a state of which only these are known, and the
 * greatest timestamp. */
void machine_steps_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder);
/* Likewise, what must not wait. */
void machine_ample_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder);
#endif

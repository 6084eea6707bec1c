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
/* What a core can ask: for each, the request and the core once it has asked. */
struct ask {
  uint32_t message, core;
  uint8_t entry, event, line, barrier, goes_on;
};
struct asks {
  unsigned count;
  struct ask items[];
};
const struct asks *core_asks(const struct machine *machine, unsigned core, uint32_t number);
uint32_t core_after(const struct machine *machine, unsigned core, uint32_t number,
                    const struct reply *answer, uint32_t answer_number);

#endif

/* The steps of a state. */
#ifndef MACHINE_SUCCESSORS_H
#define MACHINE_SUCCESSORS_H

#include "machine/machine_private.h"

/* `successors` of struct model. */
void machine_successors(const struct model *model, void *worker, const slot_t *state,
                        step_visitor *visit, void *context);
/* Visits the steps of some slots and of the whole machine, without ample sets and representatives.
 * `about`, unless NULL, points to the step that is visited. */
void machine_successors_of(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                           unsigned count, step_visitor *visit, void *context,
                           const struct about **about);
/* Records the steps of some slots: those of a cluster, say.  Only these slots of the state need be
 * filled in.  `greatest`: the greatest timestamp of the whole state, if times are ranks. */
void machine_steps_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder);
/* The same for ample sets and steps with a fault, in groups (struct recorded). */
void machine_ample_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder);
#endif

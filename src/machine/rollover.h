/* The rollover of all timestamps at once. */
#ifndef MACHINE_ROLLOVER_H
#define MACHINE_ROLLOVER_H

#include "machine/machine_private.h"

/* The state after a rollover; false: none may happen now. */
bool times_roll_over(const struct machine *machine, const slot_t *state, slot_t *to);

#endif

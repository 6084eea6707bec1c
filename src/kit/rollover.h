/* Private to src/kit.  The rollover of all timestamps at once. */
#ifndef KIT_ROLLOVER_H
#define KIT_ROLLOVER_H

#include "machine/machine_private.h"

bool times_roll_over(const struct machine *machine, const slot_t *state, slot_t *to);

#endif

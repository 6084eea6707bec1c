/* Private to src/kit.  The state in which every cache is empty. */
#ifndef KIT_COLD_START_H
#define KIT_COLD_START_H

#include "machine/machine_private.h"

/* May the line's value be here, or the memory behind it? */
bool machine_is_home(const struct machine *machine, const struct controller *controller,
                     unsigned line);
void cold_state(const struct machine *machine, slot_t *state);
uint32_t cold_local(const struct machine *machine, unsigned controller);

#endif

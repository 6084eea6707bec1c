/* The state in which every cache is empty. */
#ifndef MACHINE_COLD_START_H
#define MACHINE_COLD_START_H

#include "machine/machine_private.h"

/* Fills in the state. */
void cold_state(const struct machine *machine, slot_t *state);
/* A controller's local state in it, interned. */
uint32_t cold_local(const struct machine *machine, unsigned controller);

#endif

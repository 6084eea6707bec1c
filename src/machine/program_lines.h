/* The lines that a program may still access. */
#ifndef MACHINE_PROGRAM_LINES_H
#define MACHINE_PROGRAM_LINES_H

#include "machine/machine_private.h"

/* Fills in machine->flow.future and machine->flow.accessed of a core, whose code is lowered. */
void program_lines_find(struct machine *machine, unsigned core);
/* The lines whose copies the cores of an SM can still use, as a set.  Stores and atomics do not
 * count if only loads observe a deferred event (flow.only_loads_observe). */
unsigned program_lines_wanted(const struct machine *machine, const slot_t *state, unsigned sm);

#endif

/* Private to src/kit.  The lines that a program may still access. */
#ifndef KIT_PROGRAM_LINES_H
#define KIT_PROGRAM_LINES_H

#include "machine/machine_private.h"

/* Fills in machine->future and machine->accessed of a core, whose code is lowered. */
void program_lines_find(struct machine *machine, unsigned core);
/* The lines whose copies the cores of an SM can still use, as a set.  Where only loads can tell a
 * copy from none, stores and atomics do not count. */
unsigned program_lines_wanted(const struct machine *machine, const slot_t *state, unsigned sm);

#endif

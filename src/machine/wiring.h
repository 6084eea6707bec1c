/* Which controllers and channels a machine has. */
#ifndef MACHINE_WIRING_H
#define MACHINE_WIRING_H

#include "machine/machine_private.h"

/* Adds all controllers and channels; false, with `error`: they are too many. */
bool machine_wire(struct machine *machine, struct diagnostic *error);

/* The controller that a core asks for a line: one of the first kind. */
unsigned machine_port(const struct machine *machine, unsigned core, unsigned line);

/* In a machine of GPMs, the GPM that a controller is part of; -1: none, as for the bank of an LLC.
 */
int machine_gpm_of(const struct machine *machine, unsigned controller);

#endif

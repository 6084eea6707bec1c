/* Private to src/kit.  Which controllers and channels a machine has. */
#ifndef KIT_WIRING_H
#define KIT_WIRING_H

#include "machine/machine_private.h"

/* Gives the machine its controllers and channels. */
bool machine_wire(struct machine *machine, struct diagnostic *error);

#endif

/* Private to src/kit.  Which controllers and channels a machine has. */
#ifndef KIT_WIRING_H
#define KIT_WIRING_H

#include "machine/machine_private.h"

/* The network by which a type of message goes. */
unsigned machine_network_of(const struct machine *machine, unsigned type);
bool machine_wire(struct machine *machine, struct diagnostic *error);

#endif

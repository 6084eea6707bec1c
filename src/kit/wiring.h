/* Private to src/kit.  The controllers and channels of a machine. */
#ifndef KIT_WIRING_H
#define KIT_WIRING_H

#include "kit/machine_private.h"

/* The network by which a type of message goes. */
unsigned machine_network_of(const struct machine *machine, unsigned type);
/* Adds all controllers and channels; false, with `error`: they are too many. */
bool machine_wire(struct machine *machine, struct diagnostic *error);

#endif

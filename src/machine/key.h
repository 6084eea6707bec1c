/* The key of a machine. */
#ifndef MACHINE_KEY_H
#define MACHINE_KEY_H

#include <stdint.h>

struct machine;

/* A hash of setting, placement, options and lowered programs.  Machines with equal keys behave
 * equally, up to the names of registers and locations. */
uint64_t machine_key(const struct machine *machine);

#endif

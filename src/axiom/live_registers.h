/* The registers that the rest of a thread still reads. */
#ifndef AXIOM_LIVE_REGISTERS_H
#define AXIOM_LIVE_REGISTERS_H

#include <stdint.h>
#include "litmus/program.h"

/* live[i]: the registers, as bits, whose values before instruction i matter; live[length]: the
 * observed ones.  `live` has room for length + 1. */
void live_registers_find(const struct program *program, unsigned thread, uint64_t *live);

#endif

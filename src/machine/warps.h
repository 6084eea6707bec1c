/* Warps: for a system that keeps a clock for each of them (local.stall). */
#ifndef MACHINE_WARPS_H
#define MACHINE_WARPS_H

#include <stdbool.h>
#include "machine/machine.h"
#include "search/model.h"

/* After the warm start, and only in logical time: each thread of an SM takes over the clock that
 * the phantom thread left there.  Threads in the set `fresh` have no clock yet. */
void warps_take_over(const struct machine *machine, slot_t *state, unsigned fresh);
/* How many sets `fresh` there are to try: 0, 1, ... */
unsigned warps_fresh_sets(const struct machine *machine);

#endif

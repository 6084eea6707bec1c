/* Warps of a system that keeps a clock for each (local.stall). */
#ifndef MACHINE_WARPS_H
#define MACHINE_WARPS_H

#include <stdbool.h>
#include "machine/machine.h"
#include "search/model.h"

/* In logical time, after a warm start: gives each thread the clock that the core that warmed its SM
 * left (`warmed_by`, by SM).  Threads in the set `fresh` have no clock yet, and no thread has the
 * clock `none`.  Readers go on from their clocks. */
void warps_take_over(const struct machine *machine, slot_t *state, unsigned fresh,
                     const uint8_t *warmed_by, uint8_t none);
/* The number of sets `fresh` to try: 0, 1, ... */
unsigned warps_fresh_sets(const struct machine *machine);

#endif

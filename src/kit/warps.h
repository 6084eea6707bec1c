/* Warps: what a system that keeps a clock for each of them (local.stall) needs to know of the
 * threads of a test. */
#ifndef KIT_WARPS_H
#define KIT_WARPS_H

#include <stdbool.h>
#include "machine/machine.h"
#include "search/model.h"

/* Do two threads meet at CTA barriers?  Under the most general client: do they share an SM? */
bool warps_same_cta(const struct machine *machine, unsigned core, unsigned other);

/* After the warming up: the clock that a phantom left on its SM becomes that of each thread there,
 * but for those in the set `fresh`, which have none yet; in logical time alone. */
void warps_take_over(const struct machine *machine, slot_t *state, unsigned fresh);
/* How many such sets there are to try. */
unsigned warps_fresh_sets(const struct machine *machine);

#endif

/* The alternatives of each input of a controller, computed once. */
#ifndef MACHINE_ALTERNATIVES_H
#define MACHINE_ALTERNATIVES_H

#include "machine/machine_private.h"
#include "machine/run_step.h"

/* The alternatives of an input, whose local state and message are interned. */
const struct alternatives *controller_steps(const struct machine *machine,
                                            const struct step_input *input);
/* The internal events that may be possible: their row is not known to stall. */
const struct moves *controller_moves(const struct machine *machine, unsigned controller,
                                     uint32_t local);
/* Have they equal effects?  Their local states may differ. */
bool alternative_same_effects(const struct alternative *a, const struct alternative *b);

/* --- for checks that repeat a step --- */

struct found_alternatives {
  struct alternative *items;
  size_t length, room; /* a vector */
};
/* Sets the next combination of answers to step_choose; false: there is none. */
bool step_next_choice(struct step *step);
/* The result of the last run of `step`. */
struct alternative alternative_of(struct step *step, const struct taking *taking);

#endif

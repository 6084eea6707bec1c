/* Every way in which a controller takes an input, computed once and
 * remembered. */
#ifndef MACHINE_ALTERNATIVES_H
#define MACHINE_ALTERNATIVES_H

#include "machine/machine_private.h"
#include "machine/run_step.h"

/* All ways in which `controller` in `local` takes an input; message is 0 for internal events. */
const struct alternatives *controller_steps(const struct machine *machine, unsigned controller,
                                            uint32_t local, enum input_kind kind, unsigned event,
                                            unsigned at, uint32_t message, unsigned lazily,
                                            unsigned time_greatest);
/* The internal steps that it might take (those whose row is not known to stall). */
const struct moves *controller_moves(const struct machine *machine, unsigned controller,
                                     uint32_t local);
/* Do two alternatives send, answer, perform and observe the same?  Their local states may differ.
 */
bool alternative_same_effects(const struct alternative *a, const struct alternative *b);

/* --- for checks that run a step again --- */

struct found_alternatives {
  struct alternative *items;
  size_t length, room; /* a vector */
};
/* The next combination of answers to step_choose, or false when there is none. */
bool step_next_choice(struct step *step);
/* The result of the run that `step` has just made. */
struct alternative alternative_of(struct step *step, const struct taking *taking);

#endif

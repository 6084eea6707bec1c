/* Private to step.c and alternatives.c: one input of a controller, and one alternative of its step.
 */
#ifndef KIT_TAKING_H
#define KIT_TAKING_H

#include "machine/machine_private.h"

/* An input, and the local state that takes it. */
struct taking {
  const struct local *before;
  uint32_t number; /* of that local state, interned */
  size_t size;     /* of that local state, in bytes */
  /* As in struct input. */
  enum input_kind kind;
  unsigned event, at;
  const struct message *message; /* or NULL */
  unsigned lazily, time_greatest;
};

/* May this internal event happen at a line or a core? */
bool step_internal_is_enabled(struct step *step, const struct internal *internal, unsigned at);
/* The number of lines or cores at which it may happen. */
unsigned machine_internal_places(const struct machine *machine, const struct internal *internal);
/* May the input be taken?  Only an internal event can be disabled. */
bool step_may_happen(struct step *step, const struct taking *taking);
/* Runs the step with the choices of `step`, and checks it.  true: it keeps its claim of steps. */
bool step_run_alternative(struct step *step, const struct taking *taking);

#endif

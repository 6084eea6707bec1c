/* Private to step.c and alternatives.c: what a controller takes, and one way in which that goes. */
#ifndef KIT_TAKING_H
#define KIT_TAKING_H

#include "machine/machine_private.h"

/* What a controller takes, and what it has then. */
struct taking {
  const struct local *before;
  uint32_t number; /* its number */
  size_t size;
  enum input_kind kind;
  unsigned event, at;
  const struct message *message; /* or NULL */
  unsigned lazily, time_greatest;
};

/* May this internal event happen? */
bool step_internal_is_enabled(struct step *step, const struct internal *internal, unsigned at);
/* At how many lines, or of how many cores. */
unsigned machine_internal_places(const struct machine *machine, const struct internal *internal);
/* And may what is taken, if it is such an event? */
bool step_may_happen(struct step *step, const struct taking *taking);
/* Runs the step as `choose` was answered; true: it breaks no claim of steps. */
bool step_run_alternative(struct step *step, const struct taking *taking);

#endif

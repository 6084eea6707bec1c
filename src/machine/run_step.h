/* Runs a table: one alternative of one input of one controller. */
#ifndef MACHINE_RUN_STEP_H
#define MACHINE_RUN_STEP_H

#include "machine/machine_private.h"

unsigned controller_kind_state_of_line(const struct controller_kind *kind,
                                       const struct local *local, unsigned at);
/* Is the event PER_CORE, of a kind without lines of cores?  Then `at` is a core, and the first
 * line's state picks the row. */
bool controller_kind_event_is_of_core(const struct controller_kind *kind, unsigned event);

/* An input of a controller, in a local state.  Contents are interned: it is the key of a step. */
struct step_input {
  unsigned controller;
  uint32_t local;
  enum input_kind kind;
  unsigned event, at;
  uint32_t message;       /* UINT32_MAX: none */
  unsigned preceding;     /* 1 + the internal event just before it; 0: none */
  unsigned time_greatest; /* if times are ranks */
};

/* An internal event of a controller, by itself. */
static inline struct step_input step_input_internal(unsigned controller, uint32_t local,
                                                    unsigned event, unsigned at) {
  return (struct step_input){ controller, local, INPUT_INTERNAL, event, at, UINT32_MAX, 0, 0 };
}

/* The same input with its contents at hand, not their numbers: what one run of a step reads. */
struct taking {
  const struct local *before;
  uint32_t number; /* of that local state, interned */
  size_t size;     /* of that local state, in bytes */
  /* As in struct step_input. */
  enum input_kind kind;
  unsigned event, at;
  const struct message *message; /* or NULL */
  unsigned preceding, time_greatest;
};

static inline struct taking taking_of(const struct machine *machine,
                                      const struct step_input *input) {
  return (struct taking){
    .before = local_at(machine, input->local),
    .number = input->local,
    .size = machine->shape.local_size[machine->shape.controllers[input->controller].kind],
    .kind = input->kind,
    .event = input->event,
    .at = input->at,
    .message = input->message == UINT32_MAX ? NULL : message_at(machine, input->message),
    .preceding = input->preceding,
    .time_greatest = input->time_greatest,
  };
}

/* May this internal event happen at a line or a core? */
bool step_internal_is_enabled(struct step *step, const struct internal *internal, unsigned at);
/* The number of lines or cores at which it may happen. */
unsigned machine_internal_places(const struct machine *machine, const struct internal *internal);
/* May the input be taken?  Only an internal event can be disabled. */
bool step_may_happen(struct step *step, const struct taking *taking);
/* Runs the step with the choices of `step`, and checks promises.  true: it keeps all claims of
 * steps. */
bool step_run_alternative(struct step *step, const struct taking *taking);

/* The same without the checks of promises. */
bool step_run_plain(struct step *step, const struct taking *taking);

/* Runs all urgent events of step->local after a tick of the shared clock (times.c).  They may only
 * change the local state: more is a fault. */
void step_run_urgent_at_once(struct step *step);

#endif

/* See unfold.h.  From each state of the run, the first step is taken whose representative is the
 * next state of the trace. */
#include "machine/unfold.h"

#include <string.h>
#include "machine/reduction.h"

struct trace_unfolding {
  struct worker worker; /* compares */
  const slot_t *sought;
  slot_t *found;
  uint32_t label;
  bool done;
};

static void compare(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct trace_unfolding *unfolding = context;
  slot_t state[WIDTH_MAX];
  size_t size = unfolding->worker.machine->model.width * sizeof *to;
  if (unfolding->done || kind == STEP_BLOCKED) return;
  memcpy(state, to, size);
  reductions_open(&unfolding->worker, to);
  reductions_representative(&unfolding->worker, state);
  if (memcmp(state, unfolding->sought, size)) return;
  memcpy(unfolding->found, to, size);
  unfolding->label = label;
  unfolding->done = true;
}

bool unfold_trace(struct machine *machine, struct trace *trace) {
  const struct model *model = &machine->model;
  struct trace_unfolding unfolding = { .worker = { .machine = machine } };
  struct worker worker = { .machine = machine, .raw = true };
  slot_t sought[WIDTH_MAX];
  bool found = true;
  reductions_end_choices(machine);
  reductions_open_thread(&unfolding.worker);
  for (unsigned i = 0; found && i <= trace->length; i++) {
    slot_t *place = trace->states + (size_t)i * trace->width;
    memcpy(sought, place, trace->width * sizeof *place);
    unfolding.sought = sought;
    unfolding.found = place;
    unfolding.done = false;
    if (i == 0) model->initial(model, &worker, compare, &unfolding);
    else model->successors(model, &worker, place - trace->width, compare, &unfolding);
    found = unfolding.done;
    if (i > 0) trace->labels[i - 1] = unfolding.label;
  }
  reductions_close_thread(&unfolding.worker);
  reductions_end_unfolding(machine);
  machine->reductions.tells_apart = !found;
  return found;
}

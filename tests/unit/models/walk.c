#include "machine/successors.h"
#include "machine/properties.h"
#include "walk.h"

#include <string.h>

void gather(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct steps *steps = context;
  (void)label, (void)kind;
  for (unsigned i = 0; to && i < steps->width; i++) vector_push(steps->states, to[i]);
}

size_t count_of(const struct steps *steps) { return steps->states.length / steps->width; }
slot_t *state_at(const struct steps *steps, size_t i) {
  return &steps->states.items[i * steps->width];
}

uint64_t broken_in(const struct machine *machine, const slot_t *state) {
  return machine_broken(&machine->model, NULL, state, 1) & SAFETY;
}

static size_t next_random(uint32_t *random, size_t count) {
  *random = *random * 1664525 + 1013904223;
  return *random / 65536 % count;
}

void walk_randomly(const struct machine *machine, unsigned length, uint32_t *random,
                   walk_visit *visit, void *context) {
  const struct model *model = &machine->model;
  void *worker = model->worker_new(model);
  struct steps steps = { .width = model->width };
  slot_t state[WIDTH_MAX];
  bool goes_on = true;
  for (unsigned i = 0; i < length && goes_on; i++) {
    if (!count_of(&steps)) model->initial(model, worker, gather, &steps);
    memcpy(state, state_at(&steps, next_random(random, count_of(&steps))),
           steps.width * sizeof *state);
    steps.states.length = 0;
    if (!broken_in(machine, state)) machine_successors(model, worker, state, gather, &steps);
    goes_on = visit(context, state, &steps);
  }
  vector_free(steps.states);
  model->worker_free(model, worker);
}

/* Deferred evictions: a reduction that leaves out silent evictions as steps of their own.
 *
 * Method: a partial order of commuting steps (Peled 1993).  A silent eviction commutes with every
 * step but the next event of its line at its controller.  So it is tried as the first half of that
 * event's step.  docs/internals/deferred-evictions.md has the argument.
 *
 * It relies on the promises `deferred`, `observed_by` and `deferred_if_alone` (promises.h).
 * silent_event.c tries `deferred` in each local state; no step is checked for the others. */
#include <string.h>
#include "machine/alternatives.h"
#include "machine/assumptions.h"
#include "machine/cold_start.h"
#include "machine/reduction.h"
#include "machine/state_list.h"
#include "reduce/silent_event.h"

static bool begin(struct machine *machine) { return !machine->options.no_deferred_evictions; }

/* Does the line share its bank with no other?  Lines of a bank may share something (a clock). */
static bool has_bank_to_itself(const struct machine *machine, unsigned controller, unsigned at) {
  for (unsigned line = 0; line < machine->shape.lines; line++)
    if (line != at &&
        machine->shape.placement.bank_of_line[line] == machine->shape.controllers[controller].index)
      return false;
  return true;
}

/* Is it the first deferred event of its line?  Only that one is tried before others. */
static bool is_first(const struct machine *machine, unsigned controller, uint32_t local,
                     unsigned internal, unsigned at) {
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++)
    if (moves->items[i].at == at &&
        kind_of(machine, controller)->internals[moves->items[i].internal].promises.deferred)
      return moves->items[i].internal == internal;
  return true;
}

static bool is_deferred_here(const struct machine *machine, unsigned controller, uint32_t local,
                             unsigned number, unsigned at) {
  const struct internal *internal = &kind_of(machine, controller)->internals[number];
  if (machine->options.no_deferred_evictions || !internal->promises.deferred) return false;
  if (internal->promises.deferred_if_alone && !has_bank_to_itself(machine, controller, at))
    return false;
  return is_first(machine, controller, local, number, at) &&
         silent_event_holds(machine, controller, local, number, at);
}

static bool event_waits(const struct machine *machine, const slot_t *state, unsigned controller,
                        unsigned internal, unsigned at) {
  return is_deferred_here(machine, controller, state[controller_slot(machine, controller)],
                          internal, at);
}

static unsigned event_before(const struct machine *machine, unsigned controller, uint32_t local,
                             unsigned event, unsigned at) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++) {
    const struct internal *internal = &kind->internals[moves->items[i].internal];
    bool observed = !internal->promises.observed_by || internal->promises.observed_by >> event & 1;
    if (moves->items[i].at == at && observed &&
        is_deferred_here(machine, controller, local, moves->items[i].internal, at))
      return moves->items[i].internal + 1u;
  }
  return 0;
}

/* Adds to `made` each state that one silent eviction makes of a warmed state. */
static void evict_each(const struct machine *warming, const slot_t *state,
                       struct dictionary *made) {
  slot_t after[WIDTH_MAX];
  memcpy(after, state, warming->model.width * sizeof *after);
  for (unsigned i = 0; i < warming->shape.controller_count; i++) {
    slot_t *slot = &after[controller_slot(warming, i)], local = *slot;
    const struct controller_kind *kind = kind_of(warming, i);
    const struct moves *moves = controller_moves(warming, i, local);
    for (unsigned m = 0; m < moves->count; m++) {
      unsigned number = moves->items[m].internal, at = moves->items[m].at;
      const struct internal *internal = &kind->internals[number];
      if (!internal->promises.deferred || internal->promises.deferred_if_alone ||
          !silent_event_holds(warming, i, local, number, at))
        continue;
      const struct step_input input = step_input_internal(i, local, internal->event, at);
      *slot = controller_steps(warming, &input)->items[0].local;
      (*dictionary_at(made, after, warming->model.width * sizeof *after))++;
      *slot = local;
    }
  }
}

/* Drops warmed states that an eviction makes of others: it is tried again before the next event of
 * its line. */
static void drop_warmed(const struct machine *machine, struct machine *warming,
                        struct state_list *warmed) {
  struct dictionary made = { 0 };
  if (machine->has_confined_line || !machine->shape.system->promises.loads_apart) return;
  for (size_t i = 0; i < state_list_count(warmed); i++)
    evict_each(warming, state_list_at(warmed, i), &made);
  state_list_drop(warmed, &made);
  dictionary_free(&made);
}

static bool promises_deferred(const struct internal *internal) {
  return internal->promises.deferred;
}

static void assumptions(const struct assumption_writer *writer) {
  assumption_write_internals(writer, "deferred", promises_deferred, "--no-deferred-evictions");
}

REDUCTION(deferred_evictions) = {
  .name = "deferred evictions",
  .order = 20,
  .begin = begin,
  .assumptions = assumptions,
  .select.event_waits = event_waits,
  .select.event_before = event_before,
  .select.drop_warmed = drop_warmed,
};

/* Dead copies: a reduction that drops copies which no core will access again.
 *
 * Method: dead-variable elimination (Bozga, Fernandez and Ghirvu 1999), for cached lines.  Once no
 * core of an SM will access a line, only other controllers cause events of it, and they see no
 * difference.  So a deferred eviction of the line is taken at once, and states that differ in dead
 * copies become one.  Outcomes do not show the difference. An invariant of copies could: if the
 * system claims one, all copies are kept, unless the invariant reads none in a port
 * (`not_of_ports`).
 *
 * It relies on the promises `deferred` and `not_of_ports` (promises.h).  silent_event.c tries
 * `deferred` in each local state; no step is checked for `not_of_ports`. */
#include <string.h>
#include "machine/alternatives.h"
#include "machine/program_lines.h"
#include "machine/reduction.h"
#include "reduce/silent_event.h"

/* A faulty table may evict the same lines for ever. */
enum { EVICTIONS_MAX = 4 * LINES_MAX };

/* Takes the deferred evictions of the lines that are not wanted, one after the other.  Returns the
 * local state after them. */
static uint32_t evict_all(const struct machine *machine, unsigned controller, uint32_t local,
                          unsigned wanted) {
  const struct controller_kind *kind = kind_of(machine, controller);
  bool again = true;
  for (unsigned times = 0; again && times < EVICTIONS_MAX; times++) {
    const struct moves *moves = controller_moves(machine, controller, local);
    again = false;
    for (unsigned i = 0; i < moves->count && !again; i++) {
      const struct internal *internal = &kind->internals[moves->items[i].internal];
      if (!internal->promises.deferred || wanted >> moves->items[i].at & 1) continue;
      if (!silent_event_holds(machine, controller, local, moves->items[i].internal,
                              moves->items[i].at))
        continue;
      const struct step_input input =
          step_input_internal(controller, local, internal->event, moves->items[i].at);
      const struct alternatives *alternatives = controller_steps(machine, &input);
      if (alternatives->count != 1 || alternatives->items[0].sends ||
          alternatives->items[0].local == local)
        continue;
      local = alternatives->items[0].local;
      again = true;
    }
  }
  return local;
}

static uint32_t without_dead_copies(const struct machine *machine, unsigned controller,
                                    uint32_t local, unsigned wanted) {
  uint64_t second = PURPOSE(MEMO_DEAD_VALUES, controller << 8 | wanted);
  uint64_t known = memo_find(machine->memo, local, second);
  if (!known) {
    known = 1 + (uint64_t)evict_all(machine, controller, local, wanted);
    memo_add(machine->memo, local, second, known);
  }
  return (uint32_t)(known - 1);
}

/* Is an invariant of copies claimed?  It must see dead copies, too. */
static bool claims_invariant_of_copies(const struct machine *machine) {
  unsigned own = machine->shape.system->promises.not_of_ports ? 0 : CLAIM(PROPERTY_OWN);
  return setting_invariants(&machine->shape.setting) &
         (CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_SWMR_LOGICAL) |
          CLAIM(PROPERTY_VALUE_LOGICAL) | own);
}

static bool begin(struct machine *machine) {
  return !machine->shape.is_client && !machine->options.no_dead_values &&
         !machine->options.no_evictions &&
         machine->shape.system->kinds[0].instances == ONE_PER_SM &&
         !claims_invariant_of_copies(machine);
}

static void drop_dead_copies_of_sm(const struct machine *machine, slot_t *state, unsigned sm) {
  unsigned all = (1u << machine->shape.lines) - 1;
  unsigned wanted = program_lines_wanted(machine, state, sm);
  unsigned port = shape_l1(&machine->shape, sm), slot = controller_slot(machine, port);
  if (wanted != all) state[slot] = without_dead_copies(machine, port, state[slot], wanted);
}

static void drop_dead_copies(const struct machine *machine, slot_t *state) {
  for (unsigned sm = 0; sm < machine->shape.sms; sm++) drop_dead_copies_of_sm(machine, state, sm);
}

REDUCTION(dead_copies) = {
  .name = "dead copies",
  .order = 50,
  .not_on_warmup = true,
  .begin = begin,
  .canonicalise.state = drop_dead_copies,
  .canonicalise.of_sm = drop_dead_copies_of_sm,
};

/* Dead copies: a reduction that drops the copies no core will access again.
 *
 * A deferred eviction (promises.h) changes its own line only and sends nothing; only the next event
 * of that line can tell that it happened.  Once no core of an SM will access a line, the events
 * left for it come from other controllers, which see no difference.  So the eviction happens at
 * once, and states that differ in dead copies become one: dead-variable elimination (Bozga,
 * Fernandez and Ghirvu 1999), for cached lines.
 *
 * Outcomes cannot tell.  An invariant of copies could: a system that claims one keeps all copies,
 * unless the invariant reads none in a port (not_of_ports).  Each eviction is tried for the promise
 * first (silent_event.c). */
#include <string.h>
#include "machine/alternatives.h"
#include "machine/program_lines.h"
#include "machine/reduction.h"
#include "reduce/silent_event.h"

/* More evictions in a row than there are lines to evict are a faulty table's doing, which may go
 * round for ever. */
enum { EVICTIONS_MAX = 4 * LINES_MAX };

/* The lazy evictions of the lines that are not wanted, one after the other. */
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
      if (!silent_event_is(machine, controller, local, moves->items[i].internal,
                           moves->items[i].at))
        continue;
      const struct alternatives *ways =
          controller_steps(machine, controller, local, INPUT_INTERNAL, internal->event,
                           moves->items[i].at, UINT32_MAX, 0, 0);
      if (ways->count != 1 || ways->items[0].sends || ways->items[0].local == local) continue;
      local = ways->items[0].local;
      again = true;
    }
  }
  return local;
}

static uint32_t without(const struct machine *machine, unsigned controller, uint32_t local,
                        unsigned wanted) {
  uint64_t second = PURPOSE(MEMO_FORGET, controller << 8 | wanted);
  uint64_t known = memo_find(machine->memo, local, second);
  if (!known) {
    known = 1 + (uint64_t)evict_all(machine, controller, local, wanted);
    memo_add(machine->memo, local, second, known);
  }
  return (uint32_t)(known - 1);
}

/* An invariant that is claimed of copies must see those that nobody asks for, too. */
static bool speaks_of_copies(const struct machine *machine) {
  unsigned own = machine->shape.system->promises.not_of_ports ? 0 : CLAIM(PROPERTY_OWN);
  return setting_invariants(&machine->shape.setting) &
         (CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_SWMR_LOGICAL) |
          CLAIM(PROPERTY_VALUE_LOGICAL) | own);
}

static bool begin(struct machine *machine) {
  return !machine->shape.is_client && !machine->options.no_dead_values &&
         !machine->options.no_evictions &&
         machine->shape.system->kinds[0].instances == ONE_PER_SM && !speaks_of_copies(machine);
}

static void drop_of_sm(const struct machine *machine, slot_t *state, unsigned sm) {
  unsigned all = (1u << machine->shape.lines) - 1;
  unsigned wanted = program_lines_wanted(machine, state, sm);
  unsigned port = shape_l1(&machine->shape, sm), slot = controller_slot(machine, port);
  if (wanted != all) state[slot] = without(machine, port, state[slot], wanted);
}

static void drop(const struct machine *machine, slot_t *state) {
  for (unsigned sm = 0; sm < machine->shape.sms; sm++) drop_of_sm(machine, state, sm);
}

REDUCTION(dead_copies) = {
  .name = "dead copies",
  .order = 50,
  .not_on_warmup = true,
  .begin = begin,
  .canonicalise = drop,
  .canonicalise_sm = drop_of_sm,
};

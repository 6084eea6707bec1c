/* Forgetting lines that nobody will ask for again: a reduction, off with --no-reduction.
 *
 * A lazy eviction (system.h) changes nothing but its own line, sends nothing, and only that line's
 * next event can tell that it happened.  When no core of an SM will access a line any more
 * (dataflow over its program, and what waits in its window), the only events left for it are those
 * that other controllers cause, which the line answers the same to all others whether it is there
 * or not: the eviction may as well happen now.  So it does, and states that differ in dead copies
 * become one. Outcomes cannot tell; an invariant of copies could, so a system that claims one keeps
 * them all, unless that is not of its ports' copies (not_of_ports). Where only loads can tell a
 * copy from none (only_loads_observe), stores and atomics do not keep it. */
#include <string.h>
#include "machine/alternatives.h"
#include "reduce/dead_values.c"
#include "reduce/deferred_evictions.h"
#include "machine/machine_private.h"

static bool counts(const struct machine *machine, const struct micro *micro) {
  if (micro->kind != MICRO_ACCESS) return false;
  return !machine->only_loads_observe || micro->event == EVENT_LOAD ||
         micro->event == EVENT_LOAD_ACQUIRE;
}

/* The lines that a program may access from each of its micro-operations on; `all`: by accesses that
 * do not count, too. */
static void lines_ahead(const struct machine *machine, const struct lowered *code, bool all,
                        uint8_t *future) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned pc = code->length; pc-- > 0;) {
      const struct micro *micro = &code->micros[pc];
      uint8_t now = micro->kind == MICRO_GOTO     ? future[micro->target]
                    : micro->kind == MICRO_BRANCH ? future[micro->target] | future[pc + 1]
                                                  : future[pc + 1];
      if (all ? micro->kind == MICRO_ACCESS : counts(machine, micro))
        now |= (uint8_t)(1u << micro->line);
      if (now != future[pc]) {
        future[pc] = now;
        changed = true;
      }
    }
  }
}

void dead_values_future_lines(struct machine *machine, unsigned core) {
  lines_ahead(machine, &machine->lowered[core], false, machine->future[core]);
  lines_ahead(machine, &machine->lowered[core], true, machine->accessed[core]);
}

static unsigned wanted_by(const struct machine *machine, unsigned core, uint32_t number) {
  const struct core *state = intern_at(machine->contents, number, NULL);
  unsigned lines = machine->future[core][state->pc];
  for (unsigned i = 0; i < state->entries; i++) {
    const struct micro *micro = core_micro(machine, core, state->entry[state->order[i]].micro);
    if (counts(machine, micro)) lines |= 1u << micro->line;
  }
  return lines;
}

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
      if (!deferred_promise_is_kept(machine, controller, local, moves->items[i].internal,
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

static uint32_t forgotten(const struct machine *machine, unsigned controller, uint32_t local,
                          unsigned wanted) {
  uint64_t second = PURPOSE(MEMO_FORGET, controller << 8 | wanted);
  uint64_t known = memo_find(machine->memo, local, second);
  if (!known) {
    known = 1 + (uint64_t)evict_all(machine, controller, local, wanted);
    memo_add(machine->memo, local, second, known);
  }
  return (uint32_t)(known - 1);
}

/* The lines that some core of an SM may still ask for. */
unsigned dead_values_lines_wanted(const struct machine *machine, const slot_t *state, unsigned sm) {
  unsigned wanted = 0;
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    if (machine->shape.sm_of_core[core] == sm)
      wanted |= wanted_by(machine, core, state[core_slot(machine, core)]);
  return wanted;
}

/* An invariant that is claimed of copies must see those that nobody asks for, too. */
static bool speaks_of_copies(const struct machine *machine) {
  unsigned own = machine->shape.system->promises.not_of_ports ? 0 : CLAIM(PROPERTY_OWN);
  return setting_invariants(&machine->shape.setting) &
         (CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_SWMR_LOGICAL) |
          CLAIM(PROPERTY_VALUE_LOGICAL) | own);
}

bool dead_values_in_lines(const struct machine *machine) {
  return !machine->shape.is_client && !machine->options.no_dead_values &&
         !machine->options.no_evictions &&
         machine->shape.system->kinds[0].instances == ONE_PER_SM && !speaks_of_copies(machine);
}

void dead_values_drop_lines_of(const struct machine *machine, slot_t *state, unsigned sm) {
  unsigned all = (1u << machine->shape.lines) - 1,
           wanted = dead_values_lines_wanted(machine, state, sm);
  unsigned slot = controller_slot(machine, machine->shape.first_of_kind[0] + sm);
  if (wanted != all)
    state[slot] = forgotten(machine, machine->shape.first_of_kind[0] + sm, state[slot], wanted);
}

void dead_values_drop_lines(const struct machine *machine, slot_t *state) {
  for (unsigned sm = 0; sm < machine->shape.sms && machine->forgets_lines; sm++)
    dead_values_drop_lines_of(machine, state, sm);
}

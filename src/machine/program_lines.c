/* See program_lines.h: a backward dataflow analysis over a thread's micro-operations. */
#include "machine/program_lines.h"

/* Does the access count for program_lines_wanted? */
static bool counts(const struct machine *machine, const struct micro *micro) {
  if (micro->kind != MICRO_ACCESS) return false;
  return !machine->flow.only_loads_observe || micro->event == EVENT_LOAD ||
         micro->event == EVENT_LOAD_ACQUIRE;
}

/* The lines that a program may access from each micro-operation on; `all`: also by accesses that do
 * not count. */
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

void program_lines_find(struct machine *machine, unsigned core) {
  lines_ahead(machine, &machine->lowered[core], false, machine->flow.future[core]);
  lines_ahead(machine, &machine->lowered[core], true, machine->flow.accessed[core]);
}

static unsigned wanted_by(const struct machine *machine, unsigned core, uint32_t number) {
  const struct core *state = intern_at(machine->contents, number, NULL);
  unsigned lines = machine->flow.future[core][state->pc];
  for (unsigned i = 0; i < state->entries; i++) {
    const struct micro *micro = core_micro(machine, core, state->entry[state->order[i]].micro);
    if (counts(machine, micro)) lines |= 1u << micro->line;
  }
  return lines;
}

unsigned program_lines_wanted(const struct machine *machine, const slot_t *state, unsigned sm) {
  unsigned wanted = 0;
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    if (machine->shape.sm_of_core[core] == sm)
      wanted |= wanted_by(machine, core, state[core_slot(machine, core)]);
  return wanted;
}

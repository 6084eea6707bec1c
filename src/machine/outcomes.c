/* See outcomes.h. */
#include "machine/outcomes.h"

#include "machine/machine_private.h"
#include "litmus/condition.h"

unsigned machine_outcome_registers(const struct program *program, unsigned thread) {
  unsigned position = 0;
  for (unsigned t = 0; t < thread; t++) position += program->threads[t].register_count;
  return position;
}

int machine_location_in_word(const struct machine *machine, unsigned line, unsigned word) {
  for (unsigned i = 0; i < machine->program->location_count; i++)
    if (machine->program->locations[i].physical == i &&
        machine->shape.placement.line_of_location[i] == line &&
        machine->shape.placement.word_of_location[i] == word)
      return (int)i;
  return -1;
}

unsigned machine_outcome_width(const struct program *program) {
  return machine_outcome_registers(program, program->thread_count) + program->location_count;
}

static int64_t memory_word(const struct machine *machine, const slot_t *state, unsigned line,
                           unsigned word) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    const struct controller_kind *kind = kind_of(machine, i);
    if (!shape_is_home(&machine->shape, &machine->shape.controllers[i], line)) continue;
    const struct local *local = local_at(machine, state[controller_slot(machine, i)]);
    const struct data *data = kind->value ? kind->value(local, line) : NULL;
    if (data && (!kind->value_is_dirty || local->line[line].dirty >> word & 1))
      return data->word[word];
  }
  return 0;
}

void machine_gather_outcome(const struct machine *machine, const slot_t *state, int64_t *outcome) {
  const struct program *program = machine->program;
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned r = 0; r < program->threads[t].register_count; r++)
      *outcome++ = core_at(machine, state, t)->registers[r];
  for (unsigned i = 0; i < program->location_count; i++) {
    unsigned physical = program->locations[i].physical;
    *outcome++ = memory_word(machine, state, machine->shape.placement.line_of_location[physical],
                             machine->shape.placement.word_of_location[physical]);
  }
}

static unsigned position_of(const struct program *program, const struct observable *observable) {
  return machine_outcome_registers(program, observable->is_register ? observable->thread
                                                                    : program->thread_count) +
         observable->index;
}

/* Cuts a location's number to the size of the program's accesses (lower.c): an atomic addition at
 * the home may have made more. */
static int64_t content(const struct program *program, const struct observable *cell,
                       int64_t number) {
  if (cell->is_register) return number;
  unsigned size = 0;
  for (unsigned t = 0; t < program->thread_count && !size; t++)
    for (unsigned i = 0; i < program->threads[t].length && !size; i++)
      size = program->threads[t].instructions[i].size;
  return type_holds((struct type){ .bytes = (unsigned char)size }, number);
}

static void observe_cells(const struct program *program, const int64_t *everything, int64_t *seen) {
  for (unsigned i = 0; i < program->observable_count; i++)
    seen[i] = type_shows(program->observables[i].type,
                         content(program, &program->observables[i],
                                 everything[position_of(program, &program->observables[i])]));
}

struct projection {
  const struct program *program;
  struct outcome_set *set;
};

static void project(void *context, const int64_t *outcome, uint64_t times) {
  struct projection *projection = context;
  int64_t seen[OUTCOME_WIDTH_MAX];
  observe_cells(projection->program, outcome, seen);
  outcome_set_add(projection->set, seen, times);
}

struct outcome_set *machine_outcomes_observed(const struct program *program,
                                              const struct outcome_set *everything) {
  struct projection projection = { program, outcome_set_new(program->observable_count) };
  outcome_set_each(everything, project, &projection);
  return projection.set;
}

struct outcome_set *machine_outcomes(const struct machine *machine) {
  struct outcome_set *copy = outcome_set_new(machine_outcome_width(machine->program));
  outcome_set_merge(copy, machine->reached.outcomes);
  return copy;
}

uint64_t machine_judge_outcome(const struct machine *machine, const int64_t *everything) {
  const struct program *program = machine->program;
  if (!machine->sought.condition && !machine->sought.allowed) return 0;
  int64_t seen[OUTCOME_WIDTH_MAX];
  uint64_t broken = 0;
  observe_cells(program, everything, seen);
  if (program->filter && !condition_holds(program->filter, seen)) return 0;
  if (machine->sought.condition &&
      condition_holds(machine->sought.condition, seen) != machine->sought.negated)
    broken |= CLAIM(PROPERTY_WITNESS);
  if (machine->sought.allowed && !outcome_set_has(machine->sought.allowed, seen))
    broken |= CLAIM(PROPERTY_OUTCOME);
  return broken;
}

void machine_seek(struct machine *machine, const struct condition *condition, bool negated) {
  machine->sought.condition = condition;
  machine->sought.negated = negated;
}

void machine_forbid(struct machine *machine, const struct outcome_set *allowed) {
  machine->sought.allowed = allowed;
}

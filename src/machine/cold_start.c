/* The cold state: initial values in memory, empty caches and channels, every core at its beginning.
 * (warm_start.c finds the others.)
 *
 * Memory lies behind the last kind of controller of a system, at the home of each line.  A word
 * starts with the initial value of its location, and as the newest.  Names and times in lines and
 * clocks start as none. */
#include <string.h>
#include "base/memory.h"
#include "machine/cold_start.h"
#include "protocol/observed.h"
#include "machine/history.h"
#include "machine/machine_private.h"

static void clear_names(const struct machine *machine, unsigned kind, struct local *local) {
  for (unsigned i = 0; i < shape_local_lines(&machine->shape, kind); i++)
    local->line[i].owner = local->line[i].writer = NO_ONE;
}

/* No timestamp is a time until a model says so: 0 is a time. */
static void clear_times(const struct machine *machine, unsigned kind, struct local *local) {
  if (machine->shape.system->time != TIME_LOGICAL) return;
  local->clock = NO_TIME;
  memset(local->stall, NO_TIME, sizeof local->stall);
  for (unsigned i = 0; i < shape_local_lines(&machine->shape, kind); i++)
    memset(local->line[i].time, NO_TIME, sizeof local->line[i].time);
}

static void initial_memory(const struct machine *machine, const struct controller *controller,
                           struct local *local) {
  for (unsigned line = 0; line < machine->shape.lines; line++)
    for (unsigned word = 0;
         word < machine->shape.words && shape_is_home(&machine->shape, controller, line); word++)
      local->line[line].memory.age[word] = AGE_NEWEST;
  if (!machine->program) return;
  for (unsigned i = 0; i < machine->program->location_count; i++) {
    const struct location *location = &machine->program->locations[i];
    unsigned line = machine->shape.placement.line_of_location[i];
    if (location->physical != i || !shape_is_home(&machine->shape, controller, line)) continue;
    local->line[line].memory.word[machine->shape.placement.word_of_location[i]] = location->initial;
  }
}

/* Is it the last kind of controller? */
static bool holds_memory(const struct machine *machine, unsigned kind) {
  return kind + 1 == KINDS_MAX || !machine->shape.system->kinds[kind + 1].name;
}

uint32_t cold_local(const struct machine *machine, unsigned controller) {
  unsigned k = machine->shape.controllers[controller].kind;
  const struct controller_kind *kind = &machine->shape.system->kinds[k];
  struct local *local = memory_new(1, machine->shape.local_size[k]);
  clear_names(machine, k, local);
  clear_times(machine, k, local);
  for (unsigned line = 0; line < machine->shape.lines; line++)
    local->line[line].state = (uint8_t)kind->start_state;
  if (holds_memory(machine, k))
    initial_memory(machine, &machine->shape.controllers[controller], local);
  if (kind->start) kind->start(&machine->shape, local);
  uint32_t number = intern_add(machine->contents, local, machine->shape.local_size[k]);
  memory_free(local);
  return number;
}

void cold_state(const struct machine *machine, slot_t *state) {
  union core_copy core;
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    core_start(machine, i, &core.core);
    state[core_slot(machine, i)] = intern_add(machine->contents, &core, core_size(machine, i));
  }
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    state[controller_slot(machine, i)] = cold_local(machine, i);
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    state[channel_slot(machine, i)] = EMPTY;
  if (machine->shape.has_barriers) state[barrier_slot(machine)] = EMPTY;
  if (machine->has_confined_line) state[confined_line_slot(machine)] = EMPTY;
  if (machine->has_history) state[history_slot(machine)] = history_start(machine);
}

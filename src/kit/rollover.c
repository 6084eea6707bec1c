/* Timestamps that roll over: a step that all controllers take at once, as they do the tick of a
 * shared clock.
 *
 * Each raises the system's rollover event on each of its lines (where its states are those of
 * cores, for each core), and its rows say what becomes of the timestamps there.  What stands for
 * the first time afterwards is earlier than all that came before: so 0 is made room for, in every
 * slot, before any row fires.  What is in flight keeps the times that it has, which are later.
 *
 * Counters roll over when one is full, and how full they are cannot be told from a difference of
 * two: a rollover may come at any time, then.  But the one before is long over by then, which is
 * may_roll_over's to say.  A record that names such a step argues why it may be taken at once,
 * though its source sends messages for it. */
#include <string.h>
#include "machine/alternatives.h"
#include "machine/machine_private.h"
#include "machine/properties.h"
#include "machine/rollover.h"
#include "machine/times.h"

static bool may_roll_over(const struct machine *machine, const slot_t *state) {
  const struct local *locals[CONTROLLERS_MAX];
  struct message messages[CHANNELS_MAX * CHANNEL_MESSAGES_MAX];
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    locals[i] = local_at(machine, state[controller_slot(machine, i)]);
  return machine->shape.system->rollover.may(machine, locals, messages,
                                             machine_messages_in_flight(machine, state, messages));
}

bool times_roll_over(const struct machine *machine, const slot_t *state, slot_t *to) {
  if (!machine->rolls_over || !may_roll_over(machine, state)) return false;
  memcpy(to, state, machine->model.width * sizeof *to);
  times_insert(machine, to, NO_TIME, -1);
  unsigned greatest = machine->shape.rank ? times_greatest(machine, to) : 0;
  for (unsigned controller = 0; controller < machine->shape.controller_count; controller++) {
    const struct controller_kind *kind =
        &machine->shape.system->kinds[machine->shape.controllers[controller].kind];
    for (unsigned at = 0; at < (kind->of_cores ? machine->shape.core_count : machine->shape.lines);
         at++) {
      slot_t *own = &to[controller_slot(machine, controller)];
      const struct alternatives *ways =
          controller_steps(machine, controller, *own, INPUT_INTERNAL,
                           machine->shape.system->rollover.event, at, UINT32_MAX, 0, greatest);
      if (ways->count) *own = ways->items[0].local; /* none: a stall */
    }
  }
  times_normalise(machine, to);
  return true;
}

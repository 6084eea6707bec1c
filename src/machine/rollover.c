/* Rollover of all timestamps: one step of all controllers, like the tick of a shared clock.
 *
 * Each controller raises the system's rollover event on each of its lines, or for each core if its
 * states are those of cores.  Its rows say how the timestamps change.  A time that is new after the
 * rollover is earlier than all before.  So first every slot makes room for 0, and then the rows
 * fire.  Messages in flight keep their times, which are later.
 *
 * Counters roll over when one is full.  Differences of timestamps do not show that, so a rollover
 * may come at any time.  may_roll_over asks the record whether the last one is over.  The record
 * argues why one step may replace the messages that its source sends. */
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
  return machine->shape.system->rollover.may(&machine->shape, locals, messages,
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
      slot_t *content = &to[controller_slot(machine, controller)];
      struct step_input input =
          step_input_internal(controller, *content, machine->shape.system->rollover.event, at);
      input.time_greatest = greatest;
      const struct alternatives *steps = controller_steps(machine, &input);
      if (steps->count) *content = steps->items[0].local; /* none: a stall */
    }
  }
  times_normalise(machine, to);
  return true;
}

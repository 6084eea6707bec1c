/* See warps.h.  A thread may go on from the clock of an earlier one on its SM, or start afresh.
 * No source says which, so both are tried for each thread. */
#include "machine/warps.h"
#include <string.h>
#include "machine/machine_private.h"

static bool has_warp_clocks(const struct machine *machine) {
  const struct controller_kind *port = &machine->shape.system->kinds[0];
  return machine->shape.system->time == TIME_LOGICAL && port->shows.stall &&
         port->instances == ONE_PER_SM;
}

unsigned warps_fresh_sets(const struct machine *machine) {
  if (!has_warp_clocks(machine)) return 1;
  return 1u << (machine->program ? machine->program->thread_count : machine->shape.core_count);
}

void warps_take_over(const struct machine *machine, slot_t *state, unsigned fresh,
                     const uint8_t *warmed_by, uint8_t none) {
  if (!has_warp_clocks(machine)) return;
  for (unsigned sm = 0; sm < machine->shape.sms; sm++) {
    slot_t *slot = &state[controller_slot(machine, machine->shape.first_of_kind[0] + sm)];
    union local_copy copy;
    size_t length = intern_copy(machine->contents, *slot, &copy);
    struct local *local = &copy.local;
    uint8_t left = local->stall[warmed_by[sm]];
    bool reads = core_is_free(machine, shape_first_core(&machine->shape, sm));
    if (left == none && !reads) left = NO_TIME;
    memset(local->stall, NO_TIME, sizeof local->stall);
    for (unsigned core = 0; core < machine->shape.core_count; core++)
      if (machine->shape.sm_of_core[core] == sm && !(fresh >> core & 1)) local->stall[core] = left;
    *slot = intern_add(machine->contents, &copy, length);
  }
}

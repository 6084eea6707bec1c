/* One address for all: an abstraction of the most general client.
 *
 * Where lines share nothing, a run on several lines is on each of them a run of that line alone: a
 * core that is busy elsewhere only asks later, and no property looks at two lines.  All lines are
 * alike: under a client each has a bank of its own, or all have one.  So one is explored for all.
 *
 * Lines may share a clock.  The clock of all lines ticks whatever they do.  A port's clock also
 * moves with answers about other lines.  To the one line it seems to move by itself, so its ticks
 * are allowed at any time.  All runs of a line among others are then found, and perhaps more: what
 * holds of the one line holds of all, but what it breaks is searched again with all lines
 * (verify/proof.c).  Ticks are no progress: if all lines are stuck, one is stuck but for
 * ticks.
 *
 * Lines share the room of channels.  The one line is given its part (wiring.c).  If no channel is
 * ever full, none is full among all lines either; otherwise all are explored together. */
#include <string.h>
#include "machine/reduction.h"

static void shrink(struct machine *machine) {
  const struct machine_options *options = &machine->options;
  const struct system *system = machine->shape.system;
  if (machine->client.lines < 2 || options->no_reduction || options->together ||
      options->only_line || options->capacity)
    return;
  bool share_clock = setting_lines_share_clock(&machine->shape.setting);
  machine->reductions.assumes_ticks = share_clock && system->time == TIME_LOGICAL &&
                                      !options->mutant; /* what kills a mutant must be real */
  machine->reductions.one_line = system->promises.lines_apart ||
                                 machine->reductions.assumes_ticks ||
                                 (share_clock && system->time == TIME_REMAINING);
  if (machine->reductions.one_line)
    memset(machine->requests.wanted, 1, sizeof machine->requests.wanted);
  unsigned tick = system->promises.tick_parameter;
  if (machine->reductions.assumes_ticks)
    machine->shape.setting.values[tick] = system->parameters[tick].greatest;
}

static bool begin(struct machine *machine) { return machine->reductions.one_line; }

REDUCTION(one_address) = {
  .name = "one address for all",
  .checked_by = "independence of lines",
  .order = 5,
  .begin = begin,
  .abstract.shrink = shrink,
};

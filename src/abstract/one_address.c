/* One address for all: an abstraction of the most general client.
 *
 * Let lines share nothing.  The steps of a run on one of its lines are then a run of that line by
 * itself. A core that is busy elsewhere only asks later, and no property looks at two lines.  Lines
 * are symmetric: under a client each has a bank of its own, or all have one.  So one is explored.
 *
 * Lines may share a clock, which ticks whatever they do.  A port's clock also moves with answers
 * about other lines.  To the one line the clock seems to move by itself, so it may tick at any
 * time.  The search then finds all runs of a line among others, and perhaps more.  A property that
 * holds of the one line holds of all.  A violation is searched again with all lines
 * (verify/proof.c).  A tick is no progress: if all lines are stuck, the one line has no steps but
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

/* The promises that lines share nothing, or nothing but a clock (system.h: lines_apart,
 * lines_share_clock), held to step by step.
 *
 * A step on a line is run again where the controller's other lines are as they were in the
 * beginning: it must go the same ways, send and answer the same, and leave the line the same; and
 * in its own run it must leave the rest of the controller alone. What depends on nothing but its
 * line, and changes nothing else, commutes with every step on other lines; persistent_sets.c and the
 * client's one line (machine.c) rest on that.
 *
 * Where lines share their port's clocks, those are left as they are for the second run; and in its
 * own run the step may move them on, and do to each of the other lines what as many ticks would do
 * to that line if it were alone.  A bank under the client has but one line, so what it keeps for
 * all of them is that line's own.
 *
 * Every search asks this where timestamps are no logical time, and a step that does otherwise is at
 * fault (alternatives.c); tests ask it of logical time, too, with plain numbers
 * (machine_options.check_apart).  What a step changes is asked everywhere (shared_state.c). */
#include <string.h>
#include "machine/run_step.h"
#include "machine/alternatives.h"
#include "machine/cold_start.h"
#include "machine/reduction.h"
#include "machine/shared_state.h"

static bool shares_clock(const struct machine *machine) {
  return setting_lines_share_clock(&machine->shape.setting);
}

static unsigned line_count(const struct machine *machine, unsigned controller) {
  return shape_local_lines(&machine->shape, machine->shape.controllers[controller].kind);
}

/* The local state with all lines but one as they were in the beginning. */
static uint32_t alone(const struct machine *machine, unsigned controller, uint32_t number,
                      unsigned at) {
  union local_copy copy;
  size_t size = machine->shape.local_size[machine->shape.controllers[controller].kind];
  memcpy(&copy, local_at(machine, cold_local(machine, controller)), size);
  if (shares_clock(machine)) copy.local = *local_at(machine, number); /* but for its lines */
  copy.local.line[at] = local_at(machine, number)->line[at];
  return intern_add(machine->contents, &copy, size);
}

enum { NOT_REACHED = UINT32_MAX };

/* A controller may have several clocks, of its warps or of its loads and stores
 * (controller_state.h: `clock`, `stall`). */
static bool clocks_are(const struct local *a, const struct local *b) {
  return a->clock == b->clock && !memcmp(a->stall, b->stall, sizeof a->stall);
}

static bool is_beyond(unsigned time, unsigned there) {
  return time_later(time, there) != there;
} /* no time is the earliest */

static bool is_not_beyond(const struct local *a, const struct local *b) {
  bool beyond = is_beyond(a->clock, b->clock);
  for (unsigned i = 0; i < CORES_MAX; i++) beyond |= is_beyond(a->stall[i], b->stall[i]);
  return !beyond;
}

static const struct alternatives *ticks_of(const struct machine *machine, unsigned controller,
                                           uint32_t number, unsigned at) {
  return controller_steps(machine, controller, number, INPUT_INTERNAL,
                          machine->shape.system->promises.tick, at, UINT32_MAX, 0, 0);
}

/* A local state after a tick that brings it nearer to the clocks of `there`; itself: none does. */
static uint32_t nearer(const struct machine *machine, unsigned controller, uint32_t number,
                       const struct local *there) {
  unsigned places = controller_kind_event_is_of_core(kind_of(machine, controller),
                                                     machine->shape.system->promises.tick)
                        ? machine->shape.core_count
                        : 1;
  for (unsigned at = 0; at < places; at++) {
    const struct alternatives *ways = ticks_of(machine, controller, number, at);
    for (unsigned i = 0; i < ways->count; i++)
      if (ways->items[i].local != number &&
          is_not_beyond(local_at(machine, ways->items[i].local), there))
        return ways->items[i].local;
  }
  return number;
}

/* A local state after as many ticks as its clocks need to be those of `there`; NOT_REACHED: they
 * never are.  Each tick moves one clock, and the order does not matter. */
static uint32_t ticked(const struct machine *machine, unsigned controller, uint32_t number,
                       const struct local *there) {
  while (!clocks_are(local_at(machine, number), there)) {
    uint32_t next = nearer(machine, controller, number, there);
    if (next == number) return NOT_REACHED;
    number = next;
  }
  return number;
}

/* Of what the controller keeps for all of its lines the clocks alone may change, and only if lines
 * share them. */
static bool common_is_kept(const struct machine *machine, const struct local *before,
                           const struct local *after) {
  struct local a = *before, b = *after;
  a.broken = b.broken = 0;
  if (shares_clock(machine) && machine->shape.system->promises.tick) {
    a.clock = b.clock = 0;
    memcpy(a.stall, b.stall, sizeof a.stall);
  }
  return !memcmp(&a, &b, sizeof a);
}

static bool rest_is_untouched(const struct machine *machine, unsigned controller, uint32_t before,
                              uint32_t after, unsigned at) {
  const struct local *a = local_at(machine, before), *b = local_at(machine, after);
  bool of_one_line =
      shares_clock(machine) &&
      machine->shape.system->kinds[machine->shape.controllers[controller].kind].instances ==
          ONE_PER_BANK;
  if (!of_one_line && !common_is_kept(machine, a, b)) return false;
  for (unsigned line = 0; line < line_count(machine, controller); line++) {
    const struct line *expected = &a->line[line];
    if (line == at) continue;
    if (!of_one_line && !clocks_are(a, b)) {
      uint32_t moved = ticked(machine, controller, alone(machine, controller, before, line), b);
      if (moved == NOT_REACHED) return false;
      expected = &local_at(machine, moved)->line[line];
    }
    if (memcmp(expected, &b->line[line], sizeof *expected)) return false;
  }
  return true;
}

static bool same_but_for_rest(const struct machine *machine, const struct alternative *a,
                              const struct alternative *b, unsigned at) {
  if (a->stalled != b->stalled || a->sends != b->sends || a->replies != b->replies ||
      a->performs != b->performs)
    return false;
  for (unsigned i = 0; i < a->sends; i++)
    if (a->send[i].channel != b->send[i].channel || a->send[i].message != b->send[i].message ||
        message_at(machine, a->send[i].message)->line != at)
      return false;
  for (unsigned i = 0; i < a->replies; i++)
    if (a->answer[i] != b->answer[i]) return false;
  for (unsigned i = 0; i < a->performs; i++)
    if (a->perform[i].line != at || a->perform[i].word != b->perform[i].word ||
        a->perform[i].home != b->perform[i].home || a->perform[i].by != b->perform[i].by)
      return false;
  const struct local *left = local_at(machine, a->local), *right = local_at(machine, b->local);
  return (!shares_clock(machine) || clocks_are(left, right)) &&
         !memcmp(&left->line[at], &right->line[at], sizeof left->line[at]);
}

/* A tick does to each line what it would do to that one alone. */
static bool tick_is_apart(const struct machine *machine, unsigned controller, uint32_t local,
                          unsigned at, const struct alternatives *ways) {
  for (unsigned line = 0; line < line_count(machine, controller); line++) {
    uint32_t other = alone(machine, controller, local, line);
    if (other == local) continue;
    const struct alternatives *alone_ways = ticks_of(machine, controller, other, at);
    if (alone_ways->count != ways->count) return false;
    for (unsigned i = 0; i < ways->count; i++)
      if (!same_but_for_rest(machine, &ways->items[i], &alone_ways->items[i], line)) return false;
  }
  return true;
}

static bool is_apart(const struct machine *machine, unsigned controller, uint32_t local,
                     enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                     unsigned lazily, const struct alternatives *ways) {
  if (shares_clock(machine) && kind == INPUT_INTERNAL &&
      event == machine->shape.system->promises.tick && event)
    return tick_is_apart(machine, controller, local, at, ways);
  uint32_t other = alone(machine, controller, local, at);
  if (other == local) return true;
  const struct alternatives *alone_ways =
      controller_steps(machine, controller, other, kind, event, at, message, lazily, 0);
  if (alone_ways->count != ways->count) return false;
  for (unsigned i = 0; i < ways->count; i++)
    if (!rest_is_untouched(machine, controller, local, ways->items[i].local, at) ||
        !same_but_for_rest(machine, &ways->items[i], &alone_ways->items[i], at))
      return false;
  return true;
}

/* The local state with what one line holds on every other one, too. */
static uint32_t all_alike(const struct machine *machine, unsigned controller, uint32_t number,
                          unsigned at) {
  union local_copy copy;
  size_t size = machine->shape.local_size[machine->shape.controllers[controller].kind];
  memcpy(&copy, local_at(machine, number), size);
  for (unsigned line = 0; line < machine->shape.lines; line++)
    copy.local.line[line] = copy.local.line[at];
  return intern_add(machine->contents, &copy, size);
}

/* Of a bank whose lines share nothing: does the step tell others the same, and leave its line the
 * same, if the other lines hold what its own does?  In most searches they lie in other banks, and
 * hold nothing in this one. */
static bool ignores_bank(const struct machine *machine, unsigned controller, uint32_t local,
                         enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                         unsigned time_greatest, const struct alternatives *ways) {
  unsigned of = machine->shape.controllers[controller].kind;
  if (machine->shape.lines < 2 || !shared_banks_are_apart(machine, of) ||
      shared_line_of_input(machine, of, kind, event, at) < 0)
    return true;
  uint32_t other = all_alike(machine, controller, local, at);
  if (other == local) return true;
  const struct alternatives *alike =
      controller_steps(machine, controller, other, kind, event, at, message, 0, time_greatest);
  if (alike->count != ways->count) return false;
  for (unsigned i = 0; i < ways->count; i++) {
    const struct line *left = &local_at(machine, ways->items[i].local)->line[at];
    if (!alternative_same_effects(&ways->items[i], &alike->items[i]) ||
        memcmp(left, &local_at(machine, alike->items[i].local)->line[at], sizeof *left))
      return false;
  }
  return true;
}

/* Are steps asked whether they look at other lines, or touch them?  A mutant's are not; nor where
 * timestamps are ranks, which say nothing by themselves, nor in programs where lines share a clock,
 * since no search of one rests on it. */
static bool asks_of_lines(const struct machine *machine) {
  if (machine->options.mutant || machine->options.check_apart ||
      machine->shape.system->time == TIME_LOGICAL)
    return false;
  return machine->shape.system->promises.lines_apart ||
         (machine->shape.is_client && setting_lines_share_clock(&machine->shape.setting));
}

/* check_apart only notes the verdict; else a step that breaks the promise is at fault. */
static bool check(const struct machine *machine, const struct step_input *in,
                  const struct alternatives *found) {
  const struct machine_options *options = &machine->options;
  if (options->check_apart && !is_apart(machine, in->controller, in->local, in->kind, in->event,
                                        in->at, in->message, in->preceding, found))
    __atomic_store_n(&machine->kept->not_apart, true, __ATOMIC_RELAXED);
  if (!shared_banks_are_apart(machine, machine->shape.controllers[in->controller].kind))
    return !asks_of_lines(machine) ||
           is_apart(machine, in->controller, in->local, in->kind, in->event, in->at, in->message,
                    in->preceding, found);
  bool asked = machine->shape.is_client && !options->mutant && !options->check_apart;
  return !asked || in->preceding ||
         ignores_bank(machine, in->controller, in->local, in->kind, in->event, in->at, in->message,
                      in->time_greatest, found);
}

static bool begin(struct machine *machine) {
  return !machine->options.mutant || machine->options.check_apart;
}

REDUCTION(line_independence) = {
  .name = "independence of lines",
  .order = 80,
  .begin = begin,
  .abstract.check_alternatives = check,
};

/* A check that lines are independent, step by step: the promises lines_apart and lines_share_clock
 * (promises.h).
 *
 * A step on a line is run again with the controller's other lines as they were at the start.  Both
 * runs must have the same alternatives, send and answer the same, and leave the line the same.  The
 * first run must also leave the rest of the controller as it was.  Such a step commutes with every
 * step on other lines.  persistent_sets.c and one_address.c rely on it.
 *
 * Lines may share their port's clocks.  The second run then keeps these clocks.  The first run may
 * advance them; each other line must then be as the same number of ticks would leave it.  A bank
 * under the client has one line, so it owns the bank's common fields.
 *
 * Every search without logical time runs this check; a step that fails is at fault.  In logical
 * time tests run it on plain numbers (machine_options.check_apart).  shared_state.c checks in all
 * searches which fields a step changes. */
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
static uint32_t by_itself(const struct machine *machine, unsigned controller, uint32_t number,
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
  const struct step_input input =
      step_input_internal(controller, number, machine->shape.system->promises.tick, at);
  return controller_steps(machine, &input);
}

/* The local state after a tick towards the clocks of `there`; the same number: there is none. */
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

/* The local state after the ticks that lead to the clocks of `there`, or NOT_REACHED.  Each tick
 * moves one clock, and their order does not matter. */
static uint32_t ticked(const struct machine *machine, unsigned controller, uint32_t number,
                       const struct local *there) {
  while (!clocks_are(local_at(machine, number), there)) {
    uint32_t next = nearer(machine, controller, number, there);
    if (next == number) return NOT_REACHED;
    number = next;
  }
  return number;
}

/* Are the common fields the same?  The clocks may differ if lines share them. */
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
      uint32_t moved = ticked(machine, controller, by_itself(machine, controller, before, line), b);
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

/* Does a tick change each line as it would by itself? */
static bool tick_is_apart(const struct machine *machine, unsigned controller, uint32_t local,
                          unsigned at, const struct alternatives *ways) {
  for (unsigned line = 0; line < line_count(machine, controller); line++) {
    uint32_t other = by_itself(machine, controller, local, line);
    if (other == local) continue;
    const struct alternatives *ways_by_itself = ticks_of(machine, controller, other, at);
    if (ways_by_itself->count != ways->count) return false;
    for (unsigned i = 0; i < ways->count; i++)
      if (!same_but_for_rest(machine, &ways->items[i], &ways_by_itself->items[i], line))
        return false;
  }
  return true;
}

static bool is_apart(const struct machine *machine, const struct step_input *input,
                     const struct alternatives *ways) {
  unsigned controller = input->controller, at = input->at;
  if (shares_clock(machine) && input->kind == INPUT_INTERNAL &&
      input->event == machine->shape.system->promises.tick && input->event)
    return tick_is_apart(machine, controller, input->local, at, ways);
  struct step_input other = *input;
  other.local = by_itself(machine, controller, input->local, at);
  other.time_greatest = 0;
  if (other.local == input->local) return true;
  const struct alternatives *ways_by_itself = controller_steps(machine, &other);
  if (ways_by_itself->count != ways->count) return false;
  for (unsigned i = 0; i < ways->count; i++)
    if (!rest_is_untouched(machine, controller, input->local, ways->items[i].local, at) ||
        !same_but_for_rest(machine, &ways->items[i], &ways_by_itself->items[i], at))
      return false;
  return true;
}

/* The local state with the content of one line on all lines. */
static uint32_t all_alike(const struct machine *machine, unsigned controller, uint32_t number,
                          unsigned at) {
  union local_copy copy;
  size_t size = machine->shape.local_size[machine->shape.controllers[controller].kind];
  memcpy(&copy, local_at(machine, number), size);
  for (unsigned line = 0; line < machine->shape.lines; line++)
    copy.local.line[line] = copy.local.line[at];
  return intern_add(machine->contents, &copy, size);
}

/* (a bank whose lines share nothing) Has the step the same effects, and the same line, if all other
 * lines have its line's content?  In most searches they lie in other banks and are idle here. */
static bool ignores_bank(const struct machine *machine, const struct step_input *input,
                         const struct alternatives *ways) {
  unsigned of = machine->shape.controllers[input->controller].kind, at = input->at;
  if (machine->shape.lines < 2 || !shared_banks_are_apart(machine, of) ||
      shared_line_of_input(machine, of, input->kind, input->event, at) < 0)
    return true;
  struct step_input other = *input;
  other.local = all_alike(machine, input->controller, input->local, at);
  if (other.local == input->local) return true;
  const struct alternatives *alike = controller_steps(machine, &other);
  if (alike->count != ways->count) return false;
  for (unsigned i = 0; i < ways->count; i++) {
    const struct line *left = &local_at(machine, ways->items[i].local)->line[at];
    if (!alternative_same_effects(&ways->items[i], &alike->items[i]) ||
        memcmp(left, &local_at(machine, alike->items[i].local)->line[at], sizeof *left))
      return false;
  }
  return true;
}

/* Are steps checked?  Mutants are exempt, and time ranks, whose values are relative.  So are
 * programs whose lines share a clock: no search of these relies on it. */
static bool asks_of_lines(const struct machine *machine) {
  if (machine->options.mutant || machine->options.check_apart ||
      machine->shape.system->time == TIME_LOGICAL)
    return false;
  return machine->shape.system->promises.lines_apart ||
         (machine->shape.is_client && setting_lines_share_clock(&machine->shape.setting));
}

/* With check_apart the verdict is only noted; else a step that fails is at fault. */
static bool check(const struct machine *machine, const struct step_input *in,
                  const struct alternatives *found) {
  const struct machine_options *options = &machine->options;
  if (options->check_apart && !is_apart(machine, in, found))
    __atomic_store_n(&machine->kept->not_apart, true, __ATOMIC_RELAXED);
  if (!shared_banks_are_apart(machine, machine->shape.controllers[in->controller].kind))
    return !asks_of_lines(machine) || is_apart(machine, in, found);
  bool asked = machine->shape.is_client && !options->mutant && !options->check_apart;
  return !asked || in->preceding || ignores_bank(machine, in, found);
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

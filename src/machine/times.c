/* Making time finite (DESIGN.md, decision 7).
 *
 * A timestamp is a small number in a known place of a component state (controller_state.h).  To
 * renumber a state is to apply a map from numbers to numbers to each slot.  The result is
 * remembered for each content and map.  There are three schemes:
 *   - remaining: a timestamp is the time that is left.  A tick of the shared clock takes one off
 *     each, down to 0.  Exact: a guard compares a timestamp with now (0), or two for equality.
 *   - shift: the least timestamp becomes 0.  Exact: a guard compares two timestamps; an action
 *     copies one, takes the greater of two, or adds a constant.
 *   - rank: only their order is kept: 0, 1, 2, ... without gaps.  A step that needs a new time says
 *     after which one it comes (step_time_after, step_time_lease), and the others make room.  Sound
 *     for every policy of leases.  Two new times may be ordered that concrete numbers would make
 *     equal, or the reverse.
 *
 * A copy that waits for a renewal which its home will never send is given up first (`outdates` in
 * promises.h).  The map that does this changes no time. */
#include <string.h>
#include "machine/channel.h"
#include "machine/cold_start.h"
#include "machine/faults.h"
#include "machine/kept.h"
#include "machine/machine_private.h"
#include "machine/properties.h"
#include "machine/reduction.h"
#include "machine/run_step.h"
#include "machine/times.h"

/* The time by which the line's copy must be renewed.  NO_TIME: it serves a core, or is being
 * renewed, or there is none.  A copy that breaks an invariant also gives NO_TIME: it stays, to be
 * reported.
 */
static unsigned renew_by(struct step *step, unsigned line) {
  unsigned (*by)(const struct step *step) =
      step->shape->system->kinds[step->me->kind].promises.renewable;
  step->at = line;
  step->line = &step->local->line[line];
  return by && !coherence_line_is_broken(step->machine, step->line) ? by(step) : NO_TIME;
}

static void give_up_lines(struct step *step, const struct time_map *map) {
  for (unsigned line = 0; line < step->shape->lines; line++) {
    if (map->over[line] == NO_TIME) continue;
    unsigned by = renew_by(step, line);
    if (by != NO_TIME && by <= map->over[line])
      step->shape->system->kinds[step->me->kind].promises.give_up(step);
  }
}

static void add_used(uint64_t *set, uint8_t time) {
  if (time < 64) *set |= 1ull << time;
}

static uint64_t used_by_local(const struct machine *machine, unsigned kind,
                              const struct local *local) {
  uint64_t set = 0;
  add_used(&set, local->clock);
  for (unsigned i = 0; i < CORES_MAX; i++) add_used(&set, local->stall[i]);
  for (unsigned i = 0; i < shape_local_lines(&machine->shape, kind); i++) {
    const struct line *line = &local->line[i];
    for (unsigned t = 0; t < TIMES; t++) add_used(&set, line->time[t]);
    for (unsigned q = 0; q < line->waiting; q++) add_used(&set, line->queue[q].time);
  }
  return set;
}

static bool is_channel(const struct machine *machine, unsigned slot) {
  return slot >= machine->shape.core_count + machine->shape.controller_count;
}

/* The times of a content depend on nothing but the kind of its controller; channels are a kind,
 * too. */
static unsigned class_of(const struct machine *machine, unsigned slot) {
  return is_channel(machine, slot)
             ? KINDS_MAX
             : machine->shape.controllers[slot - machine->shape.core_count].kind;
}

static uint64_t compute_used(const struct machine *machine, unsigned slot, uint32_t content) {
  if (!is_channel(machine, slot))
    return used_by_local(machine, class_of(machine, slot), local_at(machine, content));
  uint64_t set = 0;
  unsigned count;
  const struct message *messages = channel_messages(machine, content, &count);
  for (unsigned i = 0; i < count; i++) {
    for (unsigned t = 0; t < TIMES; t++) add_used(&set, messages[i].time[t]);
    add_used(&set, messages[i].request.time);
  }
  return set;
}

uint64_t times_used(const struct machine *machine, unsigned slot, uint32_t content) {
  if (content == EMPTY) return 0;
  uint64_t second = PURPOSE(MEMO_TIMES, class_of(machine, slot));
  uint64_t known = memo_find(machine->memo, content, second);
  if (!known) {
    known = compute_used(machine, slot, content) | 1ull << 63; /* TIME_MAX is below 63 */
    memo_add(machine->memo, content, second, known);
  }
  return known & ~(1ull << 63);
}

static uint64_t used_in_state(const struct machine *machine, const slot_t *state) {
  uint64_t set = 0;
  for (unsigned slot = machine->shape.core_count; slot < barrier_slot(machine); slot++)
    set |= times_used(machine, slot, state[slot]);
  return set;
}

unsigned times_greatest(const struct machine *machine, const slot_t *state) {
  uint64_t set = used_in_state(machine, state);
  return set ? 63 - (unsigned)__builtin_clzll(set) : 0;
}

void times_map_controller(struct step *step, const struct time_map *map) {
  give_up_lines(step, map);
  time_map_local(step->shape, step->me->kind, step->local, map);
  step_run_urgent_at_once(step);
}

static void map_and_check(struct step *step, const struct local *before,
                          const struct time_map *map) {
  times_map_controller(step, map);
  reductions_check_map(step, before, map);
  step->local->broken |= (uint8_t)step->broken;
}

static uint32_t compute_mapped(const struct machine *machine, unsigned slot, uint32_t content,
                               const struct time_map *map) {
  size_t length;
  const void *bytes = intern_at(machine->contents, content, &length);
  if (!is_channel(machine, slot)) {
    union local_copy copy;
    memcpy(&copy, bytes, length);
    struct step step = { .shape = &machine->shape,
                         .machine = machine,
                         .me = &machine->shape.controllers[slot - machine->shape.core_count],
                         .local = &copy.local };
    map_and_check(&step, bytes, map);
    for (unsigned i = 0; i < step.fired_count; i++)
      machine_fire(machine, step.me->kind, &step.fired[i]);
    return intern_add(machine->contents, &copy, length);
  }
  struct message messages[CHANNEL_MESSAGES_MAX];
  memcpy(messages, bytes, length);
  unsigned count = (unsigned)(length / sizeof *messages);
  for (unsigned i = 0; i < count; i++) time_map_message(&messages[i], map);
  channel_sort(machine, slot - channel_slot(machine, 0), messages, count);
  return intern_add(machine->contents, messages, length);
}

/* The slot's class; slots of one class map a content alike.  Bags and queues differ, so channels go
 * by network.  Urgent events, and copies that are given up, may depend on the controller. */
static unsigned mapped_as(const struct machine *machine, unsigned slot) {
  if (is_channel(machine, slot))
    return KINDS_MAX + machine->shape.channels[slot - channel_slot(machine, 0)].network;
  const struct controller_kind *kind = kind_of(machine, slot - machine->shape.core_count);
  bool asks = kind->promises.renewable && machine->shape.outdates;
  for (unsigned i = 0; i < kind->internal_count; i++) asks |= kind->internals[i].urgent;
  return asks ? KINDS_MAX + NETWORKS_MAX + slot : class_of(machine, slot);
}

uint32_t times_map_slot(const struct machine *machine, unsigned slot, uint32_t content,
                        uint32_t map) {
  if (!times_used(machine, slot, content)) return content;
  uint64_t first = (uint64_t)content << 32 | map,
           second = PURPOSE(MEMO_MAP, mapped_as(machine, slot));
  uint64_t known = memo_find(machine->memo, first, second);
  if (!known) {
    known = 1 + (uint64_t)compute_mapped(machine, slot, content,
                                         intern_at(machine->contents, map, NULL));
    memo_add(machine->memo, first, second, known);
  }
  return (uint32_t)(known - 1);
}

/* Applies a map to every slot but one (-1: to all). */
static void map_slots(const struct machine *machine, slot_t *state, const struct time_map *map,
                      int except) {
  uint32_t number = intern_add(machine->contents, map, sizeof *map);
  for (unsigned slot = machine->shape.core_count; slot < barrier_slot(machine); slot++)
    if ((int)slot != except) state[slot] = times_map_slot(machine, slot, state[slot], number);
}

static const struct time_map keep_all = { .over = { [0 ... LINES_MAX - 1] = NO_TIME } };

struct time_map times_insertion(unsigned after) {
  struct time_map map = keep_all;
  for (unsigned i = 0; i < 64; i++)
    map.to[i] = (uint8_t)(after == NO_TIME || i > after ? i + 1 : i);
  return map;
}

void times_insert(const struct machine *machine, slot_t *state, unsigned after, int except) {
  struct time_map map = times_insertion(after);
  map_slots(machine, state, &map, except);
}

unsigned times_past(const struct machine *machine, unsigned slot, uint32_t content) {
  if (!machine->shape.system->promises.past_is_none || !machine->reductions.drops_dead_values)
    return 0;
  if (slot < controller_slot(machine, 0) ||
      slot >= controller_slot(machine, machine->shape.first_of_kind[1]))
    return TIME_MAX + 1;
  unsigned clock = local_at(machine, content)->clock;
  if (clock != NO_TIME) return clock;
  return machine->shape.system->promises.clocks_are_now ? TIME_MAX + 1
                                                        : 0; /* it may become any time later */
}

static unsigned past_of_state(const struct machine *machine, const slot_t *state) {
  unsigned least = TIME_MAX + 1;
  for (unsigned i = 0; i < machine->shape.first_of_kind[1]; i++) {
    unsigned past =
        times_past(machine, controller_slot(machine, i), state[controller_slot(machine, i)]);
    if (past < least) least = past;
  }
  return least;
}

bool times_renumber(const struct machine *machine, uint64_t used, unsigned past,
                    struct time_map *map) {
  if (!used) return false;
  *map = keep_all;
  if (machine->shape.rank) {
    used &= ~((1ull << past) - 1);
    for (unsigned i = 0; i < past; i++) map->to[i] = NO_TIME;
    if (!past && !(used & (used + 1))) return false; /* 0, 1, ..., k without a gap */
    unsigned rank = 0;
    for (unsigned i = 0; i < 64; i++)
      if (used >> i & 1) map->to[i] = (uint8_t)rank++;
  } else {
    unsigned least = (unsigned)__builtin_ctzll(used);
    if (!least) return false;
    for (unsigned i = least; i < 64; i++) map->to[i] = (uint8_t)(i - least);
  }
  return true;
}

const struct renewals times_renewals_none = { .from = { [0 ... LINES_MAX - 1] = NO_TIME } };

void times_add_renewals(const struct machine *machine, unsigned slot, uint32_t content,
                        struct renewals *renewals) {
  if (is_channel(machine, slot)) return;
  const struct controller *controller =
      &machine->shape.controllers[slot - machine->shape.core_count];
  const struct controller_kind *kind = &machine->shape.system->kinds[controller->kind];
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = controller,
                       .request = &request_none,
                       .local = (struct local *)local_at(machine, content) }; /* not changed here */
  for (unsigned line = 0; line < machine->shape.lines; line++) {
    unsigned by = renew_by(&step, line);
    if (by != NO_TIME) renewals->by[line] |= 1ull << by;
    if (!kind->promises.renews_from || !shape_is_home(&machine->shape, controller, line)) continue;
    renewals->from[line] = (uint8_t)kind->promises.renews_from(step.local, line);
  }
}

bool times_outdate(const struct renewals *renewals, struct time_map *map) {
  bool any = false;
  for (unsigned line = 0; line < LINES_MAX; line++) {
    if (renewals->from[line] == NO_TIME) continue;
    uint64_t over = renewals->by[line] & ((1ull << renewals->from[line]) - 1);
    if (over && !any) {
      *map = keep_all;
      for (unsigned i = 0; i < 64; i++) map->to[i] = (uint8_t)i;
    }
    if (over) map->over[line] = (uint8_t)(63 - __builtin_clzll(over));
    any |= over != 0;
  }
  return any;
}

static void give_up_outdated(const struct machine *machine, slot_t *state) {
  struct time_map map;
  struct renewals renewals = times_renewals_none;
  for (unsigned slot = machine->shape.core_count; slot < channel_slot(machine, 0); slot++)
    times_add_renewals(machine, slot, state[slot], &renewals);
  if (!times_outdate(&renewals, &map)) return;
  uint32_t number = intern_add(machine->contents, &map, sizeof map);
  for (unsigned slot = machine->shape.core_count; slot < channel_slot(machine, 0); slot++)
    state[slot] = times_map_slot(machine, slot, state[slot], number);
}

void times_normalise(const struct machine *machine, slot_t *state) {
  struct time_map map;
  if (machine->shape.outdates) give_up_outdated(machine, state);
  uint64_t used = used_in_state(machine, state);
  if (times_renumber(machine, used, past_of_state(machine, state), &map))
    map_slots(machine, state, &map, -1);
}

static struct time_map count_down(void) {
  struct time_map map = keep_all;
  for (unsigned i = 1; i < 64; i++) map.to[i] = (uint8_t)(i - 1);
  return map;
}

uint32_t times_tick_slot(const struct machine *machine, unsigned slot, uint32_t content) {
  struct time_map map = count_down();
  return times_map_slot(machine, slot, content, intern_add(machine->contents, &map, sizeof map));
}

void times_tick_again(const struct machine *machine, unsigned controller, uint32_t content,
                      struct step *step) {
  size_t length;
  const void *bytes = intern_at(machine->contents, content, &length);
  union local_copy copy;
  struct time_map map = count_down();
  memcpy(&copy, bytes, length);
  *step = (struct step){ .shape = &machine->shape,
                         .machine = machine,
                         .me = &machine->shape.controllers[controller],
                         .local = &copy.local };
  map_and_check(step, bytes, &map);
  step->local = NULL;
}

bool times_tick(const struct machine *machine, const slot_t *state, slot_t *to) {
  if (!(used_in_state(machine, state) & ~1ull)) return false;
  struct time_map map = count_down();
  memcpy(to, state, machine->model.width * sizeof *to);
  map_slots(machine, to, &map, -1);
  return true;
}

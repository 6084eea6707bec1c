/* See sm_apart.h.
 *
 * Of a hub's lines the fields that name SMs are the marks (machine/renaming.c has the list).  A bag
 * is split by sender. */
#include "abstract/sm_apart.h"

#include <string.h>
#include "abstract/sm_marks.h"
#include "machine/channel.h"
#include "machine/renaming.h"
#include "machine/times.h"

/* A hub's content without its marks, and these. */
struct hub_split {
  uint32_t bare, marks[CORES_MAX];
  uint64_t times, mark_times[CORES_MAX];
};
/* The messages of a bag by their senders; the last ones are those of hubs, and of SMs that have
 * names. */
struct bag_split {
  uint32_t of[CORES_MAX + 1];
  uint64_t times[CORES_MAX + 1];
};

/* Takes the marks of an SM out of a hub's line. */
static void take_line_marks(const struct sm_slots *sm, const struct line *line,
                            struct line_marks *marks) {
  uint8_t bit = (uint8_t)(1u << sm->number);
  marks->sharer = (line->sharers & bit) != 0;
  marks->held = (line->held & bit) != 0;
  marks->owner = line->owner == sm->number;
  if (line->writer != NO_ONE && sm->part.core[line->writer] != NO_IMAGE)
    marks->writer = (uint8_t)(1 + sm->part.core[line->writer]);
  for (unsigned i = 0; i < line->waiting; i++) {
    unsigned thread = sm->part.core[line->queue[i].core];
    if (thread == NO_IMAGE) continue;
    marks->queue[marks->waiting] = line->queue[i];
    marks->queue[marks->waiting++].core = (uint8_t)thread;
  }
}

static uint64_t times_of_marks(const struct hub_marks *marks) {
  uint64_t set = 0;
  for (unsigned i = 0; i < CORES_MAX; i++)
    if (marks->stall[i] < 64) set |= 1ull << marks->stall[i];
  for (unsigned line = 0; line < LINES_MAX; line++)
    for (unsigned i = 0; i < marks->line[line].waiting; i++)
      if (marks->line[line].queue[i].time < 64) set |= 1ull << marks->line[line].queue[i].time;
  return set;
}

/* A time that is none. */
static uint8_t no_time(const struct sm_frame *frame) {
  return sm_frame_is_timed(frame) ? NO_TIME : 0;
}

static void take_marks(const struct sm_frame *frame, unsigned controller, unsigned number,
                       const struct local *local, struct hub_marks *marks) {
  const struct machine *machine = frame->machine;
  const struct sm_slots *sm = &frame->sm[number];
  for (unsigned i = 0; i < CORES_MAX; i++) {
    unsigned core = i < sm->cores ? sm->back.core[i] : CORES_MAX;
    marks->stall[i] = no_time(frame);
    if (core == CORES_MAX) continue;
    marks->pending[i] = local->pending[core];
    if (sm_frame_times_of_cores(frame, controller)) marks->stall[i] = local->stall[core];
  }
  for (unsigned line = 0; line < machine->shape.lines; line++)
    take_line_marks(sm, &local->line[line], &marks->line[line]);
}

static void clear_line_marks(struct line *line, unsigned sms, unsigned cores) {
  unsigned kept = 0;
  line->sharers &= (uint8_t)sms;
  line->held &= (uint8_t)sms;
  if (line->owner != NO_ONE && !(sms >> line->owner & 1)) line->owner = NO_ONE;
  if (line->writer != NO_ONE && !(cores >> line->writer & 1)) line->writer = NO_ONE;
  for (unsigned i = 0; i < line->waiting; i++)
    if (cores >> line->queue[i].core & 1) line->queue[kept++] = line->queue[i];
  line->waiting = (uint8_t)kept;
  memset(&line->queue[kept], 0, sizeof line->queue - kept * sizeof *line->queue);
}

/* Clears all marks in a hub's content, but for those of SMs that have names. */
static void clear_marks(const struct sm_frame *frame, unsigned controller, struct local *local) {
  unsigned cores = sm_frame_named_cores(frame);
  for (unsigned core = 0; core < CORES_MAX; core++) {
    if (cores >> core & 1) continue;
    local->pending[core] = 0;
    if (sm_frame_times_of_cores(frame, controller)) local->stall[core] = no_time(frame);
  }
  for (unsigned i = 0; i < frame->machine->shape.lines; i++)
    clear_line_marks(&local->line[i], (1u << frame->named) - 1, cores);
}

static const struct hub_split *split_hub(const struct sm_frame *frame, unsigned controller,
                                         uint32_t content) {
  const struct machine *machine = frame->machine;
  unsigned slot = controller_slot(machine, controller);
  uint64_t second = sm_frame_key(VIEW_HUB, slot, 0);
  const struct hub_split *known = sm_frame_kept(frame, content, second);
  if (known) return known;
  struct hub_split split = { 0 };
  union local_copy copy;
  size_t length = intern_copy(machine->contents, content, &copy);
  for (unsigned sm = 0; sm < frame->sms; sm++) {
    struct hub_marks marks = { 0 };
    take_marks(frame, controller, sm, &copy.local, &marks);
    split.marks[sm] = intern_add(machine->contents, &marks, sizeof marks);
    split.mark_times[sm] = times_of_marks(&marks);
  }
  clear_marks(frame, controller, &copy.local);
  split.bare = intern_add(machine->contents, &copy, length);
  if (machine->shape.system->time == TIME_LOGICAL)
    split.times = times_used(machine, slot, split.bare);
  return sm_frame_keep(frame, content, second, &split, sizeof split);
}

static const struct bag_split *split_bag(const struct sm_frame *frame, unsigned slot,
                                         uint32_t content) {
  const struct machine *machine = frame->machine;
  uint64_t second = sm_frame_key(VIEW_BAG, slot, 0);
  const struct bag_split *known = sm_frame_kept(frame, content, second);
  if (known) return known;
  struct bag_split split = { 0 };
  unsigned count;
  const struct message *messages = channel_messages(machine, content, &count);
  for (unsigned sm = 0; sm <= frame->sms; sm++) {
    struct message own[CHANNEL_MESSAGES_MAX];
    unsigned found = 0, place = sm < frame->sms ? sm : NO_SM;
    for (unsigned i = 0; i < count; i++)
      if (sm_frame_place_of(frame, messages[i].from) == place) own[found++] = messages[i];
    split.of[place] = intern_add(machine->contents, own, found * sizeof *own);
    if (machine->shape.system->time == TIME_LOGICAL)
      split.times[place] = times_used(machine, slot, split.of[place]);
  }
  return sm_frame_keep(frame, content, second, &split, sizeof split);
}

/* --- times of parts --- */

/* The map of the times of a part, given those of the hubs.  NO_MAP: there are none.  TOO_MANY: the
 * codes do not suffice. */
enum { TOO_MANY = UINT32_MAX };
static uint32_t compute_map(const struct sm_frame *frame, uint64_t hubs, uint64_t own) {
  struct part_times times = { .own = { 0 } };
  unsigned gap = 0, in_gap = 0;
  for (unsigned t = 0; t < 256; t++) {
    times.to[t] = (uint8_t)t;
    if (t < 64 && hubs >> t & 1) {
      times.to[t] = (uint8_t)(ON_TIME + gap++);
      in_gap = 0;
    } else if (t < 64 && own >> t & 1) {
      if (gap >= GAPS_MAX || in_gap >= GAP_TIMES_MAX) return TOO_MANY;
      times.to[t] = (uint8_t)(gap * GAP_TIMES_MAX + in_gap++);
      times.own[gap] = (uint8_t)in_gap;
    }
  }
  return intern_add(frame->maps, &times, sizeof times);
}

static uint32_t map_of_times(const struct sm_frame *frame, uint64_t hubs, uint64_t own) {
  if (!(hubs | own)) return NO_MAP;
  uint64_t known = memo_find(&frame->maps_of_times, hubs, own);
  if (!known) {
    known = 1 + (uint64_t)compute_map(frame, hubs, own);
    memo_add((struct memo *)&frame->maps_of_times, hubs, own, known);
  }
  return (uint32_t)(known - 1);
}

/* The hubs' own map: ranks. */
static uint32_t map_of_hubs(const struct sm_frame *frame, uint64_t hubs) {
  struct part_times times = { .own = { 0 } };
  unsigned rank = 0;
  if (!hubs) return NO_MAP;
  for (unsigned t = 0; t < 256; t++) times.to[t] = (uint8_t)(t < 64 && hubs >> t & 1 ? rank++ : t);
  return intern_add(frame->maps, &times, sizeof times);
}

/* The marks of an SM at all hubs. */
static uint32_t marks_part(const struct sm_frame *frame, const struct hub_split *const *hubs,
                           unsigned sm, uint32_t map) {
  struct hub_marks all[HUBS_MAX];
  for (unsigned i = 0; i < frame->hub_count; i++) {
    intern_copy(frame->machine->contents, hubs[i]->marks[sm], &all[i]);
    if (map != NO_MAP) sm_frame_map_marks(&all[i], sm_frame_times(frame, map)->to);
  }
  return intern_add(frame->parts->marks, all, marks_size(frame));
}

/* --- a state taken apart --- */

struct splits {
  const struct hub_split *hub[HUBS_MAX];
  const struct bag_split *bag[CHANNELS_MAX];
  uint64_t hubs; /* the times of the hubs */
};

static void split_state(const struct sm_frame *frame, const slot_t *state, struct splits *splits) {
  const struct machine *machine = frame->machine;
  splits->hubs = 0;
  for (unsigned i = 0; i < frame->hub_count; i++) {
    splits->hub[i] =
        split_hub(frame, frame->hub[i], state[controller_slot(machine, frame->hub[i])]);
    splits->hubs |= splits->hub[i]->times;
  }
  for (unsigned i = 0; i < frame->bag_count; i++) {
    splits->bag[i] = split_bag(frame, frame->bag[i], state[frame->bag[i]]);
    splits->hubs |= splits->bag[i]->times[CORES_MAX];
  }
  for (unsigned i = 0; i < frame->between_count && sm_frame_is_timed(frame); i++)
    if (slot_is_timed(machine, frame->between[i]))
      splits->hubs |= times_used(machine, frame->between[i], state[frame->between[i]]);
}

static uint32_t hubs_of(const struct sm_frame *frame, const slot_t *state,
                        const struct splits *splits) {
  struct hubs_part hubs = { .times = (uint32_t)__builtin_popcountll(splits->hubs) };
  uint32_t map = map_of_hubs(frame, splits->hubs);
  unsigned count = 0;
  for (unsigned i = 0; i < frame->hub_count; i++)
    hubs.part[count++] = sm_frame_part(frame, NO_SM, controller_slot(frame->machine, frame->hub[i]),
                                       splits->hub[i]->bare, map);
  for (unsigned i = 0; i < frame->between_count; i++)
    hubs.part[count++] =
        sm_frame_part(frame, NO_SM, frame->between[i], state[frame->between[i]], map);
  for (unsigned i = 0; i < frame->bag_count; i++)
    hubs.part[count++] =
        sm_frame_part(frame, NO_SM, frame->bag[i], splits->bag[i]->of[CORES_MAX], map);
  for (unsigned i = 0; i < count; i++)
    if (hubs.part[i] == STRANGE) return STRANGE;
  return intern_add(frame->parts->hubs, &hubs,
                    offsetof(struct hubs_part, part) + count * sizeof *hubs.part);
}

static enum apart_fault node_of(const struct sm_frame *frame, const slot_t *state,
                                const struct splits *splits, unsigned sm, uint32_t *number) {
  const struct sm_slots *slots = &frame->sm[sm];
  uint32_t parts[SLOTS_OF_SM_MAX + CHANNELS_MAX], map;
  struct node node = { 0 };
  uint64_t own = 0;
  for (unsigned i = 0; i < slots->count && sm_frame_is_timed(frame); i++)
    if (slot_is_timed(frame->machine, slots->slot[i]))
      own |= times_used(frame->machine, slots->slot[i], state[slots->slot[i]]);
  for (unsigned i = 0; i < frame->bag_count; i++) own |= splits->bag[i]->times[sm];
  for (unsigned i = 0; i < frame->hub_count && sm_frame_is_timed(frame); i++)
    own |= splits->hub[i]->mark_times[sm];
  map = map_of_times(frame, splits->hubs, own);
  if (map == TOO_MANY) return APART_TOO_MANY_TIMES;
  if (map != NO_MAP) memcpy(node.own, sm_frame_times(frame, map)->own, sizeof node.own);
  unsigned count = 0;
  for (unsigned i = 0; i < slots->count; i++)
    parts[count++] = sm_frame_part(frame, sm, slots->slot[i], state[slots->slot[i]], map);
  for (unsigned i = 0; i < frame->bag_count; i++)
    parts[count++] = sm_frame_part(frame, sm, frame->bag[i], splits->bag[i]->of[sm], map);
  for (unsigned i = 0; i < count; i++)
    if (parts[i] == STRANGE) return APART_NAMES_ANOTHER;
  node.capsule = intern_add(frame->parts->capsules, parts, count * sizeof *parts);
  node.marks = marks_part(frame, splits->hub, sm, map);
  *number = intern_add(frame->parts->nodes, &node, sizeof node);
  return APART;
}

static enum apart_fault bystander_of(const struct sm_frame *frame, const struct splits *splits,
                                     unsigned sm, uint32_t *number) {
  uint64_t own = 0;
  for (unsigned i = 0; i < frame->hub_count && sm_frame_is_timed(frame); i++)
    own |= splits->hub[i]->mark_times[sm];
  uint32_t map = map_of_times(frame, splits->hubs, own);
  if (map == TOO_MANY) return APART_TOO_MANY_TIMES;
  *number = marks_of_bystander(frame, marks_part(frame, splits->hub, sm, map));
  return APART;
}

enum apart_fault sm_apart_from(const struct sm_frame *frame, const slot_t *state, unsigned first,
                               unsigned nodes, struct apart *apart) {
  struct splits splits;
  unsigned place = nodes;
  split_state(frame, state, &splits);
  apart->hubs = hubs_of(frame, state, &splits);
  if (apart->hubs == STRANGE) return APART_NAMES_ANOTHER;
  for (unsigned sm = 0; sm < frame->sms; sm++) {
    bool is_node = sm >= first && sm < first + nodes;
    enum apart_fault fault = is_node ? node_of(frame, state, &splits, sm, &apart->node[sm - first])
                                     : bystander_of(frame, &splits, sm, &apart->marks[place++]);
    if (fault) return fault;
  }
  return APART;
}

enum apart_fault sm_apart(const struct sm_frame *frame, const slot_t *state, unsigned nodes,
                          struct apart *apart) {
  return sm_apart_from(frame, state, 0, nodes, apart);
}

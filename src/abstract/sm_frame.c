/* See sm_frame.h.
 *
 * A slot belongs to an SM, to the hubs, or is a bag of messages to a hub that all SMs share.  SMs
 * that have names come first, so they have the same number in each machine of a program.
 * machine/renaming.c has the fields that name SMs. */
#include "abstract/sm_frame.h"

#include <string.h>
#include "base/memory.h"
#include "machine/channel.h"
#include "machine/cold_start.h"
#include "machine/renaming.h"
#include "protocol/time_map.h"

/* --- the frame --- */

int sm_frame_sm_of(const struct shape *shape, unsigned controller) {
  const struct controller *c = &shape->controllers[controller];
  switch (shape->system->kinds[c->kind].instances) {
  case ONE_PER_SM: return (int)c->index;
  case ONE_PER_CORE: return shape->sm_of_core[c->index];
  default: return -1;
  }
}

static unsigned place_of_sm(const struct sm_frame *frame, int sm) {
  return sm < (int)frame->named ? NO_SM : (unsigned)sm - frame->named;
}

unsigned sm_frame_place_of(const struct sm_frame *frame, unsigned controller) {
  return place_of_sm(frame, sm_frame_sm_of(&frame->machine->shape, controller));
}

unsigned sm_frame_named_cores(const struct sm_frame *frame) {
  const struct shape *shape = &frame->machine->shape;
  unsigned set = 0;
  for (unsigned core = 0; core < shape->core_count; core++)
    if (shape->sm_of_core[core] < frame->named) set |= 1u << core;
  return set;
}

static bool add_slot(struct sm_slots *sm, unsigned slot) {
  if (sm->count == SLOTS_OF_SM_MAX) return false;
  sm->slot[sm->count++] = (uint8_t)slot;
  return true;
}

/* Gives the slot of an SM to it, or to the hubs if it has a name. */
static bool add_slot_of(struct sm_frame *frame, int sm, unsigned slot) {
  unsigned place = place_of_sm(frame, sm);
  if (place != NO_SM) return add_slot(&frame->sm[place], slot);
  frame->between[frame->between_count++] = (uint8_t)slot;
  return true;
}

/* Gives a channel to an SM, to the hubs, or to all SMs.  false: it leads from SM to SM. */
static bool add_channel(struct sm_frame *frame, unsigned channel) {
  const struct shape *shape = &frame->machine->shape;
  const struct channel *c = &shape->channels[channel];
  unsigned slot = channel_slot(frame->machine, channel);
  int to = sm_frame_sm_of(shape, c->to),
      from = c->from < 0 ? -1 : sm_frame_sm_of(shape, (unsigned)c->from);
  if (to >= 0 && from >= 0) return false;
  if (to >= 0 || from >= 0) return add_slot_of(frame, to >= 0 ? to : from, slot);
  if (c->from < 0) frame->bag[frame->bag_count++] = (uint8_t)slot;
  else frame->between[frame->between_count++] = (uint8_t)slot;
  return true;
}

static void name(struct sm_names *part, struct sm_names *back, unsigned of_machine,
                 unsigned of_part) {
  part->controller[of_machine] = (uint8_t)of_part;
  back->controller[of_part] = (uint8_t)of_machine;
}

/* SMs that have names keep their numbers, and so do their threads. */
static void make_hub_names(struct sm_frame *frame) {
  const struct shape *shape = &frame->machine->shape;
  struct sm_names *part = &frame->hubs_part, *back = &frame->hubs_back;
  unsigned own = 0, hub = 0, cores = sm_frame_named_cores(frame);
  memset(part, NO_IMAGE, sizeof *part);
  memset(back, NO_IMAGE, sizeof *back);
  for (unsigned sm = 0; sm < frame->named; sm++) part->sm[sm] = back->sm[sm] = (uint8_t)sm;
  for (unsigned core = 0; core < shape->core_count; core++)
    if (cores >> core & 1) part->core[core] = back->core[core] = (uint8_t)core;
  for (unsigned i = 0; i < shape->controller_count; i++) {
    if (sm_frame_sm_of(shape, i) < 0) name(part, back, i, HUB_NAMES + hub++);
    else if (sm_frame_place_of(frame, i) == NO_SM) name(part, back, i, own++);
  }
}

static void make_names(struct sm_frame *frame, unsigned place) {
  const struct shape *shape = &frame->machine->shape;
  struct sm_slots *sm = &frame->sm[place];
  unsigned number = sm->number = frame->named + place;
  memset(&sm->part, NO_IMAGE, sizeof sm->part);
  memset(&sm->back, NO_IMAGE, sizeof sm->back);
  sm->part.sm[number] = 0;
  sm->back.sm[0] = (uint8_t)number;
  for (unsigned core = 0; core < shape->core_count; core++) {
    if (shape->sm_of_core[core] != number) continue;
    if (!sm->cores) sm->first_core = core;
    sm->part.core[core] = (uint8_t)sm->cores;
    sm->back.core[sm->cores++] = (uint8_t)core;
  }
  unsigned own = 0, hub = 0;
  for (unsigned i = 0; i < shape->controller_count; i++) {
    int of = sm_frame_sm_of(shape, i);
    if (of < 0) name(&sm->part, &sm->back, i, HUB_NAMES + hub++);
    else if ((unsigned)of == number) name(&sm->part, &sm->back, i, own++);
  }
}

/* An SM that never moves: cold, and in logical time without a clock. */
static uint32_t idle_local(const struct machine *machine, unsigned controller, uint32_t cold) {
  union local_copy copy;
  size_t length = intern_copy(machine->contents, cold, &copy);
  if (machine->shape.system->time != TIME_LOGICAL ||
      sm_frame_sm_of(&machine->shape, controller) < 0)
    return cold;
  copy.local.clock = NO_TIME;
  memset(copy.local.stall, NO_TIME, sizeof copy.local.stall);
  return intern_add(machine->contents, &copy, length);
}

static const char *why_not(const struct machine *machine) {
  const struct system *system = machine->shape.system;
  if (system->promises.sms_not_alike) return system->promises.sms_not_alike;
  if (system->asymmetric && system->asymmetric(&machine->shape.setting))
    return "its tables tell SMs apart, the record says";
  if (machine->shape.placement.topology.gpms) return "its SMs stand on modules";
  if (machine->has_history) return "a history of all transactions is part of its state";
  if (machine->rolls_over) return "a rollover stops all SMs at once";
  for (unsigned i = 0; i < KINDS_MAX && system->kinds[i].name; i++)
    if (system->kinds[i].extra_line_per_core) return "a controller has a line for each thread";
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    const struct channel *channel = &machine->shape.channels[i];
    if (channel->from >= 0 && sm_frame_sm_of(&machine->shape, (unsigned)channel->from) >= 0 &&
        sm_frame_sm_of(&machine->shape, channel->to) >= 0)
      return "its SMs send to each other (pairs)";
  }
  return NULL;
}

static bool list_slots(struct sm_frame *frame) {
  const struct machine *machine = frame->machine;
  bool fits = true;
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    fits &= add_slot_of(frame, machine->shape.sm_of_core[core], core_slot(machine, core));
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    int sm = sm_frame_sm_of(&machine->shape, i);
    if (sm >= 0) fits &= add_slot_of(frame, sm, controller_slot(machine, i));
    else if (frame->hub_count == HUBS_MAX) return false;
    else frame->hub[frame->hub_count++] = (uint8_t)i;
  }
  for (unsigned sm = 0; sm < frame->sms; sm++) frame->sm[sm].channels = frame->sm[sm].count;
  for (unsigned i = 0; i < machine->shape.channel_count; i++) fits &= add_channel(frame, i);
  if (machine->shape.has_barriers)
    frame->between[frame->between_count++] = (uint8_t)barrier_slot(machine);
  return fits;
}

struct sm_frame *sm_frame_new(struct view_parts *parts, const struct machine *machine,
                              const char **why) {
  *why = why_not(machine);
  if (*why) return NULL;
  struct sm_frame *frame = memory_new(1, sizeof *frame);
  frame->machine = machine;
  frame->parts = parts;
  frame->named = machine->program ? machine->shape.sms - machine->options.readers : 0;
  frame->sms = machine->shape.sms - frame->named;
  frame->maps = intern_new();
  intern_add(frame->maps, "", 0); /* NO_MAP */
  memo_start(&frame->memo);
  memo_start(&frame->maps_of_times);
  if (!list_slots(frame) || frame->hub_count * machine->shape.lines > UNIQUE_LINES_MAX) {
    *why = "it has too many controllers";
    sm_frame_free(frame);
    return NULL;
  }
  make_hub_names(frame);
  for (unsigned sm = 0; sm < frame->sms; sm++) make_names(frame, sm);
  cold_state(machine, frame->idle);
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    slot_t *slot = &frame->idle[controller_slot(machine, i)];
    *slot = idle_local(machine, i, *slot);
  }
  return frame;
}

void sm_frame_free(struct sm_frame *frame) {
  intern_free(frame->maps);
  memo_end(&frame->memo);
  memo_end(&frame->maps_of_times);
  memory_free(frame);
}

static unsigned list_taken(const bool *takes, uint8_t *slots) {
  unsigned count = 0;
  for (unsigned slot = 0; slot < WIDTH_MAX; slot++)
    if (takes[slot]) slots[count++] = (uint8_t)slot;
  return count;
}

unsigned sm_frame_slots_from(const struct sm_frame *frame, unsigned first, unsigned nodes,
                             uint8_t *slots) {
  bool takes[WIDTH_MAX] = { false };
  for (unsigned sm = first; sm < first + nodes; sm++)
    for (unsigned i = 0; i < frame->sm[sm].count; i++) takes[frame->sm[sm].slot[i]] = true;
  for (unsigned i = 0; i < frame->hub_count; i++)
    takes[controller_slot(frame->machine, frame->hub[i])] = true;
  for (unsigned i = 0; i < frame->between_count; i++)
    takes[frame->between[i]] = frame->between[i] < barrier_slot(frame->machine);
  for (unsigned i = 0; i < frame->bag_count; i++) takes[frame->bag[i]] = true;
  return list_taken(takes, slots);
}

bool sm_frame_leads_to_hub(const struct sm_frame *frame, unsigned slot) {
  const struct shape *shape = &frame->machine->shape;
  unsigned first = channel_slot(frame->machine, 0);
  return slot >= first && slot < barrier_slot(frame->machine) &&
         sm_frame_sm_of(shape, shape->channels[slot - first].to) < 0;
}

unsigned sm_frame_slots_of_actors(const struct sm_frame *frame, unsigned to_hubs, unsigned own,
                                  uint8_t *slots) {
  bool takes[WIDTH_MAX] = { false };
  for (unsigned sm = 0; sm < frame->sms; sm++)
    for (unsigned i = 0; i < frame->sm[sm].count; i++) {
      unsigned slot = frame->sm[sm].slot[i];
      takes[slot] = own >> sm & 1 || (to_hubs >> sm & 1 && sm_frame_leads_to_hub(frame, slot));
    }
  for (unsigned i = 0; i < frame->bag_count && to_hubs; i++) takes[frame->bag[i]] = true;
  return list_taken(takes, slots);
}

/* --- remembered results --- */

const void *sm_frame_keep(const struct sm_frame *frame, uint64_t first, uint64_t second,
                          const void *bytes, size_t length) {
  uint32_t number = intern_add(frame->machine->contents, bytes, length);
  memo_add((struct memo *)&frame->memo, first, second, 1 + (uint64_t)number);
  return intern_at(frame->machine->contents, number, NULL);
}

const void *sm_frame_kept(const struct sm_frame *frame, uint64_t first, uint64_t second) {
  uint64_t known = memo_find(&frame->memo, first, second);
  return known ? intern_at(frame->machine->contents, (uint32_t)(known - 1), NULL) : NULL;
}

/* --- contents of slots, renamed --- */

static struct renaming renaming_of(const struct sm_names *names) {
  static const uint8_t lines[LINES_MAX] = { 0, 1, 2, 3, 4, 5 };
  return (struct renaming){ names->sm, names->core, names->controller, lines, NULL, 0 };
}

static bool message_is_strange(const struct message *message) {
  return message->from == NO_IMAGE || message->to == NO_IMAGE || message->requester == NO_IMAGE ||
         message->request.core == NO_IMAGE;
}

static bool line_is_strange(const struct line *before, const struct line *after) {
  if (__builtin_popcount(before->sharers) != __builtin_popcount(after->sharers) ||
      __builtin_popcount(before->held) != __builtin_popcount(after->held) ||
      after->owner == NO_IMAGE || after->writer == NO_IMAGE)
    return true;
  for (unsigned i = 0; i < after->waiting; i++)
    if (after->queue[i].core == NO_IMAGE) return true;
  return false;
}

/* Renames an SM's local state.  false: it names another SM. */
static bool rename_local(const struct sm_frame *frame, const struct sm_slots *sm,
                         const struct sm_names *names, unsigned controller, struct local *local) {
  const struct machine *machine = frame->machine;
  const struct renaming renaming = renaming_of(names);
  struct local before = *local;
  bool to_part = names == &sm->part;
  for (unsigned i = 0; i < CORES_MAX; i++) {
    local->pending[i] = 0;
    if (sm_frame_times_of_cores(frame, controller))
      local->stall[i] = machine->shape.system->time == TIME_LOGICAL ? NO_TIME : 0;
  }
  for (unsigned i = 0; i < sm->cores; i++) {
    unsigned from = to_part ? sm->back.core[i] : i, to = to_part ? i : sm->back.core[i];
    local->pending[to] = before.pending[from];
    if (sm_frame_times_of_cores(frame, controller)) local->stall[to] = before.stall[from];
  }
  for (unsigned i = 0; i < machine->shape.lines; i++) {
    struct line line = local->line[i];
    rename_line(&renaming, &local->line[i]);
    if (line_is_strange(&line, &local->line[i])) return false;
  }
  return true;
}

union view_copy {
  struct local local;
  struct message messages[CHANNEL_MESSAGES_MAX];
  union local_copy whole;
  union core_copy core;
};

/* Renames the content of a slot, to a part or back, for an SM or (`sm` NULL) for the hubs; `to`
 * maps its times, or is NULL.  false: it names another SM. */
static bool rename_content(const struct sm_frame *frame, const struct sm_slots *sm, bool back,
                           unsigned slot, const uint8_t *to, union view_copy *copy, size_t length) {
  const struct machine *machine = frame->machine;
  const struct sm_names *names = sm ? back ? &sm->back : &sm->part : NULL;
  if (slot < machine->shape.core_count || slot >= barrier_slot(machine)) return true;
  if (slot < channel_slot(machine, 0)) {
    unsigned controller = slot - machine->shape.core_count;
    if (to)
      time_table_local(&machine->shape, machine->shape.controllers[controller].kind, &copy->local,
                       to, NO_TIME);
    return !names || rename_local(frame, sm, names, controller, &copy->local);
  }
  unsigned count = (unsigned)(length / sizeof *copy->messages);
  for (unsigned i = 0; i < count && to; i++) time_table_message(&copy->messages[i], to, NO_TIME);
  const struct renaming renaming = renaming_of(names  ? names
                                               : back ? &frame->hubs_back
                                                      : &frame->hubs_part);
  for (unsigned i = 0; i < count; i++) {
    rename_message(&machine->shape, &renaming, &copy->messages[i]);
    if (message_is_strange(&copy->messages[i])) return false;
  }
  channel_sort(machine, slot - channel_slot(machine, 0), copy->messages, count);
  return true;
}

void sm_frame_map_marks(struct hub_marks *marks, const uint8_t *to) {
  for (unsigned i = 0; i < CORES_MAX; i++) sm_frame_map_time(&marks->stall[i], to);
  for (unsigned line = 0; line < LINES_MAX; line++)
    for (unsigned i = 0; i < marks->line[line].waiting; i++)
      sm_frame_map_time(&marks->line[line].queue[i].time, to);
}

/* Renames a content from one table to the other; remembers the result. */
static uint32_t renamed(const struct sm_frame *frame, bool back, unsigned sm, unsigned slot,
                        uint32_t number, uint32_t map) {
  struct intern *from = back ? frame->parts->slots : frame->machine->contents,
                *to = back ? frame->machine->contents : frame->parts->slots;
  uint64_t first = (uint64_t)number << 32 | map,
           second = sm_frame_key(back ? VIEW_PUT : VIEW_PART, slot, sm);
  uint64_t known = memo_find(&frame->memo, first, second);
  if (!known) {
    union view_copy copy;
    size_t length = intern_copy(from, number, &copy);
    bool good =
        rename_content(frame, sm == NO_SM ? NULL : &frame->sm[sm], back, slot,
                       map == NO_MAP ? NULL : sm_frame_times(frame, map)->to, &copy, length);
    known = 1 + (uint64_t)(good ? intern_add(to, &copy, length) : STRANGE);
    memo_add((struct memo *)&frame->memo, first, second, known);
  }
  return (uint32_t)(known - 1);
}

uint32_t sm_frame_part(const struct sm_frame *frame, unsigned sm, unsigned slot, uint32_t content,
                       uint32_t map) {
  return renamed(frame, false, sm, slot, content, map);
}

uint32_t sm_frame_content(const struct sm_frame *frame, unsigned sm, unsigned slot, uint32_t part,
                          uint32_t map) {
  return renamed(frame, true, sm, slot, part, map);
}

/* See configuration.h. */
#include "abstract/configuration.h"

#include <string.h>
#include "abstract/sm_apart.h"
#include "abstract/sm_marks.h"
#include "abstract/sm_put.h"
#include "machine/channel.h"
#include "machine/properties.h"
#include "machine/successors.h"

/* Marks can be asked of any frame. */
static const struct sm_frame *least_frame(const struct exploration_of_views *any) {
  return sm_machines_frame(any->machines, any->machines->nodes);
}

void configuration_end(struct exploration_of_views *any, enum any_sms_end why) {
  if (any->result.end != ANY_SMS_PROVED) return;
  any->result.end = why;
  any->result.alarm = any->at;
}

static void add_number(struct view_numbers *numbers, uint32_t number) {
  for (size_t i = 0; i < numbers->items.length; i++)
    if (numbers->items.items[i] == number) return;
  vector_push(numbers->items, number);
}

static bool has_number(const struct view_numbers *numbers, uint32_t number) {
  for (size_t i = 0; i < numbers->items.length; i++)
    if (numbers->items.items[i] == number) return true;
  return false;
}

static void add_view(struct exploration_of_views *any, const struct view *view) {
  uint32_t number = view_table_find(any->table, view);
  if (number == NO_VIEW) {
    number = view_table_add(any->table, view);
    vector_push(any->origins, (struct view_origin){ any->before, any->count, any->at });
  }
  add_number(&any->found, number);
}

/* Adds a view of a state.  In a trial it must be there. */
static void note_view(void *context, const struct view *view) {
  struct exploration_of_views *any = context;
  if (!any->is_trial) {
    add_view(any, view);
    return;
  }
  uint32_t number = view_table_find(any->table, view);
  if (number == NO_VIEW || !has_number(&any->found, number))
    configuration_end(any, ANY_SMS_NOT_ALIKE);
}

static void add_views(struct exploration_of_views *any, const struct sm_frame *frame,
                      const struct apart *apart, unsigned nodes) {
  if (!view_each(any->table, frame, apart, nodes, note_view, any))
    configuration_end(any, ANY_SMS_NO_ROOM);
}

/* --- the steps of a configuration --- */

/* Has an SM more messages in a bag than the record's capacity? */
static bool fills_bag(const struct exploration_of_views *any, const struct sm_frame *frame,
                      const slot_t *state) {
  for (unsigned i = 0; i < frame->bag_count; i++) {
    unsigned count, of[CORES_MAX] = { 0 };
    const struct message *messages = channel_messages(frame->machine, state[frame->bag[i]], &count);
    for (unsigned m = 0; m < count; m++) {
      int sm = sm_frame_sm_of(&frame->machine->shape, messages[m].from);
      if (sm >= 0 && ++of[sm] > any->machines->bag_room[i]) return true;
    }
  }
  return false;
}

/* Did a step exceed a limit of the kit? */
static bool overflowed(const struct machine *machine, const slot_t *state) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (local_at(machine, state[controller_slot(machine, i)])->broken & CLAIM(PROPERTY_OVERFLOW))
      return true;
  return false;
}

/* Does an SM perform a store in this step, by a controller of its own? */
static bool performs_at_sm(const struct exploration_of_views *any) {
  const struct about *about = any->about;
  bool has_controller =
      about->kind == ABOUT_CORE || about->kind == ABOUT_MESSAGE || about->kind == ABOUT_INTERNAL;
  return has_controller && about->alternative && about->alternative->performs &&
         sm_frame_place_of(any->frame, about->controller) != NO_SM;
}

static void on_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct exploration_of_views *any = context;
  struct apart apart;
  (void)label;
  (void)kind;
  if (!any->is_trial) any->result.steps++;
  if (!to || fills_bag(any, any->frame, to)) {
    any->result.blocked |= !any->is_trial;
    return;
  }
  if (overflowed(any->frame->machine, to)) {
    if (!any->is_trial) configuration_end(any, ANY_SMS_NO_ROOM);
    return;
  }
  any->performs |= performs_at_sm(any);
  switch (sm_apart_from(any->frame, to, any->first, any->count, &apart)) {
  case APART: add_views(any, any->frame, &apart, any->count); break;
  case APART_NAMES_ANOTHER: configuration_end(any, ANY_SMS_NAMES_ANOTHER); break;
  case APART_TOO_MANY_TIMES: configuration_end(any, ANY_SMS_NO_ROOM); break;
  }
}

const struct steps_asked configuration_all_steps = { .all = true };

/* A set of nodes, as the SMs that they are put as. */
static unsigned put_as(const struct exploration_of_views *any, unsigned nodes) {
  unsigned sms = 0;
  for (unsigned i = 0; i < any->count; i++)
    if (nodes >> i & 1) sms |= 1u << (any->first + (any->way == REVERSED ? any->count - 1 - i : i));
  return sms;
}

static unsigned slots_asked(const struct exploration_of_views *any, uint8_t *slots) {
  if (any->asked.all) return sm_frame_slots_from(any->frame, any->first, any->count, slots);
  return sm_frame_slots_of_actors(any->frame, put_as(any, any->asked.to_hubs),
                                  put_as(any, any->asked.own), slots);
}

static void on_state(void *context, const slot_t *state) {
  struct exploration_of_views *any = context;
  const struct machine *machine = any->frame->machine;
  uint8_t slots[WIDTH_MAX];
  if (any->result.end != ANY_SMS_PROVED) return;
  uint64_t broken = machine_broken(&machine->model, NULL, state, STEP_PROGRESS);
  if (any->owner_is_bystander) broken &= ~(uint64_t)CLAIM(PROPERTY_OWN);
  if (broken & CLAIM(PROPERTY_OVERFLOW)) {
    if (!any->is_trial) configuration_end(any, ANY_SMS_NO_ROOM);
    return;
  }
  if (broken & any->properties) {
    any->result.broken = broken & any->properties;
    configuration_end(any, ANY_SMS_ALARM);
    return;
  }
  if (any->note && !any->is_trial) any->note(any->note_context, any->frame, state);
  if (any->looks_only) return;
  unsigned count = slots_asked(any, slots);
  machine_successors_of(machine, state, slots, count, on_step, any, &any->about);
}

/* --- configurations --- */

static const struct sm_frame *frame_for(struct exploration_of_views *any, enum put_way way,
                                        unsigned count) {
  if (way >= NODES_LAST && any->machines->threads > 1)
    return sm_machines_wide_frame(any->machines, count);
  return sm_machines_frame(any->machines, count + (way == REVERSED));
}

static unsigned add_nodes(const struct exploration_of_views *any, struct member *members) {
  for (unsigned i = 0; i < any->count; i++) {
    unsigned place = any->way == REVERSED ? any->count - 1 - i : i;
    members[i] = (struct member){ true, any->at.node[place] };
  }
  return any->count;
}

/* Puts the configuration with `times[i]` SMs for the i-th bystander.  false: there is no room. */
static bool put(struct exploration_of_views *any, const struct bystander_list *others,
                const unsigned *times, enum put_way way) {
  struct member members[CORES_MAX];
  unsigned count = 0, last = way == NODES_LAST ? any->count : 0;
  any->way = way;
  any->first = 0;
  if (way != NODES_LAST) count = add_nodes(any, members);
  for (unsigned i = 0; i < others->count; i++) {
    unsigned place = way == REVERSED ? others->count - 1 - i : i;
    for (unsigned j = 0; j < times[place]; j++) {
      if (count + last == any->machines->most) return false;
      members[count++] = (struct member){ false, others->items[place].marks };
    }
  }
  if (way == NODES_LAST) {
    any->first = count;
    count += add_nodes(any, &members[count]);
  }
  any->frame = frame_for(any, way, count);
  return any->frame && sm_put(any->frame, any->at.hubs, members, count, on_state, any);
}

/* Puts two and three SMs for each bystander of two or more.  false: there is no room. */
static bool put_all(struct exploration_of_views *any, const struct bystander_list *others,
                    unsigned *times, unsigned from) {
  if (from == others->count) return put(any, others, times, AS_IT_IS);
  times[from] = others->items[from].many ? 2 : 1;
  if (!put_all(any, others, times, from + 1)) return false;
  if (!others->items[from].many) return true;
  times[from] = 3;
  return put_all(any, others, times, from + 1);
}

/* Bystanders have forgotten their threads.  Another thread in each place must lead nowhere else. */
static void try_threads(struct exploration_of_views *any, const struct bystander_list *others,
                        const unsigned *times) {
  struct bystander_list of_threads = *others;
  bool several = false;
  for (unsigned i = 0; i < others->count; i++) {
    uint32_t marks;
    unsigned threads = marks_of_threads(least_frame(any), others->items[i].marks, &marks);
    if (threads < 2 || threads > any->machines->threads) continue;
    of_threads.items[i].marks = marks;
    several = true;
  }
  if (several) any->result.trials += put(any, &of_threads, times, WIDE);
}

static bool try_put(struct exploration_of_views *any, const struct bystander_list *others,
                    const unsigned *times, enum put_way way) {
  if (any->result.end != ANY_SMS_PROVED || !put(any, others, times, way)) return false;
  any->result.trials++;
  return true;
}

/* Puts more and more SMs for each bystander of a set, as far as there is room. */
static void try_more(struct exploration_of_views *any, const struct bystander_list *others,
                     uint32_t raised, enum put_way way) {
  unsigned times[BYSTANDERS_MAX];
  for (unsigned more = 1;; more++) {
    for (unsigned i = 0; i < others->count; i++)
      times[i] = (others->items[i].many ? 2 : 1) + (raised >> i & 1 ? more : 0);
    if (!try_put(any, others, times, way)) return;
    for (unsigned i = 0; i < others->count; i++)
      if (times[i] > any->result.most_alike) any->result.most_alike = times[i];
  }
}

/* Adds the parts of a node that hubs may see: its marks, and what is in channels. */
static unsigned add_seen(const struct exploration_of_views *any, uint32_t number, uint32_t *key) {
  const struct sm_frame *frame = least_frame(any);
  const struct node *node = view_node(frame, number);
  size_t length;
  const uint32_t *parts = intern_at(frame->parts->capsules, node->capsule, &length);
  unsigned count = 0;
  key[count++] = node->marks;
  for (unsigned i = frame->sm[0].channels; i < length / sizeof *parts; i++) key[count++] = parts[i];
  return count;
}

/* Were trials of these steps made where the hubs see the same?  No hub sees what SMs with names
 * hold themselves, so trials would be repeated for each state of the program. */
static bool is_tried(struct exploration_of_views *any) {
  const struct sm_frame *frame = least_frame(any);
  uint32_t key[4 + HUBS_MAX + WIDTH_MAX + CHANNELS_MAX + 2 * (SLOTS_OF_SM_MAX + CHANNELS_MAX)];
  const uint32_t *parts =
      ((const struct hubs_part *)intern_at(frame->parts->hubs, any->at.hubs, NULL))->part;
  unsigned count = 0;
  if (!frame->named) return false;
  key[count++] = any->at.others;
  key[count++] = any->asked.all;
  key[count++] = any->asked.to_hubs;
  key[count++] = any->asked.own;
  for (unsigned i = 0; i < frame->hub_count; i++) key[count++] = *parts++;
  for (unsigned i = 0; i < frame->between_count; i++, parts++)
    if (sm_frame_leads_to_hub(frame, frame->between[i])) key[count++] = *parts;
  for (unsigned i = 0; i < frame->bag_count; i++) key[count++] = *parts++;
  for (unsigned i = 0; i < any->count; i++) count += add_seen(any, any->at.node[i], &key[count]);
  return (*dictionary_at(&any->tried, key, count * sizeof *key))++;
}

/* More SMs that look alike, and other numbers for SMs, must lead nowhere else. */
static void try_alike(struct exploration_of_views *any, const struct bystander_list *others) {
  unsigned times[BYSTANDERS_MAX];
  uint32_t all = 0;
  any->is_trial = true;
  for (unsigned i = 0; i < others->count; i++) {
    times[i] = others->items[i].many ? 2 : 1;
    if (bystander_is_one(least_frame(any), &others->items[i])) continue;
    all |= 1u << i;
    try_more(any, others, 1u << i, AS_IT_IS);
    try_more(any, others, 1u << i, NODES_LAST);
  }
  if (all & (all - 1)) try_more(any, others, all, NODES_LAST);
  try_put(any, others, times, REVERSED);
  if (others->count) try_put(any, others, times, NODES_LAST);
  try_threads(any, others, times);
  any->is_trial = false;
}

static void begin(struct exploration_of_views *any, const struct configuration *configuration,
                  unsigned count, bool looks_only, struct steps_asked asked) {
  any->at = *configuration;
  any->count = count;
  any->asked = asked;
  any->looks_only = looks_only;
  any->performs = any->owner_is_bystander = false;
  any->first = 0;
  any->found.items.length = 0;
}

static void explore(struct exploration_of_views *any) {
  struct bystander_list others = view_table_others_at(any->table, any->at.others);
  unsigned times[BYSTANDERS_MAX];
  for (unsigned i = 0; i < others.count; i++)
    any->owner_is_bystander |= marks_own(least_frame(any), others.items[i].marks);
  if (!put_all(any, &others, times, 0)) configuration_end(any, ANY_SMS_NO_ROOM);
  if (any->result.end == ANY_SMS_PROVED && !any->looks_only && !is_tried(any))
    try_alike(any, &others);
}

void configuration_explore(struct exploration_of_views *any,
                           const struct configuration *configuration, unsigned count,
                           struct steps_asked asked) {
  begin(any, configuration, count, false, asked);
  any->result.configurations++;
  explore(any);
}

void configuration_look_at(struct exploration_of_views *any,
                           const struct configuration *configuration, unsigned count) {
  begin(any, configuration, count, true, configuration_all_steps);
  any->result.looks++;
  explore(any);
}

void configuration_add_initial(struct exploration_of_views *any, const struct sm_frame *frame,
                               const slot_t *state) {
  struct apart apart;
  if (frame && sm_apart(frame, state, any->count, &apart) == APART)
    add_views(any, frame, &apart, any->count);
  else configuration_end(any, ANY_SMS_NO_ROOM);
}

struct put_once {
  const struct sm_frame *frame;
  visit_state *visit;
  void *context;
};

static void visit_once(void *context, const slot_t *state) {
  struct put_once *once = context;
  once->visit(once->context, once->frame, state);
}

bool configuration_put_more(struct sm_machines *machines, const struct view_table *table,
                            const struct configuration *configuration, unsigned nodes,
                            uint32_t raised, unsigned more, visit_state *visit, void *context) {
  struct member members[CORES_MAX];
  struct bystander_list others = view_table_others_at(table, configuration->others);
  unsigned count = 0;
  for (unsigned i = 0; i < nodes; i++)
    members[count++] = (struct member){ true, configuration->node[i] };
  for (unsigned i = 0; i < others.count; i++) {
    unsigned times = 1 + others.items[i].many + (raised >> i & 1 ? more : 0);
    for (unsigned j = 0; j < times; j++) {
      if (count == machines->most) return false;
      members[count++] = (struct member){ false, others.items[i].marks };
    }
  }
  struct put_once once = { sm_machines_frame(machines, count), visit, context };
  return once.frame && sm_put(once.frame, configuration->hubs, members, count, visit_once, &once);
}

bool configuration_put_once(struct sm_machines *machines, const struct view_table *table,
                            const struct configuration *configuration, unsigned nodes,
                            visit_state *visit, void *context) {
  return configuration_put_more(machines, table, configuration, nodes, 0, 0, visit, context);
}

/* --- the step that led to a view --- */

struct step_search {
  struct exploration_of_views *any;
  struct view view;
  unsigned count;
  const struct sm_frame *frame;
  const slot_t *from;
  void (*visit)(void *context, const struct sm_frame *frame, const slot_t *from, const slot_t *to);
  void *context;
  bool is_there, found;
};

static void compare_view(void *context, const struct view *view) {
  struct step_search *search = context;
  search->is_there |= !memcmp(view, &search->view, sizeof *view);
}

/* Does the state have the view? */
static bool has_view(struct step_search *search, const slot_t *state) {
  struct apart apart;
  search->is_there = false;
  if (sm_apart(search->frame, state, search->count, &apart) == APART)
    view_each(search->any->table, search->frame, &apart, search->count, compare_view, search);
  return search->is_there;
}

static void look_for_view(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct step_search *search = context;
  (void)label;
  (void)kind;
  if (!to || search->found || !has_view(search, to)) return;
  search->found = true;
  search->visit(search->context, search->frame, search->from, to);
}

static void look_from(void *context, const struct sm_frame *frame, const slot_t *state) {
  struct step_search *search = context;
  uint8_t slots[WIDTH_MAX];
  if (search->found) return;
  search->frame = frame;
  search->from = state;
  unsigned count = sm_frame_slots_of(frame, search->count, slots);
  machine_successors_of(frame->machine, state, slots, count, look_for_view, search, NULL);
}

void configuration_find_step(struct exploration_of_views *any, uint32_t view,
                             void (*visit)(void *context, const struct sm_frame *frame,
                                           const slot_t *from, const slot_t *to),
                             void *context) {
  const struct view_origin *origin = &any->origins.items[view];
  struct step_search search = { .any = any,
                                .view = any->table->views.items[view],
                                .count = origin->count,
                                .visit = visit,
                                .context = context };
  configuration_put_once(any->machines, any->table, &origin->configuration, origin->count,
                         look_from, &search);
}

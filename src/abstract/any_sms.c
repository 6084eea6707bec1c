/* See any_sms.h. */
#include "abstract/any_sms.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "abstract/sm_marks.h"
#include "abstract/sm_put.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "machine/channel.h"
#include "machine/properties.h"
#include "machine/successors.h"

struct numbers {
  VECTOR(uint32_t) items;
};

struct any_sms {
  const struct any_sms_options options;
  struct setting setting;
  struct client client;
  struct machine_options machine_options;
  struct {
    struct machine *machine;
    struct sm_frame *frame;
  } sized[CORES_MAX + 1]; /* by number of SMs; made where needed */
  unsigned sms_most;      /* SMs that a machine has at most */
  const struct sm_frame *frame; /* of the least machine */
  struct view_parts parts;
  struct intern *others, *neighbours; /* neighbours: pairs of hubs and node */
  struct dictionary numbers;          /* of views, + 1 */
  VECTOR(struct view) views;
  VECTOR(struct numbers) nodes_of;            /* by hubs: the nodes that occur with them */
  VECTOR(struct configuration) origins;       /* by view */
  uint8_t bag_room[CHANNELS_MAX];             /* by bag: the record's own, for each SM */
  struct any_sms_result result;
  struct {
    struct configuration configuration;
    const struct sm_frame *frame;
    struct numbers found; /* the views of its targets */
    bool is_trial;
    bool owner_is_bystander;
  } at;
  struct dictionary shown[NODES_MAX]; /* by size: views of searched states */
  uint32_t shown_count;
  pthread_mutex_t lock;
};

/* --- lists of bystanders, interned --- */

static uint32_t others_number(struct any_sms *any, const struct bystander_list *list) {
  return intern_add(any->others, list->items, list->count * sizeof *list->items);
}

static struct bystander_list others_at(const struct any_sms *any, uint32_t number) {
  struct bystander_list list;
  list.count = (unsigned)(intern_copy(any->others, number, list.items) / sizeof *list.items);
  return list;
}

static const struct node *node_at(const struct any_sms *any, uint32_t number) {
  return intern_at(any->parts.nodes, number, NULL);
}

/* --- views --- */

static void end(struct any_sms *any, enum any_sms_end why) {
  if (any->result.end != ANY_SMS_PROVED) return;
  any->result.end = why;
  any->result.alarm = any->at.configuration;
}

static void sort(uint32_t *items, unsigned count) {
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = i; j > 0 && items[j] < items[j - 1]; j--) {
      uint32_t swap = items[j];
      items[j] = items[j - 1];
      items[j - 1] = swap;
    }
}

/* The view of the nodes but one; false: it has too many bystanders. */
static bool project(struct any_sms *any, const struct sm_frame *frame, uint32_t hubs,
                    const struct bystander_list *others, const uint32_t *nodes, unsigned count,
                    unsigned kept, struct view *view) {
  struct bystander_list left = *others;
  unsigned length = 0;
  memset(view, 0, sizeof *view);
  for (unsigned i = 0; i < count; i++) {
    if (kept >> i & 1) view->node[length++] = nodes[i];
    else if (!bystanders_add(frame, &left, node_at(any, nodes[i])->marks)) return false;
  }
  sort(view->node, length);
  view->hubs = hubs;
  view->others = others_number(any, &left);
  return true;
}

static void add_neighbour(struct any_sms *any, uint32_t hubs, uint32_t node) {
  const uint32_t pair[] = { hubs, node };
  uint32_t before = intern_count(any->neighbours);
  if (intern_add(any->neighbours, pair, sizeof pair) < before) return;
  while (any->nodes_of.length <= hubs) vector_push(any->nodes_of, (struct numbers){ { NULL } });
  vector_push(any->nodes_of.items[hubs].items, node);
}

static void add_number(struct numbers *numbers, uint32_t number) {
  for (size_t i = 0; i < numbers->items.length; i++)
    if (numbers->items.items[i] == number) return;
  vector_push(numbers->items, number);
}

static bool has_number(const struct numbers *numbers, uint32_t number) {
  for (size_t i = 0; i < numbers->items.length; i++)
    if (numbers->items.items[i] == number) return true;
  return false;
}

/* The number of a view; NO_VIEW: it was not found yet. */
enum { NO_VIEW = UINT32_MAX };
static uint32_t view_number(const struct any_sms *any, const struct view *view) {
  const uintptr_t *known = dictionary_find(&any->numbers, view, sizeof *view);
  return known ? (uint32_t)(*known - 1) : NO_VIEW;
}

static void add_view(struct any_sms *any, const struct view *view) {
  uint32_t number = view_number(any, view);
  if (number == NO_VIEW) {
    number = (uint32_t)any->views.length;
    *dictionary_at(&any->numbers, view, sizeof *view) = 1 + (uintptr_t)number;
    vector_push(any->views, *view);
    vector_push(any->origins, any->at.configuration);
    for (unsigned i = 0; i < any->options.nodes; i++) add_neighbour(any, view->hubs, view->node[i]);
  }
  add_number(&any->at.found, number);
}

/* Adds the views of k SMs of a state.  In a trial they must be there. */
static void add_views(struct any_sms *any, const struct sm_frame *frame, const struct apart *apart,
                      unsigned nodes) {
  struct bystander_list others = { 0 };
  for (unsigned sm = nodes; sm < frame->sms; sm++)
    if (!bystanders_add(frame, &others, apart->marks[sm])) end(any, ANY_SMS_NO_ROOM);
  if (others.count > any->result.bystanders) any->result.bystanders = others.count;
  for (unsigned kept = 1; kept < 1u << nodes; kept++) {
    struct view view;
    if ((unsigned)__builtin_popcount(kept) != any->options.nodes) continue;
    if (!project(any, frame, apart->hubs, &others, apart->node, nodes, kept, &view)) {
      end(any, ANY_SMS_NO_ROOM);
    } else if (!any->at.is_trial) {
      add_view(any, &view);
    } else {
      uint32_t number = view_number(any, &view);
      if (number == NO_VIEW || !has_number(&any->at.found, number)) end(any, ANY_SMS_NOT_ALIKE);
    }
  }
}

/* --- the steps of a configuration --- */

/* Has an SM more messages in a bag than the record's capacity? */
static bool fills_bag(const struct any_sms *any, const struct sm_frame *frame, const slot_t *state) {
  for (unsigned i = 0; i < frame->bag_count; i++) {
    unsigned count, of[CORES_MAX] = { 0 };
    const struct message *messages = channel_messages(frame->machine, state[frame->bag[i]], &count);
    for (unsigned m = 0; m < count; m++) {
      int sm = sm_frame_sm_of(&frame->machine->shape, messages[m].from);
      if (sm >= 0 && ++of[sm] > any->bag_room[i]) return true;
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

static void on_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct any_sms *any = context;
  struct apart apart;
  (void)label;
  (void)kind;
  if (!any->at.is_trial) any->result.steps++;
  if (!to || fills_bag(any, any->at.frame, to)) {
    any->result.blocked |= !any->at.is_trial;
    return;
  }
  if (overflowed(any->at.frame->machine, to)) {
    if (!any->at.is_trial) end(any, ANY_SMS_NO_ROOM);
    return;
  }
  switch (sm_apart(any->at.frame, to, any->options.nodes + 1, &apart)) {
  case APART: add_views(any, any->at.frame, &apart, any->options.nodes + 1); break;
  case APART_NAMES_ANOTHER: end(any, ANY_SMS_NAMES_ANOTHER); break;
  case APART_TOO_MANY_TIMES: end(any, ANY_SMS_NO_ROOM); break;
  }
}

static void on_state(void *context, const slot_t *state) {
  struct any_sms *any = context;
  const struct machine *machine = any->at.frame->machine;
  uint8_t slots[WIDTH_MAX];
  if (any->result.end != ANY_SMS_PROVED) return;
  uint64_t broken = machine_broken(&machine->model, NULL, state, STEP_PROGRESS);
  if (any->at.owner_is_bystander) broken &= ~(uint64_t)CLAIM(PROPERTY_OWN);
  if (broken & CLAIM(PROPERTY_OVERFLOW)) {
    if (!any->at.is_trial) end(any, ANY_SMS_NO_ROOM);
    return;
  }
  if (!any->at.is_trial && broken & any->options.properties) {
    any->result.broken = broken & any->options.properties;
    end(any, ANY_SMS_ALARM);
    return;
  }
  unsigned count = sm_frame_slots_of(any->at.frame, any->options.nodes + 1, slots);
  machine_successors_of(machine, state, slots, count, on_step, any);
}

/* --- configurations --- */

static const struct sm_frame *frame_of_size(struct any_sms *any, unsigned sms);

/* Puts the configuration with `times[i]` SMs for the i-th bystander, and `idle` more.  false: there
 * is no room. */
static bool put(struct any_sms *any, const struct bystander_list *others, const unsigned *times,
                unsigned idle) {
  struct member members[CORES_MAX];
  unsigned count = 0;
  for (unsigned i = 0; i <= any->options.nodes; i++)
    members[count++] = (struct member){ true, any->at.configuration.node[i] };
  for (unsigned i = 0; i < others->count; i++)
    for (unsigned j = 0; j < times[i]; j++) {
      if (count == any->sms_most) return false;
      members[count++] = (struct member){ false, others->items[i].marks };
    }
  any->at.frame = frame_of_size(any, count + idle);
  return any->at.frame &&
         sm_put(any->at.frame, any->at.configuration.hubs, members, count, on_state, any);
}

/* Puts two and three SMs for each bystander of two or more.  false: there is no room. */
static bool put_all(struct any_sms *any, const struct bystander_list *others, unsigned *times,
                    unsigned from) {
  if (from == others->count) return put(any, others, times, 0);
  times[from] = others->items[from].many ? 2 : 1;
  if (!put_all(any, others, times, from + 1)) return false;
  if (!others->items[from].many) return true;
  times[from] = 3;
  put_all(any, others, times, from + 1); /* as far as there is room */
  return true;
}

/* More SMs that look alike must lead nowhere else. */
static void try_alike(struct any_sms *any, const struct bystander_list *others) {
  unsigned times[BYSTANDERS_MAX];
  any->at.is_trial = true;
  for (unsigned i = 0; i < others->count; i++) times[i] = others->items[i].many ? 2 : 1;
  for (unsigned i = 0; i < others->count; i++) {
    unsigned own = times[i];
    if (marks_wait(any->frame, others->items[i].marks) && !others->items[i].many) continue;
    for (times[i] = own + 1; any->result.end == ANY_SMS_PROVED && put(any, others, times, 0);
         times[i]++) {
      any->result.trials++;
      if (times[i] > any->result.most_alike) any->result.most_alike = times[i];
    }
    times[i] = own;
  }
  any->result.trials += put(any, others, times, 1);
  any->at.is_trial = false;
}

static void explore(struct any_sms *any) {
  struct bystander_list others = others_at(any, any->at.configuration.others);
  unsigned times[BYSTANDERS_MAX];
  any->result.configurations++;
  any->at.found.items.length = 0;
  any->at.owner_is_bystander = false;
  for (unsigned i = 0; i < others.count; i++)
    any->at.owner_is_bystander |= marks_own(any->frame, others.items[i].marks);
  if (!put_all(any, &others, times, 0)) end(any, ANY_SMS_NO_ROOM);
  if (any->result.end == ANY_SMS_PROVED) try_alike(any, &others);
}

static size_t held_by_machines(const struct any_sms *any) {
  size_t held = 0;
  for (unsigned i = 0; i <= CORES_MAX; i++)
    if (any->sized[i].frame)
      held += intern_held(any->sized[i].machine->contents) + intern_held(any->sized[i].frame->maps);
  return held;
}

size_t any_sms_held(const struct any_sms *any) {
  return intern_held(any->parts.slots) + intern_held(any->parts.hubs) +
         intern_held(any->parts.marks) + intern_held(any->parts.capsules) +
         intern_held(any->parts.nodes) + intern_held(any->others) +
         intern_held(any->neighbours) + held_by_machines(any) +
         any->views.room * (sizeof(struct view) + sizeof(struct configuration));
}

/* Is each mark of one SM at most that of one? */
static bool is_possible(const struct any_sms *any, const struct bystander_list *others,
                        const uint32_t *nodes) {
  uint64_t taken = 0;
  for (unsigned i = 0; i <= any->options.nodes; i++) {
    uint64_t own = marks_unique(any->frame, node_at(any, nodes[i])->marks);
    if (taken & own) return false;
    taken |= own;
  }
  for (unsigned i = 0; i < others->count; i++) {
    uint64_t own = marks_unique(any->frame, others->items[i].marks);
    if (taken & own || (own && others->items[i].many)) return false;
    taken |= own;
  }
  return true;
}

/* Are all views of the configuration there, and is `number` the last of them? */
static bool is_due(struct any_sms *any, const struct bystander_list *others, uint32_t hubs,
                   const uint32_t *nodes, uint32_t number) {
  unsigned count = any->options.nodes + 1;
  for (unsigned left = 0; left < count; left++) {
    struct view view;
    if (!project(any, any->frame, hubs, others, nodes, count, ((1u << count) - 1) & ~(1u << left),
                 &view))
      return false;
    if (view_number(any, &view) > number) return false; /* or NO_VIEW */
  }
  return true;
}

/* Explores the configurations of a view and one more node whose other views came before. */
static void join(struct any_sms *any, uint32_t number, const struct view *view, uint32_t node) {
  struct bystander_list all = others_at(any, view->others), without[WITHOUT_MAX];
  unsigned count = bystanders_without(any->frame, &all, node_at(any, node)->marks, without);
  struct configuration configuration = { .hubs = view->hubs };
  memcpy(configuration.node, view->node, sizeof view->node);
  configuration.node[any->options.nodes] = node;
  sort(configuration.node, any->options.nodes + 1);
  for (unsigned i = 0; i < count && any->result.end == ANY_SMS_PROVED; i++) {
    if (!is_possible(any, &without[i], configuration.node) ||
        !is_due(any, &without[i], view->hubs, configuration.node, number))
      continue;
    configuration.others = others_number(any, &without[i]);
    any->at.configuration = configuration;
    explore(any);
  }
}

static bool is_out(struct any_sms *any) {
  const struct any_sms_options *options = &any->options;
  if (options->deadline > 0 && options->now() > options->deadline) end(any, ANY_SMS_OUT_OF_TIME);
  if (options->memory_max && any_sms_held(any) > options->memory_max)
    end(any, ANY_SMS_OUT_OF_MEMORY);
  return any->result.end != ANY_SMS_PROVED;
}

static void on_start(void *context, const slot_t *state, uint32_t label, enum step_kind kind) {
  struct any_sms *any = context;
  struct apart apart;
  (void)label;
  (void)kind;
  if (sm_apart(any->frame, state, any->options.nodes + 1, &apart) == APART)
    add_views(any, any->frame, &apart, any->options.nodes + 1);
  else end(any, ANY_SMS_NO_ROOM);
}

struct any_sms_result any_sms_prove(struct any_sms *any) {
  const struct model *model = &any->frame->machine->model;
  void *worker = model->worker_new(model);
  model->initial(model, worker, on_start, any);
  model->worker_free(model, worker);
  for (uint32_t i = 0; i < any->views.length && !is_out(any); i++) {
    struct view view = any->views.items[i];
    for (size_t j = 0; j < any->nodes_of.items[view.hubs].items.length; j++)
      join(any, i, &view, any->nodes_of.items[view.hubs].items.items[j]);
  }
  any->result.views = (uint32_t)any->views.length;
  return any->result;
}

/* --- building --- */

/* A client of so many SMs; those beyond the nodes have one thread. */
static struct client client_of(const struct any_sms *any, unsigned sms) {
  struct client client = any->client;
  unsigned nodes = any->options.nodes + 1, threads = any->options.threads;
  client.sms = sms;
  client.threads = nodes * threads + sms - nodes;
  for (unsigned i = 0; i < client.threads; i++)
    client.sm_of_thread[i] = i < nodes * threads ? i / threads : i - nodes * threads + nodes;
  return client;
}

static struct machine_options options_of(const struct machine_options *asked) {
  struct machine_options options = *asked;
  options.no_ample = options.no_symmetry = true;
  options.no_clusters = true;
  return options;
}

/* Lets each SM fill its own part of a bag. */
static void widen_bags(struct any_sms *any, struct machine *machine, const struct sm_frame *frame) {
  for (unsigned i = 0; i < frame->bag_count; i++) {
    struct channel *channel = &machine->shape.channels[frame->bag[i] - channel_slot(machine, 0)];
    any->bag_room[i] = (uint8_t)channel->room;
    channel->room = CHANNEL_MESSAGES_MAX;
  }
}

/* Makes the machine of so many SMs; the error may say that there is none. */
static bool build(struct any_sms *any, unsigned sms, struct diagnostic *error) {
  struct client client = client_of(any, sms);
  const struct machine_options options = options_of(&any->machine_options);
  const char *why;
  struct machine *machine = machine_new_client(&any->setting, &client, &options, error);
  if (!machine) return false;
  struct sm_frame *frame = sm_frame_new(&any->parts, machine, &why);
  if (frame) {
    widen_bags(any, machine, frame);
    any->sized[sms].machine = machine;
    any->sized[sms].frame = frame;
    return true;
  }
  machine_free(machine);
  return diagnostic_plain(error, "%s cannot be proved for any number of SMs: %s",
                          any->setting.system->name, why);
}

/* NULL: a machine cannot have so many SMs. */
static const struct sm_frame *frame_of_size(struct any_sms *any, unsigned sms) {
  struct diagnostic error = { NULL };
  if (sms > any->sms_most) return NULL;
  if (!any->sized[sms].frame && !build(any, sms, &error)) {
    diagnostic_clear(&error);
    any->sms_most = sms - 1;
  }
  return any->sized[sms].frame;
}

struct any_sms *any_sms_new(const struct setting *setting, const struct client *client,
                            const struct machine_options *options,
                            const struct any_sms_options *any_options, struct diagnostic *error) {
  struct any_sms *any = memory_new(1, sizeof *any);
  struct apart idle;
  unsigned least = any_options->nodes + 1;
  memcpy((void *)&any->options, any_options, sizeof *any_options);
  any->setting = *setting;
  any->client = *client;
  any->machine_options = *options;
  any->sms_most = least + CORES_MAX - least * any_options->threads;
  view_parts_begin(&any->parts);
  any->others = intern_new();
  any->neighbours = intern_new();
  pthread_mutex_init(&any->lock, NULL);
  if (build(any, least, error)) {
    any->frame = any->sized[least].frame;
    sm_apart(any->frame, any->frame->idle, 0, &idle); /* its marks become NO_MARKS */
    return any;
  }
  any_sms_free(any);
  return NULL;
}

void any_sms_free(struct any_sms *any) {
  for (unsigned i = 0; i <= CORES_MAX; i++) {
    if (any->sized[i].frame) sm_frame_free(any->sized[i].frame);
    machine_free(any->sized[i].machine);
  }
  view_parts_end(&any->parts);
  intern_free(any->others);
  intern_free(any->neighbours);
  for (size_t i = 0; i < any->nodes_of.length; i++) vector_free(any->nodes_of.items[i].items);
  vector_free(any->nodes_of);
  vector_free(any->views);
  vector_free(any->origins);
  vector_free(any->at.found.items);
  dictionary_free(&any->numbers);
  for (unsigned i = 0; i < NODES_MAX; i++) dictionary_free(&any->shown[i]);
  pthread_mutex_destroy(&any->lock);
  memory_free(any);
}

/* --- what searches show --- */

struct sm_frame *any_sms_frame(struct any_sms *any, const struct machine *machine) {
  const char *why;
  return sm_frame_new(&any->parts, machine, &why);
}

/* --- in words --- */

struct described_put {
  const struct sm_frame *frame;
  struct text *text;
  bool done;
};

static void describe_put(void *context, const slot_t *state) {
  struct described_put *put = context;
  char *bytes = NULL;
  size_t length;
  if (put->done) return;
  put->done = true;
  FILE *file = open_memstream(&bytes, &length);
  put->frame->machine->model.describe_state(&put->frame->machine->model, file, state);
  fclose(file);
  text_add(put->text, "%s", bytes);
  free(bytes);
}

void any_sms_describe(struct text *text, struct any_sms *any,
                      const struct configuration *configuration) {
  struct member members[CORES_MAX];
  struct bystander_list others = others_at(any, configuration->others);
  unsigned count = 0;
  for (unsigned i = 0; i <= any->options.nodes; i++)
    members[count++] = (struct member){ true, configuration->node[i] };
  for (unsigned i = 0; i < others.count && count < any->sms_most; i++)
    members[count++] = (struct member){ false, others.items[i].marks };
  const struct sm_frame *frame = frame_of_size(any, count);
  struct described_put put = { frame, text, false };
  if (frame) sm_put(frame, configuration->hubs, members, count, describe_put, &put);
}

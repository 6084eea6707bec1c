/* See any_sms.h. */
#include "abstract/any_sms.h"

#include <pthread.h>
#include <string.h>
#include "abstract/node_keys.h"
#include "abstract/sm_apart.h"
#include "abstract/sm_marks.h"
#include "base/memory.h"

enum { SEARCHED_MAX = 8 };

struct any_sms {
  struct any_sms_options options;
  struct view_parts parts;
  struct sm_machines machines;
  struct view_table table;
  struct exploration_of_views exploration;
  /* Views of one node (node_keys.h). */
  bool is_modular;
  struct intern *keys;
  struct dictionary actors, looked_at; /* keys that were met */
  VECTOR(uint32_t) property_keys;      /* by node, + 1; 0: not known yet */
  VECTOR(uint8_t) acts;                /* by view: enum acts, a set */
  struct {
    uint64_t number; /* of the machine; 0: none */
    struct sm_frame *frame;
  } searched[SEARCHED_MAX];
  /* By size of the views: those of searched states. */
  struct view_table shown[NODES_MAX];
  pthread_mutex_t lock;
};

/* Takes an idle state apart: the marks of nothing must be the first, NO_MARKS. */
static void intern_no_marks(const struct sm_frame *frame) {
  struct apart idle;
  sm_apart(frame, frame->idle, 0, &idle);
}

/* --- building --- */

struct any_sms *any_sms_new(const struct setting *setting, const struct client *client,
                            const struct machine_options *options,
                            const struct any_sms_options *any_options) {
  struct any_sms *any = memory_new(1, sizeof *any);
  any->options = *any_options;
  any->machines = (struct sm_machines){ .setting = *setting,
                                        .client = *client,
                                        .program = any_options->program,
                                        .placement = any_options->placement,
                                        .options = *options,
                                        .parts = &any->parts,
                                        .threads = any_options->threads };
  view_parts_begin(&any->parts);
  for (unsigned k = 1; k < NODES_MAX; k++) view_table_begin(&any->shown[k], k);
  pthread_mutex_init(&any->lock, NULL);
  return any;
}

static void forget(struct any_sms *any) {
  if (!any->machines.nodes) return;
  sm_machines_end(&any->machines);
  any->machines.nodes = 0;
  view_table_end(&any->table);
  vector_free(any->exploration.origins);
  vector_free(any->exploration.found.items);
  intern_free(any->keys);
  dictionary_free(&any->exploration.tried);
  dictionary_free(&any->actors);
  dictionary_free(&any->looked_at);
  vector_free(any->acts);
  vector_free(any->property_keys);
}

void any_sms_show_none(struct any_sms *any) {
  for (unsigned i = 0; i < SEARCHED_MAX && any->searched[i].number; i++)
    if (any->searched[i].frame) sm_frame_free(any->searched[i].frame);
  memset(any->searched, 0, sizeof any->searched);
  for (unsigned k = 1; k < NODES_MAX; k++) {
    view_table_end(&any->shown[k]);
    view_table_begin(&any->shown[k], k);
  }
}

void any_sms_free(struct any_sms *any) {
  if (!any) return;
  forget(any);
  any_sms_show_none(any);
  for (unsigned k = 1; k < NODES_MAX; k++) view_table_end(&any->shown[k]);
  view_parts_end(&any->parts);
  pthread_mutex_destroy(&any->lock);
  memory_free(any);
}

size_t any_sms_held(const struct any_sms *any) {
  const struct view_parts *parts = &any->parts;
  return intern_held(parts->slots) + intern_held(parts->hubs) + intern_held(parts->marks) +
         intern_held(parts->capsules) + intern_held(parts->nodes) + view_table_held(&any->table) +
         any->exploration.origins.room * sizeof(struct view_origin) +
         sm_machines_held(&any->machines);
}

/* --- the fixpoint --- */

/* Is each mark that only one SM can have that of one? */
static bool is_possible(const struct sm_frame *frame, const struct bystander_list *others,
                        const uint32_t *nodes, unsigned count) {
  uint64_t taken = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t own = marks_unique(frame, view_node(frame, nodes[i])->marks);
    if (taken & own) return false;
    taken |= own;
  }
  for (unsigned i = 0; i < others->count; i++) {
    uint64_t own = marks_unique(frame, others->items[i].marks);
    if (taken & own || (own && others->items[i].many)) return false;
    taken |= own;
  }
  return true;
}

/* Are all views of the configuration there, and is `number` the last of them? */
static bool is_due(const struct any_sms *any, const struct sm_frame *frame,
                   const struct bystander_list *others, uint32_t hubs, const uint32_t *nodes,
                   uint32_t number) {
  unsigned count = any->machines.nodes;
  for (unsigned lacks = 0; lacks < count; lacks++) {
    struct view view;
    unsigned kept = ((1u << count) - 1) & ~(1u << lacks);
    if (!view_of(&any->table, frame, hubs, others, nodes, count, kept, &view)) return false;
    if (view_table_find(&any->table, &view) > number) return false; /* or NO_VIEW */
  }
  return true;
}

/* --- views of one node, thread-modular --- */

/* How a view's node is the first to act on other SMs. */
enum acts { SENDS = 1, PERFORMS = 2 };

struct actor {
  struct any_sms *any;
  const struct view *view;
  uint32_t marks;
  uint8_t acts;
};

/* Was no other node met that sends this message? */
static void note_actor(void *context, unsigned place, uint32_t message) {
  struct actor *actor = context;
  const uint32_t key[] = { actor->view->hubs, actor->view->others, actor->marks, place, message };
  uintptr_t *known = dictionary_at(&actor->any->actors, key, sizeof key);
  if (!(*known)++) actor->acts |= SENDS;
}

/* Takes the steps of a view by itself. */
static void explore_alone(struct any_sms *any, const struct sm_frame *frame,
                          const struct view *view) {
  struct configuration configuration = { view->hubs, view->others, { view->node[0] } };
  struct actor actor = { any, view, view_node(frame, view->node[0])->marks, 0 };
  configuration_explore(&any->exploration, &configuration, 1, configuration_all_steps);
  node_each_outgoing(frame, any->keys, view->node[0], note_actor, &actor);
  if (any->exploration.performs) actor.acts |= PERFORMS;
  vector_push(any->acts, actor.acts);
}

static uint32_t property_key(struct any_sms *any, const struct sm_frame *frame, uint32_t node) {
  while (any->property_keys.length <= node) vector_push(any->property_keys, 0);
  uint32_t *known = &any->property_keys.items[node];
  if (!*known) *known = 1 + node_key_properties(frame, any->keys, node);
  return *known;
}

/* Asks two nodes for properties, unless such nodes were asked. */
static void look_at(struct any_sms *any, const struct sm_frame *frame,
                    const struct configuration *configuration) {
  uint32_t key[] = { configuration->hubs, configuration->others,
                     property_key(any, frame, configuration->node[0]),
                     property_key(any, frame, configuration->node[1]) };
  view_sort(&key[2], 2);
  uintptr_t *known = dictionary_at(&any->looked_at, key, sizeof key);
  if (!(*known)++) configuration_look_at(&any->exploration, configuration, 2);
}

/* The steps of two nodes that matter to the other one. */
static struct steps_asked interference(const struct any_sms *any, const struct sm_frame *frame,
                                       const struct bystander_list *others, uint32_t hubs,
                                       const uint32_t *nodes) {
  struct steps_asked asked = { .to_hubs = 0 };
  for (unsigned i = 0; i < 2; i++) {
    struct view view;
    if (!view_of(&any->table, frame, hubs, others, nodes, 2, 1u << i, &view)) continue;
    unsigned acts = any->acts.items[view_table_find(&any->table, &view)];
    if (acts & SENDS) asked.to_hubs |= 1u << i;
    if (acts & PERFORMS) asked.own |= 1u << i;
  }
  return asked;
}

/* --- joined configurations --- */

/* Explores the configurations of a view and one more node whose other views came before. */
static void join(struct any_sms *any, const struct sm_frame *frame, uint32_t number,
                 const struct view *view, uint32_t node) {
  struct bystander_list all = view_table_others_at(&any->table, view->others), without[WITHOUT_MAX];
  unsigned count = bystanders_without(frame, &all, view_node(frame, node)->marks, without);
  struct configuration configuration = { .hubs = view->hubs };
  memcpy(configuration.node, view->node, sizeof view->node);
  configuration.node[any->table.nodes] = node;
  view_sort(configuration.node, any->machines.nodes);
  for (unsigned i = 0; i < count && any->exploration.result.end == ANY_SMS_PROVED; i++) {
    if (!is_possible(frame, &without[i], configuration.node, any->machines.nodes) ||
        !is_due(any, frame, &without[i], view->hubs, configuration.node, number))
      continue;
    configuration.others = view_table_others(&any->table, &without[i]);
    struct steps_asked asked = configuration_all_steps;
    if (any->is_modular)
      asked = interference(any, frame, &without[i], view->hubs, configuration.node);
    bool looks_only = !asked.all && !asked.to_hubs && !asked.own;
    if (looks_only && any->options.looks_alone) continue;
    if (looks_only) look_at(any, frame, &configuration);
    else configuration_explore(&any->exploration, &configuration, any->machines.nodes, asked);
  }
}

/* Looks at the limits.  That takes longer than to find that two nodes are not joined. */
enum { JOINS_BETWEEN = 64 };
static bool goes_on(struct any_sms *any) {
  const struct any_sms_options *options = &any->options;
  if (options->deadline > 0 && options->now() > options->deadline)
    configuration_end(&any->exploration, ANY_SMS_OUT_OF_TIME);
  if (options->memory_max && any_sms_held(any) > options->memory_max)
    configuration_end(&any->exploration, ANY_SMS_OUT_OF_MEMORY);
  return any->exploration.result.end == ANY_SMS_PROVED;
}

static void add_initial(void *context, const slot_t *state, uint32_t label, enum step_kind kind) {
  struct any_sms *any = context;
  (void)label;
  (void)kind;
  any->exploration.count = any->machines.nodes;
  configuration_add_initial(&any->exploration,
                            sm_machines_frame(&any->machines, any->machines.nodes), state);
}

static unsigned most_bystanders(const struct view_table *table) {
  unsigned most = 0;
  for (size_t i = 0; i < table->views.length; i++) {
    unsigned count = view_table_others_at(table, table->views.items[i].others).count;
    if (count > most) most = count;
  }
  return most;
}

static void add_starts(struct any_sms *any, const struct sm_frame *frame) {
  const struct model *model = machine_model(frame->machine);
  if (any->options.start) {
    any->options.start(any->options.context, any);
    return;
  }
  void *worker = model->worker_new(model);
  model->initial(model, worker, add_initial, any);
  model->worker_free(model, worker);
}

static void find_views(struct any_sms *any) {
  const struct sm_frame *frame = sm_machines_frame(&any->machines, any->machines.nodes);
  intern_no_marks(frame);
  add_starts(any, frame);
  for (uint32_t i = 0; i < any->table.views.length; i++) {
    struct view view = any->table.views.items[i];
    any->exploration.before = i;
    if (any->is_modular && goes_on(any)) explore_alone(any, frame, &view);
    for (size_t j = 0; j < any->table.nodes_of.items[view.hubs].items.length; j++) {
      if (j % JOINS_BETWEEN == 0 ? !goes_on(any) : any->exploration.result.end != ANY_SMS_PROVED)
        return;
      join(any, frame, i, &view, any->table.nodes_of.items[view.hubs].items.items[j]);
    }
  }
}

/* Makes the machines for views of so many nodes. */
static bool begin(struct any_sms *any, unsigned nodes, struct diagnostic *error) {
  forget(any);
  any->machines.nodes = nodes + 1;
  view_table_begin(&any->table, nodes);
  any->exploration = (struct exploration_of_views){ .machines = &any->machines,
                                                    .table = &any->table,
                                                    .before = NO_VIEW,
                                                    .note = any->options.note,
                                                    .note_context = any->options.context,
                                                    .properties = any->options.properties };
  any->keys = intern_new();
  if (!sm_machines_begin(&any->machines, error)) return false;
  any->is_modular = nodes == 1 && node_keys_apply(sm_machines_frame(&any->machines, 2));
  return true;
}

bool any_sms_can_prove(struct any_sms *any, struct diagnostic *error) {
  return begin(any, 1, error);
}

bool any_sms_prove(struct any_sms *any, unsigned nodes, struct any_sms_result *result,
                   struct diagnostic *error) {
  if (!begin(any, nodes, error)) return false;
  find_views(any);
  if (any->is_modular && any->exploration.result.blocked) {
    /* An SM whose channel is full may hide what the hub does for one with room. */
    if (!begin(any, nodes, error)) return false;
    any->is_modular = false;
    find_views(any);
  }
  any->exploration.result.bystanders = most_bystanders(&any->table);
  any->exploration.result.nodes = nodes;
  any->exploration.result.views = (uint32_t)any->table.views.length;
  *result = any->exploration.result;
  return true;
}

struct any_sms_stuck any_sms_find_stuck(struct any_sms *any) {
  return stuck_views(&any->machines, &any->table);
}

unsigned any_sms_looked_at(const struct any_sms *any) { return any->exploration.count; }

const struct sm_frame *any_sms_frame(struct any_sms *any, unsigned sms) {
  return sm_machines_frame(&any->machines, sms);
}

void any_sms_add_start(struct any_sms *any, const struct sm_frame *frame, unsigned nodes,
                       const slot_t *state) {
  any->exploration.count = nodes;
  configuration_add_initial(&any->exploration, frame, state);
}

/* --- what searches show --- */

/* The frame of a searched machine; NULL: its states cannot be taken apart. */
static const struct sm_frame *frame_of(struct any_sms *any, const struct machine *machine) {
  unsigned i = 0;
  while (i < SEARCHED_MAX && any->searched[i].number && any->searched[i].number != machine->number)
    i++;
  if (i == SEARCHED_MAX) return NULL;
  if (!any->searched[i].number) {
    const char *why;
    any->searched[i].number = machine->number;
    any->searched[i].frame = sm_frame_new(&any->parts, machine, &why);
    if (any->searched[i].frame) intern_no_marks(any->searched[i].frame);
  }
  return any->searched[i].frame;
}

static void show_view(void *context, const struct view *view) {
  struct view_table *shown = context;
  if (view_table_find(shown, view) == NO_VIEW) view_table_add(shown, view);
}

static void show(struct any_sms *any, const struct sm_frame *frame, const struct apart *apart) {
  for (unsigned size = 1; size < NODES_MAX; size++)
    view_each(&any->shown[size], frame, apart, frame->sms, show_view, &any->shown[size]);
}

static uint64_t note_views(const struct machine *machine, const slot_t *state) {
  struct any_sms *any = machine->options.views;
  struct apart apart;
  pthread_mutex_lock(&any->lock);
  const struct sm_frame *frame = frame_of(any, machine);
  if (frame && sm_apart(frame, state, frame->sms, &apart) == APART) show(any, frame, &apart);
  pthread_mutex_unlock(&any->lock);
  return 0;
}

void any_sms_attach(struct any_sms *any, struct machine_options *options) {
  options->views = any;
  options->note_state = note_views;
}

uint32_t any_sms_shown_views(const struct any_sms *any, unsigned nodes) {
  return (uint32_t)any->shown[nodes].views.length;
}

struct any_sms_shown any_sms_compare(const struct any_sms *any, uint32_t count) {
  const struct view_table *shown = &any->shown[any->table.nodes];
  struct any_sms_shown result = { 0 };
  for (uint32_t i = 0; i < count && i < shown->views.length; i++) {
    struct view view = shown->views.items[i];
    struct bystander_list others = view_table_others_at(shown, view.others);
    view.others = view_table_others(&any->table, &others);
    if (view_table_find(&any->table, &view) == NO_VIEW) result.missed++;
    else result.found++;
  }
  return result;
}

/* --- for reports --- */

const struct machine *any_sms_machine(const struct any_sms *any) {
  return any->machines.sized[any->machines.nodes].machine;
}

void any_sms_put(struct any_sms *any, const struct configuration *configuration, unsigned nodes,
                 void (*visit)(void *context, const struct sm_frame *frame, const slot_t *state),
                 void *context) {
  configuration_put_once(&any->machines, &any->table, configuration, nodes, visit, context);
}

/* The number of the view that lacks one node. */
static uint32_t view_without(const struct any_sms *any, const struct configuration *configuration,
                             unsigned lacks, struct view *view) {
  struct bystander_list others = view_table_others_at(&any->table, configuration->others);
  unsigned count = any->machines.nodes, kept = ((1u << count) - 1) & ~(1u << lacks);
  if (!view_of(&any->table, any->machines.sized[count].frame, configuration->hubs, &others,
               configuration->node, count, kept, view))
    return NO_VIEW;
  return view_table_find(&any->table, view);
}

static unsigned depth_of(const struct any_sms *any, uint32_t number) {
  unsigned depth = 0;
  for (; any->exploration.origins.items[number].before != NO_VIEW; depth++)
    number = any->exploration.origins.items[number].before;
  return depth;
}

struct any_sms_made_of any_sms_made_of(const struct any_sms *any,
                                       const struct configuration *configuration, unsigned lacks) {
  struct any_sms_made_of made_of = { 0 };
  const struct view_table *shown = &any->shown[any->table.nodes];
  struct view view;
  uint32_t number = view_without(any, configuration, lacks, &view);
  if (number == NO_VIEW) return made_of;
  struct bystander_list others = view_table_others_at(&any->table, view.others);
  made_of.depth = depth_of(any, number);
  view.others = view_table_others(shown, &others);
  made_of.is_shown = view_table_find(shown, &view) != NO_VIEW;
  return made_of;
}

static void each_step(struct any_sms *any, uint32_t number,
                      void (*visit)(void *context, const struct sm_frame *frame, const slot_t *from,
                                    const slot_t *to),
                      void *context) {
  uint32_t before = any->exploration.origins.items[number].before;
  if (before == NO_VIEW) return;
  each_step(any, before, visit, context);
  configuration_find_step(&any->exploration, number, visit, context);
}

void any_sms_each_step(struct any_sms *any, const struct configuration *configuration,
                       unsigned lacks,
                       void (*visit)(void *context, const struct sm_frame *frame,
                                     const slot_t *from, const slot_t *to),
                       void *context) {
  struct view view;
  uint32_t number = view_without(any, configuration, lacks, &view);
  if (number != NO_VIEW) each_step(any, number, visit, context);
}

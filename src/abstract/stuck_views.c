/* Absence of deadlock for any number of SMs.
 *
 * In a stuck state each SM's view is stuck: a step that is possible in a view is possible in the
 * state, since a hub treats SMs alike.  So the views of one SM are asked whether some step of the
 * SM or of the hubs goes on.  Those without such a step are grouped by what the hubs keep, of all
 * SMs.  A stuck view stays if for each of its bystanders a view of the group stays that has its
 * marks.  If nothing is outstanding in those that stay, there is no deadlock.
 *
 * waits_solve.c eliminates kinds of waits in the same way. */
#include "abstract/stuck_views.h"

#include "abstract/sm_marks.h"
#include "machine/properties.h"
#include "machine/successors.h"

struct stuck_view {
  struct view view; /* of one node */
  uint32_t all;     /* the marks of all SMs, its own included */
  bool is_busy, is_left;
};

struct stuck_list {
  struct sm_machines *machines;
  const struct view_table *table;
  struct view_table singles; /* views of one node */
  VECTOR(struct stuck_view) items;
  bool is_stuck, is_busy; /* of the view at hand */
};

static void note_kind(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  (void)label;
  if (to) *(unsigned *)context |= kind;
}

static void ask(void *context, const struct sm_frame *frame, const slot_t *state) {
  struct stuck_list *list = context;
  uint8_t slots[WIDTH_MAX];
  unsigned kinds = 0, count = sm_frame_slots_of(frame, 1, slots);
  machine_successors_of(frame->machine, state, slots, count, note_kind, &kinds, NULL);
  if (kinds & (STEP_PROGRESS | STEP_ENVIRONMENT)) return;
  list->is_stuck = true;
  list->is_busy |= !machine_quiet(frame->machine, state) || !(kinds & STEP_ISSUE);
}

static const struct sm_frame *frame_of(const struct stuck_list *list) {
  return sm_machines_frame(list->machines, list->machines->nodes);
}

/* Asks again with more and more SMs for each bystander of a set: a hub that counts may stop. */
static void ask_more(struct stuck_list *list, const struct configuration *configuration,
                     uint32_t raised) {
  for (unsigned more = 1;
       raised && configuration_put_more(list->machines, &list->singles, configuration, 1, raised,
                                        more, ask, list);)
    more++;
}

static void ask_all(struct stuck_list *list, const struct configuration *configuration) {
  struct bystander_list others = view_table_others_at(&list->singles, configuration->others);
  uint32_t all = 0;
  for (unsigned i = 0; i < others.count; i++) {
    if (bystander_is_one(frame_of(list), &others.items[i])) continue;
    all |= 1u << i;
    ask_more(list, configuration, 1u << i);
  }
  if (all & (all - 1)) ask_more(list, configuration, all);
}

static void look_at(struct stuck_list *list, const struct view *view) {
  struct configuration configuration = { view->hubs, view->others, { view->node[0] } };
  list->is_stuck = list->is_busy = false;
  if (!configuration_put_once(list->machines, &list->singles, &configuration, 1, ask, list))
    list->is_stuck = list->is_busy = true; /* there is no room for it: it may be stuck */
  else ask_all(list, &configuration);
  if (!list->is_stuck) return;
  struct bystander_list all = view_table_others_at(&list->singles, view->others);
  bystanders_add(frame_of(list), &all, view_node(frame_of(list), view->node[0])->marks);
  vector_push(list->items, (struct stuck_view){ .view = *view,
                                                .all = view_table_others(&list->singles, &all),
                                                .is_busy = list->is_busy,
                                                .is_left = true });
}

/* The views of one node of all views. */
static void list_singles(struct stuck_list *list) {
  const struct view_table *table = list->table;
  for (size_t i = 0; i < table->views.length; i++) {
    const struct view *view = &table->views.items[i];
    struct bystander_list others = view_table_others_at(table, view->others);
    for (unsigned node = 0; node < table->nodes; node++) {
      struct view single;
      if (view_of(&list->singles, frame_of(list), view->hubs, &others, view->node, table->nodes,
                  1u << node, &single) &&
          view_table_find(&list->singles, &single) == NO_VIEW)
        view_table_add(&list->singles, &single);
    }
  }
}

/* Is there a view in the group whose node has these marks? */
static bool has_marks(const struct stuck_list *list, const struct stuck_view *of, uint32_t marks) {
  for (size_t i = 0; i < list->items.length; i++) {
    const struct stuck_view *view = &list->items.items[i];
    if (view->is_left && view->view.hubs == of->view.hubs && view->all == of->all &&
        marks_of_bystander(frame_of(list), view_node(frame_of(list), view->view.node[0])->marks) ==
            marks)
      return true;
  }
  return false;
}

static bool can_stay(const struct stuck_list *list, const struct stuck_view *view) {
  struct bystander_list others = view_table_others_at(&list->singles, view->view.others);
  for (unsigned i = 0; i < others.count; i++)
    if (!has_marks(list, view, others.items[i].marks)) return false;
  return true;
}

static void eliminate(struct stuck_list *list) {
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < list->items.length; i++) {
      struct stuck_view *view = &list->items.items[i];
      if (!view->is_left || can_stay(list, view)) continue;
      view->is_left = false;
      more = true;
    }
  }
}

struct any_sms_stuck stuck_views(struct sm_machines *machines, const struct view_table *table) {
  struct stuck_list list = { .machines = machines, .table = table };
  struct any_sms_stuck result = { 0 };
  view_table_begin(&list.singles, 1);
  list_singles(&list);
  for (size_t i = 0; i < list.singles.views.length; i++)
    look_at(&list, &list.singles.views.items[i]);
  eliminate(&list);
  for (size_t i = 0; i < list.items.length; i++) {
    const struct stuck_view *view = &list.items.items[i];
    if (!view->is_left || !view->is_busy) continue;
    struct bystander_list others = view_table_others_at(&list.singles, view->view.others);
    if (!result.left++)
      result.first = (struct configuration){ view->view.hubs,
                                             view_table_others(table, &others),
                                             { view->view.node[0] } };
  }
  result.stuck = (uint32_t)list.items.length;
  vector_free(list.items);
  view_table_end(&list.singles);
  return result;
}

/* From the chosen paths to events and their values.
 *
 * Initial writes come first, one for each cell that the paths access.  A location that is also
 * accessed through an alias has several, as in Dat3M, and they are not ordered.  An initial write
 * is weak, in no thread and no scope, and under the proxy of its name. */
#include "axiom/execution.h"
#include "axiom/values.h"
#include "axiom/base_relations.h"

/* ---- relations to work on ---- */

event_set *execution_take(struct execution *x) {
  if (x->work.used == x->work.length)
    vector_push(x->work, memory_new(EVENTS_MAX, sizeof(event_set)));
  return x->work.items[x->work.used++];
}

void execution_give_back(struct execution *x) { x->work.used--; }

/* ---- events ---- */

static void add_initial_writes(struct execution *x) {
  bool accessed[CELLS_MAX] = { false };
  for (unsigned t = 0; t < x->program->thread_count; t++) path_note_accessed(x->paths[t], accessed);
  for (unsigned cell = 0; cell < x->cells->count; cell++) {
    if (!accessed[cell]) continue;
    struct execution_event event = { EVENT_WRITE,   INITIAL_THREAD,
                                     cell,          x->cells->items[cell].physical,
                                     x->node_count, x->node_count,
                                     NULL };
    x->nodes[x->node_count++] =
        (struct value_node){ .kind = NODE_CONSTANT,
                             .number = cell_initial(x->cells, x->program, event.physical) };
    x->events[x->count++] = event;
  }
  x->initial_count = x->count;
}

static void add_thread_events(struct execution *x, unsigned thread) {
  const struct path *path = x->paths[thread];
  x->first[thread] = x->count;
  for (size_t i = 0; i < path->events.length; i++) {
    const struct path_event *what = &path->events.items[i];
    bool access = is_read(what->kind) || is_write(what->kind);
    struct execution_event event = { .kind = what->kind, .thread = thread, .what = what };
    if (access || path_event_fences_location(what)) {
      event.cell = what->cell;
      event.physical = x->cells->items[what->cell].physical;
    }
    if (access) {
      event.value = x->first_node[thread] + what->value;
      event.written = x->first_node[thread] + value_written(what);
      if (is_read(what->kind)) x->nodes[event.value].left = (node_index)x->count;
    }
    x->events[x->count++] = event;
  }
}

static void sort_events(struct execution *x) {
  x->reads = x->writes = x->fences = x->barriers = x->registers = NO_EVENTS;
  for (unsigned p = 0; p < x->cells->count; p++) x->writes_to[p] = NO_EVENTS;
  for (unsigned t = 0; t < x->program->thread_count; t++) x->thread_events[t] = NO_EVENTS;
  for (unsigned e = 0; e < x->count; e++) {
    const struct execution_event *event = &x->events[e];
    if (event->thread != INITIAL_THREAD) x->thread_events[event->thread] |= event_bit(e);
    if (is_read(event->kind)) x->reads |= event_bit(e);
    if (is_write(event->kind)) {
      x->writes |= event_bit(e);
      x->writes_to[event->physical] |= event_bit(e);
    }
    switch (event->kind) {
    case EVENT_READ:
    case EVENT_WRITE:
    case EVENT_UPDATE: break;
    case EVENT_FENCE: x->fences |= event_bit(e); break;
    case EVENT_BARRIER: x->barriers |= event_bit(e); break;
    case EVENT_REGISTER:
    case EVENT_BRANCH: x->registers |= event_bit(e); break;
    }
  }
}

/* ---- values ---- */

static void reserve(struct execution *x, size_t nodes, size_t conditions) {
  if (nodes > x->node_room) {
    x->node_room = nodes * 2;
    x->nodes = memory_resize(x->nodes, x->node_room, sizeof *x->nodes);
    x->values = memory_resize(x->values, x->node_room, sizeof *x->values);
    x->known = memory_resize(x->known, x->node_room, sizeof *x->known);
    x->known_order = memory_resize(x->known_order, x->node_room, sizeof *x->known_order);
    x->pending = memory_resize(x->pending, x->node_room, sizeof *x->pending);
  }
  if (conditions > x->condition_room) {
    x->condition_room = conditions * 2;
    x->conditions = memory_resize(x->conditions, x->condition_room, sizeof *x->conditions);
  }
}

/* Gathers the paths' nodes and conditions under one numbering. */
static void gather_values(struct execution *x) {
  size_t nodes = x->cells->count, conditions = 0;
  for (unsigned t = 0; t < x->program->thread_count; t++) {
    nodes += x->paths[t]->nodes.length;
    conditions += x->paths[t]->conditions.length;
  }
  reserve(x, nodes, conditions);
  x->node_count = x->condition_count = 0;
  for (unsigned t = 0; t < x->program->thread_count; t++) {
    const struct path *path = x->paths[t];
    node_index offset = (node_index)x->node_count;
    x->first_node[t] = offset;
    for (size_t i = 0; i < path->nodes.length; i++) {
      struct value_node *node = &x->nodes[x->node_count++];
      *node = path->nodes.items[i];
      node->left += offset;
      node->right += offset;
      node->expected += offset;
    }
    for (size_t i = 0; i < path->conditions.length; i++) {
      struct branch_condition *condition = &x->conditions[x->condition_count++];
      *condition = path->conditions.items[i];
      condition->left += offset;
      condition->right += offset;
    }
  }
}

void execution_prepare(struct execution *x) {
  x->count = 0;
  gather_values(x);
  add_initial_writes(x);
  for (unsigned t = 0; t < x->program->thread_count; t++) add_thread_events(x, t);
  sort_events(x);
  evaluation_start(&x->evaluation, x->code, x->count);
  base_relations_fill(x);
  values_start(x);
}

bool event_is_aligned(const struct execution *x, unsigned event) {
  const struct path_event *what = x->events[event].what;
  return what && what->size && what->offset % what->size == 0;
}

void execution_free(struct execution *x) {
  vector_free(x->addresses);
  memory_free(x->nodes);
  memory_free(x->values);
  memory_free(x->known);
  memory_free(x->known_order);
  memory_free(x->pending);
  memory_free(x->conditions);
  memory_free(x->must);
  for (size_t i = 0; i < x->work.length; i++) memory_free(x->work.items[i]);
  vector_free(x->work);
  evaluation_free(&x->evaluation);
}

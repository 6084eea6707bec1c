/* The graph is made by one more walk over the states: each is loaded, its steps are computed again, and each step's target is
 * looked up in the visited set, which knows them all by now.  The arrays' sizes are known as well: the search has counted.
 *
 * One thread walks.  That keeps the numbering a function of the model alone. */
#include "explore/graph.h"

#include <stdlib.h>

enum { SORTS_MAX = UINT16_MAX, LATE_EVERY = 1 << 10 };

bool graph_late(struct graph *graph) {
  double limit = graph->run->options->seconds_max;
  bool late = limit > 0 && run_seconds(graph->run) > limit;
  if (late) graph->end = SEARCH_OUT_OF_TIME;
  return late;
}

void *graph_take(struct graph *graph, uint64_t bytes) {
  void *block = budget_take(&graph->run->budget, bytes ? bytes : 1);
  if (!block) graph->end = SEARCH_OUT_OF_MEMORY;
  return block;
}

void graph_give(struct graph *graph, void *block, uint64_t bytes) { budget_give(&graph->run->budget, block, bytes ? bytes : 1); }

/* --- sorts of steps --- */

static uint16_t new_class(struct graph *graph, uint64_t name) {
  vector_push(graph->strong, graph->obligations->is_strong(graph->run->model, name));
  return (uint16_t)(graph->strong.length - 1);
}

static uint16_t sort_number(struct graph *graph, uint64_t class, struct pairs pairs) {
  if (class == NOT_OWED && !pairs.when && !pairs.then) return 0;
  uintptr_t *last = sparse_at(&graph->sort_numbers, class);
  const struct sort *sorts = graph->sorts.items;
  for (uint16_t i = (uint16_t)*last; i; i = sorts[i].next)
    if (sorts[i].pairs.when == pairs.when && sorts[i].pairs.then == pairs.then) return i;
  if (graph->sorts.length == SORTS_MAX) {
    graph->end = SEARCH_OUT_OF_NUMBERS;
    return 0;
  }
  uint16_t number = class == NOT_OWED ? 0 : *last ? sorts[*last].class : new_class(graph, class);
  vector_push(graph->sorts, (struct sort){ number, (uint16_t)*last, pairs });
  *last = graph->sorts.length - 1;
  return (uint16_t)*last;
}

/* --- the walk --- */

struct walk {
  struct graph *graph;
  node *number;      /* by index in the visited set; NO_NODE: not met yet */
  uint64_t numbers;  /* indices */
  uint64_t known;    /* nodes */
};

static _Noreturn void unrepeatable(void) {
  fprintf(stderr, "turnsole: internal error: a state's steps were not the same when computed again\n");
  abort();
}

static node meet(struct walk *walk, const slot_t *state) {
  struct graph *graph = walk->graph;
  state_index index = visited_find(graph->run->visited, 0, state);
  if (index == 0 || index >= walk->numbers) unrepeatable();
  if (walk->number[index] == NO_NODE) {
    if (walk->known == graph->nodes) unrepeatable();
    graph->place[walk->known] = index;
    walk->number[index] = (node)walk->known++;
  }
  return walk->number[index];
}

static void meet_initial(void *context, const slot_t *state, uint32_t label, enum step_kind kind) {
  (void)label, (void)kind;
  meet(context, state);
}

static void meet_successor(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct walk *walk = context;
  struct graph *graph = walk->graph;
  const struct obligations *obligations = graph->obligations;
  const struct model *model = graph->run->model;
  void *worker = graph->run->members[0].worker;
  (void)label;
  if (kind == STEP_BLOCKED) return;
  if (graph->edges == graph->edge_room) unrepeatable();
  struct pairs pairs = pairs_of_step(obligations, model, worker, to);
  graph->sort[graph->edges] = sort_number(graph, obligations->owed(model, worker), pairs);
  graph->to[graph->edges++] = meet(walk, to);
}

static void walk_all(struct walk *walk) {
  struct graph *graph = walk->graph;
  const struct model *model = graph->run->model;
  void *worker = graph->run->members[0].worker;
  model->initial(model, worker, meet_initial, walk);
  graph->initials = (node)walk->known;
  for (node from = 0; from < walk->known && graph->end == SEARCH_COMPLETE; from++) {
    slot_t state[WIDTH_MAX];
    visited_open(graph->run->visited, 0, graph->place[from], state);
    graph->met[from] = graph->obligations->met(model, worker, state);
    graph->first[from] = graph->edges;
    model->successors(model, worker, state, meet_successor, walk);
    if (from % LATE_EVERY == 0) graph_late(graph);
  }
  graph->first[graph->nodes] = graph->edges;
}

/* --- its memory --- */

static uint64_t indices(const struct run *run) {
  uint64_t end = 1;
  for (size_t i = 0; i < run->frontier.slices.length; i++) {
    const struct range *slice = &run->frontier.slices.items[i];
    if ((uint64_t)slice->first + slice->count > end) end = (uint64_t)slice->first + slice->count;
  }
  return end;
}

static bool take_arrays(struct graph *graph) {
  graph->place = graph_take(graph, graph->nodes * sizeof *graph->place);
  graph->first = graph_take(graph, (graph->nodes + 1) * sizeof *graph->first);
  graph->met = graph_take(graph, graph->nodes * sizeof *graph->met);
  graph->to = graph_take(graph, graph->edge_room * sizeof *graph->to);
  graph->sort = graph_take(graph, graph->edge_room * sizeof *graph->sort);
  return graph->end == SEARCH_COMPLETE;
}

void graph_build(struct graph *graph, struct run *run, const struct obligations *obligations) {
  *graph = (struct graph){ .run = run, .obligations = obligations, .nodes = visited_count(run->visited),
                           .edge_room = run->transitions };
  vector_push(graph->sorts, (struct sort){ 0, 0, { 0, 0 } });
  vector_push(graph->strong, false);
  struct walk walk = { .graph = graph, .numbers = indices(run) };
  walk.number = take_arrays(graph) ? graph_take(graph, walk.numbers * sizeof *walk.number) : NULL;
  if (!walk.number) return;
  for (uint64_t i = 0; i < walk.numbers; i++) walk.number[i] = NO_NODE;
  walk_all(&walk);
  graph_give(graph, walk.number, walk.numbers * sizeof *walk.number);
}

void graph_free(struct graph *graph) {
  graph_give(graph, graph->place, graph->nodes * sizeof *graph->place);
  graph_give(graph, graph->first, (graph->nodes + 1) * sizeof *graph->first);
  graph_give(graph, graph->met, graph->nodes * sizeof *graph->met);
  graph_give(graph, graph->to, graph->edge_room * sizeof *graph->to);
  graph_give(graph, graph->sort, graph->edge_room * sizeof *graph->sort);
  sparse_free(&graph->sort_numbers);
  vector_free(graph->sorts);
  vector_free(graph->strong);
}

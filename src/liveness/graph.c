/* The graph is made by one more walk over the states.  Each is loaded, its steps are computed
 * again, and each step's target is looked up in the visited set.  The search has counted, so the
 * sizes of the arrays are known.
 *
 * All members share the nodes of a batch, and note where steps lead and of which class they are.
 * Then one of them numbers the targets, in the order of the nodes.  That takes little of the time,
 * and keeps the numbering a function of only the model. */
#include "liveness/graph.h"

#include "os/crew.h"

enum {
  SORTS_MAX = UINT16_MAX,
  CHUNK = 128,
  CHUNKS = 32 /* of a batch, whose steps the budget does not count */
};

bool graph_late(struct graph *graph) {
  bool late = graph->explored->late(graph->explored);
  if (late) __atomic_store_n(&graph->end, SEARCH_OUT_OF_TIME, __ATOMIC_RELAXED);
  return late;
}

void *graph_take(struct graph *graph, uint64_t bytes) {
  void *block = budget_take(graph->explored->budget, bytes ? bytes : 1);
  if (!block) graph->end = SEARCH_OUT_OF_MEMORY;
  return block;
}

void graph_give(struct graph *graph, void *block, uint64_t bytes) {
  budget_give(graph->explored->budget, block, bytes ? bytes : 1);
}

/* --- sorts of steps --- */

static uint16_t new_class(struct graph *graph, uint64_t name) {
  const struct obligations *obligations = graph->obligations;
  bool strong = obligations->is_strong && obligations->is_strong(graph->explored->model, name);
  vector_push(graph->names, name);
  vector_push(graph->strong, strong);
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

/* A step that was found. */
struct graph_step {
  uint64_t class;
  struct pairs pairs;
  state_index to;
};

struct graph_walk;
struct graph_walker {
  struct graph_walk *walk;
  unsigned member;
  VECTOR(struct graph_step) found; /* in this batch */
  char apart[64];
};

struct graph_walk {
  struct graph *graph;
  node *number;                 /* by index in the visited set; NO_NODE: not met yet */
  uint64_t numbers;             /* indices */
  uint64_t known;               /* nodes */
  struct graph_walker *walkers; /* by member */
  node begin, end;              /* the batch */
  struct {
    unsigned walker;
    size_t first;
  } chunks[CHUNKS]; /* who walked it, and the first step found there */
  unsigned next;    /* atomic: of the chunks */
};

static state_index index_of(const struct graph_walk *walk, unsigned member, const slot_t *state) {
  state_index index = visited_find(walk->graph->explored->visited, member, state);
  if (index == 0 || index >= walk->numbers) trace_unrepeatable();
  return index;
}

static node number_of(struct graph_walk *walk, state_index index) {
  struct graph *graph = walk->graph;
  if (walk->number[index] == NO_NODE) {
    if (walk->known == graph->nodes) trace_unrepeatable();
    graph->place[walk->known] = index;
    walk->number[index] = (node)walk->known++;
  }
  return walk->number[index];
}

static void meet_initial(void *context, const slot_t *state, uint32_t label, enum step_kind kind) {
  (void)label, (void)kind;
  number_of(context, index_of(context, 0, state));
}

static void find_successor(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct graph_walker *walker = context;
  const struct graph *graph = walker->walk->graph;
  const struct obligations *obligations = graph->obligations;
  const struct model *model = graph->explored->model;
  void *worker = graph->explored->workers[walker->member];
  (void)label;
  if (kind == STEP_BLOCKED) return;
  struct graph_step found = { obligations->owed(model, worker),
                              obligations_pairs(obligations, model, worker, to),
                              index_of(walker->walk, walker->member, to) };
  vector_push(walker->found, found);
}

/* Finds the steps of a chunk's nodes, and puts their numbers in `first` for the time being. */
static void find_chunk(struct graph_walker *walker, unsigned chunk) {
  struct graph_walk *walk = walker->walk;
  struct graph *graph = walk->graph;
  const struct model *model = graph->explored->model;
  void *worker = graph->explored->workers[walker->member];
  node begin = walk->begin + chunk * CHUNK,
       end = begin + CHUNK < walk->end ? begin + CHUNK : walk->end;
  walk->chunks[chunk].walker = walker->member;
  walk->chunks[chunk].first = walker->found.length;
  for (node from = begin; from < end; from++) {
    slot_t state[WIDTH_MAX];
    size_t before = walker->found.length;
    visited_open(graph->explored->visited, walker->member, graph->place[from], state);
    graph->met[from] = graph->obligations->met(model, worker, state);
    model->successors(model, worker, state, find_successor, walker);
    graph->first[from] = walker->found.length - before;
  }
}

static void find_batch(void *context, unsigned member) {
  struct graph_walk *walk = context;
  struct graph_walker *walker = &walk->walkers[member];
  walker->found.length = 0;
  for (;;) {
    unsigned chunk = __atomic_fetch_add(&walk->next, 1, __ATOMIC_RELAXED);
    if (chunk * CHUNK >= walk->end - walk->begin) return;
    find_chunk(walker, chunk);
  }
}

static void number_batch(struct graph_walk *walk) {
  struct graph *graph = walk->graph;
  const struct graph_step *found = NULL;
  for (node from = walk->begin; from < walk->end; from++) {
    unsigned chunk = (from - walk->begin) / CHUNK;
    if ((from - walk->begin) % CHUNK == 0)
      found = walk->walkers[walk->chunks[chunk].walker].found.items + walk->chunks[chunk].first;
    const struct graph_step *end = found + graph->first[from];
    graph->first[from] = graph->edges;
    if (graph->edge_room - graph->edges < (uint64_t)(end - found)) trace_unrepeatable();
    for (; found < end; found++) {
      graph->sort[graph->edges] = sort_number(graph, found->class, found->pairs);
      graph->to[graph->edges++] = number_of(walk, found->to);
    }
  }
}

/* As many members as there are chunks, at most. */
static unsigned members_for(const struct explored *explored, uint64_t nodes) {
  uint64_t chunks = (nodes + CHUNK - 1) / CHUNK;
  return chunks < explored->member_count ? (unsigned)chunks : explored->member_count;
}

static void walk_all(struct graph_walk *walk) {
  struct graph *graph = walk->graph;
  const struct explored *explored = graph->explored;
  explored->model->initial(explored->model, explored->workers[0], meet_initial, walk);
  graph->initials = (node)walk->known;
  while (walk->end < walk->known && graph->end == SEARCH_COMPLETE) {
    uint64_t count = walk->known - walk->end;
    walk->begin = walk->end;
    walk->end += (node)(count < CHUNK * CHUNKS ? count : CHUNK * CHUNKS);
    walk->next = 0;
    crew_together(members_for(explored, walk->end - walk->begin), find_batch, walk);
    number_batch(walk);
    graph_late(graph);
  }
  graph->first[graph->nodes] = graph->edges;
}

static void begin_walkers(struct graph_walk *walk) {
  unsigned count = walk->graph->explored->member_count;
  walk->walkers = memory_new(count, sizeof *walk->walkers);
  for (unsigned i = 0; i < count; i++)
    walk->walkers[i] = (struct graph_walker){ .walk = walk, .member = i };
}

static void free_walkers(struct graph_walk *walk) {
  for (unsigned i = 0; i < walk->graph->explored->member_count; i++)
    vector_free(walk->walkers[i].found);
  memory_free(walk->walkers);
}

/* --- its memory --- */

static bool take_arrays(struct graph *graph) {
  graph->place = graph_take(graph, graph->nodes * sizeof *graph->place);
  graph->first = graph_take(graph, (graph->nodes + 1) * sizeof *graph->first);
  graph->met = graph_take(graph, graph->nodes * sizeof *graph->met);
  graph->to = graph_take(graph, graph->edge_room * sizeof *graph->to);
  graph->sort = graph_take(graph, graph->edge_room * sizeof *graph->sort);
  return graph->end == SEARCH_COMPLETE;
}

void graph_build(struct graph *graph, const struct explored *explored,
                 const struct obligations *obligations) {
  *graph = (struct graph){ .explored = explored,
                           .obligations = obligations,
                           .nodes = visited_count(explored->visited),
                           .edge_room = explored->transitions };
  vector_push(graph->sorts, (struct sort){ 0, 0, { 0, 0 } });
  vector_push(graph->names, NOT_OWED);
  vector_push(graph->strong, false);
  struct graph_walk walk = { .graph = graph, .numbers = explored->index_end };
  walk.number = take_arrays(graph) ? graph_take(graph, walk.numbers * sizeof *walk.number) : NULL;
  if (!walk.number) return;
  for (uint64_t i = 0; i < walk.numbers; i++) walk.number[i] = NO_NODE;
  begin_walkers(&walk);
  walk_all(&walk);
  free_walkers(&walk);
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
  vector_free(graph->names);
  vector_free(graph->strong);
}

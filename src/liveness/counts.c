/* Counters are weights of the graph's steps.  The least count of runs from a node is a shortest way
 * to an end, and the greatest one a longest way.
 *
 * Components of nodes that have not ended come in such an order that those that others lead to come
 * first.  A longest way goes from component to component: a step within one adds nothing, or it can
 * be repeated and the count has no bound.  For a shortest way the nodes of a component are relaxed
 * until nothing changes (Bellman 1958).  One walk over all components serves one counter. */
#include "liveness/counts.h"

#include "base/memory.h"
#include "liveness/components.h"

enum { NO_WAY = UINT32_MAX }; /* as the least count: no run from here ends */

struct count_walk {
  struct graph graph;
  struct components components;
  const struct counters *counters;
  struct obligations steps; /* the graph's classes name what steps add */
  struct counts *counts;
  uint32_t *amounts;        /* by class: what its steps add to the counter at hand */
  struct count_range *ways; /* by node: over the runs from it that end */
};

void count_range_add(struct count_range *all, struct count_range more, bool first) {
  if (first || more.least < all->least) all->least = more.least;
  if (first || more.greatest > all->greatest) all->greatest = more.greatest;
}

/* --- the runs from a node --- */

static uint32_t added(uint32_t count, uint32_t amount) {
  return count == COUNT_UNBOUNDED ? count : count + amount;
}

static void take_greater(uint32_t *greatest, uint32_t count) {
  if (count > *greatest) *greatest = count;
}

static bool relax(struct count_walk *walk, node from) {
  const struct graph *graph = &walk->graph;
  struct count_range *way = &walk->ways[from];
  uint32_t before = way->least;
  for (uint64_t edge = graph->first[from]; edge < graph->first[from + 1]; edge++) {
    uint32_t least = walk->ways[graph->to[edge]].least;
    uint32_t amount = walk->amounts[graph_class(graph, edge)];
    if (least != NO_WAY && least + amount < way->least) way->least = least + amount;
  }
  return way->least < before;
}

/* The greatest count of runs from the component; all of its nodes share it. */
static uint32_t greatest_of(const struct count_walk *walk, const node *members, uint32_t count,
                            uint32_t component) {
  const struct graph *graph = &walk->graph;
  uint32_t greatest = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint64_t edge = graph->first[members[i]]; edge < graph->first[members[i] + 1]; edge++) {
      node to = graph->to[edge];
      uint32_t amount = walk->amounts[graph_class(graph, edge)];
      bool inside = !graph->met[to] && walk->components.index[to] == component;
      if (inside && amount) return COUNT_UNBOUNDED;
      if (!inside && walk->ways[to].least != NO_WAY)
        take_greater(&greatest, added(walk->ways[to].greatest, amount));
    }
  return greatest;
}

static void count_component(void *context, const node *members, uint32_t count,
                            uint32_t component) {
  struct count_walk *walk = context;
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t i = 0; i < count; i++) changes |= relax(walk, members[i]);
  }
  if (walk->ways[members[0]].least == NO_WAY) return;
  uint32_t greatest = greatest_of(walk, members, count, component);
  for (uint32_t i = 0; i < count; i++) walk->ways[members[i]].greatest = greatest;
}

/* --- one counter --- */

static struct count_range range_of_runs(const struct count_walk *walk) {
  struct count_range range = { NO_WAY, 0 };
  for (node i = 0; i < walk->graph.initials; i++) {
    struct count_range way = walk->ways[i];
    if (way.least == NO_WAY) continue;
    if (way.least < range.least) range.least = way.least;
    take_greater(&range.greatest, way.greatest);
  }
  return range;
}

/* Sets what each class adds to the counter; false: none adds anything. */
static bool set_amounts(struct count_walk *walk, unsigned counter) {
  const struct graph *graph = &walk->graph;
  const struct model *model = graph->explored->model;
  bool any = false;
  for (size_t i = 1; i < graph->names.length; i++) {
    walk->amounts[i] = walk->counters->amount(model, graph->names.items[i], counter);
    any |= walk->amounts[i] > 0;
  }
  return any;
}

static struct count_range count_one(struct count_walk *walk) {
  const struct graph *graph = &walk->graph;
  for (node i = 0; i < graph->nodes; i++) {
    walk->components.live[i] = !graph->met[i];
    walk->ways[i] = (struct count_range){ graph->met[i] ? 0 : NO_WAY, 0 };
  }
  components_each(&walk->components, count_component, walk);
  return range_of_runs(walk);
}

/* --- all counters --- */

/* Runs end as often for all counters, so the first one is walked in any case. */
static void count_each(struct count_walk *walk) {
  struct graph *graph = &walk->graph;
  struct counts *counts = walk->counts;
  for (unsigned i = 0; i < walk->counters->count && !graph_late(graph); i++) {
    if (!set_amounts(walk, i) && i) continue;
    counts->ranges[i] = count_one(walk);
    counts->ends = counts->ranges[i].least != NO_WAY;
  }
}

/* Called by the search, once it knows all states. */
static void count_all(void *context, const struct explored *explored) {
  struct count_walk *walk = context;
  struct graph *graph = &walk->graph;
  graph_build(graph, explored, &walk->steps);
  uint64_t bytes = graph->nodes * sizeof *walk->ways;
  if (graph->end == SEARCH_COMPLETE) {
    walk->amounts = memory_new(graph->names.length, sizeof *walk->amounts);
    walk->ways = graph_take(graph, bytes);
    if (components_new(&walk->components, graph)) count_each(walk);
    components_free(&walk->components);
    graph_give(graph, walk->ways, bytes);
    memory_free(walk->amounts);
  }
  walk->counts->end = graph->end;
  graph_free(graph);
}

struct counts counts_find(const struct model *model, const struct counters *counters,
                          const struct search_options *options) {
  struct counts counts = { .end = SEARCH_COMPLETE };
  struct count_walk walk = { .counters = counters,
                             .counts = &counts,
                             .steps = {
                                 .goals = 1, .met = counters->ended, .owed = counters->added } };
  struct search_options whole = *options;
  whole.stop_at = 0;
  whole.completed = count_all;
  whole.completed_context = &walk;
  counts.search = search_run(model, &whole);
  if (counts.search.end != SEARCH_COMPLETE) counts.end = counts.search.end;
  return counts;
}

void counts_clear(struct counts *counts) { search_result_clear(&counts->search); }

/* Fair loops.
 *
 * A strongly connected component holds a fair loop that visits all of its nodes, unless some class stands against it: a class
 * that is never taken inside, and that can be taken (weakly fair) in all of its nodes, or (strongly fair) in some.  In the first
 * case no part of the component holds a fair loop either.  In the second one those that do are without the nodes in which the
 * class can be taken; what is left of the component is looked at again (Emerson and Lei, "Modalities for model checking", 1987;
 * Lichtenstein and Pnueli 1985).  Each round of this costs time linear in the living part of the graph, and kills nodes.
 *
 * A run may end for good where nothing is owed.  That is as if each node had a step of no class to itself; so a single node is
 * a component like any other here, fair if no class can be taken in it. */
#include "explore/graph.h"

struct tally {
  struct components *components;
  uint32_t *enabled;  /* by class: in how many of the component's nodes it can be taken */
  node *seen;         /* by class: the last node in which it can, and one more */
  uint8_t *taken;     /* by class: inside the component */
  struct { uint16_t *items; size_t length, room; } met; /* classes that can be taken somewhere */
  bool killed;
};

static void count_node(struct tally *tally, node from, uint32_t component) {
  const struct graph *graph = tally->components->graph;
  for (uint64_t edge = graph->first[from]; edge < graph->first[from + 1]; edge++) {
    uint16_t class = graph->class[edge];
    if (class == 0) continue;
    if (tally->enabled[class] == 0) vector_push(tally->met, class);
    if (tally->seen[class] != from + 1) tally->enabled[class]++;
    tally->seen[class] = from + 1;
    tally->taken[class] |= tally->components->index[graph->to[edge]] == component;
  }
}

/* Does the node have a step of a strongly fair class that the component never takes? */
static bool is_owed(const struct tally *tally, node from) {
  const struct graph *graph = tally->components->graph;
  for (uint64_t edge = graph->first[from]; edge < graph->first[from + 1]; edge++) {
    uint16_t class = graph->class[edge];
    if (class && graph->classes.items[class].strong && !tally->taken[class]) return true;
  }
  return false;
}

static void judge(void *context, const node *members, uint32_t count, uint32_t component) {
  struct tally *tally = context;
  const struct class_kind *kinds = tally->components->graph->classes.items;
  bool weakly_unfair = false, strongly_unfair = false;
  for (uint32_t i = 0; i < count; i++) count_node(tally, members[i], component);
  for (size_t i = 0; i < tally->met.length; i++) {
    uint16_t class = tally->met.items[i];
    if (tally->taken[class]) continue;
    strongly_unfair |= kinds[class].strong;
    weakly_unfair |= tally->enabled[class] == count;
  }
  for (uint32_t i = 0; i < count && (weakly_unfair || strongly_unfair); i++)
    if (weakly_unfair || is_owed(tally, members[i])) tally->components->live[members[i]] = 0;
  tally->killed |= weakly_unfair || strongly_unfair;
  for (size_t i = 0; i < tally->met.length; i++) {
    uint16_t class = tally->met.items[i];
    tally->enabled[class] = tally->seen[class] = tally->taken[class] = 0;
  }
  tally->met.length = 0;
}

bool fair_nodes(struct components *components) {
  struct graph *graph = components->graph;
  struct tally tally = { .components = components };
  size_t classes = graph->classes.length;
  tally.enabled = memory_new(classes, sizeof *tally.enabled);
  tally.seen = memory_new(classes, sizeof *tally.seen);
  tally.taken = memory_new(classes, sizeof *tally.taken);
  do {
    tally.killed = false;
    components_each(components, judge, &tally);
  } while (tally.killed && !graph_late(graph));
  memory_free(tally.enabled);
  memory_free(tally.seen);
  memory_free(tally.taken);
  vector_free(tally.met);
  return !tally.killed;
}

/* A strongly connected component has a fair loop through all of its nodes, unless some class stands
 * against it: a class that is never taken inside, and that can be taken in all of its nodes (weakly
 * fair) or in some (strongly fair).  In the first case no part of the component has a fair loop
 * either.  In the second, a part that has one lies without the nodes in which the class can be
 * taken, so the rest is looked at again (Emerson and Lei, "Modalities for model checking", 1987;
 * Lichtenstein and Pnueli 1985).  Each round is linear in the living part, and kills nodes.
 *
 * Pairs are strong fairness of steps.  Where a component has a `when` inside and no `then`, no fair
 * loop takes that `when`.  Such edges are barred, and the rest is looked at again.  A class whose
 * steps are barred can still be taken, and is owed as before.
 *
 * A run may end for good where nothing is owed, as if each node had a step of no class to itself.
 * So a single node is a component like any other, fair if no class can be taken in it. */
#include "liveness/fairness.h"

struct class_tally {
  struct components *components;
  uint32_t *enabled;    /* by class: in how many of the component's nodes it can be taken */
  node *seen;           /* by class: the last node in which it can, and one more */
  uint8_t *taken;       /* by class: inside the component */
  VECTOR(uint16_t) met; /* classes that can be taken somewhere */
  struct pairs pairs;   /* inside the component */
  bool changed;
};

static void count_node(struct class_tally *tally, node from, uint32_t component) {
  const struct components *components = tally->components;
  const struct graph *graph = components->graph;
  for (uint64_t edge = graph->first[from]; edge < graph->first[from + 1]; edge++) {
    uint16_t class = graph_class(graph, edge);
    bool inside =
        components->index[graph->to[edge]] == component && !components_bar(components, from, edge);
    if (inside) pairs_add(&tally->pairs, graph_pairs(graph, edge));
    if (class == 0) continue;
    if (tally->enabled[class] == 0) vector_push(tally->met, class);
    if (tally->seen[class] != from + 1) tally->enabled[class]++;
    tally->seen[class] = from + 1;
    tally->taken[class] |= inside;
  }
}

/* Does the node have a step of a strongly fair class that the component never takes? */
static bool is_owed(const struct class_tally *tally, node from) {
  const struct graph *graph = tally->components->graph;
  for (uint64_t edge = graph->first[from]; edge < graph->first[from + 1]; edge++) {
    uint16_t class = graph_class(graph, edge);
    if (class && graph->strong.items[class] && !tally->taken[class]) return true;
  }
  return false;
}

static void judge(void *context, const node *members, uint32_t count, uint32_t component) {
  struct class_tally *tally = context;
  struct components *components = tally->components;
  bool weakly_unfair = false, strongly_unfair = false;
  tally->pairs = (struct pairs){ 0, 0 };
  for (uint32_t i = 0; i < count; i++) count_node(tally, members[i], component);
  for (size_t i = 0; i < tally->met.length; i++) {
    uint16_t class = tally->met.items[i];
    if (tally->taken[class]) continue;
    strongly_unfair |= components->graph->strong.items[class];
    weakly_unfair |= tally->enabled[class] == count;
  }
  for (uint32_t i = 0; i < count && (weakly_unfair || strongly_unfair); i++)
    if (weakly_unfair || is_owed(tally, members[i])) components->live[members[i]] = 0;
  uint64_t broken = pairs_broken(tally->pairs);
  for (uint32_t i = 0; i < count && broken; i++) components->barred[members[i]] |= broken;
  tally->changed |= weakly_unfair || strongly_unfair || broken;
  for (size_t i = 0; i < tally->met.length; i++) {
    uint16_t class = tally->met.items[i];
    tally->enabled[class] = tally->seen[class] = tally->taken[class] = 0;
  }
  tally->met.length = 0;
}

bool fairness_prune(struct components *components) {
  struct graph *graph = components->graph;
  struct class_tally tally = { .components = components };
  size_t classes = graph->strong.length;
  tally.enabled = memory_new(classes, sizeof *tally.enabled);
  tally.seen = memory_new(classes, sizeof *tally.seen);
  tally.taken = memory_new(classes, sizeof *tally.taken);
  do {
    tally.changed = false;
    components_each(components, judge, &tally);
  } while (tally.changed && !graph_late(graph));
  memory_free(tally.enabled);
  memory_free(tally.seen);
  memory_free(tally.taken);
  vector_free(tally.met);
  return !tally.changed;
}

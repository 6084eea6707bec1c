/* Pearce, "A space-efficient algorithm for finding strongly connected components" (Information
 * Processing Letters 116, 2016), his third algorithm, iterative as his.
 *
 * One array holds what Tarjan needs three for.  A node's index is 0 before it is met. Then it is
 * the order in which it was met, or the least such order that it is known to reach. In the end it
 * is its component, counted down from the greatest number.  So a node whose component is known
 * never looks less than an open one.  A node is on the path, or waits for its component's root, or
 * neither, so one array has room for both from its two ends.
 *
 * Departing from the paper, an edge counter a node (`next`) replaces his second stack.  A
 * component is handed out as soon as it is complete, while its members lie side by side. */
#include "liveness/components.h"

bool components_new(struct components *components, struct graph *graph) {
  uint64_t nodes = graph->nodes;
  *components = (struct components){ .graph = graph };
  components->index = graph_take(graph, nodes * sizeof *components->index);
  components->next = graph_take(graph, nodes * sizeof *components->next);
  components->stack = graph_take(graph, nodes * sizeof *components->stack);
  components->live = graph_take(graph, nodes);
  if (graph->obligations->pairs)
    components->barred = graph_take(graph, nodes * sizeof *components->barred);
  return graph->end == SEARCH_COMPLETE;
}

void components_free(struct components *components) {
  uint64_t nodes = components->graph->nodes;
  graph_give(components->graph, components->index, nodes * sizeof *components->index);
  graph_give(components->graph, components->next, nodes * sizeof *components->next);
  graph_give(components->graph, components->stack, nodes * sizeof *components->stack);
  graph_give(components->graph, components->live, nodes);
  graph_give(components->graph, components->barred, nodes * sizeof *components->barred);
}

struct descent {
  struct components *components;
  uint32_t order;     /* the next node's index */
  uint32_t component; /* the next component */
  uint64_t path;      /* nodes of the path: stack[0 .. path) */
  uint64_t waiting;   /* stack[waiting .. nodes) wait for their root */
  void (*take)(void *context, const node *members, uint32_t count, uint32_t component);
  void *context;
};

static void enter(struct descent *descent, node from) {
  struct components *components = descent->components;
  components->index[from] = descent->order++;
  components->next[from] = 0;
  components->stack[descent->path++] = from;
}

/* The node's next living neighbour that has not been met, or NO_NODE.  Takes over what the others
 * reach. */
static node advance(struct descent *descent, node from) {
  struct components *components = descent->components;
  const struct graph *graph = components->graph;
  uint64_t first = graph->first[from];
  uint32_t count = (uint32_t)(graph->first[from + 1] - first);
  while (components->next[from] < count) {
    uint64_t edge = first + components->next[from];
    node to = graph->to[edge];
    bool leads = components->live[to] && !components_bar(components, from, edge);
    if (leads && components->index[to] == 0) return to; /* this edge is looked at again */
    if (leads && components->index[to] < components->index[from]) {
      components->index[from] = components->index[to];
      components->live[from] |= 2; /* it is no root */
    }
    components->next[from]++;
  }
  return NO_NODE;
}

static void leave(struct descent *descent) {
  struct components *components = descent->components;
  uint64_t nodes = components->graph->nodes;
  node from = components->stack[--descent->path];
  bool root = !(components->live[from] & 2);
  components->live[from] &= 1;
  components->stack[--descent->waiting] = from;
  if (!root) return;
  uint64_t end = descent->waiting;
  uint32_t least = components->index[from];
  while (end < nodes && components->index[components->stack[end]] >= least) {
    components->index[components->stack[end++]] = descent->component;
    descent->order--;
  }
  const node *members = components->stack + descent->waiting;
  uint32_t count = (uint32_t)(end - descent->waiting);
  descent->waiting = end;
  descent->take(descent->context, members, count, descent->component--);
}

void components_each(struct components *components,
                     void (*take)(void *context, const node *members, uint32_t count,
                                  uint32_t component),
                     void *context) {
  const struct graph *graph = components->graph;
  struct descent descent = { .components = components,
                             .order = 1,
                             .component = UINT32_MAX - 1,
                             .waiting = graph->nodes,
                             .take = take,
                             .context = context };
  for (node from = 0; from < graph->nodes; from++) components->index[from] = 0;
  for (node from = 0; from < graph->nodes; from++) {
    if (!components->live[from] || components->index[from]) continue;
    enter(&descent, from);
    while (descent.path) {
      node top = components->stack[descent.path - 1], to = advance(&descent, top);
      if (to != NO_NODE) enter(&descent, to);
      else leave(&descent);
    }
  }
}

/* --- fair loops ---
 *
 * A strongly connected component has a fair loop through all of its nodes, unless some class stands
 * against it. Such a class is never taken inside, and can be taken in all of its nodes (weakly
 * fair) or in some (strongly fair).  In the first case no part of the component has a fair loop
 * either.  In the second, a part that has one lies without the nodes in which the class can be
 * taken.  So the rest is looked at again (Emerson and Lei, "Modalities for model checking", 1987;
 * Lichtenstein and Pnueli 1985).  Each round is linear in the living part, and kills nodes.
 *
 * Pairs are strong fairness of steps.  Where a component has a `when` inside and no `then`, no fair
 * loop takes that `when`.  Such edges are barred, and the rest is looked at again.  A class whose
 * steps are barred can still be taken, and is owed as before.
 *
 * A run may end for good where nothing is owed, as if each node had a step of no class to itself.
 * So a single node is a component like any other, fair if no class can be taken in it. */

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

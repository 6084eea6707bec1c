/* Pearce, "A space-efficient algorithm for finding strongly connected components" (Information
 * Processing Letters 116, 2016), his third algorithm, iterative as his.
 *
 * One array holds what Tarjan needs three for.  A node's index is 0 before it is met; then the
 * order in which it was met, or the least such order that it is known to reach; in the end its
 * component, counted down from the greatest number.  So a node whose component is known never looks
 * less than an open one.  A node is on the path, or waits for its component's root, or neither, so
 * one array has room for both from its two ends.
 *
 * Departing from the paper, an edge counter a node (`next`) replaces his second stack, and a
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

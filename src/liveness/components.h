/* Strongly connected components of the nodes that live and the edges that are not barred. */
#ifndef LIVENESS_COMPONENTS_H
#define LIVENESS_COMPONENTS_H

#include "liveness/graph.h"

struct components {
  struct graph *graph;
  uint32_t *index;  /* by node: its component, once known */
  uint32_t *next;   /* by node: scratch */
  node *stack;      /* scratch */
  uint8_t *live;    /* by node */
  uint64_t *barred; /* by node: pairs whose `when` no edge from it may be; NULL: no pairs at all */
};

/* False: there is not enough memory, and graph->end says so. */
bool components_new(struct components *components, struct graph *graph);
void components_free(struct components *components);
/* Calls `take` with each component, those that others lead to first; `take` may end the lives of
 * its members. */
void components_each(struct components *components,
                     void (*take)(void *context, const node *members, uint32_t count,
                                  uint32_t component),
                     void *context);

static inline bool components_bar(const struct components *components, node from, uint64_t edge) {
  return components->barred && graph_pairs(components->graph, edge).when & components->barred[from];
}

/* Leaves alive the nodes that lie on a fair loop of living nodes, or end a fair run.  Bars edges
 * that are on no fair loop.  Then the components are those loops.  False: time is up. */
bool fairness_prune(struct components *components);

#endif

/* Private to the check of progress: the graph of all reachable states.
 *
 * The states are numbered anew, breadth first, in the order in which the model names its initial
 * states and steps, so that all that follows is the same for any number of threads and any visited
 * set.  A step takes 6 bytes, for steps of one class and with the same pairs are of one sort;
 * nothing of a state is kept twice, for the visited set still holds it. */
#ifndef LIVENESS_GRAPH_H
#define LIVENESS_GRAPH_H

#include "base/sparse.h"
#include "base/vector.h"
#include "liveness/liveness.h"
#include "search/run.h"

typedef uint32_t node; /* a state's number in the graph */
enum { NO_NODE = UINT32_MAX };

struct sort {
  uint16_t class, next;
  struct pairs pairs;
}; /* next: another one of the class, or 0 */

struct graph {
  struct run *run;
  const struct obligations *obligations;
  uint64_t nodes, edges;
  node initials;      /* the first nodes are the initial ones */
  state_index *place; /* by node */
  uint64_t *first;    /* by node, and one more: its first edge */
  uint32_t *met;      /* by node: goals */
  node *to;           /* by edge */
  uint16_t *sort;     /* by edge */
  struct {
    struct sort *items;
    size_t length, room;
  } sorts; /* the first is of NOT_OWED, without pairs */
  struct {
    uint8_t *items;
    size_t length, room;
  } strong;                   /* by class; the first is NOT_OWED */
  struct sparse sort_numbers; /* by class, as the model calls it: its last sort */
  uint64_t edge_room;
  enum search_end end; /* other than SEARCH_COMPLETE: it could not be built */
};

/* Builds the graph while the search's visited set is there; `graph->end` says whether that went
 * well. */
void graph_build(struct graph *graph, struct run *run, const struct obligations *obligations);
void graph_free(struct graph *graph);

static inline uint16_t class_at(const struct graph *graph, uint64_t edge) {
  return graph->sorts.items[graph->sort[edge]].class;
}
static inline struct pairs pairs_at(const struct graph *graph, uint64_t edge) {
  return graph->sorts.items[graph->sort[edge]].pairs;
}

/* Has the time come to give up?  To be asked now and then. */
bool graph_late(struct graph *graph);
void *graph_take(struct graph *graph,
                 uint64_t bytes); /* NULL, and graph->end says so, when there is not so much */
void graph_give(struct graph *graph, void *block, uint64_t bytes);

/* --- components.c --- */

/* Strongly connected components of the nodes that live and the edges that are not barred, by
 * Pearce's algorithm. */
struct components {
  struct graph *graph;
  uint32_t *index;  /* by node: its component, once known */
  uint32_t *next;   /* scratch, by node */
  node *stack;      /* scratch */
  uint8_t *live;    /* by node */
  uint64_t *barred; /* by node: the pairs whose `when` no edge from it may be; NULL where there are
                       no pairs */
};

bool components_new(struct components *components, struct graph *graph);
void components_free(struct components *components);
static inline bool is_barred(const struct components *components, node from, uint64_t edge) {
  return components->barred && pairs_at(components->graph, edge).when & components->barred[from];
}
/* Calls `take` with each component, those first that others lead to; `take` may end the lives of
 * its members. */
void components_each(struct components *components,
                     void (*take)(void *context, const node *members, uint32_t count,
                                  uint32_t component),
                     void *context);

/* --- fair.c --- */

/* Leaves those nodes alive that lie on a fair loop of living nodes, or end such a run, and bars
 * edges that are on none; then the components are those of these loops.  False when time is up. */
bool fair_nodes(struct components *components);

/* --- lasso.c --- */

/* The lasso that goes from the start to `entry` by a shortest way, on to the nearest living node,
 * and round from there by as short a fair loop as is easily found.  What it refutes, and of which
 * goal, is the caller's to say.  NULL: there is none. */
struct lasso *lasso_make(struct components *components, node entry);

#endif

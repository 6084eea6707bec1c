/* Private to the check of progress: the graph of all reachable states.
 *
 * The states are numbered anew, breadth first, in the order in which the model names its initial states and steps, so that
 * all that follows is the same for any number of threads and any visited set.  A step takes 6 bytes; nothing of a state is
 * kept twice, for the visited set still holds it. */
#ifndef EXPLORE_GRAPH_H
#define EXPLORE_GRAPH_H

#include "base/sparse.h"
#include "base/vector.h"
#include "explore/progress.h"
#include "explore/run.h"

typedef uint32_t node; /* a state's number in the graph */
enum { NO_NODE = UINT32_MAX };

struct class_kind { uint64_t name; bool strong; }; /* what the model calls it */

struct graph {
  struct run *run;
  const struct obligations *obligations;
  uint64_t nodes, edges;
  node initials;       /* the first nodes are the initial ones */
  state_index *place;  /* by node */
  uint64_t *first;     /* by node, and one more: its first edge */
  uint32_t *met;       /* by node: goals */
  node *to;            /* by edge */
  uint16_t *class;     /* by edge */
  struct { struct class_kind *items; size_t length, room; } classes; /* the first is NOT_OWED */
  struct sparse class_numbers;
  uint64_t edge_room;
  enum search_end end; /* other than SEARCH_COMPLETE: it could not be built */
};

/* Builds the graph while the search's visited set is there; `graph->end` says whether that went well. */
void graph_build(struct graph *graph, struct run *run, const struct obligations *obligations);
void graph_free(struct graph *graph);

/* Has the time come to give up?  To be asked now and then. */
bool graph_late(struct graph *graph);
void *graph_take(struct graph *graph, uint64_t bytes); /* NULL, and graph->end says so, when there is not so much */
void graph_give(struct graph *graph, void *block, uint64_t bytes);

/* --- components.c --- */

/* Strongly connected components of the nodes that live, by Pearce's algorithm. */
struct components {
  struct graph *graph;
  uint32_t *index;   /* by node: its component, once known */
  uint32_t *next;    /* scratch, by node */
  node *stack;       /* scratch */
  uint8_t *live;     /* by node */
};

bool components_new(struct components *components, struct graph *graph);
void components_free(struct components *components);
/* Calls `take` with each component, those first that others lead to; `take` may end the lives of its members. */
void components_each(struct components *components,
                     void (*take)(void *context, const node *members, uint32_t count, uint32_t component), void *context);

/* --- fair.c --- */

/* Leaves those nodes alive that lie on a fair loop of living nodes, or end such a run; then the components are those of
 * these loops.  False when time is up. */
bool fair_nodes(struct components *components);

/* --- lasso.c --- */

/* The lasso that goes from the start to `entry` by a shortest way, on to the nearest living node, and round from there by as
 * short a fair loop as is easily found.  What it refutes, and of which goal, is the caller's to say.  NULL: there is none. */
struct lasso *lasso_make(struct components *components, node entry);

#endif

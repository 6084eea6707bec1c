/* The graph of all reachable states.
 *
 * Nodes are numbered breadth first, in the order in which the model shows its initial states and
 * steps.  So the graph is the same for any number of threads and any visited set.  Steps of one
 * class with the same pairs are of one sort, so a step takes 6 bytes.  The states themselves stay
 * in the visited set. */
#ifndef LIVENESS_GRAPH_H
#define LIVENESS_GRAPH_H

#include "base/sparse.h"
#include "base/vector.h"
#include "liveness/obligations.h"
#include "search/search.h"

typedef uint32_t node; /* a state's number in the graph */
enum { NO_NODE = UINT32_MAX };

/* The sort of a step: its class and its pairs. */
struct sort {
  uint16_t class;
  uint16_t next; /* another sort of the class, or 0 */
  struct pairs pairs;
};

struct graph {
  const struct explored *explored;
  const struct obligations *obligations;
  uint64_t nodes, edges;
  node initials;              /* the first nodes are the initial ones */
  state_index *place;         /* by node */
  uint64_t *first;            /* by node, and one more: its first edge */
  uint32_t *met;              /* by node: goals */
  node *to;                   /* by edge */
  uint16_t *sort;             /* by edge */
  VECTOR(struct sort) sorts;  /* the first is of NOT_OWED, without pairs */
  VECTOR(uint64_t) names;     /* by class: the model's name; the first is NOT_OWED */
  VECTOR(uint8_t) strong;     /* by class */
  struct sparse sort_numbers; /* by the name of a class: its last sort */
  uint64_t edge_room;
  enum search_end end; /* SEARCH_COMPLETE, or why it could not be built */
};

/* Builds the graph; `graph->end` says whether that went well. */
void graph_build(struct graph *graph, const struct explored *explored,
                 const struct obligations *obligations);
void graph_free(struct graph *graph);

static inline uint16_t graph_class(const struct graph *graph, uint64_t edge) {
  return graph->sorts.items[graph->sort[edge]].class;
}
static inline struct pairs graph_pairs(const struct graph *graph, uint64_t edge) {
  return graph->sorts.items[graph->sort[edge]].pairs;
}

/* Is the time up?  Then graph->end says so. */
bool graph_late(struct graph *graph);
/* Zeroed memory within the budget; NULL: there is not so much, and graph->end says so. */
void *graph_take(struct graph *graph, uint64_t bytes);
void graph_give(struct graph *graph, void *block, uint64_t bytes);

#endif

/* A search thread's view of the open state, whose steps it shows. */
#ifndef ENGINE_CLUSTER_WORKER_H
#define ENGINE_CLUSTER_WORKER_H

#include "engine/cluster.h"
#include "engine/cluster_state.h"
#include "engine/property_views.h"
#include "reduce/symmetry.h"
#include "search/model.h"

/* Determines the permutations from a state to its representative (orbit.c). */
union orbit_key {
  signature_t signature[POINTS_MAX];
  uint64_t sums[SUMS_MAX];
};

/* The clusters that a step changes. */
struct clusters_changed {
  unsigned count;
  uint8_t clusters[WIDTH_MAX];
};

struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;                              /* the machine's */
  const struct cluster_state *components[WIDTH_MAX]; /* of the open state */
  unsigned greatest;                                 /* timestamp of the open state */
  bool blocked;                                      /* STEP_BLOCKED was shown */
  struct property_view view;
  bool outgrown;                   /* the view's layout has no room for a new number */
  bool checks_all;                 /* each state is recorded, whatever its view */
  uint64_t room;                   /* bytes that the checked views may take (sink.h) */
  const struct symmetry *symmetry; /* NULL: none */
  union orbit_key orbit_key;       /* of the open state */
  const struct cluster_state
      *after[WIDTH_MAX]; /* of a successor; between steps of the open state */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

/* Do steps of these kinds leave all threads where they are? */
static inline bool cluster_may_be_stuck(unsigned kinds) {
  return !(kinds & (STEP_PROGRESS | STEP_ENVIRONMENT));
}

#endif

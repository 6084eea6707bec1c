/* A component state of a cluster, and everything that is remembered of it. */
#ifndef ENGINE_CLUSTER_STATE_H
#define ENGINE_CLUSTER_STATE_H

#include "base/small_map.h"
#include "machine/channel.h"
#include "machine/machine_private.h"
#include "machine/times.h"
#include "reduce/component_orbit.h"

/* The content of an inbound queue that is not empty. */
struct cluster_queued {
  uint8_t to, at;   /* the cluster that reads it; its place among the inbound queues there */
  uint32_t content; /* its number */
};

/* The fields that every successor needs come first; they begin a cache line.  In logical time most
 * component states are renumbered at once and are never part of a state.  So the larger tables are
 * allocated on first use. */
struct cluster_state {
  uint64_t times; /* set of its timestamps */
  uint32_t number;
  uint32_t past;                       /* times_past: earlier timestamps do not matter */
  struct small_map *results;           /* of maps, and of effects beyond `after`; atomic */
  const struct component_orbit *orbit; /* under symmetry; NULL: not known yet; atomic */
  uint32_t *after;                     /* by effect: 1 + the result; 0: not known; atomic */
  uint32_t after_count;
  bool ticks;                                       /* one of its clocks has to go on */
  bool finished;                                    /* its cores are done with a program */
  uint32_t view;                                    /* number of its part of the property view */
  const struct cluster_queued *queued, *queued_end; /* for other clusters' controllers */
  const struct cluster_moves **moves; /* by query, shifted: its own; NULL: not known; atomic */
  const struct cluster_moves **queue_moves;    /* by inbound queue and content; likewise */
  const struct cluster_properties *properties; /* NULL: not known yet; atomic */
  const struct renewals *renewals;             /* times at which copies outdate; NULL: none */
};

/* The part of a component state that properties depend on. */
struct cluster_properties {
  struct coherence coherence;
  const struct flight *flights; /* of channels that are not empty, if an invariant needs them */
  unsigned flight_count;
  const struct local *locals[]; /* of the cluster's controllers */
};

/* Keys in `results`: even ones of effects, odd ones of maps. */
static inline uint32_t cluster_effect_key(uint32_t effect) { return effect << 1; }
static inline uint32_t cluster_map_key(uint32_t map) { return map << 1 | 1; }

/* SMALL_MAP_NONE: not known. */
static inline uint32_t cluster_state_result(const struct cluster_state *component, uint32_t key) {
  return small_map_find(__atomic_load_n(&component->results, __ATOMIC_ACQUIRE), key);
}

#endif

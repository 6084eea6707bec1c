/* A machine's slots, divided into clusters (docs/internals/clusters.md). */
#ifndef ENGINE_CLUSTER_H
#define ENGINE_CLUSTER_H

#include "machine/machine_private.h"

struct cluster_effects;
struct cluster_moves;
struct cluster_state;

/* An inbound queue: channels that lie in one cluster and that the controller of another reads. */
struct cluster_queue {
  uint8_t from, to;
  uint8_t at; /* its place among the inbound queues of `to` */
  uint8_t count, slots[WIDTH_MAX];
};

/* The component states of a cluster, by number; NULL: not made yet. */
struct cluster_state_table {
  uint32_t count;
  _Atomic(const struct cluster_state *) items[];
};

struct cluster {
  unsigned count; /* of slots */
  uint8_t slots[WIDTH_MAX];
  unsigned controller_count;
  uint8_t controllers[CONTROLLERS_MAX];
  unsigned inbound_count, outbound_count;
  uint8_t inbound[WIDTH_MAX];  /* queues that it reads */
  uint8_t outbound[WIDTH_MAX]; /* queues in it that others read */
  struct intern *contents;     /* of its slots: the numbers of its component states */
  struct intern *effects;      /* on it; the first is a tick */
  struct intern *views;        /* parts of the property view */
  uint64_t after_total;        /* sum of its component states' after_count */
};

/* The place of a controller: its cluster, and its number there. */
struct controller_place {
  uint8_t cluster, place;
};

struct clusters {
  struct machine *machine;
  unsigned count;
  struct cluster *items;
  struct cluster_state_table *_Atomic tables[WIDTH_MAX]; /* by cluster; old ones stay allocated */
  uint8_t of_slot[WIDTH_MAX];
  unsigned controller_count;
  struct controller_place controller_places[CONTROLLERS_MAX];
  unsigned queue_count;
  struct cluster_queue queues[WIDTH_MAX];
  struct intern *queue_contents[WIDTH_MAX];
  bool timed;               /* in logical time: steps renumber it */
  bool prefetches;          /* the processor's caches do not hold all component states; atomic */
  unsigned queries_at_hand; /* at most QUERIES_AT_HAND (cluster_moves.h) */
  unsigned query_shift;     /* from a query to its place at hand; 1 without ample sets */
  struct memo moves;        /* (number, content of a queue), by cluster or queue and by query */
  struct memo renumberings; /* (times, past) to 1 + map */
  struct memo orbits;       /* of component states (component_orbit.h) */
  struct intern *maps;      /* of times: the machine's numbers of them */
  const struct cluster_moves **no_moves; /* of component states whose moves are all unknown */
  pthread_mutex_t lock;                  /* for what follows, and to make component states */
  struct arena kept;                     /* memory that lives as long as the clusters */
  struct arena lines;                    /* component states, at starts of cache lines */
  struct cluster_effects *effects;       /* of the move that is being made */
  char *written;                         /* a checkpoint's last content */
};

/* The numbers of a component state's slots. */
const slot_t *cluster_slots(const struct cluster *cluster, uint32_t number);
/* Reads a cluster's own slots out of all slots; returns the number of its component state. */
uint32_t cluster_number(const struct cluster *cluster, const slot_t *slots);
/* Writes the slots of a component state to their places among all slots. */
void cluster_fill(const struct cluster *cluster, uint32_t number, slot_t *slots);
/* From a state of the machine to the clusters' state, and back. */
void clusters_join(const struct clusters *clusters, const slot_t *slots, slot_t *state);
void clusters_spread(const struct clusters *clusters, const slot_t *state, slot_t *slots);

#endif

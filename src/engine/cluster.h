/* a machine's slots in clusters, which are explored in its place (cluster.c
 * tells why). */
#ifndef ENGINE_CLUSTER_H
#define ENGINE_CLUSTER_H

#include "engine/cluster_state.h"
#include "machine/times.h"

struct clusters;
struct cluster;

/* NULL where the machine is not one that clusters explain: then its slots are explored themselves.
 */
struct clusters *clusters_new(struct machine *machine);
void clusters_free(struct clusters *clusters);

/* --- cluster_model.c --- */
struct model clusters_model(struct clusters *clusters);
/* Makes a trace of clusters one of the machine's slots. */
void clusters_unfold(const struct clusters *clusters, struct trace *trace);

/* --- cluster_states.c: contents --- */
/* The number of what a cluster's slots hold, of all slots given; and from the number back. */
uint32_t cluster_number(const struct cluster *cluster, const slot_t *slots);
void cluster_fill(const struct cluster *cluster, uint32_t number, slot_t *slots);
void cluster_states_begin(struct clusters *clusters, unsigned cluster);
const struct cluster_state *cluster_state_compute(const struct clusters *clusters, unsigned cluster,
                                                  uint32_t number);
const struct cluster_properties *cluster_properties_compute(const struct clusters *clusters,
                                                            unsigned cluster,
                                                            const struct cluster_state *component);
/* Finds out whose kin a part is. */
void cluster_orbit_compute(const struct clusters *clusters, unsigned cluster,
                           const struct cluster_state *component);

/* --- property_views.c: what properties see of contents --- */
/* Numbers what a part, with these slots, shows. */
void property_view_number(const struct clusters *clusters, unsigned cluster,
                          struct cluster_state *component, const struct coherence *coherence,
                          const slot_t *slots);

/* --- cluster.c: what is done to contents --- */
/* Makes place for contents and for effects. */
enum { TICK /* the first effect */ };
void cluster_begin(struct clusters *clusters, unsigned cluster);
/* A cluster's content after an effect, or EFFECT_FULL: a channel is full. */
uint32_t cluster_effect_compute(const struct clusters *clusters, unsigned cluster, uint32_t number,
                                uint32_t effect);
/* What a cluster can do of itself, and with what another one holds for it. */
const struct cluster_moves *cluster_moves_compute(const struct clusters *clusters, unsigned cluster,
                                                  uint32_t number, unsigned query);
const struct cluster_moves *cluster_queue_moves_compute(const struct clusters *clusters,
                                                        unsigned cluster, uint32_t number,
                                                        unsigned at, uint32_t content,
                                                        unsigned query);
/* A cluster's content under a map of times. */
uint32_t cluster_mapped_compute(const struct clusters *clusters, unsigned cluster,
                                const struct cluster_state *component, uint32_t map);
/* How a state with these timestamps is renumbered: 1 + the number of a map; 0: it need not be. */
uint64_t cluster_renumbering_compute(const struct clusters *clusters, uint64_t times,
                                     unsigned past);
/* Between a state of the machine and one of clusters. */
void clusters_join(const struct clusters *clusters, const slot_t *slots, slot_t *state);
void clusters_spread(const struct clusters *clusters, const slot_t *state, slot_t *slots);

/* --- what is looked up for every step --- */

enum { STATES_FIRST = 64 };

/* Channels that lie in one cluster and are read by the controller of another, of whose feeds it is
 * the one at `at`. */
struct cluster_queue {
  uint8_t from, to, at, count, slots[WIDTH_MAX];
};

/* A cluster's parts by number; NULL: not made yet. */
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
  uint8_t inbound[WIDTH_MAX],
      outbound[WIDTH_MAX]; /* feeds: those that it takes from; those that take from it */
  struct intern *contents; /* the numbers of its slots */
  struct intern *effects;  /* that may be done to it; the first is a tick */
  struct intern *shown;    /* what properties may see of it */
  uint64_t after_total;    /* the parts' after_count together */
};

/* Where a controller is: in which cluster, as which of its controllers. */
struct controller_place {
  uint8_t cluster, place;
};

struct clusters {
  struct machine *machine;
  unsigned count;
  struct cluster *items;
  struct cluster_state_table
      *_Atomic tables[WIDTH_MAX]; /* by cluster; replaced by larger ones, and kept until the end */
  uint8_t of_slot[WIDTH_MAX];
  unsigned controller_count;
  struct controller_place controller_places[CONTROLLERS_MAX];
  unsigned queue_count;
  struct cluster_queue queues[WIDTH_MAX];
  struct intern *queue_contents[WIDTH_MAX]; /* by feed: what may be held for it */
  bool timed;                               /* in logical time: steps renumber it */
  bool prefetches; /* parts: the caches of a processor do not hold them all; atomic */
  unsigned queries_at_hand,
      query_shift;          /* moves at hand: WHENS_AT_HAND, or fewer where fewer can be asked
                             * for; their place is what `when` leaves after a shift, since where
                             * nothing is prompt every other is never asked for */
  struct memo moves;        /* (content, view), by cluster or feed and by `when`, to moves */
  struct memo renumberings; /* (times, past) to map + 1 */
  struct memo orbits;       /* component_orbit.h: of contents in their clusters */
  struct intern *maps;      /* by number: what the machine interned */
  const struct cluster_moves *
      *no_moves;            /* of parts that never were part of a state: none is known */
  pthread_mutex_t lock;     /* for what follows, and to make parts */
  struct arena kept, lines; /* all that lives as long as the clusters; parts alone, which begin
                               lines of the cache */
  struct effects *effects;  /* of the move that is being made */
  char *written;            /* what a checkpoint asked for last */
};

static inline const struct cluster_state *cluster_state_at(const struct clusters *clusters,
                                                           unsigned cluster, uint32_t number) {
  struct cluster_state_table *table =
      atomic_load_explicit(&((struct clusters *)clusters)->tables[cluster], memory_order_acquire);
  const struct cluster_state *component = NULL;
  if (number < table->count)
    component = atomic_load_explicit(&table->items[number], memory_order_acquire);
  return component ? component : cluster_state_compute(clusters, cluster, number);
}

static inline const struct cluster_properties *cluster_properties_of(
    const struct clusters *clusters, unsigned cluster, const struct cluster_state *component) {
  const struct cluster_properties *known = __atomic_load_n(&component->seen, __ATOMIC_ACQUIRE);
  return known ? known : cluster_properties_compute(clusters, cluster, component);
}

static inline uint32_t cluster_effect_result(const struct clusters *clusters, unsigned cluster,
                                             uint32_t number, const struct cluster_state *component,
                                             uint32_t effect) {
  uint32_t known = cluster_effect_known(component, effect);
  return known != EFFECT_UNKNOWN ? known
                                 : cluster_effect_compute(clusters, cluster, number, effect);
}

/* The part, of which its kin is known. */
static inline const struct cluster_state *cluster_with_orbit(
    const struct clusters *clusters, unsigned cluster, const struct cluster_state *component) {
  if (!__atomic_load_n(&component->orbit, __ATOMIC_ACQUIRE))
    cluster_orbit_compute(clusters, cluster, component);
  return component;
}

enum { QUEUE_CONTENTS_AT_HAND = 32, QUERIES_AT_HAND = 16 };

static inline const struct cluster_moves *cluster_own_moves_at(
    const struct clusters *clusters, unsigned cluster, uint32_t number,
    const struct cluster_state *component, unsigned query) {
  const struct cluster_moves *known = NULL;
  unsigned place = query >> clusters->query_shift;
  if (place < clusters->queries_at_hand)
    known = __atomic_load_n(&__atomic_load_n(&component->moves, __ATOMIC_ACQUIRE)[place],
                            __ATOMIC_ACQUIRE);
  return known ? known : cluster_moves_compute(clusters, cluster, number, query);
}

/* What a cluster can do with what its feed `at` holds. */
static inline const struct cluster_moves *cluster_queue_moves_at(
    const struct clusters *clusters, unsigned cluster, uint32_t number,
    const struct cluster_state *component, unsigned at, uint32_t content, unsigned query) {
  const struct cluster_moves *known = NULL;
  if (content < QUEUE_CONTENTS_AT_HAND && clusters->queries_at_hand == 1)
    known = __atomic_load_n(&component->queue_moves[at * QUEUE_CONTENTS_AT_HAND + content],
                            __ATOMIC_ACQUIRE);
  return known ? known : cluster_queue_moves_compute(clusters, cluster, number, at, content, query);
}

static inline uint64_t cluster_renumbering(const struct clusters *clusters, uint64_t times,
                                           unsigned past) {
  bool kept = clusters->machine->shape.rank
                  ? !past && !(times & (times + 1)) /* 0, 1, ..., k without a gap */
                  : !times || times & 1;
  if (kept) return 0;
  uint64_t known = memo_find(&clusters->renumberings, times, past);
  return known ? known : cluster_renumbering_compute(clusters, times, past);
}

/* The map that gives up outdated copies: 1 + its number; 0: there are none. */
uint64_t cluster_outdating_compute(const struct clusters *clusters,
                                   const struct renewals *renewals);

static inline const struct cluster_state *cluster_state_mapped(
    const struct clusters *clusters, unsigned cluster, const struct cluster_state *component,
    uint32_t map) {
  uint32_t known = cluster_state_result(component, cluster_map_key(map));
  return cluster_state_at(
      clusters, cluster,
      known != SMALL_MAP_NONE ? known : cluster_mapped_compute(clusters, cluster, component, map));
}

#endif

/* Private to src/kit: a machine's slots in clusters, which are explored in its place (cluster.c
 * tells why). */
#ifndef KIT_CLUSTER_H
#define KIT_CLUSTER_H

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
const struct cluster_seen *cluster_seen_compute(const struct clusters *clusters, unsigned cluster,
                                                const struct cluster_state *part);
/* Finds out whose kin a part is. */
void cluster_state_relate(const struct clusters *clusters, unsigned cluster,
                          const struct cluster_state *part);

/* --- property_views.c: what properties see of contents --- */
/* Numbers what a part, with these slots, shows. */
void property_views_number(const struct clusters *clusters, unsigned cluster,
                           struct cluster_state *part, const struct coherence *coherence,
                           const slot_t *slots);

/* --- cluster.c: what is done to contents --- */
/* Makes place for contents and for effects. */
enum { TICK /* the first effect */ };
void cluster_begin(struct clusters *clusters, unsigned cluster);
/* A cluster's content after an effect, or EFFECT_FULL: a channel is full. */
uint32_t cluster_effect_compute(const struct clusters *clusters, unsigned cluster, uint32_t number,
                                uint32_t effect);
/* What a cluster can do of itself, and with what another one holds for it. */
const struct moves_list *cluster_moves_compute(const struct clusters *clusters, unsigned cluster,
                                               uint32_t number, unsigned when);
const struct moves_list *cluster_fed_compute(const struct clusters *clusters, unsigned cluster,
                                             uint32_t number, unsigned at, uint32_t view,
                                             unsigned when);
/* A cluster's content under a map of times. */
uint32_t cluster_mapped_compute(const struct clusters *clusters, unsigned cluster,
                                const struct cluster_state *part, uint32_t map);
/* How a state with these timestamps is renumbered: 1 + the number of a map; 0: it need not be. */
uint64_t cluster_renumbering_compute(const struct clusters *clusters, uint64_t times,
                                     unsigned past);
/* Between a state of the machine and one of clusters. */
void clusters_join(const struct clusters *clusters, const slot_t *slots, slot_t *state);
void clusters_spread(const struct clusters *clusters, const slot_t *state, slot_t *slots);

/* --- what is looked up for every step --- */

enum { PARTS_FIRST = 64 };

/* Channels that lie in one cluster and are read by the controller of another, of whose feeds it is
 * the one at `at`. */
struct feed {
  uint8_t from, to, at, count, slots[WIDTH_MAX];
};

/* A cluster's parts by number; NULL: not made yet. */
struct parts {
  uint32_t count;
  _Atomic(const struct cluster_state *) items[];
};

struct cluster {
  unsigned count; /* of slots */
  uint8_t slots[WIDTH_MAX];
  unsigned controller_count;
  uint8_t controllers[CONTROLLERS_MAX];
  unsigned taken_count, held_count;
  uint8_t taken[WIDTH_MAX],
      held[WIDTH_MAX];     /* feeds: those that it takes from; those that take from it */
  struct intern *contents; /* the numbers of its slots */
  struct intern *effects;  /* that may be done to it; the first is a tick */
  struct intern *shown;    /* what properties may see of it */
  uint64_t after_total;    /* the parts' after_count together */
};

/* Where a controller is: in which cluster, as which of its controllers. */
struct seat {
  uint8_t cluster, place;
};

struct clusters {
  struct machine *machine;
  unsigned count;
  struct cluster *items;
  struct parts
      *_Atomic parts[WIDTH_MAX]; /* by cluster; replaced by larger ones, and kept until the end */
  uint8_t of_slot[WIDTH_MAX];
  unsigned controller_count;
  struct seat seats[CONTROLLERS_MAX];
  unsigned feed_count;
  struct feed feeds[WIDTH_MAX];
  struct intern *views[WIDTH_MAX]; /* by feed: what may be held for it */
  bool timed;                      /* in logical time: steps renumber it */
  bool many;                  /* parts: the caches of a processor do not hold them all; atomic */
  unsigned whens, when_shift; /* moves at hand: WHENS_AT_HAND, or fewer where fewer can be asked
                               * for; their place is what `when` leaves after a shift, since where
                               * nothing is prompt every other is never asked for */
  struct memo moves;          /* (content, view), by cluster or feed and by `when`, to moves */
  struct memo renumberings;   /* (times, past) to map + 1 */
  struct memo kin;            /* component_orbit.h: of contents in their clusters */
  struct intern *maps;        /* by number: what the machine interned */
  const struct moves_list **no_moves; /* of parts that never were part of a state: none is known */
  pthread_mutex_t lock;               /* for what follows, and to make parts */
  struct arena kept, lines; /* all that lives as long as the clusters; parts alone, which begin
                               lines of the cache */
  struct effects *effects;  /* of the move that is being made */
  char *written;            /* what a checkpoint asked for last */
};

static inline const struct cluster_state *part_at(const struct clusters *clusters, unsigned cluster,
                                                  uint32_t number) {
  struct parts *parts =
      atomic_load_explicit(&((struct clusters *)clusters)->parts[cluster], memory_order_acquire);
  const struct cluster_state *part = NULL;
  if (number < parts->count)
    part = atomic_load_explicit(&parts->items[number], memory_order_acquire);
  return part ? part : cluster_state_compute(clusters, cluster, number);
}

static inline const struct cluster_seen *part_seen(const struct clusters *clusters,
                                                   unsigned cluster,
                                                   const struct cluster_state *part) {
  const struct cluster_seen *known = __atomic_load_n(&part->seen, __ATOMIC_ACQUIRE);
  return known ? known : cluster_seen_compute(clusters, cluster, part);
}

static inline uint32_t deed_done(const struct clusters *clusters, unsigned cluster, uint32_t number,
                                 const struct cluster_state *part, uint32_t effect) {
  uint32_t known = deed_known(part, effect);
  return known != EFFECT_UNKNOWN ? known
                                 : cluster_effect_compute(clusters, cluster, number, effect);
}

/* The part, of which its kin is known. */
static inline const struct cluster_state *related(const struct clusters *clusters, unsigned cluster,
                                                  const struct cluster_state *part) {
  if (!__atomic_load_n(&part->kin, __ATOMIC_ACQUIRE)) cluster_state_relate(clusters, cluster, part);
  return part;
}

enum { VIEWS_AT_HAND = 32, WHENS_AT_HAND = 16 };

static inline const struct moves_list *own_moves_of(const struct clusters *clusters,
                                                    unsigned cluster, uint32_t number,
                                                    const struct cluster_state *part,
                                                    unsigned when) {
  const struct moves_list *known = NULL;
  unsigned place = when >> clusters->when_shift;
  if (place < clusters->whens)
    known =
        __atomic_load_n(&__atomic_load_n(&part->moves, __ATOMIC_ACQUIRE)[place], __ATOMIC_ACQUIRE);
  return known ? known : cluster_moves_compute(clusters, cluster, number, when);
}

/* What a cluster can do with what its feed `at` holds. */
static inline const struct moves_list *fed_moves(const struct clusters *clusters, unsigned cluster,
                                                 uint32_t number, const struct cluster_state *part,
                                                 unsigned at, uint32_t view, unsigned when) {
  const struct moves_list *known = NULL;
  if (view < VIEWS_AT_HAND && clusters->whens == 1)
    known = __atomic_load_n(&part->fed[at * VIEWS_AT_HAND + view], __ATOMIC_ACQUIRE);
  return known ? known : cluster_fed_compute(clusters, cluster, number, at, view, when);
}

static inline uint64_t renumbering_of(const struct clusters *clusters, uint64_t times,
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

static inline const struct cluster_state *mapped_to(const struct clusters *clusters,
                                                    unsigned cluster,
                                                    const struct cluster_state *part,
                                                    uint32_t map) {
  uint32_t known = part_note(part, note_of_map(map));
  return part_at(clusters, cluster,
                 known != SMALL_MAP_NONE ? known
                                         : cluster_mapped_compute(clusters, cluster, part, map));
}

#endif

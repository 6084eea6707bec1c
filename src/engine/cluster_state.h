/* a content of a cluster, and all that is remembered of it (cluster.c tells
 * why). */
#ifndef ENGINE_CLUSTER_STATE_H
#define ENGINE_CLUSTER_STATE_H

#include "machine/channel.h"
#include "machine/machine_private.h"
#include "reduce/component_orbit.h"
#include "base/small_map.h"
#include "reduce/symmetry.h"
#include "machine/times.h"

/* What a cluster can do in one content, in words: for each move where it leads its own cluster; its
 * kind, and how many others it touches; and those, each with what it does to them (`effect`). */
enum { MOVE_OWN, MOVE_KIND, MOVE_OTHERS, EFFECT_BITS = 24 };
static inline uint32_t cluster_move_head(enum step_kind kind, unsigned others) {
  return (uint32_t)kind << 8 | others;
}
static inline enum step_kind cluster_move_kind(uint32_t head) {
  return (enum step_kind)(head >> 8);
}
static inline unsigned cluster_move_others(uint32_t head) { return head & 255; }
static inline const uint32_t *cluster_move_next(const uint32_t *move) {
  return move + MOVE_OTHERS + cluster_move_others(move[MOVE_KIND]);
}

/* What a move does to another cluster. */
static inline uint32_t cluster_effect_word(unsigned cluster, uint32_t effect) {
  return (uint32_t)cluster << EFFECT_BITS | effect;
}
static inline unsigned cluster_effect_target(uint32_t word) { return word >> EFFECT_BITS; }
static inline uint32_t cluster_effect_number(uint32_t word) {
  return word & ((1u << EFFECT_BITS) - 1);
}

/* What comes of an effect where that is no content: a channel is full; it is not known. */
enum { EFFECT_FULL = 1u << 31, EFFECT_UNKNOWN = UINT32_MAX }; /* neither is a content's number */
enum { EFFECT_BITS_RESERVED = 2 }; /* so that neither looks like one (search/model.h) */

/* Moves of one group (machine_private.h, struct recorded), and those of the next. */
struct cluster_moves {
  const uint32_t *begin, *end;
  bool blocked; /* one more does not fit in a channel of its own */
  unsigned group;
  const struct cluster_moves *next;
};

/* Of what can do nothing; no other list is empty. */
extern const struct cluster_moves cluster_moves_none;

/* Moves are asked for by the state's greatest timestamp, if times are ranks; and all, or those that
 * must not wait. */
static inline unsigned cluster_query(unsigned greatest, bool ample) {
  return greatest << 1 | ample;
}

/* What waits in a cluster's channels for the controller of another, of whose feeds it is the one at
 * `at`. */
struct cluster_queued {
  uint8_t to, at;
  uint32_t content;
};

/* A content of a cluster, and all that is remembered of it.  What is asked of what a step leads to
 * comes first, and begins a line of the cache.  Where time is logical there are many, of which most
 * are renumbered at once and never part of a state: what only some need is kept elsewhere, when
 * they need it. */
struct cluster_state {
  uint64_t times; /* its timestamps, as a set */
  uint32_t number;
  uint32_t past;             /* the time before which those do not matter (times_past) */
  struct small_map *results; /* what maps, and effects beyond `after`, make of it; replaced under
                              the lock; atomic */
  const struct component_orbit
      *orbit;      /* under symmetry: what it is a member of; atomic; NULL: not known yet */
  uint32_t *after; /* by effect: what becomes of it, + 1; atomic; 0: not known */
  uint32_t after_count;
  bool ticks;                                       /* a clock that it holds has to go on */
  bool finished;                                    /* its cores are done with a program */
  uint32_t shown;                                   /* what properties see of it, by number */
  const struct cluster_queued *queued, *queued_end; /* for other clusters' controllers */
  const struct cluster_moves *
      *moves; /* those that look at nothing else, by `when`, shifted; atomic,
               * and so its items, which are NULL where they are not known */
  const struct cluster_moves *
      *queue_moves; /* by feed, and view: what it can do with what others hold for it; likewise */
  const struct cluster_properties *seen; /* NULL: not known yet; atomic */
  const struct renewals
      *renewals; /* where copies outdate (times.c); NULL: it says nothing of them */
};

/* What properties look at. */
struct cluster_properties {
  struct coherence coherence;
  const struct flight *flights; /* where an invariant asks for what is in flight: of the channels
                                   that hold something */
  unsigned flight_count;
  const struct local *locals[]; /* of the cluster's controllers */
};

/* What it says under symmetry lies behind it, once its kin is known.  If points have signatures: as
 * which member of its kin it is known, its part in the signatures, and by exchange how that changes
 * its part in the sum. */
static inline const uint16_t **cluster_state_row(const struct cluster_state *component) {
  return (const uint16_t **)(component + 1);
}
static inline signature_t *cluster_state_signature(const struct cluster_state *component) {
  return (signature_t *)(cluster_state_row(component) + 1);
}
static inline uint64_t *cluster_state_changes(const struct symmetry *symmetry,
                                              const struct cluster_state *component) {
  return (uint64_t *)(cluster_state_signature(component) + symmetry->point_count);
}
/* Else, by permutation, its part in the sums, and its images. */
static inline uint64_t *cluster_state_sums(const struct cluster_state *component) {
  return (uint64_t *)(component + 1);
}
static inline uint64_t *cluster_state_images(const struct symmetry *symmetry,
                                             const struct cluster_state *component) {
  return cluster_state_sums(component) + sum_count(symmetry);
}

static inline size_t cluster_state_orbit_size(const struct symmetry *symmetry) {
  if (!symmetry->by_signature) return (sum_count(symmetry) + symmetry->count) * sizeof(uint64_t);
  return sizeof(uint16_t *) + symmetry->point_count * sizeof(signature_t) +
         symmetry->exchange_count * sizeof(uint64_t);
}

/* Under which key a part's notes have what an effect, or a map, makes of it. */
static inline uint32_t cluster_effect_key(uint32_t effect) { return effect << 1; }
static inline uint32_t cluster_map_key(uint32_t map) { return map << 1 | 1; }

_Static_assert((uint32_t)SMALL_MAP_NONE == (uint32_t)EFFECT_UNKNOWN,
               "a deed of which there is no note is not known");

static inline uint32_t cluster_state_result(const struct cluster_state *component, uint32_t key) {
  return small_map_find(__atomic_load_n(&component->results, __ATOMIC_ACQUIRE), key);
}

static inline uint32_t cluster_effect_known(const struct cluster_state *component,
                                            uint32_t effect) {
  if (effect < component->after_count)
    return __atomic_load_n(&component->after[effect], __ATOMIC_ACQUIRE) - 1;
  return cluster_state_result(component, cluster_effect_key(effect));
}

/* What a permutation makes of a part whose kin is known: a member of that; a content in its
 * cluster. */
static inline const struct orbit_member *cluster_state_member(const struct cluster_state *component,
                                                              unsigned permutation) {
  return component_orbit_image(component->orbit, *cluster_state_row(component), permutation);
}
static inline uint64_t cluster_state_image(const struct symmetry *symmetry,
                                           const struct cluster_state *component,
                                           unsigned permutation) {
  return symmetry->by_signature ? cluster_state_member(component, permutation)->what
                                : cluster_state_images(symmetry, component)[permutation];
}

#endif

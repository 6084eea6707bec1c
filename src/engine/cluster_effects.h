/* Effects: what a move of one cluster does to another. */
#ifndef ENGINE_CLUSTER_EFFECTS_H
#define ENGINE_CLUSTER_EFFECTS_H

#include "engine/cluster_states.h"

/* Results of an effect that are no number of a component state. */
enum { EFFECT_FULL = 1u << 31 /* a channel is full */, EFFECT_UNKNOWN = UINT32_MAX };
enum { EFFECT_BITS_RESERVED = 2 }; /* so that no word looks like one (search/model.h) */
enum { EFFECT_TICK /* the first effect on each cluster */ };

_Static_assert((uint32_t)SMALL_MAP_NONE == (uint32_t)EFFECT_UNKNOWN,
               "a result that is not in the map is not known");

/* An effect and the cluster that it is on, as a word. */
enum { EFFECT_BITS = 24 };
static inline uint32_t cluster_effect_word(unsigned cluster, uint32_t effect) {
  return (uint32_t)cluster << EFFECT_BITS | effect;
}
static inline unsigned cluster_effect_target(uint32_t word) { return word >> EFFECT_BITS; }
static inline uint32_t cluster_effect_number(uint32_t word) {
  return word & ((1u << EFFECT_BITS) - 1);
}

/* Numbers the tick of a cluster whose effects are still empty. */
void cluster_effects_begin(struct clusters *clusters, unsigned cluster);
/* The number of the component state after an effect; EFFECT_FULL: a channel is full. */
uint32_t cluster_effect_compute(const struct clusters *clusters, unsigned cluster, uint32_t number,
                                uint32_t effect);

/* The effects of the move that is being made are in clusters->effects, under the lock. */

/* Finds the effects of a step on all clusters, the one that moves included. */
void cluster_effects_gather(const struct clusters *clusters, const struct recorded *step);
/* Applies the effect on a cluster to its slots; times, copies and messages in the slot `except`
 * stay.  False: a channel is full. */
bool cluster_effects_apply(const struct clusters *clusters, unsigned cluster, slot_t *slots,
                           unsigned except);
/* Is there an effect on a cluster? */
bool cluster_effects_touch(const struct clusters *clusters, unsigned cluster);
/* The word of the effect on a cluster. */
uint32_t cluster_effects_word(const struct clusters *clusters, unsigned cluster);
/* Drops dead copies from a cluster's slots, after any change but a tick. */
void cluster_drop_dead_copies(const struct clusters *clusters, unsigned cluster, slot_t *slots);

static inline uint32_t cluster_effect_known(const struct cluster_state *component,
                                            uint32_t effect) {
  if (effect < component->after_count)
    return __atomic_load_n(&component->after[effect], __ATOMIC_ACQUIRE) - 1;
  return cluster_state_result(component, cluster_effect_key(effect));
}

static inline uint32_t cluster_effect_result(const struct clusters *clusters, unsigned cluster,
                                             uint32_t number, const struct cluster_state *component,
                                             uint32_t effect) {
  uint32_t known = cluster_effect_known(component, effect);
  return known != EFFECT_UNKNOWN ? known
                                 : cluster_effect_compute(clusters, cluster, number, effect);
}

#endif

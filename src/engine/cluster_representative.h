/* the representative of a state's orbit, found from its clusters.
 *
 * The method is that of orbit.c: signatures and sums of slots, added up by cluster.  So a search by
 * clusters and one by slots choose the same representative. */
#ifndef ENGINE_CLUSTER_REPRESENTATIVE_H
#define ENGINE_CLUSTER_REPRESENTATIVE_H

#include "engine/cluster_worker.h"

/* The signatures or the sums of a state with these parts, which are related to their orbits. */
void cluster_orbit_key(const struct cluster_worker *worker,
                       const struct cluster_state *const *components, union orbit_key *key);
/* A permutation that leads from a state to its representative, and how many such there are. */
struct least cluster_least(const struct cluster_worker *worker,
                           const struct cluster_state *const *components,
                           const union orbit_key *key);
/* Writes the representative of a state with these parts to `image`; relates the parts. */
void cluster_representative(const struct cluster_worker *worker,
                            const struct cluster_state **components, slot_t *image);
/* How many states the orbit of the state at hand has. */
unsigned cluster_orbit_states(const struct cluster_worker *worker);

/* The choice of a state that differs in one part; `to` may be `choice`. */
static inline void cluster_orbit_key_exchange(const struct symmetry *symmetry, union orbit_key *to,
                                              const union orbit_key *key,
                                              const struct cluster_state *before,
                                              const struct cluster_state *after) {
  if (symmetry->by_signature)
    signature_exchange(symmetry, to->signature, key->signature, cluster_state_signature(before),
                       cluster_state_signature(after));
  else
    sums_exchange(symmetry, to->sums, key->sums, cluster_state_sums(before),
                  cluster_state_sums(after));
}

static inline unsigned cluster_permutation(const struct cluster_worker *worker,
                                           const struct cluster_state *const *components,
                                           const union orbit_key *key) {
  return worker->symmetry->by_signature ? cluster_least(worker, components, key).permutation
                                        : sums_least(worker->symmetry, key->sums);
}

#endif

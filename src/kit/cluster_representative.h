/* Private to src/kit: the representative of a state's orbit, found from its clusters.
 *
 * The method is that of orbit.c: signatures and sums of slots, added up by cluster.  So a search by
 * clusters and one by slots choose the same representative. */
#ifndef KIT_CLUSTER_REPRESENTATIVE_H
#define KIT_CLUSTER_REPRESENTATIVE_H

#include "engine/cluster_worker.h"

/* The signatures or the sums of a state with these parts, which are related to their orbits. */
void cluster_choice_of(const struct cluster_worker *worker,
                       const struct cluster_state *const *parts, union choice *choice);
/* A permutation that leads from a state to its representative, and how many such there are. */
struct least cluster_choose(const struct cluster_worker *worker,
                            const struct cluster_state *const *parts, const union choice *choice);
/* Writes the representative of a state with these parts to `image`; relates the parts. */
void cluster_representative(const struct cluster_worker *worker, const struct cluster_state **parts,
                            slot_t *image);
/* How many states the orbit of the state at hand has. */
unsigned cluster_orbit_states(const struct cluster_worker *worker);

/* The choice of a state that differs in one part; `to` may be `choice`. */
static inline void cluster_choice_exchange(const struct symmetry *symmetry, union choice *to,
                                           const union choice *choice,
                                           const struct cluster_state *before,
                                           const struct cluster_state *after) {
  if (symmetry->by_signature)
    signature_exchange(symmetry, to->signature, choice->signature, part_signature(before),
                       part_signature(after));
  else sums_exchange(symmetry, to->sums, choice->sums, part_sums(before), part_sums(after));
}

static inline unsigned cluster_permutation_of(const struct cluster_worker *worker,
                                              const struct cluster_state *const *parts,
                                              const union choice *choice) {
  return worker->symmetry->by_signature ? cluster_choose(worker, parts, choice).permutation
                                        : sums_least(worker->symmetry, choice->sums);
}

#endif

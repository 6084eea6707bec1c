/* Symmetry among clusters: orbits of component states, and the representative of a state.
 *
 * The method is that of orbit.c: signatures or sums of slots, added up by cluster.  So a search by
 * clusters and one by slots choose the same representative. */
#ifndef ENGINE_CLUSTER_REPRESENTATIVE_H
#define ENGINE_CLUSTER_REPRESENTATIVE_H

#include "base/inline.h"
#include "engine/cluster_worker.h"
#include "reduce/orbit.h"
#include "search/model.h"

/* --- images of a component state, which lie behind it once its orbit is known --- */

/* With signatures: its row (symmetry_product_row), its signature, and the change of its share by
 * each exchange. */
static inline const uint16_t **cluster_image_row(const struct cluster_state *component) {
  return (const uint16_t **)(component + 1);
}
static inline signature_t *cluster_image_signature(const struct cluster_state *component) {
  return (signature_t *)(cluster_image_row(component) + 1);
}
static inline uint64_t *cluster_image_changes(const struct symmetry *symmetry,
                                              const struct cluster_state *component) {
  return (uint64_t *)(cluster_image_signature(component) + symmetry->point_count);
}
/* With sums: by permutation, its shares and its images. */
static inline uint64_t *cluster_image_sums(const struct cluster_state *component) {
  return (uint64_t *)(component + 1);
}
static inline uint64_t *cluster_images(const struct symmetry *symmetry,
                                       const struct cluster_state *component) {
  return cluster_image_sums(component) + sum_count(symmetry);
}

/* Bytes behind a component state; 0 without symmetry (NULL). */
static inline size_t cluster_images_size(const struct symmetry *symmetry) {
  if (!symmetry) return 0;
  if (!symmetry->by_signature) return (sum_count(symmetry) + symmetry->count) * sizeof(uint64_t);
  return sizeof(uint16_t *) + symmetry->point_count * sizeof(signature_t) +
         symmetry->exchange_count * sizeof(uint64_t);
}

static inline const struct orbit_member *cluster_image_member(const struct cluster_state *component,
                                                              unsigned permutation) {
  return component_orbit_image(component->orbit, *cluster_image_row(component), permutation);
}
/* The image under a permutation: a component state in its cluster (component_orbit.h). */
static inline uint64_t cluster_image(const struct symmetry *symmetry,
                                     const struct cluster_state *component, unsigned permutation) {
  return symmetry->by_signature ? cluster_image_member(component, permutation)->what
                                : cluster_images(symmetry, component)[permutation];
}

/* Finds the orbit and the images of a component state. */
void cluster_orbit_compute(const struct clusters *clusters, unsigned cluster,
                           const struct cluster_state *component);

/* Returns the component state, with its orbit known. */
static inline const struct cluster_state *cluster_with_orbit(
    const struct clusters *clusters, unsigned cluster, const struct cluster_state *component) {
  if (!__atomic_load_n(&component->orbit, __ATOMIC_ACQUIRE))
    cluster_orbit_compute(clusters, cluster, component);
  return component;
}

/* --- representatives of states; orbits of the components are known --- */

/* Permutations from a state to its representative: one of them, and their number. */
struct least cluster_least(const struct cluster_worker *worker,
                           const struct cluster_state *const *components,
                           const union orbit_key *key);
/* Finds the orbits of the open state's components, and the state's key; not without symmetry. */
void cluster_orbit_open(struct cluster_worker *worker);
/* The number of states in the orbit of the open state. */
unsigned cluster_orbit_states(const struct cluster_worker *worker);
/* Writes the representative of a state to `image`; finds the orbits of its components. */
void cluster_representative(const struct cluster_worker *worker,
                            const struct cluster_state **components, slot_t *image);

/* Adds the states of the open state's orbit to the worker's count, under symmetry. */
static inline void cluster_count_orbit(struct cluster_worker *worker) {
  if (worker->symmetry) worker->inner->orbit_states += cluster_orbit_states(worker);
}

/* The key of a state that differs in one component; `to` may be `key`. */
static inline void cluster_orbit_key_exchange(const struct symmetry *symmetry, union orbit_key *to,
                                              const union orbit_key *key,
                                              const struct cluster_state *before,
                                              const struct cluster_state *after) {
  if (symmetry->by_signature)
    signature_exchange(symmetry, to->signature, key->signature, cluster_image_signature(before),
                       cluster_image_signature(after));
  else
    sums_exchange(symmetry, to->sums, key->sums, cluster_image_sums(before),
                  cluster_image_sums(after));
}

/* A permutation from a state to its representative. */
static inline unsigned cluster_permutation(const struct cluster_worker *worker,
                                           const struct cluster_state *const *components,
                                           const union orbit_key *key) {
  return worker->symmetry->by_signature ? cluster_least(worker, components, key).permutation
                                        : sums_least(worker->symmetry, key->sums);
}

/* The image of worker->after under a permutation, as a word; false: no word has room for it. */
static inline bool cluster_image_word(const struct cluster_worker *worker,
                                      const struct layout *restrict layout, unsigned permutation,
                                      uint64_t *word) {
  const struct symmetry *symmetry = worker->symmetry;
  slot_t over = 0;
  *word = 0;
  for (unsigned i = 0, count = worker->clusters->count; i < count; i++) {
    uint64_t what = cluster_image(symmetry, worker->after[i], permutation);
    *word += content_of(what) * layout->place[place_of(what)];
    over |= content_of(what) & layout->beyond[place_of(what)];
  }
  return !over;
}

/* Makes the word of the representative of worker->after.  `changed`: the clusters in which it
 * differs from the open state.  false: no word has room for it. */
INLINE bool cluster_representative_word(const struct cluster_worker *worker,
                                        const struct cluster_state *const *components,
                                        const struct layout *restrict layout,
                                        const struct clusters_changed *changed, uint64_t *word) {
  union orbit_key exchanged;
  const union orbit_key *key = &worker->orbit_key;
  for (unsigned i = 0; i < changed->count; i++, key = &exchanged) {
    unsigned cluster = changed->clusters[i];
    const struct cluster_state *after =
        cluster_with_orbit(worker->clusters, cluster, worker->after[cluster]);
    cluster_orbit_key_exchange(worker->symmetry, &exchanged, key, components[cluster], after);
  }
  return cluster_image_word(worker, layout, cluster_permutation(worker, worker->after, key), word);
}

#endif

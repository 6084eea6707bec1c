#include "engine/cluster_representative.h"

#include <string.h>

void cluster_orbit_key(const struct cluster_worker *worker,
                       const struct cluster_state *const *components, union orbit_key *key) {
  const struct symmetry *symmetry = worker->symmetry;
  if (symmetry->by_signature)
    memcpy(key->signature, symmetry->none, symmetry->point_count * sizeof *symmetry->none);
  else sums_begin(symmetry, key->sums);
  for (unsigned i = 0; i < worker->clusters->count; i++)
    if (symmetry->by_signature)
      signature_add(symmetry, key->signature, cluster_state_signature(components[i]));
    else sums_add(symmetry, key->sums, cluster_state_sums(components[i]));
}

struct cluster_vector {
  const struct symmetry *symmetry;
  const struct cluster_state *const *components;
  unsigned count;
};

static uint64_t changes_of(const void *context, unsigned exchange) {
  const struct cluster_vector *vector = context;
  uint64_t changes = 0;
  for (unsigned i = 0; i < vector->count; i++)
    changes += cluster_state_changes(vector->symmetry, vector->components[i])[exchange];
  return changes;
}

static uint64_t sum_of(const void *context, unsigned permutation) {
  const struct cluster_vector *vector = context;
  uint64_t sum = 0;
  for (unsigned i = 0; i < vector->count; i++)
    sum += cluster_state_member(vector->components[i], permutation)->share;
  return sum;
}

struct least cluster_least(const struct cluster_worker *worker,
                           const struct cluster_state *const *components,
                           const union orbit_key *key) {
  const struct symmetry *symmetry = worker->symmetry;
  const struct cluster_vector vector = { symmetry, components, worker->clusters->count };
  return least_of_orbit(symmetry, key->signature, changes_of, sum_of, &vector);
}

void cluster_representative(const struct cluster_worker *worker,
                            const struct cluster_state **components, slot_t *image) {
  const struct clusters *clusters = worker->clusters;
  union orbit_key key;
  for (unsigned i = 0; i < clusters->count; i++) cluster_with_orbit(clusters, i, components[i]);
  cluster_orbit_key(worker, components, &key);
  unsigned permutation = cluster_permutation(worker, components, &key);
  for (unsigned i = 0; i < clusters->count; i++) {
    uint64_t what = cluster_state_image(worker->symmetry, components[i], permutation);
    image[place_of(what)] = content_of(what);
  }
}

unsigned cluster_orbit_states(const struct cluster_worker *worker) {
  const struct symmetry *symmetry = worker->symmetry;
  return symmetry->count / (symmetry->by_signature
                                ? cluster_least(worker, worker->components, &worker->orbit_key).same
                                : sums_same(symmetry, worker->orbit_key.sums));
}

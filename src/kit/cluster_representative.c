#include "engine/cluster_representative.h"

#include <string.h>

void cluster_choice_of(const struct cluster_worker *worker,
                       const struct cluster_state *const *parts, union choice *choice) {
  const struct symmetry *symmetry = worker->symmetry;
  if (symmetry->by_signature)
    memcpy(choice->signature, symmetry->none, symmetry->point_count * sizeof *symmetry->none);
  else sums_begin(symmetry, choice->sums);
  for (unsigned i = 0; i < worker->clusters->count; i++)
    if (symmetry->by_signature)
      signature_add(symmetry, choice->signature, part_signature(parts[i]));
    else sums_add(symmetry, choice->sums, part_sums(parts[i]));
}

struct cluster_vector {
  const struct symmetry *symmetry;
  const struct cluster_state *const *parts;
  unsigned count;
};

static uint64_t changes_of(const void *context, unsigned exchange) {
  const struct cluster_vector *vector = context;
  uint64_t changes = 0;
  for (unsigned i = 0; i < vector->count; i++)
    changes += part_changes(vector->symmetry, vector->parts[i])[exchange];
  return changes;
}

static uint64_t sum_of(const void *context, unsigned permutation) {
  const struct cluster_vector *vector = context;
  uint64_t sum = 0;
  for (unsigned i = 0; i < vector->count; i++)
    sum += part_member(vector->parts[i], permutation)->share;
  return sum;
}

struct least cluster_choose(const struct cluster_worker *worker,
                            const struct cluster_state *const *parts, const union choice *choice) {
  const struct symmetry *symmetry = worker->symmetry;
  const struct cluster_vector vector = { symmetry, parts, worker->clusters->count };
  return least_of_orbit(symmetry, choice->signature, changes_of, sum_of, &vector);
}

void cluster_representative(const struct cluster_worker *worker, const struct cluster_state **parts,
                            slot_t *image) {
  const struct clusters *clusters = worker->clusters;
  union choice choice;
  for (unsigned i = 0; i < clusters->count; i++) related(clusters, i, parts[i]);
  cluster_choice_of(worker, parts, &choice);
  unsigned permutation = cluster_permutation_of(worker, parts, &choice);
  for (unsigned i = 0; i < clusters->count; i++) {
    uint64_t what = part_image(worker->symmetry, parts[i], permutation);
    image[place_of(what)] = content_of(what);
  }
}

unsigned cluster_orbit_states(const struct cluster_worker *worker) {
  const struct symmetry *symmetry = worker->symmetry;
  return symmetry->count / (symmetry->by_signature
                                ? cluster_choose(worker, worker->parts, &worker->choice).same
                                : sums_same(symmetry, worker->choice.sums));
}

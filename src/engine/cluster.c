/* Clusters: components whose states are interned together, so that a step costs a look-up.
 *
 * A cluster is a controller, the channels that only it reads, and the cores that only it serves.
 * Controllers share only channels, so the moves of a cluster are a function of its own slots.
 * A content of these slots is a component state, and has a number.  Its moves are computed once
 * and kept; the result of each effect of another cluster on it, too.
 *
 * A state has one number for each cluster.  A step is one look-up for each cluster that it changes.
 * Both this search and one of the slots find the same states by the same steps, and show the same
 * traces. tests/unit/models/cluster_test.c and cluster_programs_test.c check every system.
 *
 * docs/internals/clusters.md has the argument, and says which file does what. */
#include "engine/cluster.h"

const slot_t *cluster_slots(const struct cluster *cluster, uint32_t number) {
  return intern_at(cluster->contents, number, NULL);
}

uint32_t cluster_number(const struct cluster *cluster, const slot_t *slots) {
  slot_t own[WIDTH_MAX];
  for (unsigned i = 0; i < cluster->count; i++) own[i] = slots[cluster->slots[i]];
  return intern_add(cluster->contents, own, cluster->count * sizeof *own);
}

void cluster_fill(const struct cluster *cluster, uint32_t number, slot_t *slots) {
  const slot_t *own = cluster_slots(cluster, number);
  for (unsigned i = 0; i < cluster->count; i++) slots[cluster->slots[i]] = own[i];
}

void clusters_join(const struct clusters *clusters, const slot_t *slots, slot_t *state) {
  for (unsigned i = 0; i < clusters->count; i++)
    state[i] = cluster_number(&clusters->items[i], slots);
}

void clusters_spread(const struct clusters *clusters, const slot_t *state, slot_t *slots) {
  for (unsigned i = 0; i < clusters->count; i++) cluster_fill(&clusters->items[i], state[i], slots);
}

/* The component states of a cluster, made when first met. */
#ifndef ENGINE_CLUSTER_STATES_H
#define ENGINE_CLUSTER_STATES_H

#include "engine/cluster.h"
#include "engine/cluster_state.h"

/* Makes the cluster's table of component states. */
void cluster_states_begin(struct clusters *clusters, unsigned cluster);
/* The component state with a number; makes it if it is new. */
const struct cluster_state *cluster_state_compute(const struct clusters *clusters, unsigned cluster,
                                                  uint32_t number);
const struct cluster_properties *cluster_properties_compute(const struct clusters *clusters,
                                                            unsigned cluster,
                                                            const struct cluster_state *component);
/* Records the result of an effect or a map, under its key. */
void cluster_state_record(const struct clusters *clusters, struct cluster_state *component,
                          uint32_t key, uint32_t after);

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
  const struct cluster_properties *known =
      __atomic_load_n(&component->properties, __ATOMIC_ACQUIRE);
  return known ? known : cluster_properties_compute(clusters, cluster, component);
}

#endif

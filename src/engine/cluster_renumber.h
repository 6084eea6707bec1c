/* Canonical times of a state, by cluster. */
#ifndef ENGINE_CLUSTER_RENUMBER_H
#define ENGINE_CLUSTER_RENUMBER_H

#include "engine/cluster_states.h"

/* Drops the outdated copies of a state and renumbers its timestamps: replaces component states.
 * False: nothing changes. */
bool cluster_renumber(const struct clusters *clusters, const struct cluster_state **components);

#endif

/* Finds the clusters of a machine. */
#ifndef ENGINE_CLUSTER_FIND_H
#define ENGINE_CLUSTER_FIND_H

#include "engine/cluster.h"

/* NULL: the machine has no clusters, and its slots are searched themselves. */
struct clusters *clusters_new(struct machine *machine);
void clusters_free(struct clusters *clusters); /* or NULL */

#endif

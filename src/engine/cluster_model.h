/* A machine's clusters as a model to search. */
#ifndef ENGINE_CLUSTER_MODEL_H
#define ENGINE_CLUSTER_MODEL_H

#include "engine/cluster.h"
#include "search/model.h"

struct model clusters_model(struct clusters *clusters);
/* Turns a trace of clusters into one of the machine's slots. */
void clusters_unfold(const struct clusters *clusters, struct trace *trace);

#endif

/* The steps of clusters, emitted as words. */
#ifndef ENGINE_CLUSTER_EMIT_H
#define ENGINE_CLUSTER_EMIT_H

#include "search/model.h"

/* Emits the steps of a batch (search/model.h). */
struct steps_emitted cluster_emit(const struct model *model, void *worker, struct sink *sink);

#endif

/* The steps of clusters, shown as vectors; cluster_emit.c shares them. */
#ifndef ENGINE_CLUSTER_STEPS_H
#define ENGINE_CLUSTER_STEPS_H

#include "engine/cluster_worker.h"

/* Shows all steps of a state (search/model.h). */
void cluster_successors(const struct model *model, void *worker, const slot_t *state,
                        step_visitor *visit, void *context);

/* Opens a state: finds its component states.  Its steps are shown to `visit` from now on. */
void cluster_open(struct cluster_worker *worker, const slot_t *state, step_visitor *visit,
                  void *context);
/* Shows one move of a cluster in the open state. */
void cluster_show_move(struct cluster_worker *worker, unsigned cluster, const uint32_t *move,
                       const slot_t *state);
/* Shows the tick of the clock, if a cluster waits for it. */
void cluster_show_tick(struct cluster_worker *worker, const slot_t *state);

/* The kind of a step.  One that leads back to its own state is STEP_NOWHERE, unless a core issues
 * an access by it. */
static inline enum step_kind cluster_step_kind(enum step_kind kind, bool back) {
  return back && kind != STEP_ISSUE ? STEP_NOWHERE : kind;
}

#endif

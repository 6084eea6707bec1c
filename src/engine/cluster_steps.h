/* What the steps of clusters share, shown as vectors (cluster_steps.c) or
 * emitted as words (cluster_emit.c). */
#ifndef ENGINE_CLUSTER_STEPS_H
#define ENGINE_CLUSTER_STEPS_H

#include "engine/cluster_worker.h"

/* Finds the parts of a state, whose steps are shown to `visit` from now on. */
void cluster_open(struct cluster_worker *worker, const slot_t *state, step_visitor *visit,
                  void *context);
/* Shows one move of a cluster in the open state. */
void cluster_show_move(struct cluster_worker *worker, unsigned cluster, const uint32_t *move,
                       const slot_t *state);
/* Shows the tick of the clock, where some cluster waits for it. */
void cluster_show_tick(struct cluster_worker *worker, const slot_t *state);
/* Renumbers the timestamps of a state, and drops its outdated copies: other parts replace these.
 * False: nothing changes. */
bool cluster_renumber(const struct clusters *clusters, const struct cluster_state **components);
/* Takes the ample set of the open state.  `take` performs the moves of a group, and returns whether
 * any step was possible so far.  False: there is no ample set.  True: its steps were taken, and
 * those faults of other steps that it could hide. */
bool cluster_take_ample(const struct cluster_worker *worker, const slot_t *state,
                        bool (*take)(void *context, unsigned mover,
                                     const struct cluster_moves *moves),
                        void *context);

/* The kind of a step.  One that leads back to its own state is STEP_NOWHERE, unless a core issues
 * an access by it. */
static inline enum step_kind cluster_step_kind(enum step_kind kind, bool back) {
  return back && kind != STEP_ISSUE ? STEP_NOWHERE : kind;
}

static inline const struct cluster_moves *cluster_own_moves(const struct cluster_worker *worker,
                                                            const slot_t *state, unsigned cluster,
                                                            unsigned query) {
  return cluster_own_moves_at(worker->clusters, cluster, state[cluster],
                              worker->components[cluster], query);
}

/* The moves of the cluster that takes what another one holds for it. */
static inline const struct cluster_moves *cluster_queue_moves(const struct cluster_worker *worker,
                                                              const slot_t *state,
                                                              const struct cluster_queued *queued,
                                                              unsigned query) {
  return cluster_queue_moves_at(worker->clusters, queued->to, state[queued->to],
                                worker->components[queued->to], queued->at, queued->content, query);
}

#endif

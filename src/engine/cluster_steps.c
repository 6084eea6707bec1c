/* The steps of a machine's clusters, shown one by one as vectors.
 *
 * A search that keeps states as words takes them from cluster_emit.c instead. */
#include "engine/cluster_steps.h"

#include <string.h>
#include "engine/cluster_ample.h"
#include "engine/cluster_renumber.h"
#include "engine/cluster_representative.h"

/* STEP_BLOCKED is shown once: a search asks only whether a full channel ever disabled a step. */
static void show_blocked(struct cluster_worker *worker) {
  if (!worker->blocked) worker->visit(worker->context, NULL, worker->label, STEP_BLOCKED);
  worker->blocked = true;
}

/* Shows the canonical form of a successor. */
static void show(struct cluster_worker *worker, const slot_t *from, const slot_t *to,
                 enum step_kind kind) {
  const struct clusters *clusters = worker->clusters;
  slot_t renumbered[WIDTH_MAX], image[WIDTH_MAX];
  const struct cluster_state *components[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count && (clusters->timed || worker->symmetry); i++)
    components[i] = to[i] == from[i] ? worker->components[i] : cluster_state_at(clusters, i, to[i]);
  if (clusters->timed && cluster_renumber(clusters, components)) {
    for (unsigned i = 0; i < clusters->count; i++) renumbered[i] = components[i]->number;
    to = renumbered;
  }
  bool back = !memcmp(to, from, clusters->count * sizeof *to);
  if (worker->symmetry) {
    cluster_representative(worker, components, image);
    to = image;
  }
  worker->visit(worker->context, to, worker->label++, cluster_step_kind(kind, back));
}

/* Shows one move.  `to` equals the open state before; after it, too, but for the cluster itself. */
static void move(struct cluster_worker *worker, unsigned cluster, const uint32_t *move,
                 const slot_t *from, slot_t *to) {
  const struct clusters *clusters = worker->clusters;
  const uint32_t *effects = move + MOVE_OTHERS, *end = cluster_move_next(move);
  bool fits = true;
  to[cluster] = move[MOVE_OWN];
  for (const uint32_t *effect = effects; effect < end && fits; effect++) {
    unsigned other = cluster_effect_target(*effect);
    to[other] = cluster_effect_result(clusters, other, from[other], worker->components[other],
                                      cluster_effect_number(*effect));
    fits = to[other] != EFFECT_FULL;
  }
  if (fits) show(worker, from, to, cluster_move_kind(move[MOVE_KIND]));
  else show_blocked(worker);
  for (; effects < end; effects++)
    to[cluster_effect_target(*effects)] = from[cluster_effect_target(*effects)];
}

void cluster_show_move(struct cluster_worker *worker, unsigned cluster, const uint32_t *at,
                       const slot_t *state) {
  slot_t to[WIDTH_MAX];
  memcpy(to, state, worker->clusters->count * sizeof *to);
  move(worker, cluster, at, state, to);
}

/* Shows the moves of a group.  `to` equals the open state before and after. */
static void move_all(struct cluster_worker *worker, unsigned cluster,
                     const struct cluster_moves *moves, const slot_t *from, slot_t *to) {
  if (moves->blocked) show_blocked(worker);
  for (const uint32_t *at = moves->begin; at < moves->end; at = cluster_move_next(at))
    move(worker, cluster, at, from, to);
  to[cluster] = from[cluster];
}

/* Shows the moves of a cluster, and those of other clusters with the inbound queues in it. */
static void move_cluster(struct cluster_worker *worker, unsigned number, const slot_t *from,
                         slot_t *to) {
  const struct cluster_state *component = worker->components[number];
  unsigned query = cluster_query(worker->greatest, false);
  move_all(worker, number, cluster_own_moves(worker, from, number, query), from, to);
  for (const struct cluster_queued *queued = component->queued; queued < component->queued_end;
       queued++)
    move_all(worker, queued->to, cluster_queue_moves(worker, from, queued, query), from, to);
}

/* --- all steps of a state --- */

void cluster_show_tick(struct cluster_worker *worker, const slot_t *from) {
  const struct clusters *clusters = worker->clusters;
  slot_t to[WIDTH_MAX];
  bool ticks = false;
  for (unsigned i = 0; i < clusters->count; i++) ticks |= worker->components[i]->ticks;
  if (!ticks) return;
  for (unsigned i = 0; i < clusters->count; i++)
    to[i] = cluster_effect_result(clusters, i, from[i], worker->components[i], EFFECT_TICK);
  show(worker, from, to, STEP_ENVIRONMENT);
}

void cluster_open(struct cluster_worker *worker, const slot_t *state, step_visitor *visit,
                  void *context) {
  const struct clusters *clusters = worker->clusters;
  uint64_t times = 0;
  worker->visit = visit;
  worker->context = context;
  worker->label = 0;
  for (unsigned i = 0; i < clusters->count; i++)
    worker->components[i] = cluster_state_at(clusters, i, state[i]);
  property_view_open(worker);
  for (unsigned i = 0; clusters->machine->shape.rank && i < clusters->count; i++)
    times |= worker->components[i]->times;
  worker->greatest = times ? 63 - (unsigned)__builtin_clzll(times) : 0;
  cluster_orbit_open(worker);
}

/* The open state, and the vector in which moves are made. */
struct showing {
  struct cluster_worker *worker;
  const slot_t *from;
  slot_t *to;
};

static bool show_group(void *context, unsigned mover, const struct cluster_moves *moves) {
  struct showing *showing = context;
  move_all(showing->worker, mover, moves, showing->from, showing->to);
  return showing->worker->label > 0;
}

void cluster_successors(const struct model *model, void *data, const slot_t *state,
                        step_visitor *visit, void *context) {
  struct cluster_worker *worker = data;
  const struct clusters *clusters = model->self;
  slot_t to[WIDTH_MAX];
  if (worker->outgrown) property_view_fit(worker);
  cluster_open(worker, state, visit, context);
  memcpy(to, state, clusters->count * sizeof *to);
  struct showing showing = { worker, state, to };
  if (clusters->machine->reductions.ample &&
      cluster_take_ample(worker, state, show_group, &showing))
    return;
  for (unsigned i = 0; i < clusters->count; i++) move_cluster(worker, i, state, to);
  if (clusters->machine->shape.system->time == TIME_REMAINING) cluster_show_tick(worker, state);
}

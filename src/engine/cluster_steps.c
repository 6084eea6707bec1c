/* The steps of a machine's clusters (cluster.c), shown one by one as vectors.
 *
 * A search that keeps states as words takes them from cluster_emit.c instead. */
#include "engine/cluster_steps.h"

#include <string.h>
#include "engine/cluster_representative.h"
#include "machine/export.h"
#include "machine/times.h"

/* Only the first step of a state that a full channel disables is shown: the search asks whether
 * there was any. */
static void show_blocked(struct cluster_worker *worker) {
  if (!worker->blocked) worker->visit(worker->context, NULL, worker->label, STEP_BLOCKED);
  worker->blocked = true;
}

/* Drops the outdated copies of a state; other parts replace these.  False: there are none. */
static bool outdate(const struct clusters *clusters, const struct cluster_state **components) {
  struct renewals all = times_renewals_none;
  for (unsigned i = 0; i < clusters->count; i++)
    for (unsigned line = 0; components[i]->renewals && line < clusters->machine->shape.lines;
         line++) {
      all.by[line] |= components[i]->renewals->by[line];
      if (components[i]->renewals->from[line] != NO_TIME)
        all.from[line] = components[i]->renewals->from[line];
    }
  uint64_t map = cluster_outdating_compute(clusters, &all);
  for (unsigned i = 0; map && i < clusters->count; i++)
    if (components[i]->renewals)
      components[i] = cluster_state_mapped(clusters, i, components[i], (uint32_t)(map - 1));
  return map > 0;
}

bool cluster_renumber(const struct clusters *clusters, const struct cluster_state **components) {
  bool outdated = clusters->machine->shape.outdates && outdate(clusters, components);
  uint64_t times = 0;
  unsigned past = TIME_MAX + 1;
  for (unsigned i = 0; i < clusters->count; i++) {
    times |= components[i]->times;
    if (components[i]->past < past) past = components[i]->past;
  }
  uint64_t map = cluster_renumbering(clusters, times, past);
  for (unsigned i = 0; map && i < clusters->count; i++)
    if (components[i]->times)
      components[i] = cluster_state_mapped(clusters, i, components[i], (uint32_t)(map - 1));
  return outdated || map > 0;
}

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

/* One move of a cluster.  `to` equals the state before, and after but for the cluster itself. */
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

/* All moves of a group.  `to` equals the state before and after. */
static void move_all(struct cluster_worker *worker, unsigned cluster,
                     const struct cluster_moves *moves, const slot_t *from, slot_t *to) {
  if (moves->blocked) show_blocked(worker);
  for (const uint32_t *at = moves->begin; at < moves->end; at = cluster_move_next(at))
    move(worker, cluster, at, from, to);
  to[cluster] = from[cluster];
}

/* All moves of a cluster, and those of other clusters with what it holds for them. */
static void move_cluster(struct cluster_worker *worker, unsigned number, const slot_t *from,
                         slot_t *to) {
  const struct cluster_state *component = worker->components[number];
  unsigned query = cluster_query(worker->greatest, false);
  move_all(worker, number, cluster_own_moves(worker, from, number, query), from, to);
  for (const struct cluster_queued *queued = component->queued; queued < component->queued_end;
       queued++)
    move_all(worker, queued->to, cluster_queue_moves(worker, from, queued, query), from, to);
}

/* --- ample sets --- */

/* A cluster with moves that must not wait, and those that are left of them. */
struct ample_moves {
  unsigned mover;
  const struct cluster_moves *next;
};
enum { AMPLE_MAX = 2 * WIDTH_MAX /* clusters, and inbound queues */ };

static void add_ample(struct ample_moves *left, unsigned *count, unsigned mover,
                      const struct cluster_moves *moves) {
  if (moves != &cluster_moves_none) left[(*count)++] = (struct ample_moves){ mover, moves };
}

static unsigned find_ample(const struct cluster_worker *worker, const slot_t *state,
                           struct ample_moves *left) {
  unsigned count = 0, query = cluster_query(worker->greatest, true);
  for (unsigned i = 0; i < worker->clusters->count; i++) {
    const struct cluster_state *component = worker->components[i];
    add_ample(left, &count, i, cluster_own_moves(worker, state, i, query));
    for (const struct cluster_queued *queued = component->queued; queued < component->queued_end;
         queued++)
      add_ample(left, &count, queued->to, cluster_queue_moves(worker, state, queued, query));
  }
  return count;
}

/* The first group of all; false: there is none left. */
static bool take_group(struct ample_moves *left, unsigned count, struct ample_moves *first) {
  struct ample_moves *least = NULL;
  for (struct ample_moves *ample = left; ample < left + count; ample++)
    if (ample->next && (!least || ample->next->group < least->next->group)) least = ample;
  if (!least) return false;
  *first = *least;
  least->next = least->next->next;
  return true;
}

/* The first group of faults. */
static bool take_faults(struct ample_moves *left, unsigned count, struct ample_moves *first) {
  for (struct ample_moves *ample = left; ample < left + count; ample++) {
    while (ample->next && ample->next->group != FAULTS) ample->next = ample->next->next;
    if (!ample->next) continue;
    *first = *ample;
    ample->next = NULL;
    return true;
  }
  return false;
}

bool cluster_take_ample(const struct cluster_worker *worker, const slot_t *state,
                        bool (*take)(void *context, unsigned mover,
                                     const struct cluster_moves *moves),
                        void *context) {
  struct ample_moves left[AMPLE_MAX], ample;
  unsigned count = find_ample(worker, state, left);
  bool taken = false;
  while (!taken && take_group(left, count, &ample) && ample.next->group != FAULTS)
    taken = take(context, ample.mover, ample.next);
  if (!taken) return false;
  while (take_faults(left, count, &ample)) take(context, ample.mover, ample.next);
  return true;
}

/* --- all steps of a state --- */

void cluster_show_tick(struct cluster_worker *worker, const slot_t *from) {
  const struct clusters *clusters = worker->clusters;
  slot_t to[WIDTH_MAX];
  bool ticks = false;
  for (unsigned i = 0; i < clusters->count; i++) ticks |= worker->components[i]->ticks;
  if (!ticks) return;
  for (unsigned i = 0; i < clusters->count; i++)
    to[i] = cluster_effect_result(clusters, i, from[i], worker->components[i], TICK);
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
  if (!worker->symmetry) return;
  for (unsigned i = 0; i < clusters->count; i++)
    worker->after[i] = cluster_with_orbit(clusters, i, worker->components[i]);
  cluster_orbit_key(worker, worker->components, &worker->orbit_key);
}

/* The state whose steps are shown, and the vector in which moves are made. */
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

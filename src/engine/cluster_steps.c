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
static bool outdate(const struct clusters *clusters, const struct cluster_state **parts) {
  struct renewals all = times_renewals_none;
  for (unsigned i = 0; i < clusters->count; i++)
    for (unsigned line = 0; parts[i]->renewals && line < clusters->machine->shape.lines; line++) {
      all.by[line] |= parts[i]->renewals->by[line];
      if (parts[i]->renewals->from[line] != NO_TIME)
        all.from[line] = parts[i]->renewals->from[line];
    }
  uint64_t map = cluster_outdating_compute(clusters, &all);
  for (unsigned i = 0; map && i < clusters->count; i++)
    if (parts[i]->renewals) parts[i] = mapped_to(clusters, i, parts[i], (uint32_t)(map - 1));
  return map > 0;
}

bool cluster_renumber(const struct clusters *clusters, const struct cluster_state **parts) {
  bool outdated = clusters->machine->shape.outdates && outdate(clusters, parts);
  uint64_t times = 0;
  unsigned past = TIME_MAX + 1;
  for (unsigned i = 0; i < clusters->count; i++) {
    times |= parts[i]->times;
    if (parts[i]->past < past) past = parts[i]->past;
  }
  uint64_t map = renumbering_of(clusters, times, past);
  for (unsigned i = 0; map && i < clusters->count; i++)
    if (parts[i]->times) parts[i] = mapped_to(clusters, i, parts[i], (uint32_t)(map - 1));
  return outdated || map > 0;
}

static void show(struct cluster_worker *worker, const slot_t *from, const slot_t *to,
                 enum step_kind kind) {
  const struct clusters *clusters = worker->clusters;
  slot_t renumbered[WIDTH_MAX], image[WIDTH_MAX];
  const struct cluster_state *parts[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count && (clusters->timed || worker->symmetry); i++)
    parts[i] = to[i] == from[i] ? worker->parts[i] : part_at(clusters, i, to[i]);
  if (clusters->timed && cluster_renumber(clusters, parts)) {
    for (unsigned i = 0; i < clusters->count; i++) renumbered[i] = parts[i]->number;
    to = renumbered;
  }
  bool back = !memcmp(to, from, clusters->count * sizeof *to);
  if (worker->symmetry) {
    cluster_representative(worker, parts, image);
    to = image;
  }
  worker->visit(worker->context, to, worker->label++, cluster_step_kind(kind, back));
}

/* One move of a cluster.  `to` equals the state before, and after but for the cluster itself. */
static void move(struct cluster_worker *worker, unsigned cluster, const uint32_t *move,
                 const slot_t *from, slot_t *to) {
  const struct clusters *clusters = worker->clusters;
  const uint32_t *effects = move + MOVE_OTHERS, *end = move_next(move);
  bool fits = true;
  to[cluster] = move[MOVE_OWN];
  for (const uint32_t *effect = effects; effect < end && fits; effect++) {
    unsigned other = effect_cluster(*effect);
    to[other] =
        deed_done(clusters, other, from[other], worker->parts[other], effect_number(*effect));
    fits = to[other] != EFFECT_FULL;
  }
  if (fits) show(worker, from, to, move_kind(move[MOVE_KIND]));
  else show_blocked(worker);
  for (; effects < end; effects++) to[effect_cluster(*effects)] = from[effect_cluster(*effects)];
}

void cluster_show_move(struct cluster_worker *worker, unsigned cluster, const uint32_t *at,
                       const slot_t *state) {
  slot_t to[WIDTH_MAX];
  memcpy(to, state, worker->clusters->count * sizeof *to);
  move(worker, cluster, at, state, to);
}

/* All moves of a group.  `to` equals the state before and after. */
static void move_all(struct cluster_worker *worker, unsigned cluster,
                     const struct moves_list *moves, const slot_t *from, slot_t *to) {
  if (moves->blocked) show_blocked(worker);
  for (const uint32_t *at = moves->begin; at < moves->end; at = move_next(at))
    move(worker, cluster, at, from, to);
  to[cluster] = from[cluster];
}

/* All moves of a cluster, and those of other clusters with what it holds for them. */
static void move_cluster(struct cluster_worker *worker, unsigned number, const slot_t *from,
                         slot_t *to) {
  const struct cluster_state *part = worker->parts[number];
  unsigned when = when_asked(worker->greatest, false);
  move_all(worker, number, cluster_own_moves(worker, from, number, when), from, to);
  for (const struct inbound_queue *held = part->held; held < part->held_end; held++)
    move_all(worker, held->to, cluster_held_moves(worker, from, held, when), from, to);
}

/* --- ample sets --- */

/* A cluster with moves that must not wait, and those that are left of them. */
struct chance {
  unsigned mover;
  const struct moves_list *next;
};
enum { CHANCES_MAX = 2 * WIDTH_MAX /* clusters, and inbound queues */ };

static void add_chance(struct chance *chances, unsigned *count, unsigned mover,
                       const struct moves_list *moves) {
  if (moves != &cluster_moves_none) chances[(*count)++] = (struct chance){ mover, moves };
}

static unsigned find_chances(const struct cluster_worker *worker, const slot_t *state,
                             struct chance *chances) {
  unsigned count = 0, when = when_asked(worker->greatest, true);
  for (unsigned i = 0; i < worker->clusters->count; i++) {
    const struct cluster_state *part = worker->parts[i];
    add_chance(chances, &count, i, cluster_own_moves(worker, state, i, when));
    for (const struct inbound_queue *held = part->held; held < part->held_end; held++)
      add_chance(chances, &count, held->to, cluster_held_moves(worker, state, held, when));
  }
  return count;
}

/* The first group of all; false: there is none left. */
static bool take_group(struct chance *chances, unsigned count, struct chance *first) {
  struct chance *least = NULL;
  for (struct chance *chance = chances; chance < chances + count; chance++)
    if (chance->next && (!least || chance->next->group < least->next->group)) least = chance;
  if (!least) return false;
  *first = *least;
  least->next = least->next->next;
  return true;
}

/* The first group of faults. */
static bool take_faults(struct chance *chances, unsigned count, struct chance *first) {
  for (struct chance *chance = chances; chance < chances + count; chance++) {
    while (chance->next && chance->next->group != FAULTS) chance->next = chance->next->next;
    if (!chance->next) continue;
    *first = *chance;
    chance->next = NULL;
    return true;
  }
  return false;
}

bool cluster_take_ample(const struct cluster_worker *worker, const slot_t *state,
                        bool (*take)(void *context, unsigned mover, const struct moves_list *moves),
                        void *context) {
  struct chance chances[CHANCES_MAX], chance;
  unsigned count = find_chances(worker, state, chances);
  bool taken = false;
  while (!taken && take_group(chances, count, &chance) && chance.next->group != FAULTS)
    taken = take(context, chance.mover, chance.next);
  if (!taken) return false;
  while (take_faults(chances, count, &chance)) take(context, chance.mover, chance.next);
  return true;
}

/* --- all steps of a state --- */

void cluster_show_tick(struct cluster_worker *worker, const slot_t *from) {
  const struct clusters *clusters = worker->clusters;
  slot_t to[WIDTH_MAX];
  bool ticks = false;
  for (unsigned i = 0; i < clusters->count; i++) ticks |= worker->parts[i]->ticks;
  if (!ticks) return;
  for (unsigned i = 0; i < clusters->count; i++)
    to[i] = deed_done(clusters, i, from[i], worker->parts[i], TICK);
  show(worker, from, to, STEP_ENVIRONMENT);
}

void cluster_open(struct cluster_worker *worker, const slot_t *state, step_visitor *visit,
                  void *context) {
  const struct clusters *clusters = worker->clusters;
  uint64_t times = 0;
  worker->visit = visit;
  worker->context = context;
  worker->label = 0;
  for (unsigned i = 0; i < clusters->count; i++) worker->parts[i] = part_at(clusters, i, state[i]);
  property_views_see(worker);
  for (unsigned i = 0; clusters->machine->shape.rank && i < clusters->count; i++)
    times |= worker->parts[i]->times;
  worker->greatest = times ? 63 - (unsigned)__builtin_clzll(times) : 0;
  if (!worker->symmetry) return;
  for (unsigned i = 0; i < clusters->count; i++)
    worker->after[i] = related(clusters, i, worker->parts[i]);
  cluster_choice_of(worker, worker->parts, &worker->choice);
}

/* The state whose steps are shown, and the vector in which moves are made. */
struct showing {
  struct cluster_worker *worker;
  const slot_t *from;
  slot_t *to;
};

static bool show_group(void *context, unsigned mover, const struct moves_list *moves) {
  struct showing *showing = context;
  move_all(showing->worker, mover, moves, showing->from, showing->to);
  return showing->worker->label > 0;
}

void cluster_successors(const struct model *model, void *data, const slot_t *state,
                        step_visitor *visit, void *context) {
  struct cluster_worker *worker = data;
  const struct clusters *clusters = model->self;
  slot_t to[WIDTH_MAX];
  if (worker->outgrown) property_views_fit(worker);
  cluster_open(worker, state, visit, context);
  memcpy(to, state, clusters->count * sizeof *to);
  struct showing showing = { worker, state, to };
  if (clusters->machine->reductions.ample &&
      cluster_take_ample(worker, state, show_group, &showing))
    return;
  for (unsigned i = 0; i < clusters->count; i++) move_cluster(worker, i, state, to);
  if (clusters->machine->shape.system->time == TIME_REMAINING) cluster_show_tick(worker, state);
}

/* A machine's clusters as a model to explore (cluster.c): what is done for each state and each step.
 *
 * Under symmetry the state that stands for an orbit is chosen as in orbit.c: signatures and sums are those of its slots, added up
 * by cluster, so it is the same one. */
#include <string.h>
#include "base/memory.h"
#include "kit/cluster.h"
#include "kit/export.h"
#include "kit/symmetry.h"

struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;      /* what the machine records */
  const struct part *parts[WIDTH_MAX]; /* of the state whose steps are shown */
  bool blocked;
  const struct symmetry *symmetry; /* NULL: none */
  uint64_t signature[POINTS_MAX], rest[POINTS_MAX], now[POINTS_MAX]; /* of that state; without the cluster that moves; of the
                                                                      * state that it leads to */
  const uint64_t *shares[WIDTH_MAX]; /* of the state that it leads to */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

/* --- the state that stands for an orbit --- */

static void sign(struct cluster_worker *worker) {
  unsigned points = worker->symmetry->point_count;
  memset(worker->signature, 0, sizeof worker->signature);
  for (unsigned i = 0; i < worker->clusters->count; i++) {
    worker->shares[i] = worker->parts[i]->shares;
    for (unsigned p = 0; p < points; p++) worker->signature[p] += worker->parts[i]->signature[p];
  }
}

/* Replaces `to`, whose signature and shares are at hand, by what stands for it. */
static void stand_in(const struct cluster_worker *worker, slot_t *to) {
  const struct clusters *clusters = worker->clusters;
  unsigned chosen = symmetry_choose(worker->symmetry, worker->now, worker->shares, clusters->count);
  if (chosen == 0) return;
  slot_t image[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count; i++)
    image[image_place(clusters, i, chosen)] = part_image(clusters, i, part_at(clusters, i, to[i]), chosen);
  memcpy(to, image, clusters->count * sizeof *to);
}

/* --- steps --- */

/* That a full channel disabled a step is told of the first such state alone: nothing but whether it ever happened is asked. */
static void show_blocked(struct cluster_worker *worker) {
  if (!worker->blocked) worker->visit(worker->context, NULL, worker->label, STEP_BLOCKED);
  worker->blocked = true;
}

static void show(struct cluster_worker *worker, const slot_t *to, enum step_kind kind, bool idle) {
  worker->visit(worker->context, to, worker->label++, idle && kind != STEP_ISSUE ? STEP_NOWHERE : kind);
}

/* One move of a cluster; `to` is the state itself, before and after. */
static inline void move(struct cluster_worker *worker, unsigned cluster, const uint32_t *move, const slot_t *from, slot_t *to) {
  const struct clusters *clusters = worker->clusters;
  const uint32_t *deeds = move + MOVE_OTHERS, *end = deeds + move_others(move[MOVE_KIND]);
  bool fits = true;
  slot_t changed = move[MOVE_OWN] ^ from[cluster];
  to[cluster] = move[MOVE_OWN];
  for (const uint32_t *deed = deeds; deed < end && fits; deed++) {
    unsigned other = *deed >> DEED_BITS;
    to[other] = deed_done(clusters, other, from[other], worker->parts[other], *deed & ((1u << DEED_BITS) - 1));
    changed |= to[other] ^ from[other];
    fits = to[other] != DEED_FULL;
  }
  if (fits) show(worker, to, move_kind(move[MOVE_KIND]), !changed);
  else show_blocked(worker);
  for (; deeds < end; deeds++) to[*deeds >> DEED_BITS] = from[*deeds >> DEED_BITS];
}

/* What a cluster's new content makes of signature and shares. */
static void exchange(struct cluster_worker *worker, unsigned cluster, uint32_t number) {
  const struct part *before = worker->parts[cluster], *after = part_at(worker->clusters, cluster, number);
  for (unsigned p = 0; p < worker->symmetry->point_count; p++) worker->now[p] += after->signature[p] - before->signature[p];
  worker->shares[cluster] = after->shares;
}

static void begin_exchange(struct cluster_worker *worker, unsigned cluster, uint32_t number) {
  const struct part *after = part_at(worker->clusters, cluster, number);
  for (unsigned p = 0; p < worker->symmetry->point_count; p++) worker->now[p] = worker->rest[p] + after->signature[p];
  worker->shares[cluster] = after->shares;
}

static void show_representative(struct cluster_worker *worker, const slot_t *from, const slot_t *to, enum step_kind kind) {
  size_t size = worker->clusters->count * sizeof *to;
  slot_t representative[WIDTH_MAX];
  memcpy(representative, to, size);
  stand_in(worker, representative);
  show(worker, representative, kind, !memcmp(representative, from, size));
}

/* The same under symmetry. */
static void move_symmetric(struct cluster_worker *worker, unsigned cluster, const uint32_t *move, const slot_t *from,
                           slot_t *to) {
  const struct clusters *clusters = worker->clusters;
  const uint32_t *deeds = move + MOVE_OTHERS, *end = deeds + move_others(move[MOVE_KIND]);
  bool fits = true;
  to[cluster] = move[MOVE_OWN];
  begin_exchange(worker, cluster, move[MOVE_OWN]);
  for (const uint32_t *deed = deeds; deed < end && fits; deed++) {
    unsigned other = *deed >> DEED_BITS;
    to[other] = deed_done(clusters, other, from[other], worker->parts[other], *deed & ((1u << DEED_BITS) - 1));
    fits = to[other] != DEED_FULL;
    if (fits && to[other] != from[other]) exchange(worker, other, to[other]);
  }
  if (fits) show_representative(worker, from, to, move_kind(move[MOVE_KIND]));
  else show_blocked(worker);
  for (; deeds < end; deeds++) {
    unsigned other = *deeds >> DEED_BITS;
    to[other] = from[other];
    worker->shares[other] = worker->parts[other]->shares;
  }
}

#define FOR_BOTH static inline __attribute__((always_inline)) /* what is compiled once with symmetry and once without */

FOR_BOTH void move_all(struct cluster_worker *worker, unsigned cluster, const struct moves_list *moves, const slot_t *from,
                       slot_t *to, bool symmetric) {
  if (moves->blocked) show_blocked(worker);
  const uint32_t *end = moves->end;
  for (const uint32_t *at = moves->begin; at < end; at += MOVE_OTHERS + move_others(at[MOVE_KIND]))
    if (symmetric) move_symmetric(worker, cluster, at, from, to);
    else move(worker, cluster, at, from, to);
}

/* All that a cluster can do, of itself and with what others hold for it. */
FOR_BOTH void move_cluster(struct cluster_worker *worker, unsigned number, const slot_t *from, slot_t *to, bool symmetric) {
  const struct clusters *clusters = worker->clusters;
  const struct cluster *cluster = &clusters->items[number];
  const struct part *part = worker->parts[number];
  for (unsigned p = 0; symmetric && p < worker->symmetry->point_count; p++)
    worker->rest[p] = worker->signature[p] - part->signature[p];
  move_all(worker, number, &part->moves, from, to, symmetric);
  for (unsigned i = 0; i < cluster->feed_count; i++) {
    uint32_t view = worker->parts[cluster->feeds[i].from]->views[cluster->feeds[i].view];
    if (view) move_all(worker, number, fed_moves(clusters, number, from[number], part, i, view), from, to, symmetric);
  }
  to[number] = from[number];
  if (symmetric) worker->shares[number] = part->shares;
}

enum { TICK /* the first deed of every cluster */ };

static void tick(struct cluster_worker *worker, const slot_t *from) {
  const struct clusters *clusters = worker->clusters;
  slot_t to[WIDTH_MAX];
  bool ticks = false;
  for (unsigned i = 0; i < clusters->count; i++) ticks |= worker->parts[i]->ticks;
  if (!ticks) return;
  if (worker->symmetry) memcpy(worker->now, worker->signature, sizeof worker->now);
  for (unsigned i = 0; i < clusters->count; i++) {
    to[i] = deed_done(clusters, i, from[i], worker->parts[i], TICK);
    if (worker->symmetry && to[i] != from[i]) exchange(worker, i, to[i]);
  }
  if (worker->symmetry) show_representative(worker, from, to, STEP_ENVIRONMENT);
  else show(worker, to, STEP_ENVIRONMENT, !memcmp(to, from, clusters->count * sizeof *to));
}

static void successors(const struct model *model, void *data, const slot_t *state, step_visitor *visit, void *context) {
  struct cluster_worker *worker = data;
  const struct clusters *clusters = model->self;
  slot_t to[WIDTH_MAX];
  worker->visit = visit;
  worker->context = context;
  worker->label = 0;
  for (unsigned i = 0; i < clusters->count; i++) {
    worker->parts[i] = part_at(clusters, i, state[i]);
    to[i] = state[i];
  }
  if (worker->symmetry) {
    sign(worker);
    for (unsigned i = 0; i < clusters->count; i++) move_cluster(worker, i, state, to, true);
  } else {
    for (unsigned i = 0; i < clusters->count; i++) move_cluster(worker, i, state, to, false);
  }
  if (clusters->machine->system->time == TIME_REMAINING) tick(worker, state);
}

/* --- states --- */

struct joining { const struct clusters *clusters; step_visitor *visit; void *context; };

static void join(void *context, const slot_t *slots, uint32_t label, enum step_kind kind) {
  const struct joining *joining = context;
  slot_t state[WIDTH_MAX];
  clusters_join(joining->clusters, slots, state);
  joining->visit(joining->context, state, label, kind);
}

static void initial(const struct model *model, void *data, step_visitor *visit, void *context) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = data;
  struct joining joining = { clusters, visit, context };
  machine_initial(&clusters->machine->model, worker->inner, join, &joining);
}

static uint64_t fingerprint(const struct model *model, void *data, const slot_t *state) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = data;
  slot_t slots[WIDTH_MAX];
  clusters_spread(clusters, state, slots);
  return clusters->machine->model.fingerprint(&clusters->machine->model, worker->inner, slots);
}

static uint64_t own_invariant(const struct clusters *clusters, const struct part *const *parts) {
  const struct local *locals[CONTROLLERS_MAX];
  if (!clusters->machine->system->invariant) return 0;
  for (unsigned i = 0; i < clusters->count; i++)
    for (unsigned c = 0; c < clusters->items[i].controller_count; c++)
      locals[clusters->items[i].controllers[c]] = parts[i]->locals[c];
  return own_invariant_holds(clusters->machine, locals) ? 0 : CLAIM(PROPERTY_OWN);
}

/* The states of the orbit that the state stands for. */
static unsigned orbit_states(struct cluster_worker *worker) {
  for (unsigned i = 0; i < worker->clusters->count; i++) worker->shares[i] = worker->parts[i]->shares;
  return symmetry_orbit_size(worker->symmetry, worker->signature, worker->shares, worker->clusters->count);
}

static uint64_t broken(const struct model *model, void *data, const slot_t *state, unsigned steps) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = data;
  struct coherence coherence = { 0 };
  slot_t slots[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count; i++) coherence_join(&coherence, &worker->parts[i]->coherence);
  uint64_t all = coherence.broken | own_invariant(clusters, worker->parts);
  if (worker->symmetry) worker->inner->orbit_states += orbit_states(worker);
  if (clusters->machine->options.sum) worker->inner->sum += fingerprint(model, worker, state);
  if (steps & (STEP_PROGRESS | STEP_ENVIRONMENT)) return all; /* no deadlock */
  clusters_spread(clusters, state, slots);
  return machine_deadlocked(clusters->machine, slots, steps) ? all | CLAIM(PROPERTY_DEADLOCK) : all;
}

/* --- words --- */

static void describe_state(const struct model *model, FILE *out, const slot_t *state) {
  const struct clusters *clusters = model->self;
  slot_t slots[WIDTH_MAX];
  clusters_spread(clusters, state, slots);
  clusters->machine->model.describe_state(&clusters->machine->model, out, slots);
}

struct sought { const slot_t *to; unsigned width; bool found; uint32_t label; };

static void seek(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct sought *sought = context;
  if (sought->found || kind == STEP_BLOCKED || memcmp(to, sought->to, sought->width * sizeof *to)) return;
  sought->found = true;
  sought->label = label;
}

/* The machine's first step between two of its states (representatives, under symmetry). */
static uint32_t label_of(const struct machine *machine, const slot_t *from, const slot_t *to) {
  struct sought sought = { .to = to, .width = machine->model.width };
  void *worker = machine->model.worker_new(&machine->model);
  machine->model.successors(&machine->model, worker, from, seek, &sought);
  machine->model.worker_free(&machine->model, worker);
  return sought.label;
}

static void describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label, const slot_t *to) {
  const struct clusters *clusters = model->self;
  const struct machine *machine = clusters->machine;
  slot_t slots[2][WIDTH_MAX];
  (void)label;
  clusters_spread(clusters, from, slots[0]);
  clusters_spread(clusters, to, slots[1]);
  machine->model.describe_step(&machine->model, out, slots[0], label_of(machine, slots[0], slots[1]), slots[1]);
}

static const char *name_of_property(const struct model *model, unsigned property) {
  const struct clusters *clusters = model->self;
  return clusters->machine->model.property_name(&clusters->machine->model, property);
}

void clusters_unfold(const struct clusters *clusters, struct trace *trace) {
  unsigned width = clusters->machine->model.width;
  slot_t *states = memory_new((size_t)trace->length + 1, width * sizeof *states);
  for (unsigned i = 0; i <= trace->length; i++) {
    clusters_spread(clusters, trace->states + (size_t)i * trace->width, states + (size_t)i * width);
    if (i > 0) trace->labels[i - 1] = label_of(clusters->machine, states + (size_t)(i - 1) * width, states + (size_t)i * width);
  }
  memory_free(trace->states);
  trace->states = states;
  trace->width = width;
}

/* --- workers, and what is saved --- */

static void *worker_new(const struct model *model) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = memory_new(1, sizeof *worker);
  worker->clusters = clusters;
  worker->symmetry = clusters->machine->symmetry;
  worker->inner = clusters->machine->model.worker_new(&clusters->machine->model);
  return worker;
}

static void worker_free(const struct model *model, void *data) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = data;
  clusters->machine->model.worker_free(&clusters->machine->model, worker->inner);
  memory_free(worker);
}

static void write_worker(const struct model *model, const void *data, FILE *out) {
  const struct clusters *clusters = model->self;
  machine_write_worker(&clusters->machine->model, ((const struct cluster_worker *)data)->inner, out);
}

static bool read_worker(const struct model *model, void *data, const void *bytes, size_t length) {
  const struct clusters *clusters = model->self;
  return machine_read_worker(&clusters->machine->model, ((struct cluster_worker *)data)->inner, bytes, length);
}

static uint32_t numbers(const struct model *model, unsigned family) { return clusters_numbers(model->self, family); }

static const void *content(const struct model *model, unsigned family, slot_t number, size_t *length) {
  return clusters_content(model->self, family, number, length);
}

static slot_t number(const struct model *model, unsigned family, const void *bytes, size_t length) {
  return clusters_number(model->self, family, bytes, length);
}

static unsigned family_of(const struct model *model, unsigned slot) {
  (void)model;
  return slot;
}

struct model clusters_model(struct clusters *clusters) {
  return (struct model){ .width = clusters->count, .initial = initial, .successors = successors, .broken = broken,
                         .fingerprint = fingerprint, .describe_state = describe_state, .describe_step = describe_step,
                         .property_name = name_of_property, .worker_new = worker_new, .worker_free = worker_free,
                         .families = clusters->count, .family = family_of, .numbers = numbers, .content = content,
                         .number = number, .write_worker = write_worker, .read_worker = read_worker, .self = clusters };
}

/* A machine's clusters as a model to search: states, their words, and what checkpoints keep.
 *
 * Its steps are those of cluster_steps.c and cluster_emit.c. */
#include "engine/cluster_model.h"

#include <string.h>
#include "base/memory.h"
#include "engine/cluster_effects.h"
#include "engine/cluster_emit.h"
#include "engine/cluster_representative.h"
#include "engine/cluster_steps.h"
#include "machine/export.h"
#include "machine/properties.h"
#include "machine/warm_start.h"

/* --- states --- */

struct joining {
  const struct clusters *clusters;
  step_visitor *visit;
  void *context;
};

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

static uint64_t invariant_broken(const struct clusters *clusters,
                                 const struct cluster_properties *const *properties) {
  const struct system *system = clusters->machine->shape.system;
  const struct local *locals[CONTROLLERS_MAX];
  struct flight flights[CHANNELS_MAX];
  unsigned flight_count = 0;
  if (!system->own_invariant.holds && !system->own_invariant.holds_in_flight) return 0;
  for (unsigned i = 0; i < clusters->controller_count; i++) {
    const struct controller_place *place = &clusters->controller_places[i];
    locals[i] = properties[place->cluster]->locals[place->place];
  }
  for (unsigned c = 0; c < clusters->count; c++)
    for (unsigned i = 0; i < properties[c]->flight_count; i++)
      flights[flight_count++] = properties[c]->flights[i];
  return machine_own_invariant(clusters->machine, locals, flights, flight_count);
}

/* The properties that the open state breaks, but for a deadlock and what an ending breaks. */
static __attribute__((noinline)) uint64_t properties_broken(const struct clusters *clusters,
                                                            struct cluster_worker *worker) {
  struct coherence coherence = { 0 };
  const struct cluster_properties *properties[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count; i++) {
    properties[i] = cluster_properties_of(clusters, i, worker->components[i]);
    coherence_join(&coherence, &properties[i]->coherence);
  }
  return coherence_broken(&coherence) | invariant_broken(clusters, properties);
}

/* Are all threads done in the open state? */
static bool all_finished(const struct cluster_worker *worker) {
  bool finished = !worker->clusters->machine->shape.is_client;
  for (unsigned i = 0; i < worker->clusters->count && finished; i++)
    finished = worker->components[i]->finished;
  return finished;
}

/* The properties that an ending breaks: a deadlock, or a state in which all threads are done. */
static uint64_t ending_broken(const struct clusters *clusters, struct cluster_worker *worker,
                              const slot_t *state, unsigned steps) {
  slot_t slots[WIDTH_MAX];
  clusters_spread(clusters, state, slots);
  uint64_t broken = machine_ending(clusters->machine, worker->inner, slots);
  return machine_deadlocked(clusters->machine, slots, steps) ? broken | CLAIM(PROPERTY_DEADLOCK)
                                                             : broken;
}

static uint64_t record_state(const struct clusters *clusters, const slot_t *state) {
  slot_t slots[WIDTH_MAX];
  clusters_spread(clusters, state, slots);
  return clusters->machine->options.note_state(clusters->machine, slots);
}

/* The view of a state in which all threads are done is not recorded: such states are checked one by
 * one, for their outcomes. */
static uint64_t broken(const struct model *model, void *data, const slot_t *state, unsigned steps) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = data;
  uint64_t all = 0;
  cluster_count_orbit(worker);
  if (clusters->machine->options.sum) worker->inner->sum += fingerprint(model, worker, state);
  bool finished = all_finished(worker);
  if (!property_view_holds(&worker->view)) {
    all = properties_broken(clusters, worker);
    if (!all && !finished) property_view_add(worker);
  }
  if (clusters->machine->options.note_state) all |= record_state(clusters, state);
  return cluster_may_be_stuck(steps) || finished
             ? all | ending_broken(clusters, worker, state, steps)
             : all;
}

/* --- descriptions and traces --- */

static void describe_state(const struct model *model, FILE *out, const slot_t *state) {
  const struct clusters *clusters = model->self;
  slot_t slots[WIDTH_MAX];
  clusters_spread(clusters, state, slots);
  clusters->machine->model.describe_state(&clusters->machine->model, out, slots);
}

struct cluster_sought {
  const slot_t *to;
  unsigned width;
  bool found;
  uint32_t label;
};

static void seek(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct cluster_sought *sought = context;
  if (sought->found || kind == STEP_BLOCKED || memcmp(to, sought->to, sought->width * sizeof *to))
    return;
  sought->found = true;
  sought->label = label;
}

/* The machine's first step between two of its states (representatives, under symmetry). */
static uint32_t label_of(const struct machine *machine, const slot_t *from, const slot_t *to) {
  struct cluster_sought sought = { .to = to, .width = machine->model.width };
  void *worker = machine->model.worker_new(&machine->model);
  machine->model.successors(&machine->model, worker, from, seek, &sought);
  machine->model.worker_free(&machine->model, worker);
  return sought.label;
}

static void describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                          const slot_t *to) {
  const struct clusters *clusters = model->self;
  const struct machine *machine = clusters->machine;
  slot_t slots[2][WIDTH_MAX];
  (void)label;
  clusters_spread(clusters, from, slots[0]);
  clusters_spread(clusters, to, slots[1]);
  machine->model.describe_step(&machine->model, out, slots[0],
                               label_of(machine, slots[0], slots[1]), slots[1]);
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
    if (i > 0)
      trace->labels[i - 1] =
          label_of(clusters->machine, states + (size_t)(i - 1) * width, states + (size_t)i * width);
  }
  memory_free(trace->states);
  trace->states = states;
  trace->width = width;
}

/* --- workers and checkpoints --- */

static void *worker_new(const struct model *model) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = memory_new(1, sizeof *worker);
  worker->clusters = clusters;
  worker->symmetry = clusters->machine->reductions.symmetry;
  worker->room = CHECKED_ROOM;
  worker->inner = clusters->machine->model.worker_new(&clusters->machine->model);
  worker->checks_all = clusters->machine->options.sum || clusters->machine->options.note_state;
  property_view_fit(worker);
  return worker;
}

static void worker_free(const struct model *model, void *data) {
  const struct clusters *clusters = model->self;
  struct cluster_worker *worker = data;
  clusters->machine->model.worker_free(&clusters->machine->model, worker->inner);
  property_view_free(worker);
  memory_free(worker);
}

static void write_worker(const struct model *model, const void *data, FILE *out) {
  const struct clusters *clusters = model->self;
  machine_write_worker(&clusters->machine->model, ((const struct cluster_worker *)data)->inner,
                       out);
}

static bool read_worker(const struct model *model, void *data, const void *bytes, size_t length) {
  const struct clusters *clusters = model->self;
  return machine_read_worker(&clusters->machine->model, ((struct cluster_worker *)data)->inner,
                             bytes, length);
}

static uint32_t numbers(const struct model *model, unsigned cluster) {
  return intern_count(((const struct clusters *)model->self)->items[cluster].contents);
}

/* The length and the bytes of each slot's content, in clusters->written.  Checkpoints keep no
 * numbers, since
 * these differ from run to run. */
static const void *content(const struct model *model, unsigned number, slot_t content,
                           size_t *length) {
  struct clusters *clusters = model->self;
  const struct cluster *cluster = &clusters->items[number];
  const slot_t *slots = intern_at(cluster->contents, content, NULL);
  *length = 0;
  for (unsigned i = 0; i < cluster->count; i++) {
    size_t size;
    const void *bytes = intern_at(clusters->machine->contents, slots[i], &size);
    clusters->written = memory_resize(clusters->written, *length + sizeof size + size, 1);
    memcpy(clusters->written + *length, &size, sizeof size);
    memcpy(clusters->written + *length + sizeof size, bytes, size);
    *length += sizeof size + size;
  }
  return clusters->written;
}

static slot_t number(const struct model *model, unsigned number, const void *content,
                     size_t length) {
  const struct clusters *clusters = model->self;
  const struct cluster *cluster = &clusters->items[number];
  const char *at = content, *end = at + length;
  slot_t slots[WIDTH_MAX] = { 0 };
  for (unsigned i = 0; i < cluster->count && (size_t)(end - at) >= sizeof(size_t); i++) {
    size_t size;
    memcpy(&size, at, sizeof size);
    at += sizeof size;
    if (size > (size_t)(end - at)) break;
    slots[i] = intern_add(clusters->machine->contents, at, size);
    at += size;
  }
  return intern_add(cluster->contents, slots, cluster->count * sizeof *slots);
}

static unsigned family_of(const struct model *model, unsigned slot) {
  (void)model;
  return slot;
}

struct model clusters_model(struct clusters *clusters) {
  return (struct model){ .width = clusters->count,
                         .reserved_bits = EFFECT_BITS_RESERVED,
                         .initial = initial,
                         .successors = cluster_successors,
                         .emit = cluster_emit,
                         .broken = broken,
                         .fingerprint = fingerprint,
                         .describe_state = describe_state,
                         .describe_step = describe_step,
                         .property_name = name_of_property,
                         .worker_new = worker_new,
                         .worker_free = worker_free,
                         .families = clusters->count,
                         .family = family_of,
                         .numbers = numbers,
                         .content = content,
                         .number = number,
                         .write_worker = write_worker,
                         .read_worker = read_worker,
                         .self = clusters };
}

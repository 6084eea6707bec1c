/* A machine's clusters as a model to explore (cluster.c): what is done for each state and each step.
 *
 * A search takes a state's steps by way of `tell`, which makes no vector of a state that is one word (sink.h); whoever wants to
 * see the steps themselves, by way of `successors`.
 *
 * Under symmetry the state that stands for an orbit is chosen as in orbit.c: signatures and sums are those of its slots, added up
 * by cluster, so it is the same one. */
#include <string.h>
#include "base/memory.h"
#include "explore/sink.h"
#include "kit/cluster.h"
#include "kit/export.h"
#include "kit/symmetry.h"

struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;      /* what the machine records */
  const struct part *parts[WIDTH_MAX]; /* of the state whose steps are shown */
  bool blocked;
  const struct symmetry *symmetry; /* NULL: none */
  signature_t signature[POINTS_MAX]; /* under symmetry, of that state */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

/* --- the state that stands for an orbit --- */

/* A state with what is remembered of its contents and, under symmetry, its points' signatures. */
struct full_state { const struct part *parts[WIDTH_MAX]; signature_t signature[POINTS_MAX]; };

static void sign(const struct cluster_worker *worker, const struct part *const *parts, signature_t *signature) {
  memset(signature, 0, worker->symmetry->point_count * sizeof *signature);
  for (unsigned i = 0; i < worker->clusters->count; i++) signature_add(worker->symmetry, signature, parts[i]->said->signature);
}

static inline void put_part(const struct cluster_worker *worker, struct full_state *state, unsigned cluster, uint32_t number) {
  const struct part *before = state->parts[cluster], *after = part_at(worker->clusters, cluster, number);
  state->parts[cluster] = after;
  signature_exchange(worker->symmetry, state->signature, before->said->signature, after->said->signature);
}

/* The numbers of what stands for a state. */
static void stand_in(const struct cluster_worker *worker, const struct full_state *state, slot_t *image) {
  const struct clusters *clusters = worker->clusters;
  const uint64_t *shares[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count; i++) shares[i] = state->parts[i]->said->shares;
  unsigned chosen = symmetry_choose(worker->symmetry, state->signature, shares, clusters->count);
  const uint8_t *places = &clusters->images[chosen * clusters->count];
  for (unsigned i = 0; i < clusters->count; i++) image[places[i]] = part_image(clusters, i, state->parts[i], chosen);
}

/* --- steps --- */

/* That a full channel disabled a step is told of the first such state alone: nothing but whether it ever happened is asked. */
static void show_blocked(struct cluster_worker *worker) {
  if (!worker->blocked) worker->visit(worker->context, NULL, worker->label, STEP_BLOCKED);
  worker->blocked = true;
}

/* A step that leads back to its own state is told as such, unless somebody starts something with it. */
static inline enum step_kind kind_told(enum step_kind kind, bool back) {
  return back && kind != STEP_ISSUE ? STEP_NOWHERE : kind;
}

static void show(struct cluster_worker *worker, const slot_t *from, const slot_t *to, enum step_kind kind) {
  unsigned count = worker->clusters->count;
  size_t size = count * sizeof *to;
  slot_t image[WIDTH_MAX];
  if (worker->symmetry) {
    struct full_state state;
    for (unsigned i = 0; i < count; i++) state.parts[i] = part_at(worker->clusters, i, to[i]);
    sign(worker, state.parts, state.signature);
    stand_in(worker, &state, image);
    to = image;
  }
  worker->visit(worker->context, to, worker->label++, kind_told(kind, !memcmp(to, from, size)));
}

/* One move of a cluster; `to` is the state itself, before and after. */
static void move(struct cluster_worker *worker, unsigned cluster, const uint32_t *move, const slot_t *from, slot_t *to) {
  const struct clusters *clusters = worker->clusters;
  const uint32_t *deeds = move + MOVE_OTHERS, *end = move_next(move);
  bool fits = true;
  to[cluster] = move[MOVE_OWN];
  for (const uint32_t *deed = deeds; deed < end && fits; deed++) {
    unsigned other = deed_cluster(*deed);
    to[other] = deed_done(clusters, other, from[other], worker->parts[other], deed_number(*deed));
    fits = to[other] != DEED_FULL;
  }
  if (fits) show(worker, from, to, move_kind(move[MOVE_KIND]));
  else show_blocked(worker);
  for (; deeds < end; deeds++) to[deed_cluster(*deeds)] = from[deed_cluster(*deeds)];
}

static void move_all(struct cluster_worker *worker, unsigned cluster, const struct moves_list *moves, const slot_t *from,
                     slot_t *to) {
  if (moves->blocked) show_blocked(worker);
  for (const uint32_t *at = moves->begin; at < moves->end; at = move_next(at))
    move(worker, cluster, at, from, to);
}

/* What a cluster can do with what its feed `at` holds, or NULL. */
static inline const struct moves_list *fed_by(const struct clusters *clusters, const struct part *const *parts,
                                              const slot_t *state, unsigned number, unsigned at) {
  const struct taken_feed *taken = &clusters->items[number].feeds[at];
  uint32_t view = parts[taken->from]->views[taken->view];
  return view ? fed_moves(clusters, number, state[number], parts[number], at, view) : NULL;
}

/* All that a cluster can do, of itself and with what others hold for it. */
static void move_cluster(struct cluster_worker *worker, unsigned number, const slot_t *from, slot_t *to) {
  const struct clusters *clusters = worker->clusters;
  move_all(worker, number, &worker->parts[number]->moves, from, to);
  for (unsigned at = 0; at < clusters->items[number].feed_count; at++) {
    const struct moves_list *moves = fed_by(clusters, worker->parts, from, number, at);
    if (moves) move_all(worker, number, moves, from, to);
  }
  to[number] = from[number];
}

enum { TICK /* the first deed of every cluster */ };

static void tick(struct cluster_worker *worker, const slot_t *from) {
  const struct clusters *clusters = worker->clusters;
  slot_t to[WIDTH_MAX];
  bool ticks = false;
  for (unsigned i = 0; i < clusters->count; i++) ticks |= worker->parts[i]->ticks;
  if (!ticks) return;
  for (unsigned i = 0; i < clusters->count; i++) to[i] = deed_done(clusters, i, from[i], worker->parts[i], TICK);
  show(worker, from, to, STEP_ENVIRONMENT);
}

static void begin(struct cluster_worker *worker, const slot_t *state, step_visitor *visit, void *context) {
  const struct clusters *clusters = worker->clusters;
  worker->visit = visit;
  worker->context = context;
  worker->label = 0;
  for (unsigned i = 0; i < clusters->count; i++) worker->parts[i] = part_at(clusters, i, state[i]);
  if (worker->symmetry) sign(worker, worker->parts, worker->signature);
}

static void successors(const struct model *model, void *data, const slot_t *state, step_visitor *visit, void *context) {
  struct cluster_worker *worker = data;
  const struct clusters *clusters = model->self;
  slot_t to[WIDTH_MAX];
  begin(worker, state, visit, context);
  memcpy(to, state, clusters->count * sizeof *to);
  for (unsigned i = 0; i < clusters->count; i++) move_cluster(worker, i, state, to);
  if (clusters->machine->system->time == TIME_REMAINING) tick(worker, state);
}

/* --- steps told by what they change --- */

struct telling { struct sink *sink; struct steps_told told; };

static void tell_state(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct telling *telling = context;
  (void)label;
  if (kind == STEP_BLOCKED) {
    telling->told.blocked = true;
    return;
  }
  telling->told.kinds |= kind;
  telling->told.count++;
  sink_note_state(telling->sink, to);
}

/* A move that is not told at once: it leads to a state of more than one word, or does what is not known yet to a cluster. */
static __attribute__((noinline)) void tell_at_length(struct cluster_worker *worker, unsigned cluster, const uint32_t *at,
                                                     const slot_t *state) {
  slot_t to[WIDTH_MAX];
  memcpy(to, state, worker->clusters->count * sizeof *to);
  move(worker, cluster, at, state, to);
}

/* What is read for every move, and not written meanwhile, as the compiler is told. */
struct teller {
  struct cluster_worker *worker;
  const slot_t *restrict state;
  const struct part *const *restrict parts;
  const struct layout *restrict layout;
  struct sink *sink;
  uint64_t word;
};

_Static_assert(LAYOUT_SLOT_BITS <= 30, "a deed that is not known must not look like one that does not fit");

static inline void tell_move(const struct teller *teller, unsigned cluster, const uint32_t *at, struct steps_told *told) {
  uint64_t word = teller->word + ((uint64_t)at[MOVE_OWN] - teller->state[cluster]) * teller->layout->place[cluster];
  slot_t over = at[MOVE_OWN] & teller->layout->beyond[cluster];
  for (const uint32_t *deed = at + MOVE_OTHERS; deed < move_next(at); deed++) {
    unsigned other = deed_cluster(*deed);
    uint32_t after = deed_known(teller->parts[other], deed_number(*deed));
    word += ((uint64_t)after - teller->state[other]) * teller->layout->place[other];
    over |= after & teller->layout->beyond[other];
  }
  if (over) {
    if (over == DEED_FULL) told->blocked = true;
    else tell_at_length(teller->worker, cluster, at, teller->state);
    return;
  }
  told->kinds |= kind_told(move_kind(at[MOVE_KIND]), word == teller->word);
  told->count++;
  sink_note(teller->sink, word);
}

/* The same under symmetry. */
static void tell_representative(const struct teller *teller, unsigned cluster, const uint32_t *at, struct steps_told *told) {
  const struct cluster_worker *worker = teller->worker;
  unsigned count = worker->clusters->count;
  struct full_state to;
  slot_t image[WIDTH_MAX];
  memcpy(to.parts, teller->parts, count * sizeof *to.parts);
  memcpy(to.signature, worker->signature, worker->symmetry->point_count * sizeof *to.signature);
  put_part(worker, &to, cluster, at[MOVE_OWN]);
  for (const uint32_t *deed = at + MOVE_OTHERS; deed < move_next(at); deed++) {
    unsigned other = deed_cluster(*deed);
    uint32_t after = deed_done(worker->clusters, other, teller->state[other], teller->parts[other], deed_number(*deed));
    told->blocked |= after == DEED_FULL;
    if (after == DEED_FULL) return;
    if (after != teller->state[other]) put_part(worker, &to, other, after);
  }
  stand_in(worker, &to, image);
  told->kinds |= kind_told(move_kind(at[MOVE_KIND]), !memcmp(image, teller->state, count * sizeof *image));
  told->count++;
  sink_note_state(teller->sink, image);
}

static inline void tell_moves(const struct teller *teller, unsigned cluster, const struct moves_list *moves,
                              struct steps_told *told) {
  told->blocked |= moves->blocked;
  sink_reserve(teller->sink, (unsigned)(moves->end - moves->begin));
  for (const uint32_t *at = moves->begin, *end = moves->end; at < end; at = move_next(at))
    if (teller->worker->symmetry) tell_representative(teller, cluster, at, told);
    else tell_move(teller, cluster, at, told);
}

static inline void tell_cluster(const struct teller *teller, unsigned number, struct steps_told *told) {
  const struct clusters *clusters = teller->worker->clusters;
  tell_moves(teller, number, &teller->parts[number]->moves, told);
  for (unsigned at = 0, count = clusters->items[number].feed_count; at < count; at++) {
    const struct moves_list *moves = fed_by(clusters, teller->parts, teller->state, number, at);
    if (moves) tell_moves(teller, number, moves, told);
  }
}

static struct steps_told tell(const struct model *model, void *data, const slot_t *state, struct sink *sink) {
  struct cluster_worker *worker = data;
  const struct clusters *clusters = model->self;
  struct telling telling = { .sink = sink };
  struct steps_told told = { 0 }; /* in registers */
  begin(worker, state, tell_state, &telling);
  const struct teller teller = { worker, state, worker->parts, sink->layout, sink, sink->word };
  for (unsigned i = 0; i < clusters->count; i++) tell_cluster(&teller, i, &told);
  if (clusters->machine->system->time == TIME_REMAINING) tick(worker, state);
  told.kinds |= telling.told.kinds;
  told.count += telling.told.count;
  told.blocked |= telling.told.blocked;
  return told;
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
  for (unsigned i = 0; i < clusters->controller_count; i++) {
    const struct seat *seat = &clusters->seats[i];
    locals[i] = parts[seat->cluster]->locals[seat->place];
  }
  return own_invariant_holds(clusters->machine, locals) ? 0 : CLAIM(PROPERTY_OWN);
}

/* The states of the orbit that the state stands for. */
static unsigned orbit_states(const struct cluster_worker *worker) {
  const uint64_t *shares[WIDTH_MAX];
  for (unsigned i = 0; i < worker->clusters->count; i++) shares[i] = worker->parts[i]->said->shares;
  return symmetry_orbit_size(worker->symmetry, worker->signature, shares, worker->clusters->count);
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

static uint32_t numbers(const struct model *model, unsigned cluster) {
  return intern_count(((const struct clusters *)model->self)->items[cluster].contents);
}

/* Each slot's content after its length: what numbers stand for, not numbers. */
static const void *content(const struct model *model, unsigned number, slot_t content, size_t *length) {
  struct clusters *clusters = model->self;
  const struct cluster *cluster = &clusters->items[number];
  const slot_t *slots = intern_at(cluster->contents, content, NULL);
  *length = 0;
  for (unsigned i = 0; i < cluster->count; i++) {
    size_t part;
    const void *bytes = intern_at(clusters->machine->contents, slots[i], &part);
    clusters->written = memory_resize(clusters->written, *length + sizeof part + part, 1);
    memcpy(clusters->written + *length, &part, sizeof part);
    memcpy(clusters->written + *length + sizeof part, bytes, part);
    *length += sizeof part + part;
  }
  return clusters->written;
}

static slot_t number(const struct model *model, unsigned number, const void *content, size_t length) {
  const struct clusters *clusters = model->self;
  const struct cluster *cluster = &clusters->items[number];
  const char *at = content, *end = at + length;
  slot_t slots[WIDTH_MAX] = { 0 };
  for (unsigned i = 0; i < cluster->count && (size_t)(end - at) >= sizeof(size_t); i++) {
    size_t part;
    memcpy(&part, at, sizeof part);
    at += sizeof part;
    if (part > (size_t)(end - at)) break;
    slots[i] = intern_add(clusters->machine->contents, at, part);
    at += part;
  }
  return intern_add(cluster->contents, slots, cluster->count * sizeof *slots);
}

static unsigned family_of(const struct model *model, unsigned slot) {
  (void)model;
  return slot;
}

struct model clusters_model(struct clusters *clusters) {
  return (struct model){ .width = clusters->count, .initial = initial, .successors = successors, .tell = tell, .broken = broken,
                         .fingerprint = fingerprint, .describe_state = describe_state, .describe_step = describe_step,
                         .property_name = name_of_property, .worker_new = worker_new, .worker_free = worker_free,
                         .families = clusters->count, .family = family_of, .numbers = numbers, .content = content,
                         .number = number, .write_worker = write_worker, .read_worker = read_worker, .self = clusters };
}

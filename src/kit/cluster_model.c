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

/* What says which permutation leads from a state to the one that stands for its orbit. */
union choice { signature_t signature[POINTS_MAX]; uint64_t sums[PERMUTATIONS_MAX]; };

/* Neither is a state's word, which has a bit less (layout.h). */
#define WORD_UNKNOWN UINT64_MAX
#define WORD_NONE (UINT64_MAX - 1)

struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;      /* what the machine records */
  const struct part *parts[WIDTH_MAX]; /* of the state whose steps are shown */
  bool blocked;
  const struct symmetry *symmetry;  /* NULL: none; else: */
  union choice choice;              /* of that state */
  uint64_t words[PERMUTATIONS_MAX]; /* what permutations make of it; WORD_UNKNOWN */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

/* --- the state that stands for an orbit --- */

static void choice_of(const struct cluster_worker *worker, const struct part *const *parts, union choice *choice) {
  const struct symmetry *symmetry = worker->symmetry;
  if (symmetry->by_signature) memset(choice->signature, 0, symmetry->point_count * sizeof *choice->signature);
  else sums_begin(symmetry, choice->sums);
  for (unsigned i = 0; i < worker->clusters->count; i++)
    if (symmetry->by_signature) signature_add(symmetry, choice->signature, parts[i]->said->signature);
    else sums_add(symmetry, choice->sums, parts[i]->said->shares);
}

/* That of a state which differs in one part; `to` may be `choice`. */
static inline void choice_exchange(const struct symmetry *symmetry, union choice *to, const union choice *choice,
                                   const struct said *before, const struct said *after) {
  if (symmetry->by_signature)
    signature_exchange(symmetry, to->signature, choice->signature, before->signature, after->signature);
  else
    sums_exchange(symmetry, to->sums, choice->sums, before->shares, after->shares);
}

/* Of the permutations among which signatures leave the choice, the one that makes the least sum, and how many do. */
static __attribute__((noinline)) struct least least_of_parts(const struct cluster_worker *worker, const struct part *const *parts,
                                                             const union choice *choice) {
  const uint64_t *shares[WIDTH_MAX];
  struct candidates candidates = candidates_of(worker->symmetry, choice->signature);
  for (unsigned i = 0; i < worker->clusters->count; i++) shares[i] = parts[i]->said->shares;
  return least_candidate(&candidates, shares, worker->clusters->count);
}

/* The numbers of what a permutation makes of a state. */
static void permute(const struct cluster_worker *worker, const struct part *const *parts, unsigned permutation, slot_t *image) {
  const struct clusters *clusters = worker->clusters;
  for (unsigned i = 0; i < clusters->count; i++)
    image[image_place(clusters, i, permutation)] = part_image(clusters, i, parts[i], permutation);
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
    const struct part *parts[WIDTH_MAX];
    union choice choice;
    for (unsigned i = 0; i < count; i++) parts[i] = part_at(worker->clusters, i, to[i]);
    choice_of(worker, parts, &choice);
    permute(worker, parts, least_of_parts(worker, parts, &choice).permutation, image);
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

/* What is done with what a cluster holds for another. */
static inline const struct moves_list *held_moves(const struct clusters *clusters, const struct part *const *parts,
                                                  const slot_t *state, const struct held *held) {
  return fed_moves(clusters, held->to, state[held->to], parts[held->to], held->at, held->view);
}

/* All that a cluster can do of itself, and others with what it holds for them. */
static void move_cluster(struct cluster_worker *worker, unsigned number, const slot_t *from, slot_t *to) {
  const struct part *part = worker->parts[number];
  move_all(worker, number, &part->moves, from, to);
  to[number] = from[number];
  for (const struct held *held = part->held; held < part->held_end; held++) {
    move_all(worker, held->to, held_moves(worker->clusters, worker->parts, from, held), from, to);
    to[held->to] = from[held->to];
  }
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
  if (!worker->symmetry) return;
  choice_of(worker, worker->parts, &worker->choice);
  for (unsigned i = 0; i < worker->symmetry->count; i++) worker->words[i] = WORD_UNKNOWN;
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

/* --- and under symmetry --- */

/* A part that a move changes. */
struct change { unsigned cluster; const struct part *before, *after; };

/* What a permutation makes of the state whose steps are told, as a word; WORD_NONE where that is more than one. */
static __attribute__((noinline)) uint64_t permuted_word(const struct teller *teller, unsigned permutation) {
  const struct clusters *clusters = teller->worker->clusters;
  uint64_t word = 0;
  slot_t over = 0;
  for (unsigned i = 0; i < clusters->count; i++) {
    unsigned place = image_place(clusters, i, permutation);
    uint32_t number = part_image(clusters, i, teller->parts[i], permutation);
    word += number * teller->layout->place[place];
    over |= number & teller->layout->beyond[place];
  }
  return teller->worker->words[permutation] = over ? WORD_NONE : word;
}

/* The permutation that leads from the state with these changes to the one that stands for its orbit. */
static inline unsigned chosen(const struct cluster_worker *worker, const union choice *choice, const struct change *changes,
                              unsigned count) {
  if (!worker->symmetry->by_signature) return sums_least(worker->symmetry, choice->sums);
  struct candidates candidates = candidates_of(worker->symmetry, choice->signature);
  if (candidate_is_alone(&candidates)) return *candidates.begin[0] + *candidates.begin[1] + *candidates.begin[2];
  const struct part *parts[WIDTH_MAX];
  memcpy(parts, worker->parts, worker->clusters->count * sizeof *parts);
  for (unsigned i = 0; i < count; i++) parts[changes[i].cluster] = changes[i].after;
  return least_of_parts(worker, parts, choice).permutation;
}

static inline void tell_representative(const struct teller *teller, unsigned cluster, const uint32_t *at,
                                       struct steps_told *told) {
  struct cluster_worker *worker = teller->worker;
  const struct clusters *clusters = worker->clusters;
  const struct symmetry *symmetry = worker->symmetry;
  const struct layout *layout = teller->layout;
  struct change changes[WIDTH_MAX];
  union choice choice;
  unsigned count = 0, touched = cluster;
  uint32_t number = at[MOVE_OWN];
  for (const uint32_t *deed = at + MOVE_OTHERS, *end = move_next(at);; deed++) {
    if (number != teller->state[touched]) {
      const struct part *before = teller->parts[touched], *after = part_at(clusters, touched, number);
      changes[count] = (struct change){ touched, before, after };
      choice_exchange(symmetry, &choice, count++ ? &choice : &worker->choice, before->said, after->said);
    }
    if (deed == end) break;
    touched = deed_cluster(*deed);
    number = deed_done(clusters, touched, teller->state[touched], teller->parts[touched], deed_number(*deed));
    told->blocked |= number == DEED_FULL;
    if (number == DEED_FULL) return;
  }
  unsigned permutation = chosen(worker, count ? &choice : &worker->choice, changes, count);
  uint64_t word = worker->words[permutation];
  if (word == WORD_UNKNOWN) word = permuted_word(teller, permutation);
  slot_t over = word == WORD_NONE;
  for (unsigned i = 0; i < count; i++) {
    unsigned changed = changes[i].cluster, place = image_place(clusters, changed, permutation);
    uint32_t before = part_image(clusters, changed, changes[i].before, permutation);
    uint32_t after = part_image(clusters, changed, changes[i].after, permutation);
    word += ((uint64_t)after - before) * layout->place[place];
    over |= after & layout->beyond[place];
  }
  if (over) {
    tell_at_length(worker, cluster, at, teller->state);
    return;
  }
  told->kinds |= kind_told(move_kind(at[MOVE_KIND]), word == teller->word);
  told->count++;
  sink_note(teller->sink, word);
}

/* What a cluster can do of itself, and others with what it holds for them: one after the other, in one loop, which has all that
 * is done for a move in it. */
static inline void tell_cluster(const struct teller *teller, unsigned number, struct steps_told *told) {
  const struct clusters *clusters = teller->worker->clusters;
  const struct held *held = teller->parts[number]->held, *held_end = teller->parts[number]->held_end;
  const struct moves_list *moves = &teller->parts[number]->moves;
  for (unsigned mover = number;; mover = held++->to) {
    const uint32_t *at = moves->begin, *end = moves->end;
    told->blocked |= moves->blocked;
    if (at < end) sink_reserve(teller->sink, (unsigned)(end - at));
    for (; at < end; at = move_next(at))
      if (teller->worker->symmetry) tell_representative(teller, mover, at, told);
      else tell_move(teller, mover, at, told);
    if (held == held_end) return;
    moves = held_moves(clusters, teller->parts, teller->state, held);
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
  const struct symmetry *symmetry = worker->symmetry;
  return symmetry->count / (symmetry->by_signature ? least_of_parts(worker, worker->parts, &worker->choice).same
                                                   : sums_same(symmetry, worker->choice.sums));
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

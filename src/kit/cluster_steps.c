/* The steps of a machine's clusters (cluster.c): what is done for each state and each step.
 *
 * A search takes a state's steps by way of `cluster_emit`, which makes no vector of what steps lead
 * to where that is one word (sink.h).  Callers that want to see the steps themselves call
 * `cluster_successors`.
 *
 * Under symmetry the state that stands for an orbit is chosen as in orbit.c: signatures and sums
 * are those of its slots, added up by cluster, so it is the same one. */
#include <string.h>
#include "base/inline.h"
#include "base/memory.h"
#include "kit/cluster_worker.h"
#include "kit/export.h"
#include "search/model.h"

/* A step that leads back to its own state is told as such, unless somebody starts something with
 * it. */
static inline enum step_kind kind_told(enum step_kind kind, bool back) {
  return back && kind != STEP_ISSUE ? STEP_NOWHERE : kind;
}

static inline const struct moves_list *own_moves(const struct cluster_worker *worker,
                                                 const slot_t *state, unsigned cluster,
                                                 unsigned when) {
  return own_moves_of(worker->clusters, cluster, state[cluster], worker->parts[cluster], when);
}

/* What is done with what a cluster holds for another. */
static inline const struct moves_list *held_moves(const struct cluster_worker *worker,
                                                  const slot_t *state,
                                                  const struct inbound_queue *held, unsigned when) {
  return fed_moves(worker->clusters, held->to, state[held->to], worker->parts[held->to], held->at,
                   held->view, when);
}

/* --- the state that stands for an orbit --- */

static void choice_of(const struct cluster_worker *worker, const struct cluster_state *const *parts,
                      union choice *choice) {
  const struct symmetry *symmetry = worker->symmetry;
  if (symmetry->by_signature)
    memcpy(choice->signature, symmetry->none, symmetry->point_count * sizeof *symmetry->none);
  else sums_begin(symmetry, choice->sums);
  for (unsigned i = 0; i < worker->clusters->count; i++)
    if (symmetry->by_signature)
      signature_add(symmetry, choice->signature, part_signature(parts[i]));
    else sums_add(symmetry, choice->sums, part_sums(parts[i]));
}

/* That of a state which differs in one part; `to` may be `choice`. */
static inline void choice_exchange(const struct symmetry *symmetry, union choice *to,
                                   const union choice *choice, const struct cluster_state *before,
                                   const struct cluster_state *after) {
  if (symmetry->by_signature)
    signature_exchange(symmetry, to->signature, choice->signature, part_signature(before),
                       part_signature(after));
  else sums_exchange(symmetry, to->sums, choice->sums, part_sums(before), part_sums(after));
}

struct cluster_vector {
  const struct symmetry *symmetry;
  const struct cluster_state *const *parts;
  unsigned count;
};

static uint64_t changes_of(const void *context, unsigned exchange) {
  const struct cluster_vector *vector = context;
  uint64_t changes = 0;
  for (unsigned i = 0; i < vector->count; i++)
    changes += part_changes(vector->symmetry, vector->parts[i])[exchange];
  return changes;
}

static uint64_t sum_of(const void *context, unsigned permutation) {
  const struct cluster_vector *vector = context;
  uint64_t sum = 0;
  for (unsigned i = 0; i < vector->count; i++)
    sum += part_member(vector->parts[i], permutation)->share;
  return sum;
}

/* Of the permutations that lead from a state to the one that stands for its orbit, one, and how
 * many they are. */
static __attribute__((noinline)) struct least chosen(const struct cluster_worker *worker,
                                                     const struct cluster_state *const *parts,
                                                     const union choice *choice) {
  const struct symmetry *symmetry = worker->symmetry;
  const struct cluster_vector vector = { symmetry, parts, worker->clusters->count };
  return least_of_orbit(symmetry, choice->signature, changes_of, sum_of, &vector);
}

static inline unsigned permutation_of(const struct cluster_worker *worker,
                                      const struct cluster_state *const *parts,
                                      const union choice *choice) {
  return worker->symmetry->by_signature ? chosen(worker, parts, choice).permutation
                                        : sums_least(worker->symmetry, choice->sums);
}

/* What it makes of the state. */
static void stand_in(const struct cluster_worker *worker, const struct cluster_state **parts,
                     slot_t *image) {
  const struct clusters *clusters = worker->clusters;
  union choice choice;
  for (unsigned i = 0; i < clusters->count; i++) related(clusters, i, parts[i]);
  choice_of(worker, parts, &choice);
  unsigned permutation = permutation_of(worker, parts, &choice);
  for (unsigned i = 0; i < clusters->count; i++) {
    uint64_t what = part_image(worker->symmetry, parts[i], permutation);
    image[place_of(what)] = content_of(what);
  }
}

unsigned cluster_orbit_states(const struct cluster_worker *worker) {
  const struct symmetry *symmetry = worker->symmetry;
  return symmetry->count / (symmetry->by_signature
                                ? chosen(worker, worker->parts, &worker->choice).same
                                : sums_same(symmetry, worker->choice.sums));
}

/* --- steps --- */

/* That a full channel disabled a step is told of the first such state alone: nothing but whether it
 * ever happened is asked. */
static void show_blocked(struct cluster_worker *worker) {
  if (!worker->blocked) worker->visit(worker->context, NULL, worker->label, STEP_BLOCKED);
  worker->blocked = true;
}

/* Gives up what is outdated in a state with these parts, which become others; false: nothing is. */
static bool outdate(const struct clusters *clusters, const struct cluster_state **parts) {
  struct renewals all = times_renewals_none;
  for (unsigned i = 0; i < clusters->count; i++)
    for (unsigned line = 0; parts[i]->renewals && line < clusters->machine->lines; line++) {
      all.by[line] |= parts[i]->renewals->by[line];
      if (parts[i]->renewals->from[line] != NO_TIME)
        all.from[line] = parts[i]->renewals->from[line];
    }
  uint64_t map = cluster_outdating_compute(clusters, &all);
  for (unsigned i = 0; map && i < clusters->count; i++)
    if (parts[i]->renewals) parts[i] = mapped_to(clusters, i, parts[i], (uint32_t)(map - 1));
  return map > 0;
}

/* Renumbers the timestamps of a state with these parts, which become others; false: they need not.
 */
static inline bool renumber(const struct clusters *clusters, const struct cluster_state **parts) {
  bool outdated = clusters->machine->outdates && outdate(clusters, parts);
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
  if (clusters->timed && renumber(clusters, parts)) {
    for (unsigned i = 0; i < clusters->count; i++) renumbered[i] = parts[i]->number;
    to = renumbered;
  }
  bool back = !memcmp(to, from, clusters->count * sizeof *to);
  if (worker->symmetry) {
    stand_in(worker, parts, image);
    to = image;
  }
  worker->visit(worker->context, to, worker->label++, kind_told(kind, back));
}

/* One move of a cluster; `to` is the state itself, before and, but for the cluster, after. */
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

/* And all of a group; `to` is the state itself, before and after. */
static void move_all(struct cluster_worker *worker, unsigned cluster,
                     const struct moves_list *moves, const slot_t *from, slot_t *to) {
  if (moves->blocked) show_blocked(worker);
  for (const uint32_t *at = moves->begin; at < moves->end; at = move_next(at))
    move(worker, cluster, at, from, to);
  to[cluster] = from[cluster];
}

/* All that a cluster can do of itself, and others with what it holds for them. */
static void move_cluster(struct cluster_worker *worker, unsigned number, const slot_t *from,
                         slot_t *to) {
  const struct cluster_state *part = worker->parts[number];
  unsigned when = when_asked(worker->greatest, false);
  move_all(worker, number, own_moves(worker, from, number, when), from, to);
  for (const struct inbound_queue *held = part->held; held < part->held_end; held++)
    move_all(worker, held->to, held_moves(worker, from, held, when), from, to);
}

/* --- what must not wait --- */

/* A cluster that can do such a thing, with what is left to be tried of it. */
struct chance {
  unsigned mover;
  const struct moves_list *next;
};
enum { CHANCES_MAX = 2 * WIDTH_MAX /* clusters, and feeds */ };

static void add_chance(struct chance *chances, unsigned *count, unsigned mover,
                       const struct moves_list *moves) {
  if (moves != &cluster_moves_none) chances[(*count)++] = (struct chance){ mover, moves };
}

static unsigned find_chances(const struct cluster_worker *worker, const slot_t *state,
                             struct chance *chances) {
  unsigned count = 0, when = when_asked(worker->greatest, true);
  for (unsigned i = 0; i < worker->clusters->count; i++) {
    const struct cluster_state *part = worker->parts[i];
    add_chance(chances, &count, i, own_moves(worker, state, i, when));
    for (const struct inbound_queue *held = part->held; held < part->held_end; held++)
      add_chance(chances, &count, held->to, held_moves(worker, state, held, when));
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

/* What must not wait, where something of it can be done: true, and these are all steps that are
 * taken, but for the faults beside them. */
static bool move_promptly(struct cluster_worker *worker, const slot_t *from, slot_t *to) {
  struct chance chances[CHANCES_MAX], chance;
  if (!worker->clusters->machine->prompt) return false;
  unsigned count = find_chances(worker, from, chances);
  while (!worker->label && take_group(chances, count, &chance) && chance.next->group != FAULTS)
    move_all(worker, chance.mover, chance.next, from, to);
  if (!worker->label) return false;
  while (take_faults(chances, count, &chance))
    move_all(worker, chance.mover, chance.next, from, to);
  return true;
}

/* --- steps as vectors --- */

static void cluster_tick(struct cluster_worker *worker, const slot_t *from) {
  const struct clusters *clusters = worker->clusters;
  slot_t to[WIDTH_MAX];
  bool ticks = false;
  for (unsigned i = 0; i < clusters->count; i++) ticks |= worker->parts[i]->ticks;
  if (!ticks) return;
  for (unsigned i = 0; i < clusters->count; i++)
    to[i] = deed_done(clusters, i, from[i], worker->parts[i], TICK);
  show(worker, from, to, STEP_ENVIRONMENT);
}

static void begin(struct cluster_worker *worker, const slot_t *state, step_visitor *visit,
                  void *context) {
  const struct clusters *clusters = worker->clusters;
  uint64_t times = 0;
  worker->visit = visit;
  worker->context = context;
  worker->label = 0;
  for (unsigned i = 0; i < clusters->count; i++) worker->parts[i] = part_at(clusters, i, state[i]);
  property_views_see(worker);
  for (unsigned i = 0; clusters->machine->rank && i < clusters->count; i++)
    times |= worker->parts[i]->times;
  worker->greatest = times ? 63 - (unsigned)__builtin_clzll(times) : 0;
  if (!worker->symmetry) return;
  for (unsigned i = 0; i < clusters->count; i++)
    worker->after[i] = related(clusters, i, worker->parts[i]);
  choice_of(worker, worker->parts, &worker->choice);
}

void cluster_successors(const struct model *model, void *data, const slot_t *state,
                        step_visitor *visit, void *context) {
  struct cluster_worker *worker = data;
  const struct clusters *clusters = model->self;
  slot_t to[WIDTH_MAX];
  if (worker->outgrown) property_views_fit(worker);
  begin(worker, state, visit, context);
  memcpy(to, state, clusters->count * sizeof *to);
  if (move_promptly(worker, state, to)) return;
  for (unsigned i = 0; i < clusters->count; i++) move_cluster(worker, i, state, to);
  if (clusters->machine->system->time == TIME_REMAINING) cluster_tick(worker, state);
}

/* --- steps told by what they change --- */

/* What is read for every move, and not written meanwhile, as the compiler is told. */
struct emitter {
  struct cluster_worker *worker;
  const slot_t *restrict state;
  const struct cluster_state *const *restrict parts;
  const struct layout *restrict layout;
  struct sink *sink;
  uint64_t word;
};

/* The steps of a state that are emitted as vectors. */
struct emission {
  struct sink *sink;
  struct steps_emitted told;
};

static void tell_state(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct emission *telling = context;
  (void)label;
  if (kind == STEP_BLOCKED) {
    telling->told.blocked = true;
    return;
  }
  telling->told.kinds |= kind;
  telling->told.count++;
  sink_note_state(telling->sink, to);
}

/* Emits as a vector a move that leads to a state of more than one word. */
static void cluster_emit_unbatched(struct cluster_worker *worker, unsigned cluster,
                                   const uint32_t *at, const slot_t *state) {
  slot_t to[WIDTH_MAX];
  memcpy(to, state, worker->clusters->count * sizeof *to);
  move(worker, cluster, at, state, to);
}

/* Does every effect of a move fit, and its word in the layout? */
enum fit { FITS, FITS_AT_LENGTH, BLOCKED };

/* What a move makes of the word. */
INLINE enum fit word_after(const struct emitter *teller, unsigned cluster, const uint32_t *at,
                           uint64_t *after) {
  uint64_t word = teller->word + ((uint64_t)at[MOVE_OWN] - teller->state[cluster]) *
                                     teller->layout->place[cluster];
  slot_t over = at[MOVE_OWN] & teller->layout->beyond[cluster];
  for (const uint32_t *effect = at + MOVE_OTHERS; effect < move_next(at); effect++) {
    unsigned other = effect_cluster(*effect);
    uint32_t number = deed_done(teller->worker->clusters, other, teller->state[other],
                                teller->parts[other], effect_number(*effect));
    word += ((uint64_t)number - teller->state[other]) * teller->layout->place[other];
    over |= number & teller->layout->beyond[other];
  }
  *after = word;
  return over == 0 ? FITS : over & EFFECT_FULL ? BLOCKED : FITS_AT_LENGTH;
}

/* Tells a move, for which there is room. */
INLINE void tell_move(const struct emitter *teller, unsigned cluster, const uint32_t *at,
                      struct steps_emitted *told) {
  uint64_t word;
  enum fit fit = word_after(teller, cluster, at, &word);
  if (fit != FITS) {
    if (fit == BLOCKED) told->blocked = true;
    else cluster_emit_unbatched(teller->worker, cluster, at, teller->state);
    return;
  }
  told->kinds |= kind_told(move_kind(at[MOVE_KIND]), word == teller->word);
  told->count++;
  sink_note(teller->sink, word);
}

/* --- and under symmetry --- */

/* What a permutation makes of what a step leads to, as a word; false: that is more than one. */
static inline bool permuted_word(const struct emitter *teller, unsigned permutation,
                                 uint64_t *word) {
  const struct cluster_worker *worker = teller->worker;
  const struct symmetry *symmetry = worker->symmetry;
  slot_t over = 0;
  *word = 0;
  for (unsigned i = 0, count = worker->clusters->count; i < count; i++) {
    uint64_t what = part_image(symmetry, worker->after[i], permutation);
    *word += content_of(what) * teller->layout->place[place_of(what)];
    over |= content_of(what) & teller->layout->beyond[place_of(what)];
  }
  return !over;
}

/* The clusters that a step changes. */
struct changed {
  unsigned count;
  uint8_t clusters[WIDTH_MAX];
};

/* Makes a move in `after`; false: a channel is full. */
static inline bool move_parts(const struct emitter *teller, unsigned cluster, const uint32_t *at,
                              struct changed *changed) {
  struct cluster_worker *worker = teller->worker;
  uint32_t number = at[MOVE_OWN];
  changed->count = 0;
  for (const uint32_t *effect = at + MOVE_OTHERS, *end = move_next(at);; effect++) {
    if (number == EFFECT_FULL) return false;
    if (number != teller->state[cluster]) {
      worker->after[cluster] = part_at(worker->clusters, cluster, number);
      changed->clusters[changed->count++] = (uint8_t)cluster;
    }
    if (effect == end) return true;
    cluster = effect_cluster(*effect);
    number = deed_done(worker->clusters, cluster, teller->state[cluster], teller->parts[cluster],
                       effect_number(*effect));
  }
}

/* Renumbers `after`, in which more becomes changed. */
static __attribute__((noinline)) void renumber_after(struct cluster_worker *worker,
                                                     struct changed *changed) {
  if (!renumber(worker->clusters, worker->after)) return;
  changed->count = 0;
  for (unsigned i = 0; i < worker->clusters->count; i++)
    if (worker->after[i] != worker->parts[i]) changed->clusters[changed->count++] = (uint8_t)i;
}

/* The word of the state that stands for `after`; false: it is more than a word. */
static inline bool word_after_all(const struct emitter *teller, const struct changed *changed,
                                  uint64_t *word) {
  struct cluster_worker *worker = teller->worker;
  union choice exchanged;
  const union choice *choice = &worker->choice;
  for (unsigned i = 0; i < changed->count; i++, choice = &exchanged) {
    unsigned cluster = changed->clusters[i];
    const struct cluster_state *after = related(worker->clusters, cluster, worker->after[cluster]);
    choice_exchange(worker->symmetry, &exchanged, choice, teller->parts[cluster], after);
  }
  return permuted_word(teller, permutation_of(worker, worker->after, choice), word);
}

INLINE void tell_representative(const struct emitter *teller, unsigned cluster, const uint32_t *at,
                                struct steps_emitted *told) {
  struct cluster_worker *worker = teller->worker;
  struct changed changed;
  uint64_t word;
  bool room = move_parts(teller, cluster, at, &changed), fits = false;
  if (room && worker->clusters->timed) renumber_after(worker, &changed);
  if (room) fits = word_after_all(teller, &changed, &word);
  for (unsigned i = 0; i < changed.count; i++)
    worker->after[changed.clusters[i]] = teller->parts[changed.clusters[i]];
  if (!fits) {
    if (room) cluster_emit_unbatched(worker, cluster, at, teller->state);
    else told->blocked = true;
    return;
  }
  told->kinds |= kind_told(move_kind(at[MOVE_KIND]), changed.count == 0);
  told->count++;
  sink_note(teller->sink, word);
}

/* How a machine's moves are told. */
enum manner { BY_CHANGES, BY_REPRESENTATIVE, AT_LENGTH };

INLINE void tell_moves(const struct emitter *teller, enum manner manner, unsigned mover,
                       const struct moves_list *moves, struct steps_emitted *told) {
  const uint32_t *at = moves->begin, *end = moves->end;
  told->blocked |= moves->blocked;
  if (at < end) sink_reserve(teller->sink, (unsigned)(end - at));
  for (; at < end; at = move_next(at))
    if (manner == BY_CHANGES) tell_move(teller, mover, at, told);
    else if (manner == BY_REPRESENTATIVE) tell_representative(teller, mover, at, told);
    else cluster_emit_unbatched(teller->worker, mover, at, teller->state);
}

/* What clusters can do of themselves, and others with what they hold for them: one after the other,
 * in one loop. */
INLINE void tell_clusters(const struct emitter *teller, enum manner manner,
                          struct steps_emitted *told) {
  unsigned when = when_asked(teller->worker->greatest, false),
           count = teller->worker->clusters->count;
  for (unsigned i = 0; i < count; i++) {
    const struct inbound_queue *held = teller->parts[i]->held,
                               *held_end = teller->parts[i]->held_end;
    const struct moves_list *moves = own_moves(teller->worker, teller->state, i, when);
    for (unsigned mover = i;; mover = held++->to) {
      if (moves != &cluster_moves_none) tell_moves(teller, manner, mover, moves, told);
      if (held == held_end) break;
      moves = held_moves(teller->worker, teller->state, held, when);
    }
  }
}

/* See move_promptly.  Steps that are told at length are counted elsewhere. */
static __attribute__((noinline)) bool tell_promptly(const struct emitter *teller,
                                                    enum manner manner,
                                                    const struct steps_emitted *at_length,
                                                    struct steps_emitted *told) {
  struct chance chances[CHANCES_MAX], chance;
  unsigned count = find_chances(teller->worker, teller->state, chances);
  while (told->count + at_length->count == 0 && take_group(chances, count, &chance) &&
         chance.next->group != FAULTS)
    tell_moves(teller, manner, chance.mover, chance.next, told);
  if (told->count + at_length->count == 0) return false;
  while (take_faults(chances, count, &chance))
    tell_moves(teller, manner, chance.mover, chance.next, told);
  return true;
}

static void tell_word(struct cluster_worker *worker, struct sink *sink, struct steps_emitted *all) {
  const struct clusters *clusters = worker->clusters;
  struct emission telling = { .sink = sink };
  struct steps_emitted told = { 0 }, promptly = { 0 }; /* in registers */
  slot_t state[WIDTH_MAX];
  if (worker->outgrown) property_views_fit(worker);
  enum manner manner = worker->symmetry  ? BY_REPRESENTATIVE
                       : clusters->timed ? AT_LENGTH
                                         : BY_CHANGES;
  layout_unfold(sink->layout, sink->word, state);
  begin(worker, state, tell_state, &telling);
  const struct emitter teller = { worker, state, worker->parts, sink->layout, sink, sink->word };
  if (clusters->machine->prompt && tell_promptly(&teller, manner, &telling.told, &promptly)) {
    told = promptly;
  } else {
    told.blocked = promptly.blocked;
    switch (manner) {
    case BY_CHANGES: tell_clusters(&teller, BY_CHANGES, &told); break;
    case BY_REPRESENTATIVE: tell_clusters(&teller, BY_REPRESENTATIVE, &told); break;
    case AT_LENGTH: tell_clusters(&teller, AT_LENGTH, &told); break;
    }
    if (clusters->machine->system->time == TIME_REMAINING) cluster_tick(worker, state);
  }
  all->kinds = told.kinds | telling.told.kinds;
  all->count += told.count + telling.told.count;
  all->blocked |= told.blocked | telling.told.blocked;
  all->fine = !worker->asks_all && view_holds(worker) && !may_be_stuck(all->kinds);
  if (all->fine && worker->symmetry) worker->inner->orbit_states += cluster_orbit_states(worker);
}

/* Of a state that is to be told: its word, or where there is none any more that of the state at
 * hand. */
static inline uint64_t word_ahead(const struct sink *sink, ptrdiff_t by) {
  return by < sink->end - sink->next ? sink->next[by] : sink->word;
}

/* Where a cluster's part of a word's state is kept; what is no state's word has none, or any. */
static inline _Atomic(const struct cluster_state *) *place_in(struct parts *parts,
                                                              const struct layout *layout,
                                                              unsigned cluster, uint64_t word) {
  slot_t number = layout_number(layout, word, cluster);
  return &parts->items[number < parts->count ? number : 0];
}

/* Where there are many parts each that a state needs may have to come from memory.  So those of the
 * states to come are fetched while this one's steps are told: what the next one's lead to, of the
 * one behind it the parts, of the third their places. */
static inline void fetch_ahead(const struct clusters *clusters, const struct sink *sink) {
  const uint64_t first = word_ahead(sink, 0), second = word_ahead(sink, 1),
                 third = word_ahead(sink, 2);
  for (unsigned i = 0, count = clusters->count; i < count; i++) {
    struct parts *parts =
        atomic_load_explicit(&((struct clusters *)clusters)->parts[i], memory_order_acquire);
    __builtin_prefetch((const void *)place_in(parts, sink->layout, i, third));
    const struct cluster_state *part =
        atomic_load_explicit(place_in(parts, sink->layout, i, second), memory_order_acquire);
    if (part) {
      __builtin_prefetch(part);
      __builtin_prefetch(&part->held); /* in the line behind */
    }
    part = atomic_load_explicit(place_in(parts, sink->layout, i, first), memory_order_acquire);
    if (part) {
      __builtin_prefetch(__atomic_load_n(&part->notes, __ATOMIC_RELAXED));
      __builtin_prefetch(__atomic_load_n(&part->moves, __ATOMIC_RELAXED));
    }
  }
}

struct steps_emitted cluster_emit(const struct model *model, void *data, struct sink *sink) {
  struct cluster_worker *worker = data;
  struct steps_emitted told = { 0 };
  (void)model;
  worker->room = sink->room;
  do {
    sink->word = *sink->next++;
    if (__atomic_load_n(&worker->clusters->many, __ATOMIC_RELAXED))
      fetch_ahead(worker->clusters, sink);
    tell_word(worker, sink, &told);
  } while (told.fine && sink_asks(sink));
  return told;
}

/* The steps of a machine's clusters, emitted as words (search/model.h, the batch half).
 *
 * A step adds to the state's word the differences of the clusters that it changes.  So no vector is
 * made of a successor that fits in a word.  Others are shown as vectors (cluster_steps.c). */
#include "engine/cluster_emit.h"

#include <string.h>
#include "base/inline.h"
#include "engine/cluster_ample.h"
#include "engine/cluster_renumber.h"
#include "engine/cluster_representative.h"
#include "engine/cluster_steps.h"

/* Moves read it and never write it; `restrict` says so to the compiler. */
struct emitter {
  struct cluster_worker *worker;
  const slot_t *restrict state;
  const struct cluster_state *const *restrict components;
  const struct layout *restrict layout;
  struct sink *sink;
  uint64_t word;
};

/* The steps of a state that are emitted as vectors. */
struct emission {
  struct sink *sink;
  struct steps_emitted emitted;
};

static void emit_state(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct emission *unbatched = context;
  (void)label;
  if (kind == STEP_BLOCKED) {
    unbatched->emitted.blocked = true;
    return;
  }
  unbatched->emitted.kinds |= kind;
  unbatched->emitted.count++;
  sink_note_state(unbatched->sink, to);
}

/* Does every effect of a move fit, and its word in the layout? */
enum fit { FITS, NO_WORD, BLOCKED };

/* The word after a move. */
INLINE enum fit word_after(const struct emitter *emitter, unsigned cluster, const uint32_t *at,
                           uint64_t *after) {
  uint64_t word = emitter->word + ((uint64_t)at[MOVE_OWN] - emitter->state[cluster]) *
                                      emitter->layout->place[cluster];
  slot_t over = at[MOVE_OWN] & emitter->layout->beyond[cluster];
  for (const uint32_t *effect = at + MOVE_OTHERS; effect < cluster_move_next(at); effect++) {
    unsigned other = cluster_effect_target(*effect);
    uint32_t number =
        cluster_effect_result(emitter->worker->clusters, other, emitter->state[other],
                              emitter->components[other], cluster_effect_number(*effect));
    word += ((uint64_t)number - emitter->state[other]) * emitter->layout->place[other];
    over |= number & emitter->layout->beyond[other];
  }
  *after = word;
  return over == 0 ? FITS : over & EFFECT_FULL ? BLOCKED : NO_WORD;
}

/* Emits a move; the sink has room for it. */
INLINE void emit_move(const struct emitter *emitter, unsigned cluster, const uint32_t *at,
                      struct steps_emitted *emitted) {
  uint64_t word;
  enum fit fit = word_after(emitter, cluster, at, &word);
  if (fit != FITS) {
    if (fit == BLOCKED) emitted->blocked = true;
    else cluster_show_move(emitter->worker, cluster, at, emitter->state);
    return;
  }
  emitted->kinds |= cluster_step_kind(cluster_move_kind(at[MOVE_KIND]), word == emitter->word);
  emitted->count++;
  sink_note(emitter->sink, word);
}

/* --- under symmetry --- */

/* Makes a move in worker->after; false: a channel is full. */
static inline bool make_move(const struct emitter *emitter, unsigned cluster, const uint32_t *at,
                             struct clusters_changed *changed) {
  struct cluster_worker *worker = emitter->worker;
  uint32_t number = at[MOVE_OWN];
  changed->count = 0;
  for (const uint32_t *effect = at + MOVE_OTHERS, *end = cluster_move_next(at);; effect++) {
    if (number == EFFECT_FULL) return false;
    if (number != emitter->state[cluster]) {
      worker->after[cluster] = cluster_state_at(worker->clusters, cluster, number);
      changed->clusters[changed->count++] = (uint8_t)cluster;
    }
    if (effect == end) return true;
    cluster = cluster_effect_target(*effect);
    number = cluster_effect_result(worker->clusters, cluster, emitter->state[cluster],
                                   emitter->components[cluster], cluster_effect_number(*effect));
  }
}

/* Renumbers worker->after, which may change other clusters, too. */
static __attribute__((noinline)) void renumber_after(struct cluster_worker *worker,
                                                     struct clusters_changed *changed) {
  if (!cluster_renumber(worker->clusters, worker->after)) return;
  changed->count = 0;
  for (unsigned i = 0; i < worker->clusters->count; i++)
    if (worker->after[i] != worker->components[i]) changed->clusters[changed->count++] = (uint8_t)i;
}

INLINE void emit_representative(const struct emitter *emitter, unsigned cluster, const uint32_t *at,
                                struct steps_emitted *emitted) {
  struct cluster_worker *worker = emitter->worker;
  struct clusters_changed changed;
  uint64_t word;
  bool room = make_move(emitter, cluster, at, &changed), fits = false;
  if (room && worker->clusters->timed) renumber_after(worker, &changed);
  if (room)
    fits =
        cluster_representative_word(worker, emitter->components, emitter->layout, &changed, &word);
  for (unsigned i = 0; i < changed.count; i++)
    worker->after[changed.clusters[i]] = emitter->components[changed.clusters[i]];
  if (!fits) {
    if (room) cluster_show_move(worker, cluster, at, emitter->state);
    else emitted->blocked = true;
    return;
  }
  emitted->kinds |= cluster_step_kind(cluster_move_kind(at[MOVE_KIND]), changed.count == 0);
  emitted->count++;
  sink_note(emitter->sink, word);
}

/* How the moves of a machine are emitted. */
enum manner { BY_CHANGES, BY_REPRESENTATIVE, AS_VECTORS };

INLINE void emit_moves(const struct emitter *emitter, enum manner manner, unsigned mover,
                       const struct cluster_moves *moves, struct steps_emitted *emitted) {
  const uint32_t *at = moves->begin, *end = moves->end;
  emitted->blocked |= moves->blocked;
  if (at < end) sink_reserve(emitter->sink, (unsigned)(end - at));
  for (; at < end; at = cluster_move_next(at))
    if (manner == BY_CHANGES) emit_move(emitter, mover, at, emitted);
    else if (manner == BY_REPRESENTATIVE) emit_representative(emitter, mover, at, emitted);
    else cluster_show_move(emitter->worker, mover, at, emitter->state);
}

/* All moves of all clusters, in one loop, so that emit_moves is inlined once. */
INLINE void emit_clusters(const struct emitter *emitter, enum manner manner,
                          struct steps_emitted *emitted) {
  unsigned query = cluster_query(emitter->worker->greatest, false),
           count = emitter->worker->clusters->count;
  for (unsigned i = 0; i < count; i++) {
    const struct cluster_queued *queued = emitter->components[i]->queued,
                                *queued_end = emitter->components[i]->queued_end;
    const struct cluster_moves *moves =
        cluster_own_moves(emitter->worker, emitter->state, i, query);
    for (unsigned mover = i;; mover = queued++->to) {
      if (moves != &cluster_moves_none) emit_moves(emitter, manner, mover, moves, emitted);
      if (queued == queued_end) break;
      moves = cluster_queue_moves(emitter->worker, emitter->state, queued, query);
    }
  }
}

/* The open state and the steps of its ample set. */
struct ample_emission {
  const struct emitter *emitter;
  enum manner manner;
  const struct steps_emitted *unbatched; /* steps that are emitted as vectors */
  struct steps_emitted emitted;
};

static bool emit_group(void *context, unsigned mover, const struct cluster_moves *moves) {
  struct ample_emission *ample = context;
  emit_moves(ample->emitter, ample->manner, mover, moves, &ample->emitted);
  return ample->emitted.count + ample->unbatched->count > 0;
}

static void emit_word(struct cluster_worker *worker, struct sink *sink, struct steps_emitted *all) {
  const struct clusters *clusters = worker->clusters;
  struct emission unbatched = { .sink = sink };
  struct steps_emitted emitted = { 0 }; /* in registers */
  slot_t state[WIDTH_MAX];
  if (worker->outgrown) property_view_fit(worker);
  enum manner manner = worker->symmetry  ? BY_REPRESENTATIVE
                       : clusters->timed ? AS_VECTORS
                                         : BY_CHANGES;
  layout_unfold(sink->layout, sink->word, state);
  cluster_open(worker, state, emit_state, &unbatched);
  const struct emitter emitter = {
    worker, state, worker->components, sink->layout, sink, sink->word
  };
  struct ample_emission ample = { &emitter, manner, &unbatched.emitted, { 0 } };
  if (clusters->machine->reductions.ample &&
      cluster_take_ample(worker, state, emit_group, &ample)) {
    emitted = ample.emitted;
  } else {
    emitted.blocked = ample.emitted.blocked;
    switch (manner) {
    case BY_CHANGES: emit_clusters(&emitter, BY_CHANGES, &emitted); break;
    case BY_REPRESENTATIVE: emit_clusters(&emitter, BY_REPRESENTATIVE, &emitted); break;
    case AS_VECTORS: emit_clusters(&emitter, AS_VECTORS, &emitted); break;
    }
    if (clusters->machine->shape.system->time == TIME_REMAINING) cluster_show_tick(worker, state);
  }
  all->kinds = emitted.kinds | unbatched.emitted.kinds;
  all->count += emitted.count + unbatched.emitted.count;
  all->blocked |= emitted.blocked | unbatched.emitted.blocked;
  all->fine = !worker->checks_all && property_view_holds(&worker->view) &&
              !cluster_may_be_stuck(all->kinds);
  if (all->fine) cluster_count_orbit(worker);
}

/* The word `by` states after the next one; past the last, that of the open state. */
static inline uint64_t word_ahead(const struct sink *sink, ptrdiff_t by) {
  return by < sink->end - sink->next ? sink->next[by] : sink->word;
}

/* The place of a state's component state in a table.  An entry of the batch that is no word gives
 * any place. */
static inline _Atomic(const struct cluster_state *) *place_of_state(
    struct cluster_state_table *table, const struct layout *layout, unsigned cluster,
    uint64_t word) {
  slot_t number = layout_number(layout, word, cluster);
  return &table->items[number < table->count ? number : 0];
}

/* Prefetches for the next three states, since many component states do not fit in a processor's
 * cache. It fetches moves of the first, component states of the second, their places of the third.
 */
static inline void fetch_ahead(const struct clusters *clusters, const struct sink *sink) {
  const uint64_t first = word_ahead(sink, 0), second = word_ahead(sink, 1),
                 third = word_ahead(sink, 2);
  for (unsigned i = 0, count = clusters->count; i < count; i++) {
    struct cluster_state_table *table =
        atomic_load_explicit(&((struct clusters *)clusters)->tables[i], memory_order_acquire);
    __builtin_prefetch((const void *)place_of_state(table, sink->layout, i, third));
    const struct cluster_state *component =
        atomic_load_explicit(place_of_state(table, sink->layout, i, second), memory_order_acquire);
    if (component) {
      __builtin_prefetch(component);
      __builtin_prefetch(&component->queued); /* in the line behind */
    }
    component =
        atomic_load_explicit(place_of_state(table, sink->layout, i, first), memory_order_acquire);
    if (component) {
      __builtin_prefetch(__atomic_load_n(&component->results, __ATOMIC_RELAXED));
      __builtin_prefetch(__atomic_load_n(&component->moves, __ATOMIC_RELAXED));
    }
  }
}

struct steps_emitted cluster_emit(const struct model *model, void *data, struct sink *sink) {
  struct cluster_worker *worker = data;
  struct steps_emitted emitted = { 0 };
  (void)model;
  worker->room = sink->room;
  do {
    sink->word = *sink->next++;
    if (__atomic_load_n(&worker->clusters->prefetches, __ATOMIC_RELAXED))
      fetch_ahead(worker->clusters, sink);
    emit_word(worker, sink, &emitted);
  } while (emitted.fine && sink_asks(sink));
  return emitted;
}

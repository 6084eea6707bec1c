/* Private to cluster_steps.c and successor_cache.c: how steps are told by what they change. */
#ifndef KIT_CLUSTER_STEPS_H
#define KIT_CLUSTER_STEPS_H

#include "base/inline.h"
#include "kit/cluster_worker.h"
#include "search/model.h"

/* What is read for every move, and not written meanwhile, as the compiler is told. */
struct emitter {
  struct cluster_worker *worker;
  const slot_t *restrict state;
  const struct cluster_state *const *restrict parts;
  const struct layout *restrict layout;
  struct sink *sink;
  uint64_t word;
};

/* Finds the parts of a state; what is told at length from now on is noted in the sink and counted
 * in `told`. */
struct emission {
  struct sink *sink;
  struct steps_emitted told;
};
void cluster_open(struct cluster_worker *worker, const slot_t *state, struct emission *telling);
/* A move that leads to a state of more than one word. */
void cluster_emit_unbatched(struct cluster_worker *worker, unsigned cluster, const uint32_t *move,
                            const slot_t *state);
/* Time goes on, where it has to; an open state. */
void cluster_tick(struct cluster_worker *worker, const slot_t *state);

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

#endif

/* An L2 below an LLC (rcc-hier, lrcc-hier): its fetches, words of L1s that the LLC has yet to get,
 * atomics of its GPU, and drains. */
#ifndef MODELS_LIB_RCC_GPU_L2_H
#define MODELS_LIB_RCC_GPU_L2_H

#include "models/lib/rcc_l1.h"

enum { WRITERS }; /* (a variant) in place of a time: the SMs that have written the line */

#define DRAIN (1ull << EVENT_DRAIN)     /* up: an L1 to its L2 */
#define DRAINED (1ull << EVENT_DRAINED) /* and its answer */
#define DRAIN_MESSAGES                                                    \
  MESSAGE(DRAIN, "Drain", UP_NETWORK, .has_core = true, .no_line = true), \
      MESSAGE(DRAINED, "Drained", DOWN_NETWORK, .has_core = true, .no_line = true)

/* The scope of an atomic. */
GUARD(of_system, s->request->scope == SCOPE_SYSTEM)
GUARD(of_gpu, !of_system(s))

/* --- fetches --- */

static inline void fetch(struct step *s) {
  step_send(s, EVENT_GETV, home(s));
  s->line->flag = s->line->dirty;
}
/* The fill may not be installed, nor the old copy serve, but for the GPU's own words. */
ACTION(poison, drop_all_but(s, s->line->flag))
ACTION(hold_atomic, step_enqueue(s, s->request))
static inline void data_to(struct step *s, unsigned sm, const struct data *data) {
  step_send(s, EVENT_DATA, client(s, sm))->data = *data;
}
ACTION(answer, data_to(s, sender(s), &s->line->data))

/* --- writes and atomics --- */

static inline void merge(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (step_incoming(s)->flag >> word & 1) write_word(s, word, step_incoming(s)->data.word[word]);
  if (1u << s->state & FETCHING) s->line->flag |= step_incoming(s)->flag;
  if (system_is(s, release_hooks(s)->own_sm)) s->line->time[WRITERS] |= (uint8_t)(1u << sender(s));
}
static inline void perform_one(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  write_word(s, request->word, request_result(request, old));
  send_value(s, EVENT_AACK, step_controller_of_core(s, request->core), request, old);
}
ACTION(perform_atomic, perform_one(s, s->request))
ACTION(pass_answer, step_send(s, EVENT_AACK, step_controller_of_core(s, s->request->core))
                        ->request = *s->request)

/* Dirty words are written back now, or when the write-back that is out is acknowledged. */
static inline void flush_line(struct step *s, unsigned at) {
  struct line *line = &s->local->line[at];
  if (line->dirty && line->writes) line->pending = 1;
  else if (line->dirty) write_back_line(s, at);
}

/* --- drains --- */

static inline void send_drained(struct step *s, unsigned core) {
  unsigned l1 = step_controller_of_core(s, core);
  struct message *message = step_send(s, release_hooks(s)->drained, l1);
  message->request = (struct request){ .core = (uint8_t)core, .time = NO_TIME };
  message->line = 0;
}

/* In `pending` of a core: its release, or its fence, has the L2 drained. */
enum { OF_RELEASE = 1, OF_FENCE };
static inline void drained(struct step *s, unsigned core, unsigned what) {
  send_drained(s, core);
  if (what == OF_FENCE) invalidate(s);
}
static inline unsigned kind_of_drain(const struct step *s) {
  return s->request->event == EVENT_FENCE ? OF_FENCE : OF_RELEASE;
}
ACTION(answer_drain, drained(s, s->request->core, kind_of_drain(s)))
static inline void answer_drains(struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++) {
    if (!s->local->pending[core]) continue;
    drained(s, core, s->local->pending[core]);
    s->local->pending[core] = 0;
  }
}
/* Call when a write-back is acknowledged. */
static inline void finish_drains(struct step *s) {
  if (!s->local->count && !others_are_out(s)) answer_drains(s);
}
static inline bool drain_waits(const struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (s->local->pending[core]) return true;
  return false;
}
/* (A line by itself may find that nothing is dirty anywhere: keep_fence.) */
static inline void keep_drain(struct step *s) {
  bool done = step_is_alone(s) && is_clean(s) && !drain_waits(s) && !others_are_out(s);
  s->local->pending[s->request->core] = (uint8_t)kind_of_drain(s);
  if (done) answer_drains(s);
}

/* Where a line is explored by itself: are the others' write-backs over? */
GUARD(others_are_written, step_is_alone(s) && drain_waits(s) && !s->local->count)

#endif

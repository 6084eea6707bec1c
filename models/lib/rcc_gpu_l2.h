/* An L2 below an LLC (rcc-hier, lrcc-hier): how it fetches a line, takes what L1s write, which the
 * LLC has yet to get, performs an atomic of its GPU, and says that it is drained. */
#ifndef MODELS_LIB_RCC_GPU_L2_H
#define MODELS_LIB_RCC_GPU_L2_H

#include "models/lib/rcc_l1.h"

enum { WRITERS }; /* (a variant) in place of a time: the SMs that have written the line */

#define DRAIN (1ull << EVENT_DRAIN)     /* up: an L1 to its L2 */
#define DRAINED (1ull << EVENT_DRAINED) /* and its answer */
#define DRAIN_MESSAGES                                                                           \
  [EVENT_DRAIN] = { "Drain", UP_NETWORK, .has_core = true, .no_line = true, .lease = NO_LEASE }, \
  [EVENT_DRAINED] = { "Drained", DOWN_NETWORK, .has_core = true, .no_line = true,                \
                      .lease = NO_LEASE }

/* Of an atomic. */
static inline bool of_system(const struct step *s) { return s->request->scope == SCOPE_SYSTEM; }
static inline bool of_gpu(const struct step *s) { return !of_system(s); }

/* --- fetches --- */

static inline void fetch(struct step *s) {
  step_send(s, EVENT_GETV, home(s));
  s->line->flag = s->line->dirty;
}
/* What the fetch will bring may not be installed; nor may the old copy serve, but for what the GPU
 * has written. */
static inline void poison(struct step *s) { drop_all_but(s, s->line->flag); }
static inline void hold_atomic(struct step *s) { step_enqueue(s, s->request); }

static inline void data_to(struct step *s, unsigned sm, const struct data *data) {
  step_send(s, EVENT_DATA, client(s, sm))->data = *data;
}
static inline void answer(struct step *s) { data_to(s, sender(s), &s->line->data); }

/* --- writes and atomics --- */

static inline void write_word(struct step *s, unsigned word, int64_t value) {
  s->line->data.word[word] = value;
  s->line->data.age[word] = AGE_STALE; /* the newest of the system only when the LLC has it */
  s->line->dirty |= (uint8_t)bit_of(word);
}
static inline void merge(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (step_incoming(s)->flag >> word & 1) write_word(s, word, step_incoming(s)->data.word[word]);
  if (1u << s->state & FETCHING) s->line->flag |= step_incoming(s)->flag;
  if (system_is(s, release_hooks(s)->own_sm)) s->line->time[WRITERS] |= (uint8_t)(1u << sender(s));
}

static inline void perform_one(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  write_word(s, request->word, request_result(request, old));
  struct message *message = step_send(s, EVENT_AACK, step_controller_of_core(s, request->core));
  message->request = *request;
  message->request.value = old;
}
static inline void perform_atomic(struct step *s) { perform_one(s, s->request); }
static inline void pass_answer(struct step *s) {
  step_send(s, EVENT_AACK, step_controller_of_core(s, s->request->core))->request = *s->request;
}

/* --- drains --- */

static inline void send_drained(struct step *s, unsigned core) {
  struct message *message =
      step_send(s, release_hooks(s)->drained, step_controller_of_core(s, core));
  message->request = (struct request){ .core = (uint8_t)core, .time = NO_TIME };
  message->line = 0;
}

/* What has the L2 drained, in `pending` of its core. */
enum { OF_RELEASE = 1, OF_FENCE };
static inline void drained(struct step *s, unsigned core, unsigned what) {
  send_drained(s, core);
  if (what == OF_FENCE) invalidate(s);
}
static inline unsigned kind_of_drain(const struct step *s) {
  return s->request->event == EVENT_FENCE ? OF_FENCE : OF_RELEASE;
}
static inline void answer_drain(struct step *s) { drained(s, s->request->core, kind_of_drain(s)); }
static inline void answer_drains(struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++) {
    if (!s->local->pending[core]) continue;
    drained(s, core, s->local->pending[core]);
    s->local->pending[core] = 0;
  }
}
/* With the last write-back that is out. */
static inline void finish_drains(struct step *s) {
  if (!s->local->count && !others_are_out(s)) answer_drains(s);
}
static inline bool drain_waits(const struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (s->local->pending[core]) return true;
  return false;
}
/* (A line by itself may find that nothing is dirty anywhere, as with fences: keep_fence.) */
static inline void keep_drain(struct step *s) {
  bool done = step_is_alone(s) && is_clean(s) && !drain_waits(s) && !others_are_out(s);
  s->local->pending[s->request->core] = (uint8_t)kind_of_drain(s);
  if (done) answer_drains(s);
}

/* Where a line is explored by itself, and the others' write-backs are over. */
static inline bool others_are_written(const struct step *s) {
  return step_is_alone(s) && drain_waits(s) && !s->local->count;
}

#endif

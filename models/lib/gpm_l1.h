/* The L1 of nhcc, hmg and sw-hier, but for what an acquire does: software-managed, write-through,
 * tracked by nobody.  States: I, V; IV a load is out; IA an atomic is. */
#ifndef MODELS_LIB_GPM_L1_H
#define MODELS_LIB_GPM_L1_H

#include "models/lib/gpm.h"

enum { L1_I = 1 << 0, L1_V = 1 << 1, L1_IV = 1 << 2, L1_IA = 1 << 3, L1_ANY = (1 << 4) - 1 };
static const char *const l1_states[] = { "I", "V", "IV", "IA" };

static inline bool hits_l1(const struct step *s) {
  return s->request->scope == SCOPE_NONE && s->line->data.age[s->request->word] != AGE_NONE;
}
static inline bool misses_l1(const struct step *s) { return !hits_l1(s); }
/* A weak load may join the load that is out, unless a store of the SM has come between. */
static inline bool joins_l1(const struct step *s) {
  return s->request->scope == SCOPE_NONE && !s->line->flag;
}
static inline bool waits_l1(const struct step *s) { return !joins_l1(s); }

/* Does an acquire invalidate the L1 when it is sent, not when its answer has come? */
static inline bool invalidates_early(const struct step *s) {
  return acquires_as(s, gpm_hooks(s)->early);
}
static inline bool is_done_early(const struct step *s) {
  return gpm_hooks(s)->early_is_done && invalidates_early(s);
}
static inline bool for_acquire(const struct step *s) {
  bool acquires = s->line->waiting && s->line->queue[0].event == EVENT_LOAD_ACQUIRE;
  return acquires && step_parameter(s, PARAMETER_ACQUIRE) && !is_done_early(s);
}
static inline bool fresh_l1(const struct step *s) { return !for_acquire(s) && !s->line->flag; }
static inline bool overtaken_l1(const struct step *s) { return !for_acquire(s) && s->line->flag; }
static inline struct message *to_gpm(struct step *s, unsigned type) {
  unsigned gpm = gpm_of_core(s, s->request->core);
  struct message *message = step_send(s, type, step_controller_at(s, KIND_GPM, gpm));
  message->request = *s->request;
  message->flag = s->request->scope;
  return message;
}
static inline void ld(struct step *s) {
  to_gpm(s, EVENT_LD);
  if (s->request->event == EVENT_LOAD_ACQUIRE && invalidates_early(s))
    step_signal_all(s, EVENT_INV_ALL);
}
static inline void atom(struct step *s) { to_gpm(s, EVENT_ATOM); }
static inline void rel(struct step *s) { to_gpm(s, EVENT_REL); }
/* Nobody answers a store, so it need not say whose it is. */
static inline void st(struct step *s) {
  struct message *message = to_gpm(s, EVENT_ST);
  message->request = (struct request){ .event = EVENT_STORE,
                                       .core = NO_ONE,
                                       .line = s->request->line,
                                       .word = s->request->word,
                                       .time = NO_TIME,
                                       .value = s->request->value };
  message->flag = 0;
}
static inline void keep(struct step *s) { step_enqueue(s, s->request); }
static inline void hit(struct step *s) {
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}
static inline void done(struct step *s) { step_reply(s, s->request, 0); }
static inline void drop(struct step *s) { data_clear(&s->line->data); }
static inline void update(struct step *s) {
  s->line->data.word[s->request->word] = s->request->value;
  s->line->data.age[s->request->word] =
      AGE_STALE; /* newest only when the home has it: left to the home */
}
static inline void overtake(struct step *s) { s->line->flag = 1; }
static inline void fill(struct step *s) { s->line->data = step_incoming(s)->data; }
/* An L2 to which a store has brought one word of a line has that word alone: who joined for the
 * other one asks anew. */
static inline void answer_loads(struct step *s) {
  s->line->flag = 0;
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    if (step_incoming(s)->data.age[request.word] == AGE_NONE) step_replay(s, &request);
    else step_reply(s, &request, step_incoming(s)->data.word[request.word]);
  }
}
/* What is left of a release that has been waited for, or is not, is a store. */
static inline void store_now(struct step *s) {
  struct request request = *s->request;
  request.event = EVENT_STORE;
  request.scope = SCOPE_NONE;
  step_replay(s, &request);
}
static inline void atom_done(struct step *s) { step_reply(s, s->request, s->request->value); }
#define TEXT_L1 "IV-A: software-managed, write-through"
/* All rows but those of an acquire's answer, of fences and releases, and of what is invalidated. */
#define L1_ROWS                                                                                    \
  INFERRED(TEXT_L1, L1_I, LOAD | LOAD_ACQUIRE, always, L1_IV, keep, ld),                           \
      INFERRED(TEXT_L1, L1_V, LOAD, hits_l1, SAME, hit),                                           \
      INFERRED("IV-B Local Loads: .gpu and .sys must miss", L1_V, LOAD, misses_l1, L1_IV, drop,    \
               keep, ld),                                                                          \
      INFERRED("IV-B Local Loads: .gpu and .sys must miss", L1_V, LOAD_ACQUIRE, always, L1_IV,     \
               drop, keep, ld),                                                                    \
      INFERRED(TEXT_L1, L1_IV, LOAD, joins_l1, SAME, keep),                                        \
      STALL("IV/Ld: the load that is out is older", L1_IV, LOAD, waits_l1),                        \
      STALL("the line's load or atomic is out", L1_IV | L1_IA, LOAD_ACQUIRE | ATOMIC, always),     \
      STALL("the line's atomic is out", L1_IA, LOAD, always),                                      \
      INFERRED(TEXT_L1, L1_I | L1_IA, STORE, always, SAME, st, done),                              \
      INFERRED(TEXT_L1, L1_V, STORE, always, SAME, update, st, done),                              \
      INFERRED(TEXT_L1, L1_IV, STORE, always, SAME, overtake, st, done),                           \
      INFERRED("IV-B Atomics: at the home", L1_I | L1_V, ATOMIC, always, L1_IA, drop, atom),       \
      INFERRED("IV-B Release: then the store", L1_ANY, RELEASED, always, SAME, store_now),         \
      INFERRED(TEXT_L1, L1_IV, SMDATA, fresh_l1, L1_V, fill, answer_loads),                        \
      INFERRED("a store has overtaken the load", L1_IV, SMDATA, overtaken_l1, L1_I, answer_loads), \
      NEVER(TEXT_L1, L1_I | L1_V | L1_IA, SMDATA),                                                 \
      INFERRED("IV-B Atomics", L1_IA, SMATOM, always, L1_I, atom_done),                            \
      NEVER(TEXT_L1, L1_I | L1_V | L1_IV, SMATOM),                                                 \
      INFERRED(TEXT_L1, L1_V, EVICT, always, L1_I, drop),                                          \
      STALL(TEXT_L1, L1_I | L1_IV | L1_IA, EVICT, always),                                         \
      INFERRED("IV-B Acquire", L1_V, INV_ALL, always, L1_I, drop)

#endif

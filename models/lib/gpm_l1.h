/* The L1 of nhcc, hmg and sw-hier, without acquires: software-managed, write-through, and tracked
 * by no directory.  States: I, V; IV a load is out; IA an atomic is. */
#ifndef MODELS_LIB_GPM_L1_H
#define MODELS_LIB_GPM_L1_H

#include "models/lib/gpm.h"
#include "models/lib/gpm_claims.h"

enum { L1_I = 1 << 0, L1_V = 1 << 1, L1_IV = 1 << 2, L1_IA = 1 << 3, L1_ANY = (1 << 4) - 1 };
static const char *const l1_states[] = { "I", "V", "IV", "IA" };

GUARD_PAIR(hits_l1, misses_l1,
           s->request->scope == SCOPE_NONE && s->line->data.age[s->request->word] != AGE_NONE)
/* A weak load may join the load that is out, unless a store of the SM has come between. */
GUARD_PAIR(joins_l1, waits_l1, s->request->scope == SCOPE_NONE && !s->line->flag)
/* Does an acquire invalidate the L1 when it is sent, not when its answer has come? */
GUARD(invalidates_early, acquires_as(s, gpm_hooks(s)->early))
GUARD(is_done_early, invalidates_early(s) && gpm_hooks(s)->early_is_done)
static inline bool for_acquire(const struct step *s) {
  bool acquires = s->line->waiting && s->line->queue[0].event == EVENT_LOAD_ACQUIRE;
  return acquires && step_parameter(s, PARAMETER_ACQUIRE) && !is_done_early(s);
}
GUARD(fresh_l1, !for_acquire(s) && !s->line->flag)
GUARD(overtaken_l1, !for_acquire(s) && s->line->flag)
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
static inline void drop(struct step *s) { data_clear(&s->line->data); }
static inline void atom(struct step *s) { to_gpm(s, EVENT_ATOM); }
static inline void rel(struct step *s) { to_gpm(s, EVENT_REL); }
static inline void st(struct step *s) {
  struct message *message = to_gpm(s, EVENT_ST);
  message->request = nobodys_store(s, s->request->value);
  if (gpm_write_back(s->shape)) message->request.scope = s->request->scope;
  message->flag = 0;
}
static inline void keep(struct step *s) { step_enqueue(s, s->request); }
static inline void hit(struct step *s) {
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}
static inline void done(struct step *s) { step_reply(s, s->request, 0); }
static inline void update(struct step *s) {
  s->line->data.word[s->request->word] = s->request->value;
  s->line->data.age[s->request->word] = AGE_STALE; /* the home makes it newest */
}
/* V-B: "atomics are always performed in the home node for the scope in question", and the L1 is
 * that for .cta scope (cta-atomics; else they are given the scope .gpu).  It holds such an atomic
 * back while a wider one of the line is out (CTA_PASS: it keeps the copy then, and does not). */
enum { CTA_IN_L1 = 1, CTA_PASS };
GUARD_PAIR(of_cta, beyond_cta, s->request->scope == SCOPE_NONE)
GUARD(hits_atomic, of_cta(s) && hits_l1(s))
GUARD(misses_atomic, of_cta(s) && misses_l1(s))
GUARD_PAIR(passes_atomic, holds_back, gpm_cta_atomics(s->shape) == CTA_PASS && hits_atomic(s))
static inline void send_atomic(struct step *s) {
  if (gpm_cta_atomics(s->shape) != CTA_PASS) drop(s);
  atom(s);
}
static inline void perform(struct step *s) {
  int64_t old = s->line->data.word[s->request->word], new = request_result(s->request, old);
  struct message *message = to_gpm(s, EVENT_ST);
  message->request = nobodys_store(s, new);
  message->flag = 0;
  s->line->data.word[s->request->word] = new;
  s->line->data.age[s->request->word] = AGE_STALE;
  step_reply(s, s->request, old);
}
static inline void overtake(struct step *s) { s->line->flag = 1; }
static inline void fill(struct step *s) { s->line->data = step_incoming(s)->data; }
/* An L2 to which a store has brought one word of a line has only that word.  A load that joined for
 * the other word asks anew.  An atomic that has fetched the line is made again. */
static inline void answer_loads(struct step *s) {
  s->line->flag = 0;
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    bool again = request.event == EVENT_ATOMIC;
    if (again || step_incoming(s)->data.age[request.word] == AGE_NONE) step_replay(s, &request);
    else step_reply(s, &request, step_incoming(s)->data.word[request.word]);
  }
}
/* A release goes on as a store when it need not wait any more. */
static inline void store_now(struct step *s) {
  struct request request = *s->request;
  request.event = EVENT_STORE;
  if (!gpm_write_back(s->shape)) request.scope = SCOPE_NONE;
  step_replay(s, &request);
}
static inline void atom_done(struct step *s) {
  drop(s);
  step_reply(s, s->request, s->request->value);
}
#define TEXT_L1 "IV-A: software-managed, write-through"
/* All rows but those of answers to acquires, fences, releases and invalidations. */
#define L1_ROWS                                                                                    \
  INFERRED(TEXT_L1, L1_I, LOAD | LOAD_ACQUIRE, always, L1_IV, keep, ld),                           \
      INFERRED(TEXT_L1, L1_V, LOAD, hits_l1, SAME, hit),                                           \
      INFERRED("IV-B Local Loads: .gpu and .sys must miss", L1_V, LOAD, misses_l1, L1_IV, drop,    \
               keep, ld),                                                                          \
      INFERRED("IV-B Local Loads: .gpu and .sys must miss", L1_V, LOAD_ACQUIRE, always, L1_IV,     \
               drop, keep, ld),                                                                    \
      INFERRED(TEXT_L1, L1_IV, LOAD, joins_l1, SAME, keep),                                        \
      STALL("IV/Ld: the load that is out is older (inferred)", L1_IV, LOAD, waits_l1),             \
      STALL("the line's load or atomic is out (inferred)", L1_IV | L1_IA, LOAD_ACQUIRE, always),   \
      STALL("the line's load is out (inferred)", L1_IV, ATOMIC, always),                           \
      STALL("the line's atomic is out (inferred)", L1_IA, ATOMIC, holds_back),                     \
      VARIANT("V-B Atomics: .cta in the L1 (cta-atomics-pass)", L1_IA, ATOMIC, passes_atomic,      \
              SAME, perform),                                                                      \
      STALL("the line's atomic is out (inferred)", L1_IA, LOAD, always),                           \
      INFERRED(TEXT_L1, L1_I | L1_IA, STORE, always, SAME, st, done),                              \
      INFERRED(TEXT_L1, L1_V, STORE, always, SAME, update, st, done),                              \
      INFERRED(TEXT_L1, L1_IV, STORE, always, SAME, overtake, st, done),                           \
      INFERRED("IV-B Atomics: at the home", L1_I | L1_V, ATOMIC, beyond_cta, L1_IA, send_atomic),  \
      VARIANT_OF_SOURCE("V-B Atomics: .cta in the L1 (cta-atomics-in-l1)", L1_V, ATOMIC,           \
                        hits_atomic, SAME, perform),                                               \
      VARIANT("V-B Atomics: fetched first (cta-atomics-in-l1)", L1_V, ATOMIC, misses_atomic,       \
              L1_IV, keep, ld),                                                                    \
      VARIANT("V-B Atomics: fetched first (cta-atomics-in-l1)", L1_I, ATOMIC, of_cta, L1_IV, keep, \
              ld),                                                                                 \
      INFERRED("IV-B Release: then the store", L1_ANY, RELEASED, always, SAME, store_now),         \
      INFERRED(TEXT_L1, L1_IV, SMDATA, fresh_l1, L1_V, fill, answer_loads),                        \
      INFERRED("a store has overtaken the load", L1_IV, SMDATA, overtaken_l1, L1_I, answer_loads), \
      NEVER(TEXT_L1 " (inferred)", L1_I | L1_V | L1_IA, SMDATA),                                   \
      INFERRED("IV-B Atomics", L1_IA, SMATOM, always, L1_I, atom_done),                            \
      NEVER(TEXT_L1 " (inferred)", L1_I | L1_V | L1_IV, SMATOM),                                   \
      INFERRED(TEXT_L1, L1_V, EVICT, always, L1_I, drop),                                          \
      STALL(TEXT_L1 " (inferred)", L1_I | L1_IV | L1_IA, EVICT, always),                           \
      INFERRED("IV-B Acquire", L1_V, INV_ALL, always, L1_I, drop)

/* The L1 for a record, and its events and internal events beyond these. */
#define GPM_L1(more_events, more_internals, ...)                                                  \
  {                                                                                               \
    .name = "L1",                                                                                 \
    .table =                                                                                      \
        TABLE(l1_rows, l1_states, L1_I | L1_V, events,                                            \
              REQUESTS | EVICT | SMDATA | SMATOM | RELDONE | RELEASED | INV_ALL | (more_events)), \
    .internals = { { EVENT_EVICT, PER_LINE, .promises.deferred = true,                            \
                     .promises.only_loads_observe = true, .promises.observed_by = LOAD,           \
                     .environment = true },                                                       \
                   __VA_ARGS__ },                                                                 \
    .internal_count = 1 + (more_internals), .instances = ONE_PER_SM, .keeps = gpm_l1_keeps,       \
    .lease = NO_LEASE, .shows.line_flag = "overtaken"                                             \
  }

#endif

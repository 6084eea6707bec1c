/* The write-through L1 that wt and incoherent-l1 share: its states, guards and actions.
 *
 * local->count: writes of this SM without their ACK (local->pending: of each thread, where they are
 * counted so). line->reads: loads and atomics outstanding on the line. line->queue: the loads that
 * the miss in flight will serve, first the one that sent it. */
#ifndef MODELS_LIB_WRITE_THROUGH_L1_H
#define MODELS_LIB_WRITE_THROUGH_L1_H

#include "models/lib/write_through.h"

enum { L1_I, L1_V, L1_IV, L1_II };
static const char *const l1_states[] = { "I", "V", "IV", "II" };
#define I (1u << L1_I)
#define V (1u << L1_V)
#define IV (1u << L1_IV)
#define II (1u << L1_II)
#define ANY (I | V | IV | II)

struct write_through_hooks {
  /* Does a release, or a fence, wait only for its thread's own writes? */
  bool (*counts_own)(const struct step *step);
};
static inline bool counts_own(const struct step *s) {
  const struct write_through_hooks *hooks = s->shape->system->hooks;
  return hooks && hooks->counts_own(s);
}
static inline unsigned awaited(const struct step *s) {
  return counts_own(s) ? s->local->pending[s->request->core] : s->local->count;
}
GUARD(drained, awaited(s) == 0)
GUARD(draining, awaited(s) != 0)
GUARD(last, s->line->reads == 1)
GUARD(not_last, s->line->reads != 1)
static inline void hit(struct step *s) {
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}
static inline void drop(struct step *s) { data_clear(&s->line->data); }
static inline void gets(struct step *s) {
  to_l2(s, EVENT_GETS);
  s->line->reads++;
}
static inline void atomic(struct step *s) {
  to_l2(s, EVENT_ATOMIC_TO_L2);
  s->line->reads++;
}
static inline void merge(struct step *s) { step_enqueue(s, s->request); }
static inline void update(struct step *s) {
  /* The L2 makes it newest. */
  s->line->data.word[s->request->word] = s->request->value;
  s->line->data.age[s->request->word] = AGE_STALE;
}
static inline void write(struct step *s) {
  to_l2(s, EVENT_WRITE);
  s->local->count++;
  s->local->pending[s->request->core] += counts_own(s);
}
static inline void written(struct step *s) {
  s->local->count--;
  s->local->pending[s->request->core] -= counts_own(s);
  step_reply(s, s->request, 0);
}
static inline void install(struct step *s) { s->line->data = step_incoming(s)->data; }

/* The load that the answer is for, and those merged with it while its fill was still wanted. */
static inline void serve(struct step *s) {
  bool merged = s->line->waiting && s->line->queue[0].core == s->request->core &&
                s->line->queue[0].entry == s->request->entry;
  s->line->reads--;
  if (!merged) step_reply(s, s->request, step_incoming(s)->data.word[s->request->word]);
  while (merged && s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    step_reply(s, &request, step_incoming(s)->data.word[request.word]);
  }
}
static inline void complete_atomic(struct step *s) {
  s->line->reads--;
  step_reply(s, s->request, step_incoming(s)->request.value);
}
static inline void pass(struct step *s) { step_reply(s, s->request, 0); }
static inline bool l1_idle(const struct local *local) { return local->count == 0; }

#define RULES "QuickRelease 2.2, 2.4.1"

#endif

/* A home within a GPU, for the other GPMs of its GPU (hmg, sw-hier).  It asks the system home for
 * them, and passes the answers on. */
#ifndef MODELS_LIB_GPM_HOME_H
#define MODELS_LIB_GPM_HOME_H

#include "models/lib/gpm_l2.h"

static inline void hold_gpm(struct step *s) {
  sm_set_add(&s->line->held, step_index_of(s, step_incoming(s)->from));
}
/* Are the words still here that stores have put over the answer? */
static inline bool has_overtakers(const struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (s->line->flag >> word & 1 && !has_word(s, word)) return false;
  return true;
}
/* An answer that stores have overtaken may come from the line.  A load that asks the system home
 * may not have it, since that may not have the stores yet (early-loads, only in hmg: it may). */
static inline bool good_for_gpms(const struct step *s) {
  bool may_hit =
      s->line->pending <= SCOPE_GPU || step_parameter(s, PARAMETER_OVERTAKEN) == ANSWER_EARLY;
  return !(s->line->flag & ~POISONED) || (may_hit && has_overtakers(s));
}
GUARD(for_no_gpm, sm_set_is_empty(s->line->held))
GUARD(too_old, !sm_set_is_empty(s->line->held) && !good_for_gpms(s))
GUARD(too_old_for_gpms, too_old(s) && !answers_once(s))

/* The answer, with the words that stores have put over it. */
static inline struct data answer_for_gpms(const struct step *s) {
  struct data data = step_incoming(s)->data;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(s->line->flag >> word & 1)) continue;
    data.word[word] = s->line->data.word[word];
    data.age[word] = s->line->data.age[word];
  }
  return data;
}
static inline void serve_gpms(struct step *s) {
  struct data data = answer_for_gpms(s);
  SM_SET_EACH(gpm, s->line->held) data_to_gpm(s, step_controller_at(s, KIND_GPM, gpm), &data);
  s->line->held = 0;
}
static inline void note_again(struct step *s) { s->line->flag |= AGAIN; }
GUARD_PAIR(must_ask_again, need_not_ask, s->line->flag &AGAIN)
static inline void ask_again(struct step *s) {
  s->line->flag = 0;
  ask_up(s, (unsigned)s->line->pending, 0);
}

/* (answer-once) A GPM that asked before the store came gets the old data.  It keeps none of them,
 * since no message would tell it that they are old.  Only the first load that waits at that GPM is
 * known to have asked before; the others ask again. */
GUARD(too_old_to_keep, too_old(s) && answers_once(s))
static inline void answer_once(struct step *s) {
  SM_SET_EACH(gpm, s->line->held) {
    struct message *message =
        step_send(s, gpm_hooks(s)->once, step_controller_at(s, KIND_GPM, gpm));
    message->data = step_incoming(s)->data;
    gpm_hooks(s)->see_given(&message->data, false);
  }
  s->line->held = 0;
}
GUARD_PAIR(one_waits, more_wait, s->line->waiting == 1)
static inline void serve_first(struct step *s) {
  struct request request = step_dequeue(s, 0);
  data_to_sm(s, &request, &step_incoming(s)->data);
}
GUARD(lacks, atomic_way(s) == LACKS)

#define HOME_RETRY_ROWS(any)                                                                    \
  INFERRED("response that a store has overtaken", any, DATA, too_old_for_gpms, SAME, serve_sms, \
           note_again),                                                                         \
      INFERRED("response that a store has overtaken", any, RETRY, must_ask_again, SAME,         \
               ask_again),                                                                      \
      STALL("RETRY (inferred)", any, RETRY, need_not_ask)
#define HOME_ANSWER_ONCE_ROWS(any)                                                               \
  VARIANT("response that a store has overtaken (answer-once)", any, DATA, too_old_to_keep, SAME, \
          serve_sms, answer_once, end_fetch),                                                    \
      VARIANT("V-B Loads: response, not kept (answer-once)", any, ONCE, one_waits, SAME,         \
              serve_first, end_fetch),                                                           \
      VARIANT("V-B Loads: response, not kept: others ask again (answer-once)", any, ONCE,        \
              more_wait, SAME, serve_first, note_again)

#endif

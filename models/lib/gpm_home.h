/* What a home within a GPU does for the other GPMs of its GPU (hmg, sw-hier): it asks the system
 * home for them, and passes on what it gets. */
#ifndef MODELS_LIB_GPM_HOME_H
#define MODELS_LIB_GPM_HOME_H

#include "models/lib/gpm_l2.h"

static inline void hold_gpm(struct step *s) {
  s->line->held |= (uint8_t)(1u << step_index_of(s, step_incoming(s)->from));
}

/* The words that stores have put over the answer are still here. */
static inline bool has_overtakers(const struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (s->line->flag >> word & 1 && !has_word(s, word)) return false;
  return true;
}
/* What stores have overtaken may be answered from the line, but not to who asks the system home:
 * that may not have them yet (early-loads, in hmg alone: it may). */
static inline bool good_for_gpms(const struct step *s) {
  bool may_hit =
      s->line->pending <= SCOPE_GPU || step_parameter(s, PARAMETER_OVERTAKEN) == ANSWER_EARLY;
  return !(s->line->flag & ~POISONED) || (may_hit && has_overtakers(s));
}
static inline bool for_no_gpm(const struct step *s) { return !s->line->held; }
static inline bool too_old(const struct step *s) { return s->line->held && !good_for_gpms(s); }
static inline bool too_old_for_gpms(const struct step *s) { return too_old(s) && !answers_once(s); }

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
  for (unsigned gpm = 0; gpm < GPMS_MAX; gpm++)
    if (s->line->held >> gpm & 1) data_to_gpm(s, step_controller_at(s, KIND_GPM, gpm), &data);
  s->line->held = 0;
}
static inline void note_again(struct step *s) { s->line->flag |= AGAIN; }
static inline bool must_ask_again(const struct step *s) { return s->line->flag & AGAIN; }
static inline bool need_not_ask(const struct step *s) { return !must_ask_again(s); }
static inline void ask_again(struct step *s) {
  s->line->flag = 0;
  ask_up(s, (unsigned)s->line->pending, 0);
}

/* (answer-once) Who asked before the store came is answered with what it found, and keeps nothing
 * of it, as nobody would tell it that it is old.  Of the loads that wait at that GPM only the first
 * is known to have asked before: the others ask again. */
static inline bool too_old_to_keep(const struct step *s) { return too_old(s) && answers_once(s); }
static inline void answer_once(struct step *s) {
  for (unsigned gpm = 0; gpm < GPMS_MAX; gpm++) {
    if (!(s->line->held >> gpm & 1)) continue;
    struct message *message =
        step_send(s, gpm_hooks(s)->once, step_controller_at(s, KIND_GPM, gpm));
    message->data = step_incoming(s)->data;
    gpm_hooks(s)->see_given(&message->data, false);
  }
  s->line->held = 0;
}
static inline bool one_waits(const struct step *s) { return s->line->waiting == 1; }
static inline bool more_wait(const struct step *s) { return !one_waits(s); }
static inline void serve_first(struct step *s) {
  struct request request = step_dequeue(s, 0);
  data_to_sm(s, &request, &step_incoming(s)->data);
}

static inline bool lacks(const struct step *s) { return atomic_way(s) == LACKS; }

#endif

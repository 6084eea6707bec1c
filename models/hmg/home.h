/* What a home within a GPU does for the other GPMs of its GPU (hmg, sw-hier): it asks the system
 * home for them, and passes on what it gets. */
#ifndef MODELS_HMG_HOME_H
#define MODELS_HMG_HOME_H

#include "models/hmg/l2.h"

static void hold_gpm(struct step *s) { s->line->held |= (uint8_t)(1u << index_of(s, incoming(s)->from)); }

/* The words that stores have put over the answer are still here. */
static bool has_overtakers(const struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (s->line->flag >> word & 1 && !has_word(s, word)) return false;
  return true;
}
/* What stores have overtaken may be answered from the line, but not to who asks the system home: that may not have them yet. */
static bool good_for_gpms(const struct step *s) {
  return !(s->line->flag & ~POISONED) || (s->line->pending <= SCOPE_GPU && has_overtakers(s));
}
static bool for_no_gpm(const struct step *s) { return !s->line->held; }
static bool too_old_for_gpms(const struct step *s) { return s->line->held && !good_for_gpms(s); }

/* The answer, with the words that stores have put over it. */
static struct data answer_for_gpms(const struct step *s) {
  struct data data = incoming(s)->data;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(s->line->flag >> word & 1)) continue;
    data.word[word] = s->line->data.word[word];
    data.age[word] = s->line->data.age[word];
  }
  return data;
}
static void serve_gpms(struct step *s) {
  struct data data = answer_for_gpms(s);
  for (unsigned gpm = 0; gpm < GPMS_MAX; gpm++)
    if (s->line->held >> gpm & 1) data_to_gpm(s, controller_at(s, KIND_GPM, gpm), &data);
  s->line->held = 0;
}
static void note_again(struct step *s) { s->line->flag |= AGAIN; }
static bool must_ask_again(const struct step *s) { return s->line->flag & AGAIN; }
static bool need_not_ask(const struct step *s) { return !must_ask_again(s); }
static void ask_again(struct step *s) {
  s->line->flag = 0;
  ask_up(s, (unsigned)s->line->pending, 0);
}

static bool lacks(const struct step *s) { return atomic_way(s) == LACKS; }

#endif

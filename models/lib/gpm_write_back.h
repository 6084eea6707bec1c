/* Dirty words in the L2s of GPMs (nhcc, write-back).
 *
 * HMG, IV-B.  "Local stores may be stored as dirty data in the L2 cache".  Those of .gpu and .sys
 * scope "must be written through in order to ensure forward progress".  A release writes back "all
 * dirty data to the respective home nodes".  An eviction writes back, too.  An invalidation drops
 * "any local clean copy".
 *
 * INFERRED, by word: a written word is dirty until a message RST takes it to the home, as a store
 * that is written through.  A load or an atomic that goes to the home does so behind the dirty
 * words of its line.  A dirty word is not tracked: it is its SMs' newest value until it is written
 * back, and becomes the last store of the word then.
 *
 * The home's L2 and its DRAM are one, so that nothing can tell whether the home writes back. */
#ifndef MODELS_LIB_GPM_WRITE_BACK_H
#define MODELS_LIB_GPM_WRITE_BACK_H

#include "models/lib/gpm.h"

/* Of the step's line; and how many a GPM has. */
static inline unsigned dirty_words(const struct step *s) {
  return gpm_write_back(s->shape) ? s->line->dirty : 0;
}
static inline void set_dirty_words(struct step *s, unsigned words) {
  s->local->count += (uint8_t)(__builtin_popcount(words) - __builtin_popcount(s->line->dirty));
  s->line->dirty = (uint8_t)words;
}
static inline void clean_word(struct step *s, unsigned word) {
  if (dirty_words(s)) set_dirty_words(s, dirty_words(s) & ~(1u << word));
}

/* May the store stay here?  (flags-stay: even one that another thread may spin on.) */
GUARD(stays, gpm_write_back(s->shape) && !at_system(s) &&
                 (s->request->scope == SCOPE_NONE || writes_back_as(s, FLAGS_STAY)))

/* Sends the line's dirty words to their home. */
static inline void send_dirty_words(struct step *s, unsigned type) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(dirty_words(s) >> word & 1)) continue;
    struct message *message = step_send(s, type, step_controller_at(s, KIND_GPM, upwards(s)));
    message->request = (struct request){ .event = EVENT_STORE, .core = NO_ONE, .time = NO_TIME };
    message->request.line = (uint8_t)s->at;
    message->request.word = (uint8_t)word;
    message->request.value = s->line->data.word[word];
  }
  set_dirty_words(s, 0);
}
static inline void write_back(struct step *s) { send_dirty_words(s, EVENT_RST); }
static inline void write_back_all(struct step *s) {
  unsigned at = s->at;
  for (s->at = 0; s->at < s->shape->lines; s->at++) {
    s->line = &s->local->line[s->at];
    if (dirty_words(s)) write_back(s);
  }
  s->at = at, s->line = &s->local->line[at];
}

/* A copy is lost, but for its dirty words (lost-invalidation: an invalidation drops them, too). */
static inline void drop_clean_words(struct step *s) {
  if (s->event == EVENT_INV && writes_back_as(s, INVALIDATION_LOSES)) set_dirty_words(s, 0);
  for (unsigned word = 0; dirty_words(s) && word < WORDS_MAX; word++) {
    if (dirty_words(s) >> word & 1) continue;
    s->line->data.word[word] = 0;
    s->line->data.age[word] = s->line->data.coming[word] = 0;
  }
  if (!dirty_words(s)) data_clear(&s->line->data);
}

/* --- guards of rows --- */

/* What goes to the home follows the line's dirty words (passed-words: it does not). */
GUARD(goes_first, dirty_words(s) && !writes_back_as(s, REQUEST_PASSES))
/* A release writes back what its GPM has (unwritten-release: it does not). */
GUARD(has_dirty_words,
      gpm_write_back(s->shape) && s->local->count && !writes_back_as(s, RELEASE_KEEPS))

/* A GPM with dirty words is not idle: they are to be written back before a run ends. */
static inline bool gpm_is_clean(const struct local *local) { return !local->count; }

#endif

/* Redo logs, and a memory that lanes with such logs share (fg-lock, warptm-el). A log is the
 * requests of a transaction, in line->queue of its lane's own line. It has each word once for its
 * read and once for its write. */
#ifndef MODELS_LIB_REDO_LOG_H
#define MODELS_LIB_REDO_LOG_H

#include "models/lib/memory.h"
#include "models/lib/transactions.h"

static inline struct request *logged(struct line *log, unsigned event, unsigned line,
                                     unsigned word) {
  EACH_WAITING(log, entry)
  if (entry->event == event && entry->line == line && entry->word == word) return entry;
  return NULL;
}
/* The lane's entry for the word that is asked for; NULL: none. */
static inline struct request *own_entry(const struct step *s, unsigned event) {
  return logged(s->line, event, s->request->line, s->request->word);
}
static inline void note(struct step *s) {
  struct request entry = *s->request;
  entry.entry = 0;
  step_enqueue(s, &entry);
}
static inline uint16_t words_written(const struct step *s) {
  uint16_t words = 0;
  EACH_WAITING(s->line, entry)
  if (entry->event == EVENT_TX_STORE) words |= history_word(entry->line, entry->word);
  return words;
}
static inline void clear_log(struct step *s, struct line *log) {
  struct line *line = s->line;
  s->line = log;
  while (log->waiting) step_dequeue(s, 0);
  s->line = line;
}

/* --- a memory behind logs --- */

static inline int64_t *memory_of(const struct step *s, const struct request *request) {
  return &s->local->line[request->line].memory.word[request->word];
}
static inline uint16_t word_asked(const struct step *s) {
  return history_word(s->request->line, s->request->word);
}
ACTION(go_on, step_reply(s, s->request, 0))
static inline void write_all(struct step *s) {
  uint16_t words = words_written(s);
  step_observe(s, HISTORY_COMMITTED, lane_here(s), words);
  EACH_WAITING(s->line, entry)
  if (entry->event == EVENT_TX_STORE)
    data_write(&s->local->line[entry->line].memory, entry->word, entry->value);
  if (words) step_observe(s, HISTORY_WROTE, lane_here(s), words);
}
static inline void begin_anew(struct step *s) {
  step_observe(s, HISTORY_ABORTED, lane_here(s), 0);
  step_restart(s, s->request);
}
ACTION(plain_load, step_reply(s, s->request, *memory_of(s, s->request)))
static inline void plain_write(struct step *s) {
  int64_t old = *memory_of(s, s->request);
  data_write(&s->local->line[s->request->line].memory, s->request->word,
             request_result(s->request, old));
  step_observe(s, HISTORY_PLAIN, lane_here(s), word_asked(s));
  step_reply(s, s->request, old);
}

#endif

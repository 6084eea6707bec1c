/* What lrcc and lrcc-hier claim of the steps of their L1s, and of a line's home.
 *
 * A store that is done is dirty in its line, or on its way.  What is dirty stays so until it is on its way, and its home takes all of
 * it.  A cache that gives a line up has nothing else dirty that it does not own, and no write-back out (but one of the line itself,
 * where what it sends about one line keeps its order).  When a fence comes, what is dirty and not owned is written back, or owed, and
 * the fence is not done while a write-back is out, but for those of its own invalidation.  With the answer to an acquire, or to a
 * fence, nothing may be read in the L1 that is not owned, but for what the acquire has read; nor may a fill to come be installed. */
#ifndef MODELS_LRCC_CLAIMS_H
#define MODELS_LRCC_CLAIMS_H

#include "kit/claims.h"
#include "models/lrcc/l1.h"

#ifndef KEEPS_ORDER
#define KEEPS_ORDER(step) false
#endif

/* --- words --- */

/* The words of a line that the step has sent up. */
static unsigned words_sent(const struct step *s, unsigned at) {
  unsigned words = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (is_one_of(s->sends[i].type, WB | OWNWB | PUTO) && s->sends[i].line == at) words |= s->sends[i].flag;
  return words;
}

static bool words_are_kept(const struct step *s, const struct local *before) {
  for (unsigned at = 0; at < lines(s); at++)
    if (before->line[at].dirty & ~(s->local->line[at].dirty | words_sent(s, at))) return false;
  return true;
}

static unsigned words_to_store(const struct line *line) {
  unsigned words = 0;
  for (unsigned i = 0; i < line->waiting; i++)
    if (is_one_of(line->queue[i].event, STORE | STORE_RELEASE)) words |= bit_of(line->queue[i].word);
  return words;
}

/* Those that have waited for a fill are all done with it. */
static bool stores_are_there(const struct step *s, const struct local *before) {
  if (!step_answers(s, STORE | STORE_RELEASE)) return true;
  unsigned there = s->line->dirty | words_sent(s, s->at);
  if (s->event != EVENT_STORE && s->event != EVENT_STORE_RELEASE) return !(words_to_store(&before->line[s->at]) & ~there);
  return there & bit_of(s->request->word) && s->line->data.word[s->request->word] == s->request->value;
}

/* --- lines --- */

static bool gives_up(const struct step *s) { return step_sends(s, OWNWB | PUTO); }

static bool gives_up_in_time(const struct step *s, const struct local *before) {
  for (unsigned at = 0; at < lines(s); at++)
    if (before->line[at].writes && !(at == s->at && KEEPS_ORDER(s))) return false;
  return clean_but_owned(s);
}

/* Is all that is dirty and not owned (in none of these states) written back, or owed? */
static bool is_flushed(const struct step *s, uint32_t owned) {
  for (unsigned at = 0; at < lines(s); at++) {
    const struct line *line = &s->local->line[at];
    if (line->dirty && !(1u << line->state & owned) && !line->pending) return false;
  }
  return true;
}

/* Nothing may be read here but what is owned, and the line that has just come. */
static bool is_invalidated(const struct step *s, uint32_t readable) {
  for (unsigned at = 0; at < lines(s); at++) {
    bool read = s->event == EVENT_DATA && at == incoming(s)->line;
    if (!read && 1u << s->local->line[at].state & readable) return false;
  }
  return true;
}

static bool l1_keeps(const struct step *s, const struct local *before) {
  bool fenced = fence_is_done(s, before), acquired = s->event == EVENT_DATA && step_answers(s, LOAD_ACQUIRE);
  if (!words_are_kept(s, before) || !stores_are_there(s, before)) return false;
  if (gives_up(s) && !gives_up_in_time(s, before)) return false;
  if (s->event == EVENT_FENCE && !is_flushed(s, OWNED)) return false;
  if (fenced && !IS_DRAINED(s) && s->local->count != step_sends(s, WB)) return false;
  return !(acquired || fenced) || is_invalidated(s, V | IV | VG | VO);
}

/* --- homes --- */

static bool takes_words(const struct step *s) { return !s->stalled && is_one_of(s->event, WB | OWNWB | PUTO); }

/* Has the home all that it has taken, and performed an atomic that has waited on that? */
static bool takes_all(const struct step *s, const struct local *before, const struct data *copy) {
  const struct line *old = &before->line[s->at];
  if (!takes_words(s)) return true;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    bool atomic = old->waiting && !s->line->waiting && old->queue[0].word == word;
    int64_t taken = incoming(s)->data.word[word];
    if (incoming(s)->flag >> word & 1 && copy->word[word] != (atomic ? request_result(&old->queue[0], taken) : taken)) return false;
  }
  return true;
}
/* And nothing that has crossed is remembered when it is over. */
static bool home_keeps(const struct step *s, const struct local *before) {
  return takes_all(s, before, &s->line->memory) && !(1u << s->line->state & (HOME_V | HOME_O) && s->line->flag);
}

#endif

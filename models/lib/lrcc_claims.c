/* Claims of lrcc and lrcc-hier on the steps of their L1s, and on a line's home.
 *
 *   - The word of a finished store is dirty in its line, or in flight.  A dirty word stays so until
 *     it is in flight, and its home takes all of it.
 *   - A cache that gives a line up has nothing else dirty that it does not own, and no write-back
 *     out.  (A write-back of the line itself may be, if messages about one line keep order.)
 *   - A fence writes back what is dirty and not owned, now or later ("owed").  It is not done while
 *     a write-back is out, but for those of its own invalidation.
 *   - A finished acquire or fence leaves readable only owned lines and the acquire's word.  No fill
 *     that is in flight then may be installed. */
#include "models/lib/lrcc_claims.h"

#include "protocol/claims.h"
#include "models/lib/lrcc_home.h"
#include "models/lib/lrcc_l1.h"

static unsigned words_sent(const struct step *s, unsigned at) {
  unsigned words = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (is_one_of(s->sends[i].type, WB | OWNWB | PUTO) && s->sends[i].line == at)
      words |= s->sends[i].flag;
  return words;
}

bool lrcc_words_are_kept(const struct step *s, const struct local *before) {
  for (unsigned at = 0; at < lines(s); at++)
    if (before->line[at].dirty & ~(s->local->line[at].dirty | words_sent(s, at))) return false;
  return true;
}
static unsigned words_to_store(const struct line *line) {
  unsigned words = 0;
  for (unsigned i = 0; i < line->waiting; i++)
    if (is_one_of(line->queue[i].event, STORE | STORE_RELEASE))
      words |= bit_of(line->queue[i].word);
  return words;
}

/* Stores that have waited for a fill are all done with it. */
static bool stores_are_there(const struct step *s, const struct local *before) {
  if (!step_answers(s, STORE | STORE_RELEASE)) return true;
  unsigned there = s->line->dirty | words_sent(s, s->at);
  if (s->event != EVENT_STORE && s->event != EVENT_STORE_RELEASE)
    return !(words_to_store(&before->line[s->at]) & ~there);
  return there & bit_of(s->request->word) &&
         s->line->data.word[s->request->word] == s->request->value;
}

bool lrcc_gives_up(const struct step *s) { return step_sends(s, OWNWB | PUTO); }

/* Do an L1's messages about one line keep their order? */
GUARD(keeps_order, release_hooks(s)->ordered &&step_parameter(s, release_hooks(s)->ordered))
static bool gives_up_in_time(const struct step *s, const struct local *before) {
  for (unsigned at = 0; at < lines(s); at++)
    if (before->line[at].writes && !(at == s->at && keeps_order(s))) return false;
  return nothing_is_dirty(s);
}

bool lrcc_is_flushed(const struct step *s, bool comes) {
  for (unsigned at = 0; at < lines(s); at++) {
    const struct line *line = &s->local->line[at];
    bool asked = comes || (s->event == release_hooks(s)->flush && at == s->at);
    if (asked && is_dirty(line) && !line->pending) return false;
  }
  return true;
}

bool lrcc_is_invalidated(const struct step *s, bool acquired) {
  for (unsigned at = 0; at < lines(s); at++) {
    bool read = s->event == EVENT_DATA && at == step_incoming(s)->line,
         asked = s->event == EVENT_INV_ALL && at == s->at;
    if ((acquired || asked) && !read && 1u << s->local->line[at].state & (V | IV | VG | VO))
      return false;
  }
  return !acquired || step_reaches_others(s, EVENT_INV_ALL);
}

bool lrcc_l1_keeps(const struct step *s, const struct local *before) {
  bool fenced = fence_is_done(s, before), comes = s->event == EVENT_FENCE;
  bool acquired = s->event == EVENT_DATA && step_answers(s, LOAD_ACQUIRE);
  if (!lrcc_words_are_kept(s, before) || !stores_are_there(s, before)) return false;
  if (lrcc_gives_up(s) && !gives_up_in_time(s, before)) return false;
  bool flushes = !comes || fenced || step_reaches_others(s, release_hooks(s)->flush);
  if (!flushes || !lrcc_is_flushed(s, comes)) return false;
  if (fenced && !is_drained(s) && s->local->count != step_sends(s, WB)) return false;
  return lrcc_is_invalidated(s, acquired || fenced);
}

bool lrcc_takes_words(const struct step *s) {
  return !s->stalled && is_one_of(s->event, WB | OWNWB | PUTO);
}

bool lrcc_takes_all(const struct step *s, const struct local *before, const struct data *copy) {
  const struct line *old = &before->line[s->at];
  if (!lrcc_takes_words(s)) return true;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    bool atomic = old->waiting && !s->line->waiting && old->queue[0].word == word;
    int64_t taken = step_incoming(s)->data.word[word];
    if (step_incoming(s)->flag >> word & 1 &&
        copy->word[word] != (atomic ? request_result(&old->queue[0], taken) : taken))
      return false;
  }
  return true;
}
bool lrcc_home_keeps(const struct step *s, const struct local *before) {
  return lrcc_takes_all(s, before, &s->line->memory) &&
         !(1u << s->line->state & (HOME_V | HOME_O) && s->line->flag);
}

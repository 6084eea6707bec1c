/* What lrcc and lrcc-hier claim of the steps of their L1s, and of a line's home.
 *
 *   - A store that is done is dirty in its line, or on its way.  A dirty word stays so until it
 *     is on its way, and its home takes all of it.
 *   - A cache that gives a line up has nothing else dirty that it does not own, and no
 *     write-back out (but one of the line itself, where what it sends about one line keeps its
 *     order).
 *   - When a fence comes, what is dirty and not owned is written back, or owed.  The fence is
 *     not done while a write-back is out, but for those of its own invalidation.
 *   - With the answer to an acquire, or to a fence, the L1 lets loads read only what is owned,
 *     and what the acquire has read.  No fill to come may be installed. */
#include "models/lib/lrcc_claims.h"

#include "protocol/claims.h"
#include "models/lib/lrcc_home.h"
#include "models/lib/lrcc_l1.h"

/* --- words --- */

/* The words of a line that the step has sent up. */
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

/* Those that have waited for a fill are all done with it. */
static bool stores_are_there(const struct step *s, const struct local *before) {
  if (!step_answers(s, STORE | STORE_RELEASE)) return true;
  unsigned there = s->line->dirty | words_sent(s, s->at);
  if (s->event != EVENT_STORE && s->event != EVENT_STORE_RELEASE)
    return !(words_to_store(&before->line[s->at]) & ~there);
  return there & bit_of(s->request->word) &&
         s->line->data.word[s->request->word] == s->request->value;
}

/* --- lines --- */

bool lrcc_gives_up(const struct step *s) { return step_sends(s, OWNWB | PUTO); }

/* Does what an L1 sends about one line keep its order? */
static bool keeps_order(const struct step *s) {
  return release_hooks(s)->ordered && step_parameter(s, release_hooks(s)->ordered);
}

static bool gives_up_in_time(const struct step *s, const struct local *before) {
  for (unsigned at = 0; at < lines(s); at++)
    if (before->line[at].writes && !(at == s->at && keeps_order(s))) return false;
  return nothing_is_dirty(s);
}

/* Is all that is dirty and not owned written back, or owed: when a fence comes, or a drain, and of
 * the line that is to be? */
bool lrcc_is_flushed(const struct step *s, bool comes) {
  for (unsigned at = 0; at < lines(s); at++) {
    const struct line *line = &s->local->line[at];
    bool asked = comes || (s->event == release_hooks(s)->flush && at == s->at);
    if (asked && is_dirty(line) && !line->pending) return false;
  }
  return true;
}

/* Nothing may be read here but what is owned, and the line that has just come: when an acquire or a
 * fence is done, and of the line that is to be dropped. */
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
  bool fenced = fence_is_done(s, before),
       acquired = s->event == EVENT_DATA && step_answers(s, LOAD_ACQUIRE);
  bool comes = s->event == EVENT_FENCE;
  if (!lrcc_words_are_kept(s, before) || !stores_are_there(s, before)) return false;
  if (lrcc_gives_up(s) && !gives_up_in_time(s, before)) return false;
  if (!lrcc_is_flushed(s, comes) ||
      (comes && !fenced && !step_reaches_others(s, release_hooks(s)->flush)))
    return false;
  if (fenced && !is_drained(s) && s->local->count != step_sends(s, WB)) return false;
  return lrcc_is_invalidated(s, acquired || fenced);
}

/* --- homes --- */

bool lrcc_takes_words(const struct step *s) {
  return !s->stalled && is_one_of(s->event, WB | OWNWB | PUTO);
}

/* Has the home all that it has taken, and performed an atomic that has waited on that? */
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
/* And nothing that has crossed is remembered when it is over. */
bool lrcc_home_keeps(const struct step *s, const struct local *before) {
  return lrcc_takes_all(s, before, &s->line->memory) &&
         !(1u << s->line->state & (HOME_V | HOME_O) && s->line->flag);
}

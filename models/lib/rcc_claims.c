/* What rcc claims of its copies, including those that the L2 has newer ones of.
 *
 * Of every state:
 *   - A line's write-back and its fetch are on their way or answered, one of each at most.
 *   - A word that is dirty, or that the fill which is out must leave alone, is the SM's own
 *     (nothing that the L2 sent has taken its place), and in a line that is there.  Where no
 *     fill is out, none is to be left alone.
 *   - A word that may be read is not one that the L2 had before it got the SM's own store.
 *
 * Of every step:
 *   - A store that is done is dirty or on its way.  A word that is no longer dirty is on its
 *     way.  The L2 performs all words that it takes.
 *   - A line that a fill has made readable is what the L2 sent, but for dirty words.
 *   - When an acquire or a fence is done, its L1 lets loads read only what the acquire has just
 *     read, and words that are still dirty.  No fill to come may be installed.
 *   - When a release or a fence comes, dirty words are written back, or owed.  Owed words are
 *     written back whole.  Neither goes on while a write-back is out, but for those of words
 *     that became dirty since. */
#include "models/lib/rcc_claims.h"

#include "protocol/claims.h"
#include "models/lib/rcc_l1.h"

/* --- states --- */

/* On its way between an L1 and the L2: fetches and atomics, write-backs, and the words of
 * those that the L2 has not. */

void rcc_count_message(const struct message *m, struct rcc_under_way *line) {
  if (is_one_of(m->type, WB | WBACK)) line->writes++;
  else line->fetches++;
  if (is_one_of(m->type, WB)) line->words |= m->flag;
}

/* The cache that a message leads from or to: the one that is nearer to the threads. */
unsigned rcc_cache_of(const struct message *m) {
  return is_one_of(m->type, GETV | WB | ATOMIC_UP) ? m->from : m->to;
}

/* The words that a load may hit. */
static unsigned readable(const struct line *line) {
  unsigned state = 1u << line->state;
  return state & (V | VG) ? (1u << WORDS_MAX) - 1 : state & (IV | IP) ? line->flag : 0;
}

static bool line_holds(const struct line *line, const struct rcc_under_way *out) {
  bool fetching = 1u << line->state & (IV | IP | VG);
  unsigned own = line->dirty | line->flag;
  if (out->fetches != fetching || out->writes != line->writes || line->writes > 1) return false;
  if ((line->pending && !line->writes) || (line->flag && !fetching)) return false;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (own >> word & 1 && line->data.age[word] != AGE_STALE) return false;
  if (line->dirty & ~(fetching ? line->flag : readable(line))) return false;
  return !has_newest(&line->data, readable(line) & out->words);
}

/* Holds `holds` of each line of a cache, and does the cache count its write-backs rightly? */
bool rcc_cache_holds(const struct shape *shape, const struct local *cache,
                     const struct rcc_under_way *out,
                     bool (*holds)(const struct line *line, const struct rcc_under_way *out)) {
  unsigned writes = 0;
  for (unsigned at = 0; at < shape->lines; at++) {
    if (!holds(&cache->line[at], &out[at])) return false;
    writes += cache->line[at].writes;
  }
  return cache->count == writes;
}

bool rcc_l1s_hold(const struct shape *shape, const struct local *const *locals,
                  struct rcc_under_way (*all)[LINES_MAX]) {
  for (unsigned sm = 0; sm < shape->sms; sm++)
    if (!rcc_cache_holds(shape, locals[shape_l1(shape, sm)], all[sm], line_holds)) return false;
  return true;
}

bool rcc_words_are_kept(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct rcc_under_way all[CORES_MAX][LINES_MAX] = { 0 };
  for (const struct message *m = messages; m < messages + count; m++)
    rcc_count_message(m, &all[rcc_cache_of(m) - shape_l1(shape, 0)][m->line]);
  return rcc_l1s_hold(shape, locals, all);
}

/* --- steps of an L1 --- */

/* The words of a line that the step has sent to the L2. */
unsigned rcc_written_back(const struct step *s, unsigned line) {
  unsigned words = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == EVENT_WB && s->sends[i].line == line) words |= s->sends[i].flag;
  return words;
}

/* Is no dirty word lost, an owed write-back sent in full, and no second one out? */
bool rcc_line_is_kept(const struct step *s, const struct local *before, unsigned at) {
  const struct line *old = &before->line[at], *new = &s->local->line[at];
  unsigned sent = rcc_written_back(s, at);
  if (old->dirty & ~(new->dirty | sent)) return false;
  return new->writes <= 1 && (!old->pending || new->pending || !new->dirty);
}

/* Has a release or a fence that has come flushed the line? */
bool rcc_is_flushed(const struct line *line) { return !line->dirty || line->pending; }

/* Has an acquire or a fence that is done dropped the line? */
static bool is_dropped(const struct line *line) {
  return !(1u << line->state & (V | IV | VG)) && !(readable(line) & ~line->dirty);
}

/* The word of a store that the step has done. */
static unsigned stored_word(const struct step *s, const struct local *before) {
  if (s->event == EVENT_STORE) return s->stalled ? 0 : 1u << s->request->word;
  if (s->event != EVENT_RELEASE || step_sends(s, 1ull << release_hooks(s)->drain)) return 0;
  for (unsigned i = 0; i < before->line[s->at].waiting; i++)
    if (is_due(s, &before->line[s->at].queue[i])) return 1u << before->line[s->at].queue[i].word;
  return 0;
}

/* Does a line that the L2's answer has filled hold nothing else but dirty words? */
bool rcc_is_as_sent(const struct step *s, const struct line *line) {
  return !(1u << line->state & (V | VG)) ||
         same_words_and_ages(&line->data, &step_incoming(s)->data, ~(unsigned)line->dirty);
}

bool rcc_l1_keeps(const struct step *s, const struct local *before) {
  bool fenced = fence_is_done(s, before), acquired = fenced || step_answers(s, LOAD_ACQUIRE);
  bool comes = s->event == EVENT_STORE_RELEASE || (s->event == EVENT_FENCE && !fenced);
  for (unsigned at = 0; at < s->shape->lines; at++) {
    const struct line *line = &s->local->line[at];
    bool apart = at != s->at || fenced,
         invalidated = acquired || (s->event == EVENT_INV_ALL && at == s->at);
    if (!rcc_line_is_kept(s, before, at)) return false;
    if (comes && (at != s->at || s->event == EVENT_FENCE) && !rcc_is_flushed(line)) return false;
    if (s->event == release_hooks(s)->flush && at == s->at && !rcc_is_flushed(line)) return false;
    if (invalidated && (apart || s->event == EVENT_INV_ALL) && !is_dropped(line)) return false;
  }
  if (s->event == EVENT_DATA && !s->stalled && !rcc_is_as_sent(s, s->line)) return false;
  if (acquired && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  if (comes && !step_reaches_others(s, release_hooks(s)->flush)) return false;
  if (s->event == EVENT_RELEASE && before->count) return false;
  if (fenced && !is_drained(s) && s->local->count != step_sends(s, WB)) return false;
  if (fenced && s->event == EVENT_FENCE && step_sends(s, WB)) return false;
  return !(stored_word(s, before) & ~(s->local->line[s->at].dirty | rcc_written_back(s, s->at)));
}

/* --- steps of the L2 --- */

bool rcc_l2_keeps(const struct step *s, const struct local *before) {
  if (s->send_count != 1 || s->sends[0].to != step_incoming(s)->from || s->sends[0].line != s->at)
    return false;
  if (is_one_of(step_incoming(s)->type, ATOMIC_UP)) return step_obeys(s, before);
  if (!is_one_of(step_incoming(s)->type, WB)) return step_performs(s, 0);
  return same_words(&s->line->memory, &step_incoming(s)->data, step_incoming(s)->flag) &&
         step_performs(s, step_incoming(s)->flag);
}

/* Claims of rcc on its copies.  A copy may be old; these invariants say how old.
 *
 * Every state keeps these:
 *   - Each line has at most one write-back and one fetch in flight, answers included.
 *   - A dirty word is the SM's own store, in a line that is here; so is a word that the fill must
 *     not overwrite.  Without a fill in flight there is no such word.
 *   - A readable word is never older than the SM's own store to it.
 *
 * Every step keeps these:
 *   - The word of a finished store is dirty or in flight.
 *   - A word that stops being dirty goes in flight, and the L2 performs every word that it takes.
 *   - A line that a fill makes readable holds the fill's words, but for its dirty ones.
 *   - A finished acquire or fence leaves readable only its own word and dirty words.  No fill that
 *     is in flight then may be installed.
 *   - A release or a fence writes back every dirty word, now or later ("owed").  An owed write-back
 *     carries all dirty words.  The release goes on only when no write-back is in flight, but for
 *     those of words written since. */
#include "models/lib/rcc_claims.h"

#include "protocol/claims.h"
#include "models/lib/rcc_l1.h"

/* --- states --- */

void rcc_count_message(const struct message *m, struct rcc_under_way *line) {
  if (is_one_of(m->type, WB | WBACK)) line->writes++;
  else line->fetches++;
  if (is_one_of(m->type, WB)) line->words |= m->flag;
}

unsigned rcc_cache_of(const struct message *m) {
  return is_one_of(m->type, GETV | WB | ATOMIC_UP) ? m->from : m->to;
}

/* The words that a load may hit, as a set. */
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

unsigned rcc_written_back(const struct step *s, unsigned line) {
  unsigned words = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == EVENT_WB && s->sends[i].line == line) words |= s->sends[i].flag;
  return words;
}

bool rcc_line_is_kept(const struct step *s, const struct local *before, unsigned at) {
  const struct line *old = &before->line[at], *new = &s->local->line[at];
  unsigned sent = rcc_written_back(s, at);
  if (old->dirty & ~(new->dirty | sent)) return false;
  return new->writes <= 1 && (!old->pending || new->pending || !new->dirty);
}

bool rcc_is_flushed(const struct line *line) { return !line->dirty || line->pending; }

/* Does the line let loads read only dirty words, and no fill be installed? */
static bool is_dropped(const struct line *line) {
  return !(1u << line->state & (V | IV | VG)) && !(readable(line) & ~line->dirty);
}

/* The word of a store that the step has finished, as a set: of a plain store, or of a release. */
static unsigned stored_word(const struct step *s, const struct local *before) {
  bool atomic = s->event == EVENT_ATOMIC && step_answers(s, ATOMIC); /* of CTA scope */
  if (s->event == EVENT_STORE || atomic) return s->stalled ? 0 : 1u << s->request->word;
  if (s->event != EVENT_RELEASE || step_sends(s, 1ull << release_hooks(s)->drain)) return 0;
  for (unsigned i = 0; i < before->line[s->at].waiting; i++)
    if (is_due(s, &before->line[s->at].queue[i])) return 1u << before->line[s->at].queue[i].word;
  return 0;
}

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

/* Claims of rcc-o and rcc-o-hier about the L1s: their copies, and what an acquire, or a fence,
 * leaves of them. */
#include "models/lib/rcc_o_claims.h"

#include "protocol/claims.h"
#include "models/lib/rcc_o_l1.h"

/* An owner's copy is the last store, and the L2 knows whose it is; no other L1 has words of its
 * own.  No copy lacks a word. */
bool rcc_o_copy_holds(const struct line *copy, bool is_owner, unsigned words) {
  unsigned state = 1u << copy->state;
  if (state & O ? !is_owner || data_is_stale(&copy->data) : copy->flag) return false;
  return !(state & HOLDS && data_lacks(&copy->data, words));
}

/* Does an acquire or a fence that is done leave of a line that it invalidates nothing that is not
 * owned, nor a fill to come that may be installed? */
bool rcc_o_is_dropped(const struct line *line) { return !(1u << line->state & (V | VO | IV | VG)); }

/* An acquire that hits a word of its own SM's acquires nothing. */
bool rcc_o_acquires(const struct step *s, const struct local *before) {
  const struct line *line = &before->line[s->at];
  bool hits_own =
      s->event == EVENT_LOAD_ACQUIRE && 1u << line->state & O && line->flag >> s->request->word & 1;
  return step_answers(s, LOAD_ACQUIRE | FENCE) && !hits_own;
}

bool rcc_o_l1_keeps(const struct step *s, const struct local *before) {
  bool acquired = rcc_o_acquires(s, before), filled = s->in && s->in->type == EVENT_DATA;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    bool read = filled && at == step_incoming(s)->line,
         invalidated = acquired || (s->event == EVENT_INV_ALL && at == s->at);
    if (invalidated && !read && !rcc_o_is_dropped(&s->local->line[at])) return false;
  }
  if (acquired && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  if (!filled || !(1u << s->local->line[step_incoming(s)->line].state & V)) return true;
  return same_words_and_ages(&s->local->line[step_incoming(s)->line].data, &step_incoming(s)->data,
                             (1u << WORDS_MAX) - 1);
}

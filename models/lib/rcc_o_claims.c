/* Claims of rcc-o and rcc-o-hier about the L1s. */
#include "models/lib/rcc_o_claims.h"

#include "protocol/claims.h"
#include "models/lib/rcc_o_l1.h"

bool rcc_o_copy_holds(const struct line *copy, bool is_owner, unsigned words) {
  unsigned state = 1u << copy->state;
  if (state & O ? !is_owner || data_is_stale(&copy->data) : copy->flag) return false;
  return !(state & HOLDS && data_lacks(&copy->data, words));
}

bool rcc_o_is_dropped(const struct line *line) { return !(1u << line->state & (V | VO | IV | VG)); }

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
  const struct line *line = &s->local->line[filled ? step_incoming(s)->line : 0];
  return !filled || !(1u << line->state & V) ||
         same_words_and_ages(&line->data, &step_incoming(s)->data, (1u << WORDS_MAX) - 1);
}

/* Claims of nhcc, hmg and sw-hier about the steps of their L1s. A store is sent on, and the SM that
 * has stored sees it. A release is sent on, and a fence is over with the answer to one. An acquire,
 * and a fence, leaves no copy, and no fill to come that may be installed and was asked for before.
 */
#include "models/lib/gpm_l1_claims.h"

#include "protocol/claims.h"
#include "models/lib/gpm_l1.h"
#include "models/lib/gpm_l2.h"

/* The store that has been sent on; NULL: none, or several. */
const struct request *gpm_store_sent(const struct step *s, unsigned type) {
  const struct request *store = NULL;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == type) store = &s->sends[i].request;
  return step_sends(s, 1ull << type) == 1 ? store : NULL;
}
bool gpm_sends_store(const struct step *s, unsigned type, int64_t value) {
  const struct request *sent = gpm_store_sent(s, type);
  return sent && sent->word == s->request->word && sent->value == value;
}

static bool in_l1(const struct line *line, uint32_t states) { return 1u << line->state & states; }

/* Its copy has what its SM has stored; a fill to come, which has not, is not to be one. */
static bool shows_own_store(const struct step *s) {
  unsigned word = s->request->word;
  bool here = s->line->data.age[word] != AGE_NONE && s->line->data.word[word] == s->request->value;
  return (!in_l1(s->line, L1_V) || here) && (!in_l1(s->line, L1_IV) || s->line->flag);
}

static bool l1_stores(const struct step *s) {
  bool issued = s->event == EVENT_STORE && !s->stalled,
       stores = issued || s->event == EVENT_RELEASED;
  if (!stores) return !step_sends(s, ST);
  return gpm_sends_store(s, EVENT_ST, s->request->value) && shows_own_store(s);
}

static bool l1_releases(const struct step *s) {
  bool releases = (s->event == EVENT_STORE_RELEASE || s->event == EVENT_FENCE) && !s->stalled;
  return step_sends(s, REL) == releases &&
         (!step_answers(s, FENCE) || is_one_of(s->event, gpm_hooks(s)->fence_ends));
}

/* May a load of the SM hit the line?  (In V without words it does not.) */
static bool has_hits(const struct step *s, unsigned at) {
  return in_l1(&s->local->line[at], L1_V) && has_copy(s->local, at);
}

/* Is what a line has out no older than this step?  (Who joined an acquire for another word asks
 * anew when that is answered.) */
static bool asks_now(const struct step *s, unsigned at) { return at == s->at && step_sends(s, LD); }

/* Is there nothing in a line that a load behind an acquire may hit, or join? */
static bool is_invalidated(const struct step *s, unsigned at) {
  const struct line *line = &s->local->line[at];
  return !has_hits(s, at) &&
         (gpm_hooks(s)->fills_come_first || !in_l1(line, L1_IV) || line->flag || asks_now(s, at));
}

static bool l1_acquires(const struct step *s) {
  bool done = step_answers(s, LOAD_ACQUIRE | FENCE);
  if (done && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  for (unsigned at = 0; done && at < s->shape->lines; at++)
    if (!is_invalidated(s, at)) return false;
  return s->event != EVENT_INV_ALL || is_invalidated(s, s->at);
}

bool gpm_l1_keeps(const struct step *s, const struct local *before) {
  bool old_fill = s->event == EVENT_SMDATA && before->line[s->at].flag;
  return l1_stores(s) && l1_releases(s) && l1_acquires(s) && !(old_fill && has_hits(s, s->at));
}

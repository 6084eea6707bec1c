/* Claims of sw-flat on its copies, in L1s and L2s alike.
 *
 * Every state: each line has at most one write and one fetch in flight, answers included, and they
 * are counted.  A copy is never older than a store of its own side of the home: in an L1, its SM's
 * stores; in an L2, the stores that passed it.
 *
 * Every step: a finished store is sent, and the home performs every store that it takes.  An L2
 * that hands an acquire's answer down, or answers a fence, has no copy left, and no fill in flight
 * that may be installed.  Nor has an L1 when the acquire or the fence is done.  A release or a
 * fence leaves an L1, and an L2, when none of its writes is in flight. */
#ifndef MODELS_SW_FLAT_CLAIMS_H
#define MODELS_SW_FLAT_CLAIMS_H

#include "protocol/claims.h"
#include "models/release/sw-flat/sw-flat.h"

/* --- states --- */

/* In flight for a line of a cache; the words that the home lacks, as a set. */
struct flat_under_way {
  uint8_t fetches, writes, words;
};
struct flat_caches {
  struct flat_under_way l1[CORES_MAX][LINES_MAX], l2[CORES_MAX][LINES_MAX];
};

static void count_write_of(struct flat_under_way *line, const struct message *m) {
  line->writes++;
  if (is_one_of(m->type, WRITE | ATOMIC_UP)) line->words |= (uint8_t)(1u << m->request.word);
}

/* Between an L1 and its L2 a message counts for the L1.  Between an L2 and the home it counts for
 * the L2, and a write for its L1, too. */
static void count_messages(const struct shape *shape, const struct message *messages,
                           unsigned count, struct flat_caches *all) {
  unsigned sms = shape->sms;
  for (const struct message *m = messages; m < messages + count; m++) {
    bool up = is_one_of(m->type, GETS | WRITE | ATOMIC_UP);
    unsigned cache = (up ? m->from : m->to) - shape_l1(shape, 0);
    struct flat_under_way *line =
        cache < sms ? &all->l1[cache][m->line] : &all->l2[cache - sms][m->line];
    if (is_one_of(m->type, GETS | DATA)) line->fetches++;
    if (!is_one_of(m->type, WRITE | ATOMIC_UP | ACK | AACK)) continue;
    count_write_of(line, m);
    if (cache >= sms) count_write_of(&all->l1[shape->sm_of_core[m->request.core]][m->line], m);
  }
}

/* Fetches of L1s wait in an L2 for its own. */
static void count_waiting(const struct shape *shape, const struct local *l2,
                          struct flat_caches *all) {
  for (unsigned at = 0; at < shape->lines; at++)
    for (unsigned i = 0; i < l2->line[at].waiting; i++)
      all->l1[shape->sm_of_core[l2->line[at].queue[i].core]][at].fetches++;
}
static bool cache_holds(const struct shape *shape, const struct local *cache,
                        const struct flat_under_way *out) {
  unsigned writes = 0;
  for (unsigned at = 0; at < shape->lines; at++) {
    const struct line *line = &cache->line[at];
    bool fetching = 1u << line->state & (IV | II);
    if (out[at].fetches != fetching || out[at].writes != line->writes) return false;
    if (line->waiting && !fetching) return false;
    if (1u << line->state & V && has_newest(&line->data, out[at].words)) return false;
    writes += line->writes;
  }
  return cache->count == writes;
}
static bool copies_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct flat_caches all = { 0 };
  unsigned sms = shape->sms;
  const struct local *const *l1s = locals + shape_l1(shape, 0), *const *l2s = l1s + sms;
  count_messages(shape, messages, count, &all);
  for (unsigned sm = 0; sm < sms; sm++) count_waiting(shape, l2s[sm], &all);
  for (unsigned sm = 0; sm < sms; sm++)
    if (!cache_holds(shape, l1s[sm], all.l1[sm]) || !cache_holds(shape, l2s[sm], all.l2[sm]))
      return false;
  return true;
}

/* --- steps --- */

/* Has an acquire, or a fence (on any line), dropped the lines that show? */
static bool is_dropped(const struct step *s, bool done) {
  if (done && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    bool invalidated = done || (s->event == EVENT_INV_ALL && at == s->at);
    if (invalidated && 1u << s->local->line[at].state & (V | IV)) return false;
  }
  return true;
}

/* Has the step sent one of these messages (a set) for a release's store, or for a fence? */
static bool sends_release(const struct step *s, uint64_t types) {
  for (unsigned i = 0; i < s->send_count; i++) {
    unsigned asked = s->sends[i].request.event;
    if (is_one_of(s->sends[i].type, types) &&
        (asked == EVENT_STORE_RELEASE || asked == EVENT_FENCE))
      return true;
  }
  return false;
}
static bool l1_keeps(const struct step *s, const struct local *before) {
  bool stores = (s->event == EVENT_STORE || s->event == EVENT_STORE_RELEASE) && !s->stalled;
  if (step_sends(s, WRITE) != stores || (sends_release(s, WRITE | INVS) && before->count))
    return false;
  return is_dropped(s, step_answers(s, LOAD_ACQUIRE | FENCE));
}
static bool l2_keeps(const struct step *s, const struct local *before) {
  if (sends_release(s, WRITE | INV_DONES) && before->count) return false;
  return is_dropped(s, step_sends(s, DATA_ACQUIRE | INV_DONES));
}
static bool home_keeps(const struct step *s, const struct local *before) {
  bool performs = is_one_of(step_incoming(s)->type, WRITE | ATOMIC_UP) ? step_obeys(s, before)
                                                                       : step_performs(s, 0);
  return performs && s->send_count == 1 && s->sends[0].to == step_incoming(s)->from &&
         s->sends[0].line == s->at;
}

#endif

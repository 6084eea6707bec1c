/* The L2 of a GPU in lrcc-hier: its states, guards and actions.  The table is in lrcc-hier.c.
 *
 * To its L1s it is a home (models/lib/lrcc_home.h).  To the LLC it is an owner
 * (models/lib/rcc_l1.h, lrcc_l1.h).  Fields of a line:
 *   - `dirty`: the words that the LLC lacks; where the GPU owns the line, those that it has written
 *     since.  `writes`, `pending` ("owed") and `count`: as of an L1; a PutO counts as a write-back.
 *   - `owner`: the L1 that owns it.  `reads`: the atomics of .sys scope that are at the LLC.
 *   - `sharers` ("for"): the L1s that the request which is out is for; `held` ("acquires"): the one
 *     of these whose .sys acquire it is.  In the queue: an atomic of .gpu scope that it is for.
 *   - `flag` ("own"): words that the GPU has written since the fetch went out; if an L1 is asked,
 *     the progress of its crossing eviction.
 *   - time[WRITERS], time[RELEASER] (variant own-pull): the SMs that have written it; its last
 *     owner.
 * Field of a core: `pending`, a fence that has the L2 drained. */
#ifndef MODELS_LRCC_HIER_L2_H
#define MODELS_LRCC_HIER_L2_H

#include "models/lib/lrcc.h"
#include "models/lib/lrcc_home.h"
#include "models/lib/lrcc_l1.h"
#include "models/lib/over_gpus.h"
#include "models/lib/rcc_gpu_l2.h"

enum { EVENT_GIVE = EVENT_LRCC, EVENT_DRAIN, EVENT_DRAINED };
enum { EVENT_FLUSH = EVENT_DRAINED + 1, EVENT_OTHERS, EVENT_COUNT };
#define GIVE (1ull << EVENT_GIVE) /* inside an L2 */
static const char *const events[] = { LRCC_EVENT_NAMES, "GIVE",  "Drain",
                                      "Drained",        "FLUSH", "OTHERS" };

enum { PARAMETER_SYSTEM = PARAMETER_APART + 1 };
enum { SYSTEM_SCOPE, NARROW_ACQUIRES, KEEPS_L2, KEEPS_FILLS, PULLS_NO_GPU };
enum { GPU_UNACKNOWLEDGED = PULLS_NO_GPU + 1, SKIPS_OWNER, BOTTOM_UP };
enum { NO_DRAIN = BOTTOM_UP + 1, OWN_SM, KEEPS_AT_ATOMIC };

enum { RELEASER = WRITERS + 1 }; /* in place of a time */

/* States beyond those of an L1: P, only dirty words are valid; O, the GPU owns it, and no L1 does;
 * X, an L1 does; XV, XO, XA, XR, that L1 has been asked to write back, for a reader, a new owner,
 * an atomic, the LLC; OR, OP, the line is to be given up, since the LLC has asked, or to be fetched
 * like any other; OI, it has been. */
enum { X = 1 << 9, XV = 1 << 10, XO = 1 << 12, XA = 1 << 13, XR = 1 << 14 };
enum { OP = 1 << 15, OR = 1 << 16, P = 1 << 17, GPU_ANY = (1 << 18) - 1 };
enum { AT_REST = I | V | D | P, ASKED = XV | XO | XA | XR, PASSED_ON = X | ASKED };
enum { GPU_OWNS = O | PASSED_ON | OP | OR };
static const char *const gpu_states[] = { "I", "V",  "D",  "IV", "IP", "VG", "IO", "VO", "O",
                                          "X", "XV", "OI", "XO", "XA", "XR", "OP", "OR", "P" };

static unsigned gpu_state(const struct local *local, unsigned at) {
  unsigned state = 1u << local->line[at].state;
  if (local->line[at].dirty && state & (I | V)) state = state & I ? P : D;
  return (unsigned)__builtin_ctz(state);
}

/* --- guards --- */

/* The line may not be asked for while an atomic of .sys scope is at the LLC. */
GUARD_PAIR(idle, busy, !s->line->reads)
GUARD_PAIR(settled, unsettled, idle(s) && acknowledged(s))
GUARD_PAIR(gpu_may_own, gpu_may_not_own, idle(s) && may_own(s))
GUARD(wide_settled, is_wide(s) && settled(s))
GUARD(wide_unsettled, is_wide(s) && unsettled(s))
GUARD_PAIR(joins, joins_not, narrow(s) && !s->line->flag)
GUARD(has_all, idle(s) && whole(s))
GUARD(has_part, idle(s) && !whole(s))
GUARD(gpu_atomic_hits, of_gpu(s) && idle(s) && has_word(s))
GUARD(gpu_atomic_misses, of_gpu(s) && idle(s) && lacks_word(s))
GUARD(gpu_atomic_settled, of_gpu(s) && settled(s))
GUARD(gpu_atomic_idle, of_gpu(s) && idle(s))
GUARD(sys_atomic_settled, of_system(s) && settled(s))
GUARD_PAIR(keeps_at_atomic, drops_at_atomic, system_is(s, KEEPS_AT_ATOMIC))
GUARD(sys_atomic_keeps, sys_atomic_settled(s) && keeps_at_atomic(s))
GUARD(sys_atomic_drops, sys_atomic_settled(s) && drops_at_atomic(s))
GUARD(sys_atomic_idle, of_system(s) && idle(s))
GUARD(sys_atomic_unsettled, of_system(s) && unsettled(s))
/* Has the L1 given the line up: has it answered, or have its PutO and its NoData both come? */
GUARD(over, s->event == EVENT_OWNWB || second(s))
static unsigned words_then(const struct step *s) {
  return s->line->dirty | (s->event == EVENT_NODATA ? 0 : step_incoming(s)->flag);
}
GUARD(over_whole, over(s) && (words_then(s) == step_words_of_line(s, s->at) ||
                              step_parameter(s, PARAMETER_FALSE_SHARING)))
GUARD(over_part, over(s) && !over_whole(s))
GUARD(over_word, over(s) && (words_then(s) & bit_of(s->line->queue[0].word) ||
                             step_parameter(s, PARAMETER_FALSE_SHARING)))
GUARD(over_no_word, over(s) && !over_word(s))
GUARD_PAIR(for_gpu, for_system, sm_set_is_empty(s->line->held))
GUARD(asks_own_l1, !system_is(s, SKIPS_OWNER))
GUARD(skips_owner, system_is(s, SKIPS_OWNER))

/* --- dirty words of lines that are not owned --- */

/* Where a line is explored by itself: as in an L1, except that an L2 may always drop a line. */
GUARD(others_acquire_here, may_be_dropped(s) && !system_is(s, KEEPS_L2))
/* Must a line be pulled, that is, written back before another line is given up?  (In own-pull: only
 * if the SM that owned the other line has written it.) */
static bool is_pulled(const struct step *s, const struct line *line) {
  bool own = line->time[WRITERS] >> s->line->time[RELEASER] & 1;
  return is_dirty(line) && (own || !system_is(s, OWN_SM));
}
static bool pulled(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (is_pulled(s, &s->local->line[at])) return false;
  return true;
}
/* Is the write-back of some such line not owed yet? */
static bool dirt_to_pull(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (is_pulled(s, &s->local->line[at]) && !s->local->line[at].pending) return true;
  return false;
}
static void pull(struct step *s) {
  if (!system_is(s, OWN_SM)) {
    flush(s);
    return;
  }
  for (unsigned at = 0; at < lines(s); at++)
    if (is_pulled(s, &s->local->line[at])) flush_line(s, at);
}
/* So a write-back of another line may be owed already; that line is not pulled again. */
enum { OWED_BESIDE = 4 };
static bool gpu_beside(struct local *local, unsigned other, unsigned i) {
  if (i != OWED_BESIDE) return beside(local, other, i);
  local->line[other].pending = 1;
  return beside(local, other, OWED_BESIDE - 1);
}
static unsigned gpu_beside_others(const struct local *local, unsigned line) {
  unsigned others = beside_others(local, line);
  return others == 1u << (OWED_BESIDE - 1) && local->line[line].pending ? 1u << OWED_BESIDE
                                                                        : others;
}
GUARD(pulls, !system_is(s, PULLS_NO_GPU))
static bool gpu_may_give(const struct step *s) {
  if (!pulls(s)) return acknowledged(s);
  if (system_is(s, GPU_UNACKNOWLEDGED)) return pulled(s) && acknowledged(s);
  return pulled(s) &&
         s->local->count == (step_parameter(s, PARAMETER_OVERWRITE) ? s->line->writes : 0);
}
GUARD(gives_dirt, pulls(s) && dirt_to_pull(s))
GUARD(gives_whole, !gives_dirt(s) && gpu_may_give(s) && has_all(s))
GUARD(gives_part, !gives_dirt(s) && gpu_may_give(s) && !has_all(s))
GUARD(gives, !gives_dirt(s) && gpu_may_give(s))
GUARD(gives_later, !gives_dirt(s) && !gpu_may_give(s))
GUARD_PAIR(may_evict, may_not_evict, idle(s) && gpu_may_give(s))

/* --- fetches --- */

static void hold(struct step *s) {
  sm_set_add(&s->line->sharers, sender(s));
  if (is_wide(s)) s->line->held = sm_set_of(sender(s));
}
static void answer_all(struct step *s, const struct data *data) {
  SM_SET_EACH(sm, s->line->sharers) data_to(s, sm, data);
  s->line->sharers = s->line->held = 0;
}
static void answer_held(struct step *s) { answer_all(s, &s->line->data); }
/* The LLC's data, without later writes of the GPU. */
static void pass_on(struct step *s) { answer_all(s, &step_incoming(s)->data); }
/* Keeps only the dirty words of a line that is not to be kept; they serve no load. */
static void keep_dirty(struct step *s) {
  drop_all_but(s, s->line->dirty);
  s->line->flag = 0;
}

/* --- writes and atomics --- */

static void serve_atomic(struct step *s) {
  if (!s->line->waiting) return;
  struct request request = step_dequeue(s, 0);
  perform_one(s, &request);
}
static void pass_up(struct step *s) {
  atomic(s);
  s->line->reads++;
}
static void pass_down(struct step *s) {
  pass_answer(s);
  s->line->reads--;
}

/* --- ownership --- */

static void adopt(struct step *s) {
  s->line->flag = s->line->dirty;
  install(s);
}
/* Takes the words of the L1 that owned the line. */
static void take_back(struct step *s) {
  if (s->event != EVENT_NODATA) merge(s);
  if (s->event == EVENT_OWNWB) own_ack(s);
  else put_ack(s);
  if (system_is(s, OWN_SM)) s->line->time[RELEASER] = s->line->owner;
  free_line(s);
}
static void put_and_wait(struct step *s) {
  put(s);
  s->line->writes++;
  s->local->count++;
}

/* --- the answer to a PutO --- */

GUARD(waited_for, !sm_set_is_empty(s->line->sharers) || s->line->waiting)
GUARD(put_for_some, waited_for(s) && !owed(s))
GUARD(put_for_none, !waited_for(s) && !owed(s))
GUARD(put_for_some_owed, waited_for(s) && owed(s))
GUARD(put_for_none_owed, !waited_for(s) && owed(s))

#endif

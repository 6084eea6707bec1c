/* The L2 of a GPU: to its L1s the home of a line, to the LLC an owner of it.  What its guards see
 * and what its actions do, beyond those of models/lib/lrcc_home.h, which it has of its L1s, and
 * those of models/lib/rcc_l1.h and models/lib/lrcc_l1.h, which it has of the LLC.  The
 * table is in lrcc-hier.c.
 *
 * Of a line: `dirty`, the words that the LLC has not; of a line that its GPU owns, those that the
 * GPU has written since. `owner`, the L1 that owns it; `sharers` ("for"), the L1s that what is out
 * is for; `held` ("acquires"), the one of these whose .sys acquire it is; in the queue, an atomic
 * of .gpu scope that it is for; `flag` ("own"), the words that the GPU has written since the fetch
 * that is out was sent, or, where an L1 is asked, what has come of its eviction that crossed;
 * `writes`, `pending` ("owed") and `count` as of an L1, a PutO among the write-backs; `reads`, the
 * atomics of .sys scope that are at the LLC.  Of a core: `pending`, a fence that has the L2
 * drained.  (In the variant own-pull, time[WRITERS]: the SMs that have written the line;
 * time[RELEASER]: who owned it last.) */
#ifndef MODELS_LRCC_HIER_L2_H
#define MODELS_LRCC_HIER_L2_H

#include "models/lib/lrcc_home.h"
#include "models/lib/lrcc_l1.h"
#include "models/lib/rcc_gpu_l2.h"

enum { RELEASER = WRITERS + 1 }; /* in place of a time */

/* The states of a line, beside those of an L1: P, nothing is valid but dirty words; O, the GPU owns
 * it, and no L1; X, an L1 does; XV, XO, XA, XR: that has been asked to write back, for a reader, a
 * new owner, an atomic, the LLC; OR, OP: the line is to be given up, for the LLC has asked, or to
 * be fetched like any other; OI: it has been. */
enum {
  X = 1 << 9,
  XV = 1 << 10,
  XO = 1 << 12,
  XA = 1 << 13,
  XR = 1 << 14,
  OP = 1 << 15,
  OR = 1 << 16,
  P = 1 << 17
};
enum {
  GPU_ANY = (1 << 18) - 1,
  AT_REST = I | V | D | P,
  ASKED = XV | XO | XA | XR,
  PASSED_ON = X | ASKED,
  GPU_OWNS = O | PASSED_ON | OP | OR
};
static const char *const gpu_states[] = { "I", "V",  "D",  "IV", "IP", "VG", "IO", "VO", "O",
                                          "X", "XV", "OI", "XO", "XA", "XR", "OP", "OR", "P" };

static unsigned gpu_state(const struct local *local, unsigned at) {
  unsigned state = 1u << local->line[at].state;
  if (local->line[at].dirty && state & (I | V)) state = state & I ? P : D;
  return (unsigned)__builtin_ctz(state);
}

/* --- guards --- */

/* An atomic of .sys scope is at the LLC: the line is nobody else's to ask for. */
static bool idle(const struct step *s) { return !s->line->reads; }
static bool busy(const struct step *s) { return !idle(s); }
static bool settled(const struct step *s) { return idle(s) && acknowledged(s); }
static bool unsettled(const struct step *s) { return !settled(s); }
static bool gpu_may_own(const struct step *s) { return idle(s) && may_own(s); }
static bool gpu_may_not_own(const struct step *s) { return !gpu_may_own(s); }

static bool wide_settled(const struct step *s) { return is_wide(s) && settled(s); }
static bool wide_unsettled(const struct step *s) { return is_wide(s) && unsettled(s); }
static bool joins(const struct step *s) { return narrow(s) && !s->line->flag; }
static bool joins_not(const struct step *s) { return !joins(s); }
static bool has_all(const struct step *s) { return idle(s) && whole(s); }
static bool has_part(const struct step *s) { return idle(s) && !whole(s); }

static bool gpu_atomic_hits(const struct step *s) { return of_gpu(s) && idle(s) && has_word(s); }
static bool gpu_atomic_misses(const struct step *s) {
  return of_gpu(s) && idle(s) && lacks_word(s);
}
static bool gpu_atomic_settled(const struct step *s) { return of_gpu(s) && settled(s); }
static bool gpu_atomic_idle(const struct step *s) { return of_gpu(s) && idle(s); }
static bool sys_atomic_settled(const struct step *s) { return of_system(s) && settled(s); }
static bool keeps_at_atomic(const struct step *s) { return system_is(s, KEEPS_AT_ATOMIC); }
static bool drops_at_atomic(const struct step *s) { return !keeps_at_atomic(s); }
static bool sys_atomic_keeps(const struct step *s) {
  return sys_atomic_settled(s) && keeps_at_atomic(s);
}
static bool sys_atomic_drops(const struct step *s) {
  return sys_atomic_settled(s) && drops_at_atomic(s);
}
static bool sys_atomic_idle(const struct step *s) { return of_system(s) && idle(s); }
static bool sys_atomic_unsettled(const struct step *s) { return of_system(s) && unsettled(s); }

/* The owner among the L1s has given the line up: it has answered, or its PutO and its NoData have
 * both come. */
static bool over(const struct step *s) { return s->event == EVENT_OWNWB || second(s); }
static unsigned words_then(const struct step *s) {
  return s->line->dirty | (s->event == EVENT_NODATA ? 0 : step_incoming(s)->flag);
}
static bool over_whole(const struct step *s) {
  return over(s) && (words_then(s) == step_words_of_line(s, s->at) ||
                     step_parameter(s, PARAMETER_FALSE_SHARING));
}
static bool over_part(const struct step *s) { return over(s) && !over_whole(s); }
static bool over_word(const struct step *s) {
  return over(s) && (words_then(s) & bit_of(s->line->queue[0].word) ||
                     step_parameter(s, PARAMETER_FALSE_SHARING));
}
static bool over_no_word(const struct step *s) { return over(s) && !over_word(s); }

static bool for_system(const struct step *s) { return s->line->held; }
static bool for_gpu(const struct step *s) { return !for_system(s); }
static bool asks_own_l1(const struct step *s) { return !system_is(s, SKIPS_OWNER); }
static bool skips_owner(const struct step *s) { return system_is(s, SKIPS_OWNER); }

/* --- what is dirty and not owned --- */

/* Where a line is explored by itself: as in an L1, but that nothing keeps an L2 from dropping a
 * line. */
static bool others_acquire_here(const struct step *s) {
  return may_be_dropped(s) && !system_is(s, KEEPS_L2);
}

/* A line is given up when all else that the GPU's L1s have written back is behind the LLC (variant
 * own-pull: that the one has which owned the line). */
static bool is_pulled(const struct step *s, const struct line *line) {
  bool own = line->time[WRITERS] >> s->line->time[RELEASER] & 1;
  return is_dirty(line) && (own || !system_is(s, OWN_SM));
}
static bool pulled(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (is_pulled(s, &s->local->line[at])) return false;
  return true;
}
/* Is some of it neither on its way nor owed? */
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
/* So what it waits for on another line may be owed already, too, which is not pulled again. */
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
static bool pulls(const struct step *s) { return !system_is(s, PULLS_NO_GPU); }
static bool gpu_may_give(const struct step *s) {
  if (!pulls(s)) return acknowledged(s);
  if (system_is(s, GPU_UNACKNOWLEDGED)) return pulled(s) && acknowledged(s);
  return pulled(s) &&
         s->local->count == (step_parameter(s, PARAMETER_OVERWRITE) ? s->line->writes : 0);
}
static bool gives_dirt(const struct step *s) { return pulls(s) && dirt_to_pull(s); }
static bool gives_whole(const struct step *s) {
  return !gives_dirt(s) && gpu_may_give(s) && has_all(s);
}
static bool gives_part(const struct step *s) {
  return !gives_dirt(s) && gpu_may_give(s) && !has_all(s);
}
static bool gives(const struct step *s) { return !gives_dirt(s) && gpu_may_give(s); }
static bool gives_later(const struct step *s) { return !gives_dirt(s) && !gpu_may_give(s); }
static bool may_evict(const struct step *s) { return idle(s) && gpu_may_give(s); }
static bool may_not_evict(const struct step *s) { return !may_evict(s); }

/* --- fetches --- */

static void hold(struct step *s) {
  uint8_t sm = (uint8_t)(1u << sender(s));
  s->line->sharers |= sm;
  if (is_wide(s)) s->line->held = sm;
}
static void answer_all(struct step *s, const struct data *data) {
  for (unsigned sm = 0; sm < CORES_MAX; sm++)
    if (s->line->sharers >> sm & 1) data_to(s, sm, data);
  s->line->sharers = s->line->held = 0;
}
static void answer_held(struct step *s) { answer_all(s, &s->line->data); }
/* What the LLC has sent, and nothing that was written here since. */
static void pass_on(struct step *s) { answer_all(s, &step_incoming(s)->data); }

/* Of a line that is not to be kept only the dirty words are good, and they serve nobody. */
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
/* What the L1 that owned the line has sent, or has sent before. */
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

/* --- what a PutO was for --- */

static bool waited_for(const struct step *s) { return s->line->sharers || s->line->waiting; }
static bool put_for_some(const struct step *s) { return waited_for(s) && !owed(s); }
static bool put_for_none(const struct step *s) { return !waited_for(s) && !owed(s); }
static bool put_for_some_owed(const struct step *s) { return waited_for(s) && owed(s); }
static bool put_for_none_owed(const struct step *s) { return !waited_for(s) && owed(s); }

#endif

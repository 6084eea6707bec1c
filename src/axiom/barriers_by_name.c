/* Barriers by name, as Dartagnan reads them (litmus/barriers.h; barriers.c has the other reading).
 *
 * A barrier of the execution is one round: the k-th arrival of each thread at one name.  With a
 * quorum of q, the first q arrivals complete it.  Without one, it waits for every thread of the CTA
 * whose code holds the name.  Its first arrivals (round 0) synchronise with all that wait; an
 * arrival after completion (round 1) passes at once.
 *
 * A thread may compute the name.  It is waited for until its first arrival at the instance, which
 * tells whether it names this barrier.  The machines' port does the same. */
#include "axiom/barriers.h"
#include "axiom/barriers_by_name.h"

#include "litmus/barriers.h"

static struct barrier_name name_of(const struct execution *x, unsigned e) {
  const struct instruction *i = meeting_instruction(x, e);
  int64_t id = meeting_is_named(i) ? meeting_value(x, e, x->events[e].what->id) : 0;
  return (struct barrier_name){ i->barrier_instance, meeting_is_named(i), id };
}

static enum barrier_holding holding_of(const struct execution *x, unsigned thread, unsigned e) {
  struct barrier_name name = name_of(x, e);
  if (!meeting_same_cta(x, thread, x->events[e].thread)) return HOLDS_NOT;
  return thread_holds_barrier(&x->program->threads[thread], &name);
}

/* The number of earlier arrivals of the thread at the same barrier. */
static unsigned arrivals_before(const struct execution *x, unsigned e) {
  unsigned count = 0;
  event_set own = x->barriers & x->thread_events[x->events[e].thread] & events_below(e);
  EACH_EVENT(before, own) count += meeting_same_barrier(x, before, e);
  return count;
}

bool barriers_same_round(const struct execution *x, unsigned a, unsigned b) {
  return meeting_same_barrier(x, a, b) && arrivals_before(x, a) == arrivals_before(x, b);
}

unsigned barriers_awaited_by_name(const struct execution *x, unsigned e) {
  unsigned count = 0;
  for (unsigned t = 0; t < x->program->thread_count; t++) count += holding_of(x, t, e) != HOLDS_NOT;
  return count;
}

/* The thread's first arrival at the barrier's instance, under any name; false if it has none. */
static bool first_arrival(const struct execution *x, unsigned thread, unsigned e, unsigned *first) {
  EACH_EVENT(own, x->barriers & x->thread_events[thread]) {
    bool same = meeting_instruction(x, own)->barrier_instance ==
                meeting_instruction(x, e)->barrier_instance;
    if (same) return *first = own, true;
  }
  return false;
}

/* Has the thread, which computes its names, come to the instance first under another one? */
static bool is_excused(const struct execution *x, unsigned thread, unsigned e, event_set left) {
  unsigned first;
  if (holding_of(x, thread, e) != MAY_HOLD || !first_arrival(x, thread, e, &first)) return false;
  return !events_have(left, first) && !meeting_same_barrier(x, first, e);
}

static bool may_be_excused(const struct execution *x, unsigned e) {
  for (unsigned t = 0; t < x->program->thread_count; t++)
    if (is_excused(x, t, e, NO_EVENTS) || (x->cut && holding_of(x, t, e) == MAY_HOLD)) return true;
  return false;
}

bool barriers_all_are_awaited(const struct execution *x, event_set members) {
  unsigned e = event_first(members);
  unsigned comers = x->cut ? barriers_awaited_by_name(x, e) : event_count(members);
  bool has_quorum = meeting_has_quorum(meeting_instruction(x, e));
  return has_quorum ? comers <= x->needed[e] : !may_be_excused(x, e);
}

static bool is_complete(const struct execution *x, const struct meeting *meeting, unsigned b) {
  unsigned e = event_first(meeting->open[b]);
  if (meeting_has_quorum(meeting_instruction(x, e)))
    return event_count(meeting->open[b]) >= x->needed[e];
  for (unsigned t = 0; t < x->program->thread_count; t++) {
    if (holding_of(x, t, e) == HOLDS_NOT || events_any(meeting->open[b] & x->thread_events[t]))
      continue;
    if (!is_excused(x, t, e, meeting->left)) return false;
  }
  return true;
}

void barriers_come_by_name(struct execution *x, struct meeting *meeting, unsigned e) {
  unsigned own = x->barrier_of[e];
  x->round[e] = events_have(meeting->complete, own);
  meeting->left &= ~event_bit(e);
  if (!x->round[e]) meeting->open[own] |= event_bit(e);
  if (!x->round[e] && !meeting_instruction(x, e)->barrier_arrives) meeting->waiting |= event_bit(e);
  for (unsigned b = 0; b < x->barrier_count; b++) {
    if (!events_any(meeting->open[b]) || events_have(meeting->complete, b) ||
        !is_complete(x, meeting, b))
      continue;
    meeting->waiting &= ~meeting->open[b];
    meeting->complete |= event_bit(b);
  }
}

/* The stage of barriers: which of them meet, whether every thread gets through, and syncbar.
 *
 * Barriers of one CTA are the same if they have the same static instance and the same named
 * resource, which may be a register's value.  A barrier goes on in rounds (PTX ISA 6.0, bar).  A
 * round with a quorum of q needs q arrivals.  A round without one needs an arrival for each thread
 * of the CTA whose code holds the instance.  PTX says all threads of the CTA; a thread that can
 * never come is not waited for (INFERRED; the public tests have it so).  A thread waits at `sync`
 * until the round is complete, and never waits at `arrive`.  An execution in which some thread
 * waits for ever has no outcome.
 *
 * The order of arrivals is a choice if more threads may come than the round needs.  Every order
 * with other rounds is tried.
 *
 * The barrier of a cluster (PTX barrier.cluster) has `arrive` and `wait` apart.  A thread arrives
 * once a round, and waits for the round of its last arrival.  It does not wait for threads that
 * have ended.
 *
 * syncbar leads from every barrier event of a round to every `sync` of that round, itself included;
 * of a cluster's barrier, from arrivals that release to waits.  relaxed-arrival leads there from
 * its other arrivals.
 * `rounds` leads from a round to the later rounds of the same barrier.
 *
 * This is the reading by-cta, as in machine/barrier.c; barriers_by_name.c has the other one.  What
 * models make of syncbar: docs/internals/candidates.md. */
#include "axiom/barriers.h"
#include "axiom/barriers_by_name.h"

#include <inttypes.h>
#include "base/text.h"
#include "base/vector.h"
#include "axiom/search.h"
#include "axiom/values.h"

/* ---- what both readings ask of barrier events ---- */

const struct instruction *meeting_instruction(const struct execution *x, unsigned e) {
  return x->events[e].what->instruction;
}

bool meeting_same_cta(const struct execution *x, unsigned a, unsigned b) {
  return place_same_cta(&x->program->threads[a].place, &x->program->threads[b].place);
}

bool meeting_is_named(const struct instruction *i) { return i->barrier_id.kind != OPERAND_NONE; }

bool meeting_has_quorum(const struct instruction *i) {
  return i->barrier_quorum.kind != OPERAND_NONE;
}

static bool is_of_cluster(const struct execution *x, unsigned e) {
  return meeting_instruction(x, e)->barrier_of_cluster;
}

static bool is_relaxed(const struct execution *x, unsigned e) {
  return is_of_cluster(x, e) && meeting_instruction(x, e)->order == ORDER_RELAXED;
}

static bool only_waits(const struct execution *x, unsigned e) {
  return meeting_instruction(x, e)->barrier_waits;
}

int64_t meeting_value(const struct execution *x, unsigned e, node_index node) {
  return x->values[x->first_node[x->events[e].thread] + node];
}

bool meeting_same_barrier(const struct execution *x, unsigned a, unsigned b) {
  const struct instruction *i = meeting_instruction(x, a), *j = meeting_instruction(x, b);
  if (i->barrier_of_cluster || j->barrier_of_cluster)
    return i->barrier_of_cluster && j->barrier_of_cluster &&
           place_same_cluster(&x->program->threads[x->events[a].thread].place,
                              &x->program->threads[x->events[b].thread].place);
  return meeting_same_cta(x, x->events[a].thread, x->events[b].thread) &&
         i->barrier_instance == j->barrier_instance && meeting_is_named(i) == meeting_is_named(j) &&
         (!meeting_is_named(i) ||
          meeting_value(x, a, x->events[a].what->id) == meeting_value(x, b, x->events[b].what->id));
}

/* ---- gathering ---- */

static bool by_name(const struct execution *x) { return x->program->barriers == BARRIERS_BY_NAME; }

/* The threads that a CTA's code, or an execution, has at one barrier. */
struct holders {
  unsigned threads;
  bool arrives;
};

static struct holders holders_of(const struct execution *x, unsigned e) {
  struct holders holders = { 0, false };
  for (unsigned t = 0; t < x->program->thread_count; t++) {
    const struct thread *thread = &x->program->threads[t];
    bool holds = false;
    for (unsigned k = 0; meeting_same_cta(x, t, x->events[e].thread) && k < thread->length; k++) {
      const struct instruction *i = &thread->instructions[k];
      if (i->opcode != OP_BARRIER || i->barrier_of_cluster ||
          i->barrier_instance != meeting_instruction(x, e)->barrier_instance)
        continue;
      holds = true;
      holders.arrives |= i->barrier_arrives;
    }
    holders.threads += holds;
  }
  return holders;
}

/* The threads that come in this execution; if a path was cut, those that may come. */
static struct holders comers_of(const struct execution *x, event_set members) {
  struct holders comers = { 0, false };
  if (x->cut) return holders_of(x, event_first(members));
  for (unsigned t = 0; t < x->program->thread_count; t++)
    comers.threads += events_any(members & x->thread_events[t]);
  EACH_EVENT(e, members) comers.arrives |= meeting_instruction(x, e)->barrier_arrives;
  return comers;
}

/* The arrivals of a thread at its cluster's barrier. */
static unsigned cluster_arrivals(const struct execution *x, event_set events) {
  unsigned count = 0;
  EACH_EVENT(e, events & x->barriers) count += is_of_cluster(x, e) && !only_waits(x, e);
  return count;
}

/* A round of a cluster's barrier does not wait for threads that have ended (PTX ISA 9.7.13.3): it
 * needs those that come to it in this execution. */
static unsigned needed_by_cluster(const struct execution *x, unsigned e) {
  unsigned round = cluster_arrivals(x, x->thread_events[x->events[e].thread] & events_below(e));
  unsigned count = 0;
  for (unsigned t = 0; t < x->program->thread_count; t++)
    count += place_same_cluster(&x->program->threads[t].place,
                                &x->program->threads[x->events[e].thread].place) &&
             cluster_arrivals(x, x->thread_events[t]) > round;
  return count;
}

/* The number of arrivals that complete the round of this one. */
static unsigned needed_by(const struct execution *x, unsigned e) {
  if (is_of_cluster(x, e)) return needed_by_cluster(x, e);
  if (!meeting_has_quorum(meeting_instruction(x, e)))
    return by_name(x) ? barriers_awaited_by_name(x, e) : holders_of(x, e).threads;
  int64_t quorum = meeting_value(x, e, x->events[e].what->quorum);
  return quorum < 1 ? 1 : quorum > EVENTS_MAX ? EVENTS_MAX + 1 : (unsigned)quorum;
}

static bool refuse(struct execution *x, unsigned e) {
  return values_refuse(x, meeting_instruction(x, e), "barriers that meet with different quorums");
}

static bool agree(const struct execution *x, unsigned a, unsigned b) {
  return meeting_has_quorum(meeting_instruction(x, a)) ==
             meeting_has_quorum(meeting_instruction(x, b)) &&
         x->needed[a] == x->needed[b];
}

static bool is_in_step(const struct execution *x, event_set members) {
  if (by_name(x)) return barriers_all_are_awaited(x, members);
  struct holders comers = comers_of(x, members);
  bool in_step = !comers.arrives;
  EACH_EVENT(e, members) in_step = in_step && comers.threads <= x->needed[e];
  return in_step;
}

/* Gathers the events of each barrier.  A barrier is in step if no thread comes twice to a round and
 * no more threads come than it needs.  Then each thread's k-th event is of the k-th round, and each
 * round may have its own quorum. */
static void gather_barriers(struct execution *x) {
  event_set left = x->barriers;
  x->barrier_count = 0;
  while (events_any(left)) {
    struct barrier *barrier = &x->barrier[x->barrier_count];
    unsigned first = event_first(left);
    barrier->members = NO_EVENTS;
    EACH_EVENT(e, left)
    if (by_name(x) ? barriers_same_round(x, first, e) : meeting_same_barrier(x, first, e)) {
      barrier->members |= event_bit(e);
      x->barrier_of[e] = (uint16_t)x->barrier_count;
      x->needed[e] = needed_by(x, e);
    }
    barrier->in_step = is_of_cluster(x, first) || is_in_step(x, barrier->members);
    left &= ~barrier->members;
    x->barrier_count++;
  }
}

/* Refuses different quorums of barriers that are not in step. */
static bool quorums_agree(struct execution *x) {
  for (unsigned b = 0; b < x->barrier_count; b++) {
    const struct barrier *barrier = &x->barrier[b];
    unsigned first = event_first(barrier->members);
    EACH_EVENT(e, barrier->in_step ? NO_EVENTS : barrier->members)
    if (!agree(x, first, e)) return refuse(x, first);
  }
  return true;
}

static bool all_in_step(const struct execution *x) {
  bool all = true;
  for (unsigned b = 0; b < x->barrier_count; b++) all = all && x->barrier[b].in_step;
  return all;
}

/* The number of members of the same kind, arrivals or waits, before this one in its thread. */
static unsigned turn_of(const struct execution *x, unsigned e) {
  unsigned count = 0;
  event_set before = x->thread_events[x->events[e].thread] & x->barrier[x->barrier_of[e]].members &
                     events_below(e);
  EACH_EVENT(other, before) count += only_waits(x, other) == only_waits(x, e);
  return count;
}

/* The k-th arrival, or wait, of each thread at a barrier is of the k-th round. */
static void count_rounds(struct execution *x) {
  EACH_EVENT(e, x->barriers) x->round[e] = (uint16_t)turn_of(x, e);
}

static void fill_relations(struct execution *x) {
  event_set *syncbar = base_relation(x, BASE_SYNCBAR), *rounds = base_relation(x, BASE_ROUNDS),
            *relaxed = base_relation(x, BASE_RELAXED_ARRIVAL);
  relation_clear(syncbar, x->count);
  relation_clear(rounds, x->count);
  relation_clear(relaxed, x->count);
  EACH_EVENT(to, x->barriers) {
    const struct barrier *barrier = &x->barrier[x->barrier_of[to]];
    bool waits = !meeting_instruction(x, to)->barrier_arrives;
    if (waits) relation_add(syncbar, to, to);
    EACH_EVENT(from, !x->cut || barrier->in_step ? barrier->members : NO_EVENTS) {
      bool meets = by_name(x) ? !x->round[from] : x->round[from] == x->round[to];
      if (waits && meets && !only_waits(x, from))
        relation_add(is_relaxed(x, from) ? relaxed : syncbar, from, to);
      if (!is_of_cluster(x, to) && x->round[from] < x->round[to]) relation_add(rounds, from, to);
    }
  }
}

/* Returns true if nothing more need be tried: the model uses neither relation, and this choice went
 * through. */
static bool barriers_chosen(struct execution *x) {
  fill_relations(x);
  search_next(x);
  return x->stop || (!x->code->used[BASE_SYNCBAR] && !x->code->used[BASE_ROUNDS] &&
                     !x->code->used[BASE_RELAXED_ARRIVAL]);
}

/* ---- before the reads ---- */

static bool is_known(const struct execution *x, unsigned e, node_index node) {
  return x->known[x->first_node[x->events[e].thread] + node];
}

static bool names_known(const struct execution *x) {
  bool known = true;
  EACH_EVENT(e, x->barriers) {
    const struct instruction *i = meeting_instruction(x, e);
    known = known && (!meeting_is_named(i) || is_known(x, e, x->events[e].what->id)) &&
            (!meeting_has_quorum(i) || is_known(x, e, x->events[e].what->quorum));
  }
  return known;
}

void barriers_foresee(struct execution *x) {
  x->barriers_foreseen = false;
  if (!events_any(x->barriers) || by_name(x) || !names_known(x)) return;
  gather_barriers(x);
  x->barriers_foreseen = all_in_step(x);
  if (!x->barriers_foreseen) return;
  count_rounds(x);
  fill_relations(x);
}

/* ---- letting the threads run ---- */

/* The thread's next barrier event; false if it has none, or waits. */
static bool next_of(const struct execution *x, const struct meeting *meeting, unsigned thread,
                    unsigned *e) {
  event_set own = meeting->left & x->thread_events[thread];
  if (!events_any(own) || events_any(meeting->waiting & x->thread_events[thread])) return false;
  *e = event_first(own);
  return true;
}

/* A thread waits at a cluster's barrier, unless the round of its last arrival is complete. */
static void wait_at_cluster(struct execution *x, struct meeting *meeting, unsigned e) {
  x->round[e] = (uint16_t)turn_of(x, e);
  meeting->left &= ~event_bit(e);
  if (meeting->round[x->barrier_of[e]] <= x->round[e]) meeting->waiting |= event_bit(e);
}

static bool come(struct execution *x, struct meeting *meeting, unsigned e) {
  unsigned b = x->barrier_of[e];
  event_set *open = &meeting->open[b];
  if (events_any(*open) && !agree(x, event_first(*open), e)) return refuse(x, event_first(*open));
  if (by_name(x)) {
    barriers_come_by_name(x, meeting, e);
    return true;
  }
  if (only_waits(x, e)) {
    wait_at_cluster(x, meeting, e);
    return true;
  }
  x->round[e] = meeting->round[b];
  *open |= event_bit(e);
  meeting->left &= ~event_bit(e);
  if (!meeting_instruction(x, e)->barrier_arrives) meeting->waiting |= event_bit(e);
  if (event_count(*open) < x->needed[e]) return true;
  meeting->waiting &= is_of_cluster(x, e) ? ~x->barrier[b].members : ~*open;
  *open = NO_EVENTS;
  meeting->round[b]++;
  return true;
}

/* May it come at any time, without a difference?  Then all that may still come are of its round, or
 * the rounds are known. */
static bool comes_any_time(const struct execution *x, const struct meeting *meeting, unsigned e) {
  const struct barrier *barrier = &x->barrier[x->barrier_of[e]];
  event_set coming = (barrier->members & meeting->left) | meeting->open[x->barrier_of[e]];
  return barrier->in_step || (!by_name(x) && event_count(coming) <= x->needed[e]);
}

static bool let_independent_come(struct execution *x, struct meeting *meeting) {
  unsigned e;
  for (bool moved = true; moved;) {
    moved = false;
    for (unsigned t = 0; t < x->program->thread_count; t++)
      if (next_of(x, meeting, t, &e) && comes_any_time(x, meeting, e)) {
        if (!come(x, meeting, e)) return false;
        moved = true;
      }
  }
  return true;
}

/* A state that the search has been in: the threads yet to come, and the round of each of the
 * others. */
struct seen {
  event_set left;
  uint16_t round[EVENTS_MAX];
};
struct seen_list {
  VECTOR(struct seen) all;
};

static bool was_seen(struct seen_list *list, const struct execution *x,
                     const struct meeting *meeting) {
  struct seen now = { .left = meeting->left };
  EACH_EVENT(e, x->barriers & ~meeting->left) now.round[e] = x->round[e];
  for (size_t i = 0; i < list->all.length; i++)
    if (!memcmp(&list->all.items[i], &now, sizeof now)) return true;
  vector_push(list->all, now);
  return false;
}

/* Does some thread wait, while no thread comes to a barrier any more? */
static bool is_stuck(const struct execution *x, const struct meeting *meeting) {
  unsigned e;
  for (unsigned t = 0; t < x->program->thread_count; t++)
    if (next_of(x, meeting, t, &e)) return false;
  return events_any(meeting->waiting);
}

static void add_barrier_name(struct text *text, const struct execution *x, unsigned e) {
  const struct instruction *i = meeting_instruction(x, e);
  if (i->barrier_of_cluster) text_add(text, "the cluster's barrier");
  else text_add(text, "barrier %u", i->barrier_instance);
  if (meeting_is_named(i))
    text_add(text, " named %" PRId64, meeting_value(x, e, x->events[e].what->id));
  text_add(text, " (line %u)", i->line);
}

/* Notes which threads wait at which barriers, for the first execution in which threads wait for
 * ever. */
static void note_waits(struct execution *x, const struct meeting *meeting) {
  struct text text = { 0 };
  if (x->hindrances.waits) return;
  EACH_EVENT(e, meeting->waiting) {
    unsigned came = event_count(meeting->open[x->barrier_of[e]]);
    text_add(&text, "%sP%u waits for ever at ", text.length ? "; " : "",
             x->program->threads[x->events[e].thread].id);
    add_barrier_name(&text, x, e);
    text_add(&text, ", where %u of %u came", came, x->needed[e]);
  }
  x->hindrances.waits = text.bytes;
}

static bool continue_from(struct execution *x, struct seen_list *list, struct meeting *meeting) {
  bool done = false;
  unsigned e;
  search_check_limits(x);
  if (x->stop || !let_independent_come(x, meeting)) return true;
  if (is_stuck(x, meeting)) {
    note_waits(x, meeting);
    return false;
  }
  bool all_came = !events_any(meeting->left);
  if (all_came && !list->all.length) return barriers_chosen(x); /* there was no choice */
  if (was_seen(list, x, meeting)) return false;
  if (all_came) return barriers_chosen(x);
  struct meeting *after = memory_new(1, sizeof *after);
  for (unsigned t = 0; t < x->program->thread_count && !done; t++) {
    *after = *meeting;
    if (next_of(x, meeting, t, &e)) done = !come(x, after, e) || continue_from(x, list, after);
  }
  memory_free(after);
  return done;
}

/* A path that was cut does not show which threads come later. If that could change the rounds,
 * nothing is ordered. */
static void choose_cut(struct execution *x) {
  count_rounds(x);
  EACH_EVENT(a, x->barriers)
  EACH_EVENT(b, x->barrier[x->barrier_of[a]].in_step ? x->barrier[x->barrier_of[a]].members
                                                     : NO_EVENTS)
  if (x->round[a] == x->round[b] && !agree(x, a, b)) {
    refuse(x, a);
    return;
  }
  barriers_chosen(x);
}

/* Lets the threads run in every way that makes a difference. */
static void choose_rounds(struct execution *x) {
  struct seen_list list = { 0 };
  struct meeting *meeting = memory_new(1, sizeof *meeting);
  meeting->left = x->barriers;
  continue_from(x, &list, meeting);
  memory_free(meeting);
  vector_free(list.all);
}

void barriers_choose(struct execution *x) {
  gather_barriers(x);
  if (!quorums_agree(x)) return;
  if (!events_any(x->barriers)) barriers_chosen(x);
  else if (x->cut) choose_cut(x);
  else choose_rounds(x);
}

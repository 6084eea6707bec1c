/* Barriers: which ones meet, whether everybody gets through, and syncbar.
 *
 * Barriers of one CTA meet when they have the same static instance, the same named resource (if they name one; it may
 * be a register's value) and are each thread's k-th such barrier, for the same k.
 *   Without a quorum, the barrier completes when every thread of the CTA whose code holds it has come.
 *   With a quorum of q it completes when q threads have come; those that come later pass at once.  Which q come first
 * is a choice.
 * A thread waits at `sync` until the barrier is complete and never at `arrive`.  An execution in which some thread
 * waits for ever has no outcome; whether one does is found by letting the threads run.
 *
 * syncbar goes from every barrier that completed it to every `sync` that passes it.  This is what Dat3M's encoding of
 * quorums says as well; it differs for `arrive`, which waits there like `sync`.
 *
 * It goes from every `sync` to itself too, however many threads come.  What that means is the model's to say.  In PTX a barrier
 * makes the accesses before it performed "relative to all threads participating in the barrier" (PTX ISA 6.0, bar): alone at a
 * barrier, a thread orders nothing that another could see, and ptx-6.0 gives it nothing but po between its own accesses.  The
 * models that say "a barrier is a fence" (tso, pso, wo, xc, rcsc, rcpc-mca, tc-weak; INFERRED, the Primer and the papers know no
 * barriers) mean a fence of each thread, alone or not, since that is what their machines do: an instruction becomes a fence
 * before anyone knows who else will come. */
#include "axiom/execution.h"

static const struct instruction *instruction_of(const struct execution *x, unsigned e) {
  return x->events[e].what->instruction;
}

static bool same_cta(const struct execution *x, unsigned a, unsigned b) {
  const struct place *p = &x->program->threads[a].place, *q = &x->program->threads[b].place;
  return p->cta == q->cta && p->gpu == q->gpu;
}

static bool is_named(const struct instruction *i) { return i->barrier_id.kind != OPERAND_NONE; }
static bool has_quorum(const struct instruction *i) { return i->barrier_quorum.kind != OPERAND_NONE; }

static int64_t value_at(const struct execution *x, unsigned e, node_index node) {
  return x->values[x->first_node[x->events[e].thread] + node];
}

/* The same barrier, whatever the round? */
static bool same_resource(const struct execution *x, unsigned a, unsigned b) {
  const struct instruction *i = instruction_of(x, a), *j = instruction_of(x, b);
  return same_cta(x, x->events[a].thread, x->events[b].thread) && i->barrier_instance == j->barrier_instance &&
         is_named(i) == is_named(j) &&
         (!is_named(i) || value_at(x, a, x->events[a].what->id) == value_at(x, b, x->events[b].what->id));
}

/* How many such barriers does the thread pass before this one? */
static unsigned round_of(const struct execution *x, unsigned e) {
  unsigned round = 0;
  EACH_EVENT(earlier, x->barriers & x->thread_events[x->events[e].thread] & events_below(e))
    round += same_resource(x, earlier, e);
  return round;
}

/* Does the thread's code hold a barrier that is surely the one that `e` is? */
static bool holds_barrier(const struct execution *x, unsigned thread, unsigned e) {
  const struct instruction *wanted = instruction_of(x, e);
  for (unsigned k = 0; k < x->program->threads[thread].length; k++) {
    const struct instruction *i = &x->program->threads[thread].instructions[k];
    if (i->opcode != OP_BARRIER || i->barrier_instance != wanted->barrier_instance || is_named(i) != is_named(wanted))
      continue;
    if (!is_named(i)) return true;
    if (i->barrier_id.kind == OPERAND_CONSTANT && i->barrier_id.number == value_at(x, e, x->events[e].what->id))
      return true;
  }
  return false;
}

static bool everyone_comes(const struct execution *x, const struct barrier_group *group) {
  unsigned e = event_first(group->members);
  for (unsigned t = 0; t < x->program->thread_count; t++)
    if (same_cta(x, t, x->events[e].thread) && !(group->members & x->thread_events[t]) && holds_barrier(x, t, e))
      return false;
  return true;
}

/* How many have to come, and do they?  false when the members disagree about their quorum. */
static bool settle_group(struct execution *x, struct barrier_group *group) {
  unsigned e = event_first(group->members), present = event_count(group->members);
  bool quorum = has_quorum(instruction_of(x, e)), agree = true;
  int64_t wanted = quorum ? value_at(x, e, x->events[e].what->quorum) : 0;
  EACH_EVENT(m, group->members)
    agree = agree && has_quorum(instruction_of(x, m)) == quorum &&
            (!quorum || value_at(x, m, x->events[m].what->quorum) == wanted);
  if (!agree)
    return diagnose_plain(x->error, "%s:%u:%u: unsupported: barriers that meet with different quorums",
                          x->program->path ? x->program->path : "", instruction_of(x, e)->line,
                          instruction_of(x, e)->column);
  group->possible = x->cut || (quorum ? wanted <= (int64_t)present : everyone_comes(x, group));
  group->needed = quorum && wanted < (int64_t)present ? wanted < 1 ? 1 : (unsigned)wanted : present;
  group->completing = group->members;
  return true;
}

static bool gather_groups(struct execution *x) {
  event_set left = x->barriers;
  x->group_count = 0;
  while (left) {
    unsigned first = event_first(left), round = round_of(x, first);
    struct barrier_group *group = &x->groups[x->group_count++];
    group->members = 0;
    EACH_EVENT(e, left)
      if (same_resource(x, first, e) && round_of(x, e) == round) group->members |= event_bit(e);
    left &= ~group->members;
    if (!settle_group(x, group)) return false;
  }
  return true;
}

static const struct barrier_group *group_of(const struct execution *x, unsigned e) {
  const struct barrier_group *group = x->groups;
  while (!(group->members >> e & 1)) group++;
  return group;
}

/* Lets the threads run from barrier to barrier until nothing changes.  Does none wait for ever? */
static bool all_get_through(const struct execution *x) {
  event_set waiting = x->barriers, arrived = 0, waiting_before, arrived_before;
  do {
    waiting_before = waiting;
    arrived_before = arrived;
    for (unsigned t = 0; t < x->program->thread_count; t++) {
      event_set own = waiting & x->thread_events[t];
      if (!own) continue;
      unsigned e = event_first(own);
      event_set completing = group_of(x, e)->completing;
      arrived |= event_bit(e);
      if (instruction_of(x, e)->barrier_arrives || (completing & ~arrived) == 0) waiting &= ~event_bit(e);
    }
  } while (waiting != waiting_before || arrived != arrived_before);
  return !waiting;
}

static void fill_syncbar(struct execution *x) {
  uint64_t *syncbar = base_relation(x, BASE_SYNCBAR);
  relation_clear(syncbar, x->count);
  for (unsigned g = 0; g < x->group_count; g++)
    EACH_EVENT(to, x->groups[g].members) {
      if (instruction_of(x, to)->barrier_arrives) continue;
      relation_add(syncbar, to, to);
      EACH_EVENT(from, x->groups[g].completing) relation_add(syncbar, from, to);
    }
}

/* Returns true when nothing more need be tried: the model does not look at syncbar, and this choice went through. */
static bool barriers_chosen(struct execution *x) {
  if (!x->cut && !all_get_through(x)) return false;
  fill_syncbar(x);
  if (execution_passes(x, LEVEL_BARRIERS)) choose_fences(x);
  return !x->code->used[BASE_SYNCBAR];
}

/* Tries every set of `needed` members as those that complete group g, and so on for the groups after it. */
static bool choose_completing(struct execution *x, unsigned g) {
  if (x->stop) return true;
  if (g == x->group_count) return barriers_chosen(x);
  struct barrier_group *group = &x->groups[g];
  if (group->needed >= event_count(group->members)) return choose_completing(x, g + 1);
  bool done = false;
  for (event_set set = group->members; set && !done; set = (set - 1) & group->members) {
    if (event_count(set) != group->needed) continue;
    group->completing = set;
    done = choose_completing(x, g + 1);
  }
  return done;
}

void choose_barriers(struct execution *x) {
  if (!gather_groups(x)) {
    x->failed = x->stop = true;
    return;
  }
  for (unsigned g = 0; g < x->group_count; g++)
    if (!x->groups[g].possible) return;
  choose_completing(x, 0);
}

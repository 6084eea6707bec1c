/* The stage of reads: every read in turn tries every write that it might read.
 *
 * Three things end a branch of the search early.  They are a value that contradicts the path or a
 * filter, an axiom that fails already (evaluate_early, evaluate_bound), and coherence.
 *
 * Coherence is for models that imply acyclic (po-loc | rf | co | fr).  Let m(a) be the access a
 * itself if it is a write, or else the write that it reads from.  In a consistent execution, a
 * before b in po-loc means that m(a) is m(b) or precedes it in co.  These are the four shapes CoWW,
 * CoWR, CoRW and CoRR.  Conversely, a total co that contains these pairs satisfies the axiom.  So
 * `must` gathers the pairs, closed, with those that atomicity adds.  A cycle ends the branch, and
 * coherence.c starts from `must`.  Other models, such as PTX's, are asked which orders of the same
 * pairs they leave. */
#include "axiom/search.h"
#include "axiom/barriers.h"
#include "axiom/outcomes.h"
#include "axiom/reads.h"
#include "axiom/thread_symmetry.h"
#include "axiom/values.h"

static bool modifies(const struct execution *x, unsigned read) {
  return x->events[read].what->rmw && !x->events[read].what->failed;
}

static unsigned write_of(const struct execution *x, unsigned read) {
  return x->events[read].kind == EVENT_UPDATE ? read : read + 1;
}

/* The thread's own writes that precede an event in program order. */
static event_set own_before(const struct execution *x, unsigned e, event_set own) {
  event_set before = NO_EVENTS;
  EACH_EVENT(w, own)
  if (relation_has(base_relation(x, BASE_PO), w, e)) before |= event_bit(w);
  return before;
}

/* Writes to the read's cell, without the write of its own read-modify-write.  For uniproc models,
 * also without later writes of the thread, and those that another of its own hides. */
static event_set possible_sources(const struct execution *x, unsigned read) {
  const struct execution_event *event = &x->events[read];
  event_set writes = x->writes_to[event->physical];
  if (modifies(x, read)) writes &= ~event_bit(write_of(x, read));
  if (!events_have(x->coherent, read)) return writes;
  event_set own = writes & x->thread_events[event->thread], earlier = own_before(x, read, own);
  writes &= ~base_relation(x, BASE_PO)[read];
  EACH_EVENT(w, earlier) writes &= ~own_before(x, w, own);
  return events_any(earlier) ? writes & ~events_below(x->initial_count) : writes;
}

/* Adds a before b to co, unless they are one; false if that closes a cycle. */
static bool demand(struct execution *x, event_set *must, unsigned a, unsigned b) {
  if (a == b || relation_has(must, a, b)) return true;
  if (relation_has(must, b, a)) return false;
  relation_add_closed(must, a, b, x->count);
  return true;
}

static unsigned write_shown_by(const struct execution *x, unsigned access) {
  return x->events[access].kind == EVENT_READ ? x->source[access] : access;
}

/* If rmw & (fre ; coe) is empty, no other thread's write stands between the source and the write of
 * a read-modify-write.  So whatever follows the source follows the write, and whatever precedes the
 * write precedes the source. */
bool reads_stay_atomic(struct execution *x, event_set *must) {
  const event_set *rmw = base_relation(x, BASE_RMW_PAIR), *ext = base_relation(x, BASE_EXT);
  bool good = true;
  for (bool changed = events_any(x->paired); changed && good;) {
    changed = false;
    EACH_EVENT(read, x->paired & x->sourced)
    EACH_EVENT(write, rmw[read] & x->writes_to[x->events[read].physical]) {
      unsigned source = x->source[read];
      EACH_EVENT(other, ext[read] & x->writes_to[x->events[read].physical] & ~event_bit(source) &
                            ~event_bit(write)) {
        unsigned before = relation_has(must, source, other) ? write : other;
        unsigned after = relation_has(must, source, other) ? other : source;
        if (after == source && !relation_has(must, other, write)) continue;
        changed |= !relation_has(must, before, after);
        good = good && demand(x, must, before, after);
      }
    }
  }
  return good;
}

/* Does the access that a write is part of, or the initial state, write this cell? */
static bool wrote(const struct execution *x, unsigned write, unsigned physical) {
  return write < x->initial_count ||
         events_any(base_relation(x, BASE_SM)[write] & x->writes_to[physical]);
}

/* An aligned access is single-copy atomic: if a load finds pieces of two stores, one of these has
 * not written both. herd7's mixed mode asks for no more than that. */
static bool reads_as_one(const struct execution *x, unsigned read) {
  bool good = true;
  if (!x->cells->torn || !event_is_aligned(x, read)) return true;
  EACH_EVENT(other, base_relation(x, BASE_SM)[read] & x->sourced & ~event_bit(read)) {
    unsigned here = x->source[read], there = x->source[other];
    bool one = relation_has(base_relation(x, BASE_SM), here, there) ||
               (here < x->initial_count && there < x->initial_count);
    good = good && (one || !wrote(x, here, x->events[other].physical) ||
                    !wrote(x, there, x->events[read].physical));
  }
  return good;
}

/* Must one write precede another, whatever reads show?  Initial writes come first, in any order of
 * those that an alias gives one location.  Each thread's own writes are in order. */
static bool must_precede(const struct execution *x, unsigned a, unsigned b) {
  if (a < x->initial_count)
    return b >= x->initial_count || (a < b && x->code->coherence <= COHERENCE_LAST);
  return events_have(x->coherent, a) && relation_has(base_relation(x, BASE_PO), a, b);
}

static bool demand_writes(struct execution *x, event_set *must) {
  relation_clear(must, x->count);
  bool good = true;
  for (unsigned location = 0; location < x->cells->count; location++)
    EACH_EVENT(a, x->writes_to[location]) EACH_EVENT(b, x->writes_to[location]) {
      if (must_precede(x, a, b)) good = good && demand(x, must, a, b);
    }
  return good;
}

/* An update has two values and differs from nothing, as in herd7. */
static bool may_be_equal(const struct execution *x, const struct execution_event *a,
                         const struct execution_event *b) {
  return a->kind == EVENT_UPDATE || b->kind == EVENT_UPDATE ||
         x->values[a->value] == x->values[b->value];
}

static void fill_same_value(struct execution *x) {
  event_set *same = base_relation(x, BASE_SAME_VALUE);
  event_set accesses = x->reads | x->writes;
  relation_clear(same, x->count);
  EACH_EVENT(a, accesses)
  EACH_EVENT(b, accesses)
  if (may_be_equal(x, &x->events[a], &x->events[b])) relation_add(same, a, b);
}

/* Does the read take bytes from inside an address in its source, or from a store that cuts one? */
static bool reads_part_of_address(const struct execution *x, unsigned read) {
  const struct path_event *what = x->events[read].what;
  const struct execution_event *source = &x->events[x->source[read]];
  int64_t from;
  unsigned size;
  if (is_address(x->values[source->written])) return false;
  if (!source->what) {
    size = cell_address(x->cells, x->program, source->cell, &from);
    return size && (what->offset != from || what->size != size);
  }
  if (!source->what->part ||
      !is_address(x->values[x->first_node[source->thread] + source->what->whole]))
    return false;
  return what->offset != source->what->offset || what->size != source->what->size || what->size < 8;
}

/* Addresses have no bytes: the eight bytes that stand for one are read at once. */
static bool addresses_stay_whole(struct execution *x) {
  EACH_EVENT(read, x->cells->bytes ? x->reads : NO_EVENTS)
  if (reads_part_of_address(x, read))
    return values_refuse(x, x->events[read].what->instruction, "an access to a part of an address");
  return true;
}

static void all_reads_have_sources(struct execution *x) {
  if (x->known_count < x->pending_count && !values_from_nothing(x)) return;
  if (!addresses_stay_whole(x)) return;
  if (x->code->used[BASE_SAME_VALUE]) fill_same_value(x);
  x->candidates++;
  search_next(x);
}

/* Asks the axioms about rf so far, with `order` for co. */
static bool bound_holds(struct execution *x, const event_set *order) {
  if (!x->barriers_foreseen) {
    relation_clear(base_relation(x, BASE_SYNCBAR), x->count);
    relation_clear(base_relation(x, BASE_RELAXED_ARRIVAL), x->count);
    relation_clear(base_relation(x, BASE_ROUNDS), x->count);
  }
  relation_clear(base_relation(x, BASE_SYNC_FENCE), x->count);
  relation_copy(base_relation(x, BASE_CO), order, x->count);
  return evaluate_bound(&x->evaluation);
}

/* Does the model want two writes to one location ordered, whatever is chosen? */
static bool to_be_ordered(const struct execution *x, unsigned a, unsigned b) {
  bool found = x->code->coherence == COHERENCE_TOTAL;
  for (size_t i = 0; i < x->code->total.length && !found; i++)
    found = x->code->total.items[i].level == LEVEL_EVENTS &&
            relation_has(evaluation_slot(&x->evaluation, x->code->total.items[i].slot), a, b);
  return found;
}

static bool may_follow(struct execution *x, const event_set *must, unsigned a, unsigned b) {
  event_set order[EVENTS_MAX];
  relation_copy(order, must, x->count);
  relation_add_closed(order, a, b, x->count);
  return bound_holds(x, order);
}

/* Adds the order of two writes that the model wants ordered, if the axioms leave one; false if they
 * leave none. */
static bool settle_order(struct execution *x, event_set *must, unsigned a, unsigned b) {
  if (a == b || relation_has(must, a, b) || relation_has(must, b, a) || !to_be_ordered(x, a, b))
    return true;
  bool forth = may_follow(x, must, a, b), back = may_follow(x, must, b, a);
  if (forth != back) relation_add_closed(must, forth ? a : b, forth ? b : a, x->count);
  return forth || back;
}

static bool order_writes(struct execution *x, event_set *must, unsigned read, unsigned a,
                         unsigned b) {
  return events_have(x->coherent, read) ? demand(x, must, a, b) : settle_order(x, must, a, b);
}

/* Adds the pairs of the read's source with the thread's earlier accesses, with its later writes,
 * and with the read if it is an update.  The thread's later reads will meet this one. */
static bool order_around(struct execution *x, event_set *must, unsigned read) {
  const struct execution_event *event = &x->events[read];
  event_set same =
      base_relation(x, BASE_LOC)[read] & x->thread_events[event->thread] & (x->reads | x->writes);
  const event_set *po = base_relation(x, BASE_PO);
  bool good = event->kind != EVENT_UPDATE || order_writes(x, must, read, x->source[read], read);
  EACH_EVENT(a, same & events_below(read))
  good = good && (!relation_has(po, a, read) ||
                  order_writes(x, must, read, write_shown_by(x, a), x->source[read]));
  EACH_EVENT(w, same & x->writes & ~events_below(read))
  good = good && (!relation_has(po, read, w) || order_writes(x, must, read, x->source[read], w));
  return good;
}

/* Orders the writes of read-modify-writes with one source. Mostly either order breaks atomicity. */
static bool order_rivals(struct execution *x, event_set *must, unsigned read) {
  bool good = true;
  EACH_EVENT(other, modifies(x, read) ? x->sourced & ~event_bit(read) : NO_EVENTS)
  if (good && x->source[other] == x->source[read] && modifies(x, other))
    good = settle_order(x, must, write_of(x, other), write_of(x, read));
  return good;
}

/* Can the sources so far be part of a consistent execution?  Asking all axioms costs about as much
 * as a candidate, so they are asked only if several candidates would follow. */
static bool promises(struct execution *x, unsigned read, unsigned reads_left, event_set *must) {
  if (reads_left == 1 && !evaluate_early(&x->evaluation, LEVEL_READS_FROM)) return false;
  if (reads_left > 1 && !bound_holds(x, must)) return false;
  return (events_have(x->coherent, read) || order_around(x, must, read)) &&
         order_rivals(x, must, read);
}

static void choose_source(struct execution *x, unsigned position);

static void try_source(struct execution *x, unsigned position, unsigned read, unsigned write) {
  event_set *next = execution_must(x, position + 1);
  search_check_limits(x);
  event_set *rf = base_relation(x, BASE_RF);
  x->source[read] = write;
  x->sourced |= event_bit(read);
  relation_add(rf, write, read);
  bool good = reads_as_one(x, read) && values_settle(x) && outcomes_meet_filter(x);
  relation_copy(next, execution_must(x, position), x->count);
  if (good && events_have(x->coherent, read))
    good = order_around(x, next, read) && reads_stay_atomic(x, next);
  if (good && x->symmetry)
    good = thread_symmetry_least_sources(x->symmetry, x) && outcomes_wanted(x, next, LEVEL_EVENTS);
  if (good) good = promises(x, read, x->read_count - position - 1, next);
  if (good) choose_source(x, position + 1);
  relation_remove(rf, write, read);
  x->sourced &= ~event_bit(read);
  values_undo(x, x->known_before[position]);
}

static void choose_source(struct execution *x, unsigned position) {
  if (position == x->read_count) {
    all_reads_have_sources(x);
    return;
  }
  unsigned read = x->read_order[position];
  x->known_before[position] = x->known_count;
  for (event_set left = x->sources[read]; events_any(left) && !x->stop;
       left = events_after_first(left))
    try_source(x, position, read, event_first(left));
}

/* Finds the accesses that the model's uniproc and atomicity speak of. */
static void find_coherent(struct execution *x) {
  event_set accesses = x->reads | x->writes, inside = accesses;
  bool all = x->code->inside == BASE_COUNT;
  const event_set *loc = base_relation(x, BASE_LOC);
  EACH_EVENT(e, all ? NO_EVENTS : accesses)
  if (events_any(loc[e] & accesses & ~*evaluation_slot(&x->evaluation, x->code->inside)))
    inside &= ~event_bit(e);
  x->coherent = x->code->uniproc ? inside : NO_EVENTS;
  x->paired = NO_EVENTS;
  EACH_EVENT(read, x->code->atomic ? inside & x->reads : NO_EVENTS)
  if (events_any(base_relation(x, BASE_RMW_PAIR)[read] & base_relation(x, BASE_PO)[read]))
    x->paired |= event_bit(read);
}

static void reserve_must(struct execution *x) {
  size_t rows = ((size_t)event_count(x->reads) + 1) * x->count + 1;
  if (rows <= x->must_room) return;
  x->must_room = rows;
  x->must = memory_resize(x->must, x->must_room, sizeof *x->must);
}

void reads_choose(struct execution *x) {
  find_coherent(x);
  x->read_count = 0;
  reserve_must(x);
  EACH_EVENT(read, x->reads) {
    x->read_order[x->read_count++] = read;
    x->sources[read] = possible_sources(x, read);
  }
  if (!values_settle(x) || !outcomes_meet_filter(x)) return;
  barriers_foresee(x);
  if (demand_writes(x, execution_must(x, 0))) choose_source(x, 0);
  values_undo(x, 0);
}

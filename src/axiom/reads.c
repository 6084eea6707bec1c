/* Reads-from: every read in turn tries every write that it might read.
 *
 * Three things end a branch of the search before all reads have a source: a value that contradicts
 * the path, or a filter; an axiom that fails already (evaluate_early, evaluate_bound); and what one
 * location shows.  For models that imply acyclic (po-loc | rf | co | fr) the last works like this.
 * Let m(a) be the write that an access a stands for: itself, or the one it reads from.  In every
 * consistent execution of such a model, a before b in po-loc means that m(a) is m(b) or is before
 * it in co (the four coherence shapes CoWW, CoWR, CoRW, CoRR), and conversely a total co that
 * contains these pairs satisfies the axiom.  So the pairs are gathered in `must`, closed, as
 * sources are chosen, with those that atomicity adds; a cycle ends the branch, and coherence.c
 * starts from what is left.  Other models (PTX's, where only some writes have an order) are asked
 * which orders of the same pairs they leave. */
#include "axiom/reads.h"

#include "axiom/outcomes.h"
#include "axiom/search.h"
#include "axiom/values.h"

static bool modifies(const struct execution *x, unsigned read) {
  return x->events[read].what->rmw && !x->events[read].what->failed;
}

/* What a read-modify-write writes. */
static unsigned write_of(const struct execution *x, unsigned read) {
  return x->events[read].kind == EVENT_UPDATE ? read : read + 1;
}

/* Of the thread's own writes those before an event in program order, which leaves out those in no
 * order with it. */
static event_set own_before(const struct execution *x, unsigned e, event_set own) {
  event_set before = 0;
  EACH_EVENT(w, own)
  if (relation_has(base_relation(x, BASE_PO), w, e)) before |= event_bit(w);
  return before;
}

/* Writes to the read's location; not its own read-modify-write's, and for uniproc models no write
 * that another of the thread's own hides, nor a later one. */
static event_set possible_sources(const struct execution *x, unsigned read) {
  const struct execution_event *event = &x->events[read];
  event_set writes = x->writes_to[event->physical];
  if (modifies(x, read)) writes &= ~event_bit(write_of(x, read));
  if (!(x->coherent >> read & 1)) return writes;
  event_set own = writes & x->thread_events[event->thread], earlier = own_before(x, read, own);
  writes &= ~base_relation(x, BASE_PO)[read];
  EACH_EVENT(w, earlier) writes &= ~own_before(x, w, own);
  return earlier ? writes & ~events_below(x->initial_count) : writes;
}

/* a before b in co, unless they are one; false when that closes a cycle. */
static bool demand(struct execution *x, uint64_t *must, unsigned a, unsigned b) {
  if (a == b || relation_has(must, a, b)) return true;
  if (relation_has(must, b, a)) return false;
  relation_add_closed(must, a, b, x->count);
  return true;
}

static unsigned write_shown_by(const struct execution *x, unsigned access) {
  return x->events[access].kind == EVENT_READ ? x->source[access] : access;
}

/* Where rmw & (fre ; coe) is empty, no write of another thread stands between what a
 * read-modify-write has read and what it writes: what follows the one follows the other, too, and
 * what precedes the other precedes the one. */
bool reads_stay_atomic(struct execution *x, uint64_t *must) {
  const uint64_t *rmw = base_relation(x, BASE_RMW_PAIR), *ext = base_relation(x, BASE_EXT);
  bool good = true;
  for (bool changed = x->paired != 0; changed && good;) {
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

/* Has the access that a write is part of, or the initial state, written this cell? */
static bool wrote(const struct execution *x, unsigned write, unsigned physical) {
  return write < x->initial_count || base_relation(x, BASE_SM)[write] & x->writes_to[physical];
}

/* An aligned access is one access to all of its bytes (single-copy atomicity): where a load finds
 * pieces of two stores, one of these has not written both.  (As in herd7's mixed mode, which asks
 * no more than that.) */
static bool reads_as_one(const struct execution *x, unsigned read) {
  bool good = true;
  if (!x->cells->torn || !event_is_aligned(x, read)) return true;
  EACH_EVENT(other, base_relation(x, BASE_SM)[read] & x->sourced & ~event_bit(read)) {
    unsigned here = x->source[read], there = x->source[other];
    bool one = base_relation(x, BASE_SM)[here] >> there & 1 ||
               (here < x->initial_count && there < x->initial_count);
    good = good && (one || !wrote(x, here, x->events[other].physical) ||
                    !wrote(x, there, x->events[read].physical));
  }
  return good;
}

/* Is one write before another for reasons that no read has to show?  Initial writes come first
 * (where an alias gives a location several, any order of them will do), and each thread's own
 * writes in order. */
static bool must_precede(const struct execution *x, unsigned a, unsigned b) {
  if (a < x->initial_count)
    return b >= x->initial_count || (a < b && x->code->coherence <= COHERENCE_LAST);
  return x->coherent >> a & 1 && relation_has(base_relation(x, BASE_PO), a, b);
}

static bool demand_writes(struct execution *x, uint64_t *must) {
  relation_clear(must, x->count);
  bool good = true;
  for (unsigned location = 0; location < x->cells->count; location++)
    EACH_EVENT(a, x->writes_to[location]) EACH_EVENT(b, x->writes_to[location]) {
      if (must_precede(x, a, b)) good = good && demand(x, must, a, b);
    }
  return good;
}

/* An update has two values, and differs from nothing, as in herd. */
static bool may_be_equal(const struct execution *x, const struct execution_event *a,
                         const struct execution_event *b) {
  return a->kind == EVENT_UPDATE || b->kind == EVENT_UPDATE ||
         x->values[a->value] == x->values[b->value];
}

static void fill_same_value(struct execution *x) {
  uint64_t *same = base_relation(x, BASE_SAME_VALUE);
  event_set accesses = x->reads | x->writes;
  relation_clear(same, x->count);
  EACH_EVENT(a, accesses)
  EACH_EVENT(b, accesses)
  if (may_be_equal(x, &x->events[a], &x->events[b])) relation_add(same, a, b);
}

/* Does the read take bytes from inside an address that its source has, or from a store that has cut
 * one? */
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

/* Addresses have no bytes: all eight that stand for one are to be read at once. */
static bool addresses_stay_whole(struct execution *x) {
  EACH_EVENT(read, x->cells->bytes ? x->reads : 0)
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

/* Asks the axioms of what is known: of rf, and of co as the relation says. */
static bool bound_holds(struct execution *x, const uint64_t *order) {
  relation_clear(base_relation(x, BASE_SYNCBAR), x->count);
  relation_clear(base_relation(x, BASE_ROUNDS), x->count);
  relation_clear(base_relation(x, BASE_SYNC_FENCE), x->count);
  relation_copy(base_relation(x, BASE_CO), order, x->count);
  return evaluate_bound(&x->evaluation);
}

/* Does the model want an order of the two writes to one location, whatever is chosen? */
static bool to_be_ordered(const struct execution *x, unsigned a, unsigned b) {
  bool found = x->code->coherence == COHERENCE_TOTAL;
  for (size_t i = 0; i < x->code->total.length && !found; i++)
    found = x->code->total.items[i].level == LEVEL_EVENTS &&
            relation_has(evaluation_slot(&x->evaluation, x->code->total.items[i].slot), a, b);
  return found;
}

static bool may_follow(struct execution *x, const uint64_t *must, unsigned a, unsigned b) {
  uint64_t order[EVENTS_MAX];
  relation_copy(order, must, x->count);
  relation_add_closed(order, a, b, x->count);
  return bound_holds(x, order);
}

/* Adds the order of two writes to what is known of co where they are to have one and the axioms
 * leave only one; false where they leave none. */
static bool settle_order(struct execution *x, uint64_t *must, unsigned a, unsigned b) {
  if (a == b || relation_has(must, a, b) || relation_has(must, b, a) || !to_be_ordered(x, a, b))
    return true;
  bool forth = may_follow(x, must, a, b), back = may_follow(x, must, b, a);
  if (forth != back) relation_add_closed(must, forth ? a : b, forth ? b : a, x->count);
  return forth || back;
}

static bool order_writes(struct execution *x, uint64_t *must, unsigned read, unsigned a,
                         unsigned b) {
  return x->coherent >> read & 1 ? demand(x, must, a, b) : settle_order(x, must, a, b);
}

/* The pairs that the read's source adds: with the thread's earlier accesses, with its later writes,
 * and with itself where it is an update.  (Its later reads meet this one among their earlier
 * accesses.) */
static bool order_around(struct execution *x, uint64_t *must, unsigned read) {
  const struct execution_event *event = &x->events[read];
  event_set same =
      base_relation(x, BASE_LOC)[read] & x->thread_events[event->thread] & (x->reads | x->writes);
  const uint64_t *po = base_relation(x, BASE_PO);
  bool good = event->kind != EVENT_UPDATE || order_writes(x, must, read, x->source[read], read);
  EACH_EVENT(a, same & events_below(read))
  good = good && (!relation_has(po, a, read) ||
                  order_writes(x, must, read, write_shown_by(x, a), x->source[read]));
  EACH_EVENT(w, same & x->writes & ~events_below(read))
  good = good && (!relation_has(po, read, w) || order_writes(x, must, read, x->source[read], w));
  return good;
}

/* Two read-modify-writes of one source mostly break atomicity, however a model says it, whichever
 * of their writes is first. */
static bool order_rivals(struct execution *x, uint64_t *must, unsigned read) {
  bool good = true;
  EACH_EVENT(other, modifies(x, read) ? x->sourced & ~event_bit(read) : 0)
  if (good && x->source[other] == x->source[read] && modifies(x, other))
    good = settle_order(x, must, write_of(x, other), write_of(x, read));
  return good;
}

/* Can the sources chosen so far still be part of a consistent execution?  Asking all the axioms on
 * what is known of rf and co costs about as much as a candidate, hence only where several
 * candidates would follow. */
static bool promises(struct execution *x, unsigned read, unsigned reads_left, uint64_t *must) {
  if (reads_left == 1 && !evaluate_early(&x->evaluation, LEVEL_READS_FROM)) return false;
  if (reads_left > 1 && !bound_holds(x, must)) return false;
  return (x->coherent >> read & 1 || order_around(x, must, read)) && order_rivals(x, must, read);
}

static void choose_source(struct execution *x, unsigned position);

static void try_source(struct execution *x, unsigned position, unsigned read, unsigned write) {
  struct read_frame *frame = &x->frames[position], *next = &x->frames[position + 1];
  search_check_limits(x);
  uint64_t *rf = base_relation(x, BASE_RF);
  x->source[read] = write;
  x->sourced |= event_bit(read);
  relation_add(rf, write, read);
  bool good = reads_as_one(x, read) && values_settle(x) && outcomes_meet_filter(x);
  relation_copy(next->must, frame->must, x->count);
  if (good && x->coherent >> read & 1)
    good = order_around(x, next->must, read) && reads_stay_atomic(x, next->must);
  if (good && x->symmetry)
    good = thread_symmetry_least_sources(x->symmetry, x) &&
           outcomes_wanted(x, next->must, LEVEL_EVENTS);
  if (good) good = promises(x, read, x->read_count - position - 1, next->must);
  if (good) choose_source(x, position + 1);
  rf[write] &= ~event_bit(read);
  x->sourced &= ~event_bit(read);
  values_undo(x, frame->known_count);
}

static void choose_source(struct execution *x, unsigned position) {
  if (position == x->read_count) {
    all_reads_have_sources(x);
    return;
  }
  unsigned read = x->read_order[position];
  x->frames[position].known_count = x->known_count;
  for (event_set left = x->sources[read]; left && !x->stop; left &= left - 1)
    try_source(x, position, read, event_first(left));
}

/* The accesses of which the model's uniproc and atomicity speak: of locations whose accesses it
 * leaves out nowhere. */
static void find_coherent(struct execution *x) {
  event_set accesses = x->reads | x->writes, inside = accesses;
  bool all = x->code->inside == BASE_COUNT;
  const uint64_t *loc = base_relation(x, BASE_LOC);
  EACH_EVENT(e, all ? 0 : accesses)
  if (loc[e] & accesses & ~*evaluation_slot(&x->evaluation, x->code->inside))
    inside &= ~event_bit(e);
  x->coherent = x->code->uniproc ? inside : 0;
  x->paired = 0;
  EACH_EVENT(read, x->code->atomic ? inside & x->reads : 0)
  if (base_relation(x, BASE_RMW_PAIR)[read] & base_relation(x, BASE_PO)[read])
    x->paired |= event_bit(read);
}

void reads_choose(struct execution *x) {
  find_coherent(x);
  x->read_count = 0;
  EACH_EVENT(read, x->reads) {
    x->read_order[x->read_count++] = read;
    x->sources[read] = possible_sources(x, read);
  }
  if (!values_settle(x) || !outcomes_meet_filter(x)) return;
  if (demand_writes(x, x->frames[0].must)) choose_source(x, 0);
  values_undo(x, 0);
}

/* The stage of coherence: the order of the writes to each location, in one of four ways.
 *
 * - Total: every linear order of each location's writes that contains the pairs which reads.c
 *   demands.
 * - The last writes: for a model that makes an order of its own (herd7's c11_cos.cat), only the end
 *   of co matters.
 * - Partial, the least orders: every orientation of the pairs that the model wants ordered, closed
 *   with the pairs that co must contain.  If the latter depend on co, the order grows until it
 *   holds them.  Why that is enough: docs/internals/candidates.md.
 * - Partial, every order: by brute force, for all other models, and for the tests, which compare
 *   both ways. */
#include "axiom/search.h"
#include "axiom/outcomes.h"
#include "axiom/coherence.h"
#include "axiom/reads.h"

/* Do aligned stores to several cells have one order in all cells that they share? */
static bool pieces_agree(const struct execution *x) {
  const event_set *co = base_relation(x, BASE_CO), *same = base_relation(x, BASE_SM);
  bool good = true;
  EACH_EVENT(a, x->cells->torn ? x->writes : NO_EVENTS)
  EACH_EVENT(b, event_is_aligned(x, a) ? co[a] : NO_EVENTS)
  EACH_EVENT(piece, event_is_aligned(x, b) ? same[b] : NO_EVENTS)
  good = good && !events_any(co[piece] & same[a]);
  return good;
}

static void coherence_chosen(struct execution *x) {
  if (!pieces_agree(x)) return;
  const event_set *co = base_relation(x, BASE_CO);
  if (x->code->used[BASE_FW]) {
    event_set last = NO_EVENTS;
    EACH_EVENT(w, x->writes)
    if (!events_any(co[w])) last |= event_bit(w);
    *base_relation(x, BASE_FW) = last;
  }
  x->recorded = false;
  search_next(x);
}

static const event_set *demanded(const struct execution *x) {
  return execution_must(x, x->read_count);
}

/* ---- total ---- */

/* The first location at or after `location` whose writes are not all ordered; the count of
 * locations if there is none. */
static unsigned next_open(const struct execution *x, const event_set *order, unsigned location) {
  for (; location < x->cells->count; location++) {
    event_set writes = x->writes_to[location];
    unsigned count = event_count(writes), pairs = 0;
    EACH_EVENT(w, writes) pairs += event_count(order[w] & writes);
    if (pairs < count * (count - 1) / 2) return location;
  }
  return location;
}

/* The writes of `left` that no other one of them must precede. */
static event_set next_writes(const event_set *order, event_set left) {
  event_set later = NO_EVENTS;
  EACH_EVENT(w, left) later |= order[w];
  return left & ~later;
}

/* Puts the writes of each location into every order that contains `order`, which is closed.  The
 * axioms are asked first: that costs about as much as one candidate, and several follow. */
static void order_writes(struct execution *x, const event_set *order, unsigned location) {
  if (!outcomes_wanted(x, order, LEVEL_FENCES)) return;
  relation_copy(base_relation(x, BASE_CO), order, x->count);
  location = next_open(x, order, location);
  if (location == x->cells->count) {
    coherence_chosen(x);
    return;
  }
  if (!evaluate_early(&x->evaluation, LEVEL_COHERENCE)) return;
  event_set left = x->writes_to[location], next = next_writes(order, left);
  for (; !events_any(events_after_first(next)); next = next_writes(order, left)) left &= ~next;
  EACH_EVENT(w, next) {
    if (x->stop) return;
    event_set *after = execution_take(x);
    relation_copy(after, order, x->count);
    EACH_EVENT(later, left & ~event_bit(w)) relation_add_closed(after, w, later, x->count);
    if (reads_stay_atomic(x, after)) order_writes(x, after, location);
    execution_give_back(x);
  }
}

/* ---- the last writes ---- */

/* Picks the last write of each location in every way that agrees with `order`. */
static void choose_last(struct execution *x, const event_set *order, unsigned location) {
  if (!outcomes_wanted(x, order, LEVEL_FENCES)) return;
  if (location == x->cells->count) {
    relation_copy(base_relation(x, BASE_CO), order, x->count);
    coherence_chosen(x);
    return;
  }
  event_set writes = x->writes_to[location], last = NO_EVENTS;
  EACH_EVENT(w, writes)
  if (!events_any(order[w] & writes)) last |= event_bit(w);
  if (!events_any(writes)) choose_last(x, order, location + 1);
  EACH_EVENT(w, last) {
    if (x->stop) return;
    event_set *after = execution_take(x);
    relation_copy(after, order, x->count);
    EACH_EVENT(earlier, writes & ~event_bit(w)) relation_add_closed(after, earlier, w, x->count);
    choose_last(x, after, location + 1);
    execution_give_back(x);
  }
}

/* ---- partial ---- */

/* May co hold from a to b? */
static bool orderable(const struct execution *x, unsigned a, unsigned b) {
  return a != b && events_have(x->writes, a) && events_have(x->writes_to[x->events[a].physical], b);
}

/* Are all pairs of the relation pairs of writes to one location? */
static bool all_orderable(struct execution *x, cat_slot slot) {
  const event_set *pairs = evaluation_slot(&x->evaluation, slot);
  bool good = true;
  for (unsigned a = 0; a < x->count; a++) EACH_EVENT(b, pairs[a]) good = good && orderable(x, a, b);
  return good;
}

static bool add_within(struct execution *x, event_set *order, cat_slot slot) {
  const event_set *pairs = evaluation_slot(&x->evaluation, slot);
  bool good = all_orderable(x, slot);
  for (unsigned a = 0; a < x->count; a++) EACH_EVENT(b, pairs[a]) {
      good = good && !relation_has(order, b, a);
      if (good && !relation_has(order, a, b)) relation_add_closed(order, a, b, x->count);
    }
  return good;
}

static bool add_all_within(struct execution *x, event_set *order, bool of_co) {
  bool good = true;
  for (size_t i = 0; i < x->code->within.length && good; i++)
    if ((x->code->within.items[i].level == LEVEL_COHERENCE) == of_co)
      good = add_within(x, order, x->code->within.items[i].slot);
  return good;
}

/* Adds what follows from the order until nothing does; false on a contradiction, or if an axiom
 * fails already. */
static bool grow(struct execution *x, event_set *order) {
  event_set before[EVENTS_MAX];
  do {
    relation_copy(before, order, x->count);
    relation_copy(base_relation(x, BASE_CO), order, x->count);
    if (!evaluate_growing(&x->evaluation) || !add_all_within(x, order, true)) return false;
  } while (!relation_equal(before, order, x->count));
  return true;
}

/* Does the order leave the pairs of `apart` without an order? */
static bool keeps_apart(const event_set *order, const event_set *apart, unsigned n) {
  for (unsigned a = 0; a < n; a++)
    if (events_any(order[a] & apart[a])) return false;
  return true;
}

/* The first pair of `pairs` at or after row *a that is neither ordered nor apart. */
static bool next_pair(const struct execution *x, const event_set *pairs, const event_set *order,
                      const event_set *apart, unsigned *a, unsigned *b) {
  for (; *a < x->count; ++*a) {
    event_set open = pairs[*a] & ~order[*a] & ~apart[*a];
    EACH_EVENT(e, open)
    if (relation_has(order, e, *a)) open &= ~event_bit(e);
    if (!events_any(open)) continue;
    *b = event_first(open);
    return true;
  }
  return false;
}

/* Decides the open pairs at or after row a: ordered one way, the other way, or, if `may_part`,
 * first not at all, which `apart` notes.  The order is closed at every step, so each partial order
 * comes up once. */
static void decide(struct execution *x, const event_set *pairs, event_set *order, event_set *apart,
                   bool may_part, unsigned a) {
  unsigned b;
  if (!may_part && x->code->grows && !grow(x, order)) return;
  if (!outcomes_wanted(x, order, LEVEL_FENCES)) return;
  bool open = next_pair(x, pairs, order, apart, &a, &b);
  relation_copy(base_relation(x, BASE_CO), order, x->count);
  if (!open) {
    coherence_chosen(x);
    return;
  }
  if (!may_part && !x->code->grows && !evaluate_early(&x->evaluation, LEVEL_COHERENCE)) return;
  if (may_part) {
    relation_add(apart, a, b);
    relation_add(apart, b, a);
    decide(x, pairs, order, apart, true, a);
    apart[a] &= ~event_bit(b);
    apart[b] &= ~event_bit(a);
  }
  for (unsigned way = 0; way < 2 && !x->stop && !search_too_deep(x, b); way++) {
    event_set *next = execution_take(x);
    relation_copy(next, order, x->count);
    relation_add_closed(next, way ? b : a, way ? a : b, x->count);
    if (keeps_apart(next, apart, x->count)) decide(x, pairs, next, apart, may_part, a);
    execution_give_back(x);
  }
}

static void choose_least(struct execution *x) {
  event_set order[EVENTS_MAX], pairs[EVENTS_MAX] = { NO_EVENTS }, apart[EVENTS_MAX] = { NO_EVENTS };
  relation_copy(order, demanded(x), x->count);
  if (!add_all_within(x, order, false)) return;
  for (size_t i = 0; i < x->code->total.length; i++) {
    const event_set *more = evaluation_slot(&x->evaluation, x->code->total.items[i].slot);
    if (!all_orderable(x, x->code->total.items[i].slot)) return;
    for (unsigned a = 0; a < x->count; a++) pairs[a] |= more[a];
  }
  decide(x, pairs, order, apart, false, 0);
}

static void choose_any_partial(struct execution *x) {
  event_set order[EVENTS_MAX], pairs[EVENTS_MAX] = { NO_EVENTS }, apart[EVENTS_MAX] = { NO_EVENTS };
  relation_copy(order, demanded(x), x->count);
  EACH_EVENT(a, x->writes) pairs[a] = x->writes_to[x->events[a].physical] & ~events_below(a + 1);
  decide(x, pairs, order, apart, true, 0);
}

void coherence_choose(struct execution *x) {
  if (!outcomes_wanted(x, demanded(x), LEVEL_FENCES)) return;
  switch (x->code->coherence) {
  case COHERENCE_TOTAL: order_writes(x, demanded(x), 0); break;
  case COHERENCE_LAST:
    (x->cells->torn ? order_writes : choose_last)(x, demanded(x), 0);
    break; /* pieces_agree asks for all */
  case COHERENCE_PARTIAL: choose_least(x); break;
  case COHERENCE_ANY_PARTIAL: choose_any_partial(x); break;
  }
}

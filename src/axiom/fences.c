/* The stage of fences: sync_fence, an order of the SC fences (PTX manual 8.9.3).
 *
 * Two SC fences are ordered, one way or the other, exactly if each one's scope contains the other's
 * thread.  The orientations have no cycle.  Other pairs are not in the relation, even if a chain
 * leads from one to the other.  An axiom of the model says that the order agrees with causality. */
#include "axiom/search.h"
#include "axiom/fences.h"

/* Orients the pairs from (a, b) on; `closed` is the closure of what is oriented. */
static void orient(struct execution *x, event_set fences, unsigned a, unsigned b,
                   const event_set *closed) {
  event_set *order = base_relation(x, BASE_SYNC_FENCE);
  const event_set *sr = base_relation(x, BASE_SR);
  for (; a < x->count; a++, b = a + 1) {
    if (!events_have(fences, a)) continue;
    for (; b < x->count; b++) {
      if (!events_have(fences, b) || !relation_has(sr, a, b)) continue;
      for (unsigned way = 0; way < 2; way++) {
        unsigned from = way ? b : a, to = way ? a : b;
        if (relation_has(closed, to, from) || x->stop || search_too_deep(x, a)) continue;
        event_set *next = execution_take(x);
        relation_copy(next, closed, x->count);
        relation_add_closed(next, from, to, x->count);
        relation_add(order, from, to);
        orient(x, fences, a, b + 1, next);
        relation_remove(order, from, to);
        execution_give_back(x);
      }
      return;
    }
  }
  search_next(x);
}

void fences_choose(struct execution *x) {
  event_set nothing[EVENTS_MAX] = { NO_EVENTS };
  event_set fences =
      x->code->used[BASE_SYNC_FENCE] ? x->fences & *base_relation(x, BASE_SC) : NO_EVENTS;
  relation_clear(base_relation(x, BASE_SYNC_FENCE), x->count);
  orient(x, fences, 0, 1, nothing);
}

/* The stage of `with x from ...`: relations that an execution chooses for itself.
 *
 * An execution is consistent, and counts once, if some choice makes it so.  Further choices are
 * tried only if they could raise a flag. */
#include "axiom/search.h"
#include "axiom/withs.h"

static bool choose(struct execution *x, unsigned choice);

/* Returns whether some choice of the later ones makes the execution consistent. */
static bool relation_chosen(struct execution *x, unsigned choice) {
  return search_passes(x, LEVEL_WITH + choice) && choose(x, choice + 1);
}

static bool enough(const struct execution *x, bool found) {
  return x->stop || (found && x->code->flag_level < LEVEL_WITH);
}

/* The events to put in one order next: all that remain, or those of one location. */
static event_set next_class(const struct execution *x, const struct cat_choice *made,
                            event_set left) {
  return made->by_location && events_any(left)
             ? left & base_relation(x, BASE_LOC)[event_first(left)]
             : left;
}

/* Puts the events that are `left` after the `placed` ones, in every order that contains the
 * relation; then the events of the other classes, `rest`. */
static bool linearise(struct execution *x, unsigned choice, event_set placed, event_set left,
                      event_set rest) {
  const struct cat_choice *made = &x->code->choices.items[choice];
  const event_set *order = evaluation_slot(&x->evaluation, made->order);
  event_set *target = evaluation_slot(&x->evaluation, made->target);
  bool found = false;
  if (!events_any(left)) {
    placed = NO_EVENTS;
    left = next_class(x, made, rest);
    rest &= ~left;
  }
  if (!events_any(left)) return !events_any(rest) && relation_chosen(x, choice);
  EACH_EVENT(e, left) {
    bool preceded = enough(x, found);
    EACH_EVENT(other, left & ~event_bit(e)) preceded |= relation_has(order, other, e);
    if (preceded) continue;
    EACH_EVENT(earlier, placed) relation_add(target, earlier, e);
    found |= linearise(x, choice, placed | event_bit(e), left & ~event_bit(e), rest);
    EACH_EVENT(gone, placed) relation_remove(target, gone, e);
  }
  return found;
}

static bool choose(struct execution *x, unsigned choice) {
  if (choice == x->code->choices.length) {
    search_next(x);
    x->recorded = true;
    return x->accepted;
  }
  const struct cat_choice *made = &x->code->choices.items[choice];
  event_set *target = evaluation_slot(&x->evaluation, made->target);
  bool found = false;
  relation_clear(target, x->count);
  if (made->linear)
    return linearise(x, choice, NO_EVENTS, NO_EVENTS, *evaluation_slot(&x->evaluation, made->set));
  for (size_t i = 0; i < made->among.length && !enough(x, found); i++) {
    relation_copy(target, evaluation_slot(&x->evaluation, made->among.items[i]), x->count);
    found |= relation_chosen(x, choice);
  }
  return found;
}

void withs_choose(struct execution *x) { choose(x, 0); }

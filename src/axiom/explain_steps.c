/* From a failing axiom to steps that a reader knows.
 *
 * Breadth-first search finds a shortest cycle in the axiom's relation.  Each step is then taken
 * apart along the relation's definition.  A union becomes the member that holds the pair, a
 * sequence its halves, a closure a shortest chain.  Factors that only restrict a relation, to a
 * location or to kinds of events, are dropped.  Base relations and named relations remain. */
#include "axiom/explain_steps.h"

#include <string.h>
#include "base/text.h"

/* No definition is deeper than DEPTH_MAX, unless it goes round in circles. */
enum { STEPS_MAX = 1000, DEPTH_MAX = 200, MEMBERS_MAX = 64 };

/* ---- definitions ---- */

static void note_definitions(struct explain_definitions *d,
                             const struct cat_operations *operations) {
  for (size_t i = 0; i < operations->length; i++)
    if (operations->items[i].kind != OPERATION_TEST &&
        operations->items[i].kind != OPERATION_FIXPOINT)
      d->of[operations->items[i].target] = &operations->items[i];
}

struct explain_definitions explain_definitions_find(const struct cat_code *code) {
  struct explain_definitions d = { code, memory_new(code->slot_count, sizeof *d.of) };
  for (unsigned level = 0; level < code->level_count; level++)
    note_definitions(&d, &code->level[level]);
  note_definitions(&d, &code->showing);
  for (size_t i = 0; i < code->fixpoints.length; i++)
    note_definitions(&d, &code->fixpoints.items[i].body);
  return d;
}

void explain_definitions_free(struct explain_definitions *d) { memory_free(d->of); }

static const struct cat_operation *definition(const struct explain_definitions *d, unsigned slot) {
  return slot < BASE_COUNT ? NULL : d->of[slot];
}

static const char *label_of(const struct explain_definitions *d, unsigned slot) {
  return slot < BASE_COUNT ? cat_base_names[slot].name : d->code->labels[slot];
}

/* Library names are well known, so they are not taken apart. */
static bool is_common(const char *label) {
  static const char *const names[] = { "fr",  "rfe", "rfi",    "coe", "coi",
                                       "fre", "fri", "po-loc", NULL };
  return label && text_among(label, names);
}

/* Does the relation only restrict, as in r & (W * R), r & loc, or r & ext? */
static bool only_restricts(const struct explain_definitions *d, unsigned slot) {
  static const enum cat_base bases[] = { BASE_LOC,  BASE_VLOC, BASE_INT,  BASE_EXT,
                                         BASE_ID,   BASE_SR,   BASE_SCTA, BASE_SCLUSTER,
                                         BASE_SGPU, BASE_SSYS, BASE_SSG,  BASE_SQF };
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    if (slot == bases[i]) return true;
  const struct cat_operation *operation = definition(d, slot);
  if (!operation) return false;
  if (operation->kind == OPERATION_PRODUCT || operation->kind == OPERATION_COMPLEMENT) return true;
  return (operation->kind == OPERATION_UNION || operation->kind == OPERATION_INTERSECTION ||
          operation->kind == OPERATION_DIFFERENCE) &&
         only_restricts(d, operation->left) && only_restricts(d, operation->right);
}

/* ---- paths ---- */

/* Finds a shortest path of at least one step.  Returns the count of its events with both ends, or
 * 0. */
static unsigned shortest_path(const event_set *r, unsigned from, unsigned to, unsigned *path) {
  unsigned queue[EVENTS_MAX], parent[EVENTS_MAX], head = 0, tail = 0;
  event_set seen = NO_EVENTS;
  EACH_EVENT(e, r[from]) {
    parent[e] = from;
    seen |= event_bit(e);
    queue[tail++] = e;
  }
  while (head < tail && !events_have(seen, to)) {
    unsigned at = queue[head++];
    EACH_EVENT(e, r[at] & ~seen) {
      parent[e] = at;
      seen |= event_bit(e);
      queue[tail++] = e;
    }
  }
  if (!events_have(seen, to)) return 0;
  unsigned count = 1;
  for (unsigned e = parent[to]; e != from; e = parent[e]) count++;
  path[count] = to;
  for (unsigned i = count, e = to; i > 0; i--) path[i - 1] = e = i == 1 ? from : parent[e];
  return count + 1;
}

/* Finds a shortest cycle, with its first event repeated at the end. Returns the count, or 0. */
static unsigned shortest_cycle(const event_set *r, unsigned n, unsigned *cycle) {
  unsigned best = 0, path[EVENTS_MAX + 1];
  for (unsigned e = 0; e < n; e++) {
    unsigned length = shortest_path(r, e, e, path);
    if (!length || (best && length >= best)) continue;
    best = length;
    memcpy(cycle, path, length * sizeof *path);
  }
  return best;
}

/* ---- taking a step apart ---- */

struct explained_apart {
  const struct explain_definitions *definitions;
  const struct execution *x;
  struct explained *explained;
  unsigned depth;
};

static const event_set *relation(const struct explained_apart *apart, unsigned slot) {
  return evaluation_slot(&apart->x->evaluation, slot);
}

static bool holds(const struct explained_apart *apart, unsigned slot, unsigned from, unsigned to) {
  return relation_has(relation(apart, slot), from, to);
}

static void add_step(struct explained_apart *apart, unsigned slot, unsigned from, unsigned to) {
  const char *label = label_of(apart->definitions, slot);
  vector_push(apart->explained->steps,
              (struct explained_edge){ from, to, memory_format("%s", label ? label : "?") });
}

static void take_apart(struct explained_apart *apart, unsigned slot, unsigned from, unsigned to);

static void take_chain_apart(struct explained_apart *apart, unsigned slot, unsigned from,
                             unsigned to) {
  unsigned path[EVENTS_MAX + 1];
  unsigned length = shortest_path(relation(apart, slot), from, to, path);
  for (unsigned i = 0; i + 1 < length; i++) take_apart(apart, slot, path[i], path[i + 1]);
}

static bool recursive_result(const struct cat_code *code, unsigned slot, unsigned *result) {
  for (size_t f = 0; f < code->fixpoints.length; f++) {
    const struct cat_fixpoint *fixpoint = &code->fixpoints.items[f];
    for (size_t i = 0; i < fixpoint->names.length; i++)
      if (fixpoint->names.items[i].variable == slot) {
        *result = fixpoint->names.items[i].result;
        return true;
      }
  }
  return false;
}

/* Gathers the members of a union, without r ; r, which chains replace. */
static void gather_members(const struct explain_definitions *d, unsigned slot, unsigned variable,
                           unsigned *members, unsigned *count) {
  const struct cat_operation *operation = definition(d, slot);
  if (operation && operation->kind == OPERATION_UNION && !is_common(label_of(d, slot))) {
    gather_members(d, operation->left, variable, members, count);
    gather_members(d, operation->right, variable, members, count);
  } else if (!(operation && operation->kind == OPERATION_SEQUENCE && operation->left == variable &&
               operation->right == variable) &&
             slot != variable && *count < MEMBERS_MAX) {
    members[(*count)++] = slot;
  }
}

static void take_recursion_apart(struct explained_apart *apart, unsigned variable, unsigned result,
                                 unsigned from, unsigned to) {
  unsigned members[MEMBERS_MAX], count = 0, path[EVENTS_MAX + 1];
  event_set *direct = memory_new(EVENTS_MAX, sizeof *direct);
  gather_members(apart->definitions, result, variable, members, &count);
  for (unsigned m = 0; m < count; m++)
    for (unsigned e = 0; e < apart->x->count; e++) direct[e] |= relation(apart, members[m])[e];
  unsigned length = shortest_path(direct, from, to, path);
  memory_free(direct);
  if (!length) add_step(apart, variable, from, to);
  for (unsigned i = 0; i + 1 < length; i++) {
    unsigned m = 0;
    while (!holds(apart, members[m], path[i], path[i + 1])) m++;
    take_apart(apart, members[m], path[i], path[i + 1]);
  }
}

/* Takes one operation apart; false if the step stays one. */
static bool take_operation_apart(struct explained_apart *apart,
                                 const struct cat_operation *operation, unsigned from,
                                 unsigned to) {
  unsigned left = operation->left, right = operation->right;
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_UNION:
    take_apart(apart, holds(apart, left, from, to) ? left : right, from, to);
    return true;
  case OPERATION_SEQUENCE:
    EACH_EVENT(e, relation(apart, left)[from])
    if (holds(apart, right, e, to)) {
      take_apart(apart, left, from, e);
      take_apart(apart, right, e, to);
      return true;
    }
    return false;
  case OPERATION_CLOSURE: take_chain_apart(apart, left, from, to); return true;
  case OPERATION_REFLEXIVE:
    if (from != to || holds(apart, left, from, to)) take_apart(apart, left, from, to);
    return true;
  case OPERATION_FROM: take_apart(apart, right, from, to); return true;
  case OPERATION_TO:
  case OPERATION_DIFFERENCE: take_apart(apart, left, from, to); return true;
  case OPERATION_IDENTITY: return true;
  case OPERATION_INTERSECTION: {
    bool left_restricts = only_restricts(apart->definitions, left);
    if (left_restricts == only_restricts(apart->definitions, right)) return false;
    take_apart(apart, left_restricts ? right : left, from, to);
    return true;
  }
  default: return false;
  }
}

static void take_definition_apart(struct explained_apart *apart, unsigned slot, unsigned from,
                                  unsigned to) {
  const struct cat_operation *operation = definition(apart->definitions, slot);
  bool common = is_common(label_of(apart->definitions, slot));
  unsigned result;
  if (apart->explained->steps.length >= STEPS_MAX) return;
  if (!common && recursive_result(apart->definitions->code, slot, &result))
    take_recursion_apart(apart, slot, result, from, to);
  else if (common || !operation || !take_operation_apart(apart, operation, from, to))
    add_step(apart, slot, from, to);
}

static void take_apart(struct explained_apart *apart, unsigned slot, unsigned from, unsigned to) {
  if (apart->depth == DEPTH_MAX) {
    add_step(apart, slot, from, to);
    return;
  }
  apart->depth++;
  take_definition_apart(apart, slot, from, to);
  apart->depth--;
}

/* ---- of a test ---- */

static unsigned slot_of_test(const struct cat_code *code, size_t test) {
  for (unsigned level = 0; level < code->level_count; level++)
    for (size_t i = 0; i < code->level[level].length; i++) {
      const struct cat_operation *operation = &code->level[level].items[i];
      if (operation->kind == OPERATION_TEST && operation->right == test) return operation->left;
    }
  return 0;
}

/* Drops the steps from an event to itself, which only tell its kind, unless there are no others. */
static void drop_idle_steps(struct explained *explained) {
  size_t kept = 0;
  for (size_t i = 0; i < explained->steps.length; i++)
    kept += explained->steps.items[i].from != explained->steps.items[i].to;
  if (!kept) return;
  kept = 0;
  for (size_t i = 0; i < explained->steps.length; i++) {
    struct explained_edge step = explained->steps.items[i];
    if (step.from == step.to) memory_free(step.label);
    else explained->steps.items[kept++] = step;
  }
  explained->steps.length = kept;
}

void explain_steps(const struct explain_definitions *d, const struct execution *x, size_t test,
                   struct explained *explained) {
  struct explained_apart apart = { d, x, explained, 0 };
  const struct cat_axiom *axiom = &d->code->tests.items[test];
  unsigned slot = slot_of_test(d->code, test), cycle[EVENTS_MAX + 1];
  const event_set *r = relation(&apart, slot);
  if (axiom->negated) return;
  if (axiom->test == TEST_ACYCLIC) {
    unsigned length = shortest_cycle(r, x->count, cycle);
    for (unsigned i = 0; i + 1 < length; i++) take_apart(&apart, slot, cycle[i], cycle[i + 1]);
    drop_idle_steps(explained);
    return;
  }
  for (unsigned a = 0; a < x->count; a++) EACH_EVENT(b, r[a]) {
      if (axiom->test == TEST_IRREFLEXIVE && a != b) continue;
      take_apart(&apart, slot, a, b);
      if (!explained->steps.length) add_step(&apart, slot, a, b);
      drop_idle_steps(explained);
      return;
    }
}

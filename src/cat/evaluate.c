/* Running a compiled model: one pass over the operations of a level, each on whole rows of bits.
 *
 * code.h says what the base names hold; docs/internals/candidates.md says where tools differ. */
#include "cat/evaluate.h"

#include "base/memory.h"

/* Only base names and tags are cleared.  Every other slot is written before it is read, by the
 * operation whose target it is. */
void evaluation_start(struct evaluation *e, const struct cat_code *code, unsigned count) {
  e->code = code;
  e->count = count;
  e->stride = count ? count : 1;
  size_t rows = (size_t)code->slot_count * e->stride;
  if (rows > e->room) {
    e->slots = memory_resize(e->slots, rows, sizeof *e->slots);
    e->room = rows;
  }
  memset(e->slots, 0, (size_t)BASE_COUNT * e->stride * sizeof *e->slots);
  for (size_t i = 0; i < code->tags.length; i++)
    *evaluation_slot(e, code->tags.items[i].slot) = NO_EVENTS;
  for (size_t i = 0; i < code->presences.length; i++)
    *evaluation_slot(e, code->presences.items[i].slot) = NO_EVENTS;
  memset(e->raised, 0, sizeof e->raised);
}

void evaluation_free(struct evaluation *e) {
  memory_free(e->slots);
  e->slots = NULL;
  e->room = 0;
}

static bool run(struct evaluation *e, const struct cat_operation *operation);

/* Only a definition that shrinks and grows for ever needs more rounds. */
enum { ROUNDS_MAX = 1 << 16 };

static bool grows(const event_set *variable, const event_set *result, unsigned n) {
  event_set more = NO_EVENTS;
  for (unsigned i = 0; i < n; i++) more |= result[i] & ~variable[i];
  return events_any(more);
}

/* Runs one round.  Some variable grew: `*grew`; none has changed: `*same`. */
static void run_round(struct evaluation *e, const struct cat_fixpoint *fixpoint, bool *grew,
                      bool *same) {
  *grew = false;
  *same = true;
  for (size_t i = 0; i < fixpoint->body.length; i++) run(e, &fixpoint->body.items[i]);
  for (size_t i = 0; i < fixpoint->names.length; i++) {
    const struct cat_recursive_name *name = &fixpoint->names.items[i];
    event_set *variable = evaluation_slot(e, name->variable);
    const event_set *result = evaluation_slot(e, name->result);
    unsigned n = name->is_set ? 1 : e->count; /* of a set, only the first row is written */
    *grew |= grows(variable, result, n);
    *same &= relation_equal(variable, result, n);
    relation_copy(variable, result, n);
  }
}

/* Runs rounds until nothing grows.  If all is monotone, the result is the least fixpoint.  If not,
 * it may be none (r = po \ r), and the evaluation has diverged. */
static void run_fixpoint(struct evaluation *e, const struct cat_fixpoint *fixpoint) {
  unsigned rounds = 0;
  bool grew = true, same = false;
  for (size_t i = 0; i < fixpoint->names.length; i++)
    relation_clear(evaluation_slot(e, fixpoint->names.items[i].variable), e->count);
  while (grew && !e->diverged) {
    e->diverged = ++rounds > ROUNDS_MAX;
    run_round(e, fixpoint, &grew, &same);
  }
  if (!same) run_round(e, fixpoint, &grew, &same); /* a variable shrank last: is it stable now? */
  e->diverged |= !same;
}

static bool run_test(struct evaluation *e, const struct cat_operation *operation) {
  const struct cat_axiom *axiom = &e->code->tests.items[operation->right];
  const event_set *relation = evaluation_slot(e, operation->left);
  unsigned n = e->count;
  bool holds = false;
  switch (axiom->test) {
  case TEST_ACYCLIC: holds = relation_acyclic(relation, n); break;
  case TEST_IRREFLEXIVE: holds = relation_irreflexive(relation, n); break;
  case TEST_EMPTY: holds = relation_empty(relation, n); break;
  }
  holds = holds != axiom->negated;
  if (axiom->flag < 0) return holds;
  if (holds) e->raised[operation->level] |= (uint64_t)1 << axiom->flag;
  return true;
}

static void compute(struct evaluation *e, const struct cat_operation *operation) {
  unsigned n = e->count, rows = operation->is_set ? 1 : n;
  event_set *target = evaluation_slot(e, operation->target);
  const event_set *left = evaluation_slot(e, operation->left);
  const event_set *right = evaluation_slot(e, operation->right);
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_FIXPOINT:
  case OPERATION_TEST: break;
  case OPERATION_NOTHING: relation_clear(target, rows); break;
  case OPERATION_UNION:
    for (unsigned i = 0; i < rows; i++) target[i] = left[i] | right[i];
    break;
  case OPERATION_INTERSECTION:
    for (unsigned i = 0; i < rows; i++) target[i] = left[i] & right[i];
    break;
  case OPERATION_DIFFERENCE:
    for (unsigned i = 0; i < rows; i++) target[i] = left[i] & ~right[i];
    break;
  case OPERATION_COMPLEMENT:
    for (unsigned i = 0; i < rows; i++) target[i] = ~left[i] & events_below(n);
    break;
  case OPERATION_SEQUENCE: relation_compose(target, left, right, n); break;
  case OPERATION_PRODUCT:
    for (unsigned i = 0; i < n; i++) target[i] = events_have(*left, i) ? *right : NO_EVENTS;
    break;
  case OPERATION_INVERSE: relation_invert(target, left, n); break;
  case OPERATION_CLOSURE:
    relation_copy(target, left, n);
    relation_close(target, n);
    break;
  case OPERATION_REFLEXIVE:
    for (unsigned i = 0; i < n; i++) target[i] = left[i] | event_bit(i);
    break;
  case OPERATION_IDENTITY:
    for (unsigned i = 0; i < n; i++) target[i] = *left & event_bit(i);
    break;
  case OPERATION_DOMAIN: *target = relation_domain(left, n); break;
  case OPERATION_RANGE: *target = relation_range(left, n); break;
  case OPERATION_FROM:
    for (unsigned i = 0; i < n; i++) target[i] = events_have(*left, i) ? right[i] : NO_EVENTS;
    break;
  case OPERATION_TO:
    for (unsigned i = 0; i < n; i++) target[i] = left[i] & *right;
    break;
  }
}

/* Runs one operation; false if it is an axiom that fails. */
static bool run(struct evaluation *e, const struct cat_operation *operation) {
  if (operation->kind == OPERATION_TEST) return run_test(e, operation);
  if (operation->kind == OPERATION_FIXPOINT)
    run_fixpoint(e, &e->code->fixpoints.items[operation->left]);
  else compute(e, operation);
  return true;
}

static bool run_all(struct evaluation *e, const struct cat_operations *operations) {
  for (size_t i = 0; i < operations->length; i++)
    if (!run(e, &operations->items[i])) return false;
  return true;
}

bool evaluate_level(struct evaluation *e, unsigned level, bool *failing) {
  const struct cat_operations *operations = &e->code->level[level];
  e->raised[level] = level ? e->raised[level - 1] : 0;
  if (!failing) return run_all(e, operations);
  for (size_t i = 0; i < operations->length; i++) {
    bool good = run(e, &operations->items[i]);
    if (operations->items[i].kind == OPERATION_TEST) failing[operations->items[i].right] = !good;
  }
  return true;
}

/* Runs the early operations of a level; the tests only if some of them may reject. */
static bool run_early(struct evaluation *e, unsigned level) {
  const struct cat_operations *operations = &e->code->level[level];
  bool asks = e->code->early[level];
  for (size_t i = 0; i < operations->length; i++) {
    const struct cat_operation *operation = &operations->items[i];
    if (operation->early && (asks || operation->kind != OPERATION_TEST) && !run(e, operation))
      return false;
  }
  return true;
}

bool evaluate_early(struct evaluation *e, unsigned level) {
  return !e->code->early[level] || run_early(e, level);
}

bool evaluate_growing(struct evaluation *e) { return run_early(e, LEVEL_COHERENCE); }

void evaluate_shown(struct evaluation *e) { run_all(e, &e->code->showing); }

bool evaluate_bound(struct evaluation *e) { return run_all(e, &e->code->bound); }

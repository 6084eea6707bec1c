/* Running a compiled model: one pass over the operations of a level, each on whole rows of bits.
 *
 * What the base names mean is said in cat_code.h (types and levels) and base_relations.c
 * (contents).  In short, and where tools differ (herd7, Dat3M and the PTX manual do not agree
 * everywhere), it is this: po       holds from the read to the write of one read-modify-write, as
 * rmw does (herd leaves it out; for PTX 7.5 the public test LB+RMW-c has its recorded answer only
 * this way); ext      holds between an initial write and everything else (as Dat3M; herd has
 * initial writes in one place); loc      the same memory, through whatever alias; vloc the same
 * address under the generic proxy; ACQ_REL  is on SC fences too, because a fence.sc is a
 * fence.acq_rel (PTX manual 8.7.4); Dat3M's front end leaves it out; sr       needs a scope on both
 * sides: weak accesses, proxy fences and initial writes are in no pair; syncbar  see barriers.c;
 * sync_fence and co: coherence.c. Families of orders, one for each instance of a scope, need no
 * primitive of their own: scta, sgpu and ssys are equivalences whose classes are the instances, and
 * an order closed within a class is closed for each of them. */
#include "cat/evaluate.h"

#include "base/memory.h"

/* Only base names and tags start empty: every other slot is written before it is read, by the
 * operation whose target it is. */
void evaluation_start(struct evaluation *evaluation, const struct cat_code *code, unsigned count) {
  evaluation->code = code;
  evaluation->count = count;
  evaluation->stride = count ? count : 1;
  size_t words = (size_t)code->slot_count * evaluation->stride;
  if (words > evaluation->room) {
    evaluation->slots = memory_resize(evaluation->slots, words, sizeof *evaluation->slots);
    evaluation->room = words;
  }
  memset(evaluation->slots, 0, (size_t)BASE_COUNT * evaluation->stride * sizeof *evaluation->slots);
  for (size_t i = 0; i < code->tags.length; i++)
    *evaluation_slot(evaluation, code->tags.items[i].slot) = 0;
  for (size_t i = 0; i < code->presences.length; i++)
    *evaluation_slot(evaluation, code->presences.items[i].slot) = 0;
  memset(evaluation->raised, 0, sizeof evaluation->raised);
}

void evaluation_free(struct evaluation *evaluation) {
  memory_free(evaluation->slots);
  evaluation->slots = NULL;
  evaluation->room = 0;
}

static bool run(struct evaluation *evaluation, const struct cat_operation *operation);

/* More rounds than that need a definition that shrinks and grows for ever. */
enum { ROUNDS_MAX = 1 << 16 };

static bool grows(const uint64_t *variable, const uint64_t *result, unsigned n) {
  uint64_t more = 0;
  for (unsigned i = 0; i < n; i++) more |= result[i] & ~variable[i];
  return more != 0;
}

/* One round; `*grew`: some variable has what it had not; `*same`: none has changed. */
static void run_round(struct evaluation *evaluation, const struct cat_fixpoint *fixpoint,
                      bool *grew, bool *same) {
  *grew = false;
  *same = true;
  for (size_t i = 0; i < fixpoint->body.length; i++) run(evaluation, &fixpoint->body.items[i]);
  for (size_t i = 0; i < fixpoint->variables.length; i++) {
    uint64_t *variable = evaluation_slot(evaluation, fixpoint->variables.items[i]);
    const uint64_t *result = evaluation_slot(evaluation, fixpoint->results.items[i]);
    unsigned n = fixpoint->sets.items[i]
                     ? 1
                     : evaluation->count; /* of a set the rest of the slot is never written */
    *grew |= grows(variable, result, n);
    *same &= relation_equal(variable, result, n);
    relation_copy(variable, result, n);
  }
}

/* Rounds until nothing grows.  Where all is monotone that is the least fixpoint.  Where not, it may
 * be none: then what the definition says, it does not do, and it has no meaning (r = po \ r). */
static void run_fixpoint(struct evaluation *evaluation, const struct cat_fixpoint *fixpoint) {
  unsigned rounds = 0;
  bool grew = true, same = false;
  for (size_t i = 0; i < fixpoint->variables.length; i++)
    relation_clear(evaluation_slot(evaluation, fixpoint->variables.items[i]), evaluation->count);
  while (grew && !evaluation->diverged) {
    evaluation->diverged = ++rounds > ROUNDS_MAX;
    run_round(evaluation, fixpoint, &grew, &same);
  }
  if (!same)
    run_round(evaluation, fixpoint, &grew, &same); /* something shrank last: does it stand now? */
  evaluation->diverged |= !same;
}

static bool run_test(struct evaluation *evaluation, const struct cat_operation *operation) {
  const struct cat_axiom *axiom = &evaluation->code->tests.items[operation->right];
  const uint64_t *relation = evaluation_slot(evaluation, operation->left);
  unsigned n = evaluation->count;
  bool holds = false;
  switch (axiom->test) {
  case TEST_ACYCLIC: holds = relation_acyclic(relation, n); break;
  case TEST_IRREFLEXIVE: holds = relation_irreflexive(relation, n); break;
  case TEST_EMPTY: holds = relation_empty(relation, n); break;
  }
  holds = holds != axiom->negated;
  if (axiom->flag < 0) return holds;
  if (holds) evaluation->raised[operation->level] |= (uint64_t)1 << axiom->flag;
  return true;
}

static void run_product(uint64_t *target, event_set left, event_set right, unsigned n) {
  for (unsigned i = 0; i < n; i++) target[i] = left >> i & 1 ? right : 0;
}

static void run_on_sets(struct evaluation *evaluation, const struct cat_operation *operation) {
  uint64_t *target = evaluation_slot(evaluation, operation->target);
  uint64_t left = *evaluation_slot(evaluation, operation->left);
  uint64_t right = *evaluation_slot(evaluation, operation->right);
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_UNION: *target = left | right; break;
  case OPERATION_INTERSECTION: *target = left & right; break;
  case OPERATION_DIFFERENCE: *target = left & ~right; break;
  case OPERATION_COMPLEMENT: *target = ~left & events_below(evaluation->count); break;
  default: *target = 0; break;
  }
}

static bool run(struct evaluation *evaluation, const struct cat_operation *operation) {
  unsigned n = evaluation->count;
  uint64_t *target = evaluation_slot(evaluation, operation->target);
  const uint64_t *left, *right;
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_TEST: return run_test(evaluation, operation);
  case OPERATION_FIXPOINT:
    run_fixpoint(evaluation, &evaluation->code->fixpoints.items[operation->left]);
    return true;
  default: break;
  }
  left = evaluation_slot(evaluation, operation->left);
  right = evaluation_slot(evaluation, operation->right);
  if (operation->kind == OPERATION_DOMAIN) *target = relation_domain(left, n);
  else if (operation->kind == OPERATION_RANGE) *target = relation_range(left, n);
  else if (operation->is_set) run_on_sets(evaluation, operation);
  else switch ((enum cat_operation_kind)operation->kind) {
    case OPERATION_UNION:
      for (unsigned i = 0; i < n; i++) target[i] = left[i] | right[i];
      break;
    case OPERATION_INTERSECTION:
      for (unsigned i = 0; i < n; i++) target[i] = left[i] & right[i];
      break;
    case OPERATION_DIFFERENCE:
      for (unsigned i = 0; i < n; i++) target[i] = left[i] & ~right[i];
      break;
    case OPERATION_COMPLEMENT:
      for (unsigned i = 0; i < n; i++) target[i] = ~left[i] & events_below(n);
      break;
    case OPERATION_SEQUENCE: relation_compose(target, left, right, n); break;
    case OPERATION_PRODUCT: run_product(target, *left, *right, n); break;
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
    case OPERATION_FROM:
      for (unsigned i = 0; i < n; i++) target[i] = *left >> i & 1 ? right[i] : 0;
      break;
    case OPERATION_TO:
      for (unsigned i = 0; i < n; i++) target[i] = left[i] & *right;
      break;
    default: relation_clear(target, n); break;
    }
  return true;
}

bool evaluate_level(struct evaluation *evaluation, unsigned level) {
  const struct cat_operations *operations = &evaluation->code->level[level];
  evaluation->raised[level] = level ? evaluation->raised[level - 1] : 0;
  for (size_t i = 0; i < operations->length; i++)
    if (!run(evaluation, &operations->items[i])) return false;
  return true;
}

void evaluate_all(struct evaluation *evaluation, unsigned level, bool *failing) {
  const struct cat_operations *operations = &evaluation->code->level[level];
  evaluation->raised[level] = level ? evaluation->raised[level - 1] : 0;
  for (size_t i = 0; i < operations->length; i++) {
    const struct cat_operation *operation = &operations->items[i];
    bool good = run(evaluation, operation);
    if (operation->kind == OPERATION_TEST) failing[operation->right] = !good;
  }
}

/* The axioms are not asked where the code says that none is early (any more). */
static bool run_early(struct evaluation *evaluation, unsigned level) {
  const struct cat_operations *operations = &evaluation->code->level[level];
  bool asks = evaluation->code->early[level];
  for (size_t i = 0; i < operations->length; i++) {
    const struct cat_operation *operation = &operations->items[i];
    if (operation->early && (asks || operation->kind != OPERATION_TEST) &&
        !run(evaluation, operation))
      return false;
  }
  return true;
}

bool evaluate_early(struct evaluation *evaluation, unsigned level) {
  return !evaluation->code->early[level] || run_early(evaluation, level);
}

bool evaluate_growing(struct evaluation *evaluation) {
  return run_early(evaluation, LEVEL_COHERENCE);
}

void evaluate_shown(struct evaluation *evaluation) {
  const struct cat_operations *operations = &evaluation->code->showing;
  for (size_t i = 0; i < operations->length; i++) run(evaluation, &operations->items[i]);
}

bool evaluate_bound(struct evaluation *evaluation) {
  const struct cat_operations *operations = &evaluation->code->bound;
  for (size_t i = 0; i < operations->length; i++)
    if (!run(evaluation, &operations->items[i])) return false;
  return true;
}

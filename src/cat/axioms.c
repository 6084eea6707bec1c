/* The tests of a model, each with weaker tests that follow from it and can run earlier.
 *
 * Parts of a cycle.  If a is known before b, acyclic (a | b) is also tested as acyclic a.
 *
 * Lower bounds.  While a candidate is built, rf, co, syncbar and sync_fence only grow.  An axiom in
 * which they occur positively can be asked of a part of an execution.  Most axioms of large models
 * are not of that kind, since some difference stands below them, such as a release sequence that
 * nothing interrupts.  But every relation has a least one below it: r \ s is at least the least of
 * r without the most that s can become, and nothing if that has no bound.  A cycle or a member of
 * the least is also one of the relation. So each axiom brings the test of its least along, as if
 * the author had written that axiom, too.  The most is defined alike; often it is NO_BOUND.
 */
#include "cat/axioms.h"

#include "cat/polarity.h"

/* ---- the least of a relation ---- */

enum { NO_BOUND = SLOTS_MAX + 1, UNASKED = SLOTS_MAX + 2 };

struct bounds {
  struct cat_builder *builder;
  uint8_t *changes;   /* by slot: how it depends on the names that change */
  cat_slot *found[2]; /* by slot: the least and the most, as far as they are known */
};
enum bound { LEAST, MOST };

static cat_slot bound_of(struct bounds *bounds, cat_slot slot, enum bound bound);

/* The operation on two bounds, which is none if one of them is none. */
static cat_slot build(struct bounds *bounds, const struct cat_operation *operation, cat_slot left,
                      cat_slot right) {
  if (left == NO_BOUND || right == NO_BOUND) return NO_BOUND;
  return cat_build(bounds->builder, (enum cat_operation_kind)operation->kind, operation->is_set,
                   left, right);
}

static cat_slot bound_operation(struct bounds *bounds, const struct cat_operation *operation,
                                enum bound bound) {
  enum bound other = bound == LEAST ? MOST : LEAST;
  cat_slot left, right = 0;
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_NOTHING:
  case OPERATION_FIXPOINT:
  case OPERATION_TEST: return NO_BOUND;
  case OPERATION_DIFFERENCE:
    left = bound_of(bounds, operation->left, bound);
    right = bound_of(bounds, operation->right, other);
    return bound == MOST && right == NO_BOUND ? left : build(bounds, operation, left, right);
  case OPERATION_COMPLEMENT:
    return build(bounds, operation, bound_of(bounds, operation->left, other), 0);
  default: break;
  }
  left = bound_of(bounds, operation->left, bound);
  if (cat_operand_count(operation->kind) > 1) right = bound_of(bounds, operation->right, bound);
  if (operation->kind == OPERATION_INTERSECTION && (left == NO_BOUND || right == NO_BOUND))
    return left == NO_BOUND ? right : left; /* only the most may be none */
  return build(bounds, operation, left, right);
}

static cat_slot compute_bound(struct bounds *bounds, cat_slot slot, enum bound bound) {
  const struct cat_slot_info *info = &bounds->builder->slots.items[slot];
  uint8_t changes = bounds->changes[slot];
  bool is_bound = !changes || (bound == LEAST && changes == DEPENDS_POSITIVELY);
  if (is_bound && info->level < LEVEL_WITH) return slot;
  if (info->definition == NO_DEFINITION) return NO_BOUND;
  struct cat_operation operation = bounds->builder->operations.items[info->definition].operation;
  return bound_operation(bounds, &operation, bound);
}

static cat_slot bound_of(struct bounds *bounds, cat_slot slot, enum bound bound) {
  if (bounds->found[bound][slot] != UNASKED) return bounds->found[bound][slot];
  bool is_set = bounds->builder->slots.items[slot].is_set;
  cat_slot found = compute_bound(bounds, slot, bound);
  if (bound == LEAST && found == NO_BOUND)
    found = cat_build(bounds->builder, OPERATION_NOTHING, is_set, 0, 0);
  return bounds->found[bound][slot] = found;
}

/* How each slot depends on the names that change.  same-value and FW may change either way. */
static uint8_t *changes_of(const struct cat_builder *b) {
  uint8_t *changes = memory_new(b->slots.length, 1);
  for (const cat_slot *base = cat_growing; *base != BASE_COUNT; base++)
    changes[*base] = DEPENDS_POSITIVELY;
  changes[BASE_SAME_VALUE] = changes[BASE_FW] = DEPENDS_POSITIVELY | DEPENDS_NEGATIVELY;
  cat_polarity_spread(b, changes);
  return changes;
}

/* A slot that holds no more than `slot` will hold once all that grows has grown. */
static cat_slot least_of(struct cat_builder *b, cat_slot slot) {
  size_t count = b->slots.length;
  struct bounds bounds = {
    b, changes_of(b), { memory_new(count, sizeof(cat_slot)), memory_new(count, sizeof(cat_slot)) }
  };
  for (size_t i = 0; i < count; i++) bounds.found[LEAST][i] = bounds.found[MOST][i] = UNASKED;
  cat_slot least = bound_of(&bounds, slot, LEAST);
  memory_free(bounds.changes);
  memory_free(bounds.found[LEAST]);
  memory_free(bounds.found[MOST]);
  return least;
}

/* ---- tests ---- */

static void add_test(struct cat_builder *b, cat_slot slot, const struct cat_axiom *axiom) {
  struct cat_operation operation = { .kind = OPERATION_TEST,
                                     .level = b->slots.items[slot].level,
                                     .left = slot,
                                     .right = (cat_slot)b->code->tests.length };
  vector_push(b->code->tests, *axiom);
  cat_builder_append(b, &operation, -1);
}

typedef VECTOR(cat_slot) slot_list;

static void gather_members(const struct cat_builder *b, cat_slot slot, slot_list *members) {
  const struct cat_operation *operation = cat_definition(b, slot);
  if (operation && operation->kind == OPERATION_UNION) {
    gather_members(b, operation->left, members);
    gather_members(b, operation->right, members);
  } else if (operation && operation->kind == OPERATION_CLOSURE) {
    gather_members(b, operation->left, members); /* r has a cycle exactly if r+ has */
  } else {
    vector_push(*members, slot);
  }
}

/* Tests the members that are known at each level before the slot's own. */
static void add_weaker_cycles(struct cat_builder *b, cat_slot slot, const struct cat_axiom *axiom) {
  slot_list members = { 0 };
  gather_members(b, slot, &members);
  for (unsigned level = LEVEL_READS_FROM; level < b->slots.items[slot].level; level++) {
    bool found = false, news = false;
    cat_slot partial = 0;
    for (size_t i = 0; i < members.length; i++) {
      cat_slot member = members.items[i];
      if (b->slots.items[member].level > level) continue;
      news |= b->slots.items[member].level == level;
      partial = found ? cat_build(b, OPERATION_UNION, false, partial, member) : member;
      found = true;
    }
    if (news) add_test(b, partial, axiom);
  }
  vector_free(members);
}

void cat_build_test(struct cat_builder *b, cat_slot slot, const struct cat_axiom *axiom) {
  const struct cat_operation *operation = cat_definition(b, slot);
  /* A test of what is always empty tells nothing: an axiom that holds, a flag that stays down. */
  if (cat_builder_is_nothing(b, slot) && axiom->negated == (axiom->flag >= 0)) return;
  bool plain = axiom->flag < 0 && !axiom->negated;
  if (plain && axiom->test != TEST_ACYCLIC && operation && operation->kind == OPERATION_UNION) {
    cat_slot right = operation->right;
    cat_build_test(b, operation->left, axiom);
    cat_build_test(b, right, axiom);
    return;
  }
  cat_slot least = plain ? least_of(b, slot) : slot;
  if (least != slot && !b->full) cat_build_test(b, least, axiom);
  if (plain && axiom->test == TEST_ACYCLIC) add_weaker_cycles(b, slot, axiom);
  add_test(b, slot, axiom);
}

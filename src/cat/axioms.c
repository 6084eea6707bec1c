/* The tests of a model, each with weaker tests that follow from it and can run earlier.
 *
 * Parts of a cycle.  If a is known before b, acyclic (a | b) is also tested as acyclic a.
 *
 * Lower bounds.  While a candidate is built, rf, co, syncbar and sync_fence only grow.  An axiom in
 * which they occur positively can be asked of a part of an execution.  Most axioms of large models
 * are not of that kind, since some difference stands below them, such as a release sequence that
 * nothing interrupts.  But every relation has a least one below it.  The least of r \ s is the
 * least of r without the most that s can become.  It is nothing if that has no bound.  A cycle or a
 * member of the least is also one of the relation.  So each axiom brings the test of its least
 * along, as if the author had written that axiom, too.  The most is defined alike; often it is
 * NO_BOUND. */

#include "cat/builder.h"
#include "cat/axioms.h"
#include "cat/bounds.h"

/* The least of a relation while rf, co and so on grow.  same-value and FW may change either way. */
static cat_slot least_of(struct cat_builder *b, cat_slot slot) {
  uint8_t *changes = cat_polarity(b, cat_growing);
  changes[BASE_SAME_VALUE] = changes[BASE_FW] = DEPENDS_POSITIVELY | DEPENDS_NEGATIVELY;
  return cat_bound(b, slot, changes, LEAST);
}

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

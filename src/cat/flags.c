/* The flags that can still be raised.
 *
 * If only outcomes and flags are asked for, the search may skip executions that show nothing new.
 * A race that is known only with coherence would keep it from doing so.  So each flag that is
 * raised by the content of a relation gets a larger relation that the events alone fix, if there is
 * one: without content there, the flag stays down.  Of a difference, a smaller subtrahend will do,
 * such as a part of a union.  Races of C11 become conflicts of accesses that are not atomic,
 * without pairs that program order or the initial state orders. */
#include "cat/flags.h"

/* Is it a relation, outside of recursions, that the events fix? */
static bool is_known(const struct cat_builder *b, cat_slot slot) {
  const struct cat_slot_info *info = &b->slots.items[slot];
  return !info->is_set && info->home < 0 && info->level == LEVEL_EVENTS;
}

static cat_slot build(struct cat_builder *b, enum cat_operation_kind kind, cat_slot left,
                      cat_slot right) {
  cat_slot made = cat_build(b, kind, false, left, right);
  return b->full ? BASE_COUNT : made;
}

/* A relation within this one that the events fix; or BASE_COUNT. */
static cat_slot contained(struct cat_builder *b, cat_slot slot) {
  if (is_known(b, slot)) return slot;
  if (!cat_definition(b, slot) || b->slots.items[slot].is_set) return BASE_COUNT;
  struct cat_operation operation = *cat_definition(b, slot);
  bool both = operation.kind == OPERATION_UNION;
  bool one = operation.kind == OPERATION_CLOSURE || operation.kind == OPERATION_REFLEXIVE ||
             operation.kind == OPERATION_INVERSE;
  if (!both && !one) return BASE_COUNT;
  cat_slot left = contained(b, operation.left),
           right = both ? contained(b, operation.right) : BASE_COUNT;
  if (left == BASE_COUNT) return right;
  if (operation.kind == OPERATION_INVERSE) return build(b, OPERATION_INVERSE, left, 0);
  return right == BASE_COUNT ? left : build(b, OPERATION_UNION, left, right);
}

/* A relation that contains this one and that the events fix; or BASE_COUNT. */
static cat_slot container(struct cat_builder *b, cat_slot slot) {
  if (is_known(b, slot)) return slot;
  if (!cat_definition(b, slot) || b->slots.items[slot].is_set) return BASE_COUNT;
  struct cat_operation operation = *cat_definition(b, slot);
  bool both = operation.kind == OPERATION_UNION;
  if (!both && operation.kind != OPERATION_DIFFERENCE && operation.kind != OPERATION_INTERSECTION)
    return BASE_COUNT;
  cat_slot left = container(b, operation.left);
  if (both) {
    cat_slot right = left == BASE_COUNT ? BASE_COUNT : container(b, operation.right);
    return right == BASE_COUNT ? BASE_COUNT : build(b, OPERATION_UNION, left, right);
  }
  if (operation.kind == OPERATION_INTERSECTION)
    return left != BASE_COUNT ? left : container(b, operation.right);
  cat_slot less = left == BASE_COUNT ? BASE_COUNT : contained(b, operation.right);
  return less == BASE_COUNT ? left : build(b, OPERATION_DIFFERENCE, left, less);
}

void cat_find_flags(struct cat_builder *b) {
  struct cat_code *code = b->code;
  size_t count = b->operations.length; /* without what is built below */
  for (size_t i = 0; i < count; i++) {
    struct cat_operation operation = b->operations.items[i].operation;
    if (operation.kind != OPERATION_TEST || code->tests.items[operation.right].flag < 0) continue;
    const struct cat_axiom *axiom = &code->tests.items[operation.right];
    bool of_content = axiom->test == TEST_EMPTY && axiom->negated;
    struct cat_flag flag = { (unsigned)axiom->flag, operation.level,
                             of_content ? container(b, operation.left) : BASE_COUNT };
    if (flag.needs != BASE_COUNT) cat_builder_need(b, flag.needs, NEEDED);
    vector_push(code->flag_tests, flag);
    if (flag.level > code->flag_level) code->flag_level = flag.level;
  }
}

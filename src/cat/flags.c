/* When can a flag still be raised?  Where only outcomes and flags are asked for, the search may
 * leave out executions that show nothing new, but a race that is known only when coherence is would
 * keep it from doing so.
 *
 * A flag that is raised by what a relation holds needs something in any larger relation, too.  For
 * each flag such a larger relation is built, if there is one that the events fix alone: of a
 * difference, what is taken away can be replaced by less (of a union by a part, of a closure by
 * what is closed).  A conflict of accesses that are not atomic, without the pairs that program
 * order or the initial state orders, is what this makes of the races of C11 and its kin. */
#include "cat/builder.h"

/* A relation, outside recursions, that is known as soon as the events are? */
static bool is_known(const struct cat_builder *builder, cat_slot slot) {
  const struct cat_slot_info *info = &builder->slots.items[slot];
  return !info->is_set && info->home < 0 && info->level == LEVEL_EVENTS;
}

static cat_slot build(struct cat_builder *builder, enum cat_operation_kind kind, cat_slot left,
                      cat_slot right) {
  cat_slot made = cat_build(builder, kind, false, left, right);
  return builder->full ? BASE_COUNT : made;
}

/* A known relation within this one, or BASE_COUNT. */
static cat_slot contained(struct cat_builder *builder, cat_slot slot) {
  if (is_known(builder, slot)) return slot;
  if (!cat_definition(builder, slot) || builder->slots.items[slot].is_set) return BASE_COUNT;
  struct cat_operation operation = *cat_definition(builder, slot);
  bool both = operation.kind == OPERATION_UNION;
  bool one = operation.kind == OPERATION_CLOSURE || operation.kind == OPERATION_REFLEXIVE ||
             operation.kind == OPERATION_INVERSE;
  if (!both && !one) return BASE_COUNT;
  cat_slot left = contained(builder, operation.left),
           right = both ? contained(builder, operation.right) : BASE_COUNT;
  if (left == BASE_COUNT) return right;
  if (operation.kind == OPERATION_INVERSE) return build(builder, OPERATION_INVERSE, left, 0);
  return right == BASE_COUNT ? left : build(builder, OPERATION_UNION, left, right);
}

/* A known relation that contains this one, or BASE_COUNT. */
static cat_slot container(struct cat_builder *builder, cat_slot slot) {
  if (is_known(builder, slot)) return slot;
  if (!cat_definition(builder, slot) || builder->slots.items[slot].is_set) return BASE_COUNT;
  struct cat_operation operation = *cat_definition(builder, slot);
  bool both = operation.kind == OPERATION_UNION;
  if (!both && operation.kind != OPERATION_DIFFERENCE && operation.kind != OPERATION_INTERSECTION)
    return BASE_COUNT;
  cat_slot left = container(builder, operation.left);
  if (both) {
    cat_slot right = left == BASE_COUNT ? BASE_COUNT : container(builder, operation.right);
    return right == BASE_COUNT ? BASE_COUNT : build(builder, OPERATION_UNION, left, right);
  }
  if (operation.kind == OPERATION_INTERSECTION)
    return left != BASE_COUNT ? left : container(builder, operation.right);
  cat_slot less = left == BASE_COUNT ? BASE_COUNT : contained(builder, operation.right);
  return less == BASE_COUNT ? left : build(builder, OPERATION_DIFFERENCE, left, less);
}

void cat_find_flags(struct cat_builder *builder) {
  struct cat_code *code = builder->code;
  size_t count = builder->operations.length; /* what is built below is no test */
  for (size_t i = 0; i < count; i++) {
    struct cat_operation operation = builder->operations.items[i].operation;
    if (operation.kind != OPERATION_TEST || code->tests.items[operation.right].flag < 0) continue;
    const struct cat_axiom *axiom = &code->tests.items[operation.right];
    bool of_content = axiom->test == TEST_EMPTY && axiom->negated;
    struct cat_flag flag = { (unsigned)axiom->flag, operation.level,
                             of_content ? container(builder, operation.left) : BASE_COUNT };
    if (flag.needs != BASE_COUNT) cat_need(builder, flag.needs, NEEDED);
    vector_push(code->flag_tests, flag);
    if (flag.level > code->flag_level) code->flag_level = flag.level;
  }
}

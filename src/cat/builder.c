/* The operations of a model as they are gathered.
 *
 * Equal operations on equal slots are one slot (value numbering), so two names of one thing are one
 * slot.  A few identities are applied on the way.  [S] ; r is a restriction rather than a
 * composition.  And co, which candidates supply transitive, is its own closure.
 *
 * The body of a fixpoint is what depends on its variables; every other operation of its text runs
 * once, outside. */
#include "cat/builder.h"

#include <string.h>

void cat_builder_start(struct cat_builder *b, struct cat_code *code) {
  memset(b, 0, sizeof *b);
  b->code = code;
  for (unsigned base = 0; base < BASE_COUNT; base++)
    cat_builder_variable(b, cat_base_names[base].is_set, cat_base_names[base].level, -1);
}

void cat_builder_free(struct cat_builder *b) {
  vector_free(b->operations);
  vector_free(b->slots);
  vector_free(b->fixpoint_depths);
}

cat_slot cat_builder_variable(struct cat_builder *b, bool is_set, enum cat_level level, int home) {
  b->full |= b->slots.length >= SLOTS_MAX;
  if (b->full) return 0;
  struct cat_slot_info info = {
    .is_set = is_set, .level = (uint8_t)level, .definition = NO_DEFINITION, .home = home
  };
  vector_push(b->slots, info);
  return (cat_slot)(b->slots.length - 1);
}

void cat_builder_append(struct cat_builder *b, const struct cat_operation *operation, int home) {
  struct cat_built built = { *operation, home };
  vector_push(b->operations, built);
}

bool cat_defined_by(const struct cat_builder *b, cat_slot slot, enum cat_operation_kind kind) {
  const struct cat_operation *operation = cat_definition(b, slot);
  return operation && operation->kind == kind;
}

bool cat_builder_is_nothing(const struct cat_builder *b, cat_slot slot) {
  return cat_defined_by(b, slot, OPERATION_NOTHING);
}

/* Scopes nest, so the shallower fixpoint contains the deeper one. */
int cat_builder_deeper(const struct cat_builder *b, int one, int other) {
  if (one < 0 || other < 0) return one < 0 ? other : one;
  return b->fixpoint_depths.items[one] >= b->fixpoint_depths.items[other] ? one : other;
}

static bool is_known(const struct cat_builder *b, const struct cat_operation *wanted,
                     cat_slot *slot) {
  for (size_t i = 0; i < b->operations.length; i++) {
    const struct cat_operation *operation = &b->operations.items[i].operation;
    if (operation->kind != wanted->kind || operation->is_set != wanted->is_set ||
        operation->left != wanted->left || operation->right != wanted->right)
      continue;
    *slot = operation->target;
    return true;
  }
  return false;
}

/* Simplifies an operation with an empty operand.  True: `slot` is the answer.  False: the operation
 * stays as it is, or has become OPERATION_NOTHING. */
static bool simplify_nothing(const struct cat_builder *b, struct cat_operation *operation,
                             cat_slot *slot) {
  unsigned operands = cat_operand_count(operation->kind);
  bool left = operands > 0 && cat_builder_is_nothing(b, operation->left);
  bool right = operands > 1 && cat_builder_is_nothing(b, operation->right);
  if (!left && !right) return false;
  switch (operation->kind) {
  case OPERATION_UNION: *slot = left ? operation->right : operation->left; return true;
  case OPERATION_DIFFERENCE: *slot = operation->left; return true;
  case OPERATION_COMPLEMENT: return false;
  case OPERATION_REFLEXIVE: *slot = BASE_ID; return true;
  default:
    operation->kind = OPERATION_NOTHING;
    operation->left = operation->right = 0;
    return false;
  }
}

/* Applies identities; true if `slot` is the answer. */
static bool simplify(struct cat_builder *b, struct cat_operation *operation, cat_slot *slot) {
  if (simplify_nothing(b, operation, slot)) return true;
  cat_slot left = operation->left, right = operation->right;
  *slot = left;
  switch (operation->kind) {
  case OPERATION_CLOSURE:
  case OPERATION_REFLEXIVE:
    return (operation->kind == OPERATION_CLOSURE && left == BASE_CO) ||
           cat_defined_by(b, left, (enum cat_operation_kind)operation->kind);
  case OPERATION_UNION:
  case OPERATION_INTERSECTION:
    if (left > right) {
      operation->left = right;
      operation->right = left;
    }
    return left == right;
  case OPERATION_SEQUENCE:
    if (left == BASE_ID) *slot = right;
    if (left == BASE_ID || right == BASE_ID) return true;
    if (cat_defined_by(b, left, OPERATION_IDENTITY)) {
      operation->kind = OPERATION_FROM;
      operation->left = cat_definition(b, left)->left;
    } else if (cat_defined_by(b, right, OPERATION_IDENTITY)) {
      operation->kind = OPERATION_TO;
      operation->right = cat_definition(b, right)->left;
    }
    return false;
  default: return false;
  }
}

cat_slot cat_build(struct cat_builder *b, enum cat_operation_kind kind, bool is_set, cat_slot left,
                   cat_slot right) {
  struct cat_operation operation = {
    .kind = (uint8_t)kind, .is_set = is_set, .left = left, .right = right
  };
  cat_slot slot;
  if (simplify(b, &operation, &slot) || is_known(b, &operation, &slot)) return slot;
  cat_slot operands[2] = { operation.left, operation.right };
  int home = -1;
  for (unsigned i = 0; i < cat_operand_count(operation.kind); i++) {
    const struct cat_slot_info *info = &b->slots.items[operands[i]];
    home = cat_builder_deeper(b, home, info->home);
    if (info->level > operation.level) operation.level = info->level;
  }
  slot = cat_builder_variable(b, is_set, (enum cat_level)operation.level, home);
  if (b->full) return 0;
  b->slots.items[slot].definition = (int)b->operations.length;
  operation.target = slot;
  cat_builder_append(b, &operation, home);
  return slot;
}

static void need_fixpoint(struct cat_builder *b, const struct cat_fixpoint *fixpoint,
                          uint8_t live) {
  for (size_t i = 0; i < fixpoint->names.length; i++)
    cat_builder_need(b, fixpoint->names.items[i].result, live);
  for (size_t i = 0; i < fixpoint->names.length; i++) {
    struct cat_slot_info *variable = &b->slots.items[fixpoint->names.items[i].variable];
    if (!variable->live) variable->live = live;
  }
}

void cat_builder_need(struct cat_builder *b, cat_slot slot, uint8_t live) {
  struct cat_slot_info *info = &b->slots.items[slot];
  if (info->live) return;
  info->live = live;
  if (info->definition == NO_DEFINITION) return;
  const struct cat_built *built = &b->operations.items[info->definition];
  const struct cat_operation *operation = &built->operation;
  unsigned operands = cat_operand_count(operation->kind);
  if (operation->kind == OPERATION_FIXPOINT)
    need_fixpoint(b, &b->code->fixpoints.items[operation->left], live);
  if (operands > 0) cat_builder_need(b, operation->left, live);
  if (operands > 1) cat_builder_need(b, operation->right, live);
  if (built->home >= 0)
    cat_builder_need(b, b->code->fixpoints.items[built->home].names.items[0].variable, live);
}

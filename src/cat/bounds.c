/* How slots depend on each other, by a data-flow analysis over the operations.  Bounds of a slot:
 * the least and the most that it can hold, whatever happens to some names.
 *
 * The least of r \ s is the least of r without the most of s.  Its most is the most of r without
 * the least of s.  The other operations are monotone. */

#include "cat/builder.h"
#include "cat/bounds.h"

/* ---- polarities ---- */

const cat_slot cat_growing[] = { BASE_RF,     BASE_SYNCBAR,    BASE_RELAXED_ARRIVAL,
                                 BASE_ROUNDS, BASE_SYNC_FENCE, BASE_CO,
                                 BASE_COUNT };

static unsigned flip(unsigned polarity) {
  return (polarity & DEPENDS_POSITIVELY ? DEPENDS_NEGATIVELY : 0u) |
         (polarity & DEPENDS_NEGATIVELY ? DEPENDS_POSITIVELY : 0u);
}

static unsigned polarity_of(const struct cat_operation *operation, const uint8_t *polarity) {
  unsigned operands = cat_operand_count(operation->kind);
  unsigned left = operands > 0 ? polarity[operation->left] : 0;
  unsigned right = operands > 1 ? polarity[operation->right] : 0;
  if (operation->kind == OPERATION_COMPLEMENT) return flip(left);
  return left | (operation->kind == OPERATION_DIFFERENCE ? flip(right) : right);
}

/* Adds a polarity to a slot; true if it had not all of it. */
static bool gain(uint8_t *slot, unsigned polarity) {
  bool gains = (polarity & ~(unsigned)*slot) != 0;
  *slot |= (uint8_t)polarity;
  return gains;
}

/* One pass over the operations; true if some slot gained. */
static bool spread(const struct cat_builder *b, uint8_t *polarity) {
  bool changed = false;
  for (size_t i = 0; i < b->operations.length; i++) {
    const struct cat_operation *operation = &b->operations.items[i].operation;
    if (operation->kind == OPERATION_TEST) continue;
    if (operation->kind != OPERATION_FIXPOINT) {
      changed |= gain(&polarity[operation->target], polarity_of(operation, polarity));
      continue;
    }
    const struct cat_fixpoint *fixpoint = &b->code->fixpoints.items[operation->left];
    for (size_t k = 0; k < fixpoint->names.length; k++) {
      const struct cat_recursive_name *name = &fixpoint->names.items[k];
      changed |= gain(&polarity[name->variable], polarity[name->result]);
    }
  }
  return changed;
}

void cat_polarity_spread(const struct cat_builder *b, uint8_t *polarity) {
  while (spread(b, polarity)) continue;
}

uint8_t *cat_polarity(const struct cat_builder *b, const cat_slot *seeds) {
  uint8_t *polarity = memory_new(b->slots.length, 1);
  for (; *seeds != BASE_COUNT; seeds++) polarity[*seeds] = DEPENDS_POSITIVELY;
  cat_polarity_spread(b, polarity);
  return polarity;
}

/* ---- bounds ---- */

enum { UNASKED = NO_BOUND + 1 };

struct bounds {
  struct cat_builder *builder;
  uint8_t *changes;   /* by slot: how it depends on the names that change */
  cat_slot *found[2]; /* by slot: the least and the most, as far as they are known */
};
static cat_slot bound_of(struct bounds *bounds, cat_slot slot, enum cat_bound bound);

/* The operation on two bounds, which is none if one of them is none. */
static cat_slot build(struct bounds *bounds, const struct cat_operation *operation, cat_slot left,
                      cat_slot right) {
  if (left == NO_BOUND || right == NO_BOUND) return NO_BOUND;
  return cat_build(bounds->builder, (enum cat_operation_kind)operation->kind, operation->is_set,
                   left, right);
}

/* The most of r ; s, [A] ; r or r ; [A] if only one side has a most: all pairs that begin, or end,
 * as that side lets them. */
static cat_slot most_of_half(struct bounds *bounds, const struct cat_operation *operation,
                             cat_slot left, cat_slot right) {
  struct cat_builder *b = bounds->builder;
  bool begins = left != NO_BOUND;
  cat_slot half = begins ? left : right;
  if (half == NO_BOUND) return NO_BOUND;
  bool is_set = operation->kind == (begins ? OPERATION_FROM : OPERATION_TO);
  if (!is_set) half = cat_build(b, begins ? OPERATION_DOMAIN : OPERATION_RANGE, true, half, 0);
  return cat_build(b, OPERATION_PRODUCT, false, begins ? half : BASE_UNIVERSE,
                   begins ? BASE_UNIVERSE : half);
}

static bool is_sequence(const struct cat_operation *operation) {
  return operation->kind == OPERATION_SEQUENCE || operation->kind == OPERATION_FROM ||
         operation->kind == OPERATION_TO;
}

static cat_slot bound_operation(struct bounds *bounds, const struct cat_operation *operation,
                                enum cat_bound bound) {
  enum cat_bound other = bound == LEAST ? MOST : LEAST;
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
  if (is_sequence(operation) && (left == NO_BOUND || right == NO_BOUND))
    return most_of_half(bounds, operation, left, right);
  return build(bounds, operation, left, right);
}

static cat_slot compute_bound(struct bounds *bounds, cat_slot slot, enum cat_bound bound) {
  const struct cat_slot_info *info = &bounds->builder->slots.items[slot];
  uint8_t changes = bounds->changes[slot];
  bool is_bound = !changes || (bound == LEAST && changes == DEPENDS_POSITIVELY);
  if (is_bound && info->level < LEVEL_WITH) return slot;
  if (info->definition == NO_DEFINITION) return NO_BOUND;
  struct cat_operation operation = bounds->builder->operations.items[info->definition].operation;
  return bound_operation(bounds, &operation, bound);
}

static cat_slot bound_of(struct bounds *bounds, cat_slot slot, enum cat_bound bound) {
  if (bounds->found[bound][slot] != UNASKED) return bounds->found[bound][slot];
  bool is_set = bounds->builder->slots.items[slot].is_set;
  cat_slot found = compute_bound(bounds, slot, bound);
  if (bound == LEAST && found == NO_BOUND)
    found = cat_build(bounds->builder, OPERATION_NOTHING, is_set, 0, 0);
  return bounds->found[bound][slot] = found;
}

cat_slot cat_bound(struct cat_builder *b, cat_slot slot, uint8_t *changes, enum cat_bound bound) {
  size_t count = b->slots.length;
  cat_polarity_spread(b, changes);
  struct bounds bounds = {
    b, changes, { memory_new(count, sizeof(cat_slot)), memory_new(count, sizeof(cat_slot)) }
  };
  for (size_t i = 0; i < count; i++) bounds.found[LEAST][i] = bounds.found[MOST][i] = UNASKED;
  cat_slot found = bound_of(&bounds, slot, bound);
  memory_free(changes);
  memory_free(bounds.found[LEAST]);
  memory_free(bounds.found[MOST]);
  return found;
}

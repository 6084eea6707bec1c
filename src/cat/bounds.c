/* The least that a relation can be, whatever is still to come.
 *
 * While the candidates are built, rf, co, syncbar and sync_fence only grow.  An axiom in which they
 * occur positively can therefore be asked of a part of an execution.  Most axioms of large models
 * are not of that kind, because somewhere below them stands a difference (a release sequence that
 * is not interrupted, a write that is not hidden).  But every relation has a least one below it in
 * which what may shrink was left out: r \ s is at least r less all that s can become, and where s
 * can become anything, nothing.  If the least of a relation has a cycle, a member, a loop, so has
 * the relation, then and for ever; so each axiom brings the test of its least along, which the
 * candidates can ask early (cat/shortcuts.c), as if the author had written the weaker axiom too.
 *
 * `most` is the same from above; there is often none, which is NO_BOUND. */
#include "cat/builder.h"

#include "base/memory.h"

enum { NO_BOUND = SLOTS_MAX + 1, UNASKED = SLOTS_MAX + 2 };

struct bounds {
  struct cat_builder *builder;
  uint8_t *changes; /* by slot: how it depends on what grows */
  cat_slot *least, *most;
};

static cat_slot least_of(struct bounds *bounds, cat_slot slot);
static cat_slot most_of(struct bounds *bounds, cat_slot slot);

static cat_slot nothing(struct bounds *bounds, bool is_set) {
  return cat_build(bounds->builder, OPERATION_NOTHING, is_set, 0, 0);
}

static bool only_positively(const struct bounds *bounds, cat_slot slot) {
  return bounds->changes[slot] == DEPENDS_POSITIVELY;
}

/* a op b of two bounds, which is none if one of them is none. */
static cat_slot build(struct bounds *bounds, const struct cat_operation *operation, cat_slot left,
                      cat_slot right) {
  if (left == NO_BOUND || right == NO_BOUND) return NO_BOUND;
  return cat_build(bounds->builder, (enum cat_operation_kind)operation->kind, operation->is_set,
                   left, right);
}

static cat_slot bound_operation(struct bounds *bounds, const struct cat_operation *operation,
                                bool least) {
  cat_slot (*same)(struct bounds *, cat_slot) = least ? least_of : most_of;
  cat_slot (*other)(struct bounds *, cat_slot) = least ? most_of : least_of;
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_NOTHING:
  case OPERATION_FIXPOINT:
  case OPERATION_TEST: return NO_BOUND;
  case OPERATION_DIFFERENCE: {
    cat_slot left = same(bounds, operation->left), right = other(bounds, operation->right);
    if (!least && right == NO_BOUND) return left;
    return build(bounds, operation, left, right);
  }
  case OPERATION_COMPLEMENT: return build(bounds, operation, other(bounds, operation->left), 0);
  default: break;
  }
  cat_slot left = same(bounds, operation->left),
           right = cat_is_binary(operation->kind) ? same(bounds, operation->right) : 0;
  if (operation->kind == OPERATION_INTERSECTION && (left == NO_BOUND || right == NO_BOUND))
    return left == NO_BOUND ? right : left; /* only `most` has none */
  return build(bounds, operation, left, right);
}

static cat_slot bound_of(struct bounds *bounds, cat_slot slot, bool least) {
  const struct cat_slot_info *info = &bounds->builder->slots.items[slot];
  if (!bounds->changes[slot] && info->level < LEVEL_WITH) return slot;
  if (least && only_positively(bounds, slot) && info->level < LEVEL_WITH) return slot;
  if (info->definition == NO_DEFINITION) return NO_BOUND;
  struct cat_operation operation = bounds->builder->operations.items[info->definition].operation;
  return bound_operation(bounds, &operation, least);
}

static cat_slot least_of(struct bounds *bounds, cat_slot slot) {
  if (bounds->least[slot] != UNASKED) return bounds->least[slot];
  bool is_set = bounds->builder->slots.items[slot].is_set;
  cat_slot found = bound_of(bounds, slot, true);
  return bounds->least[slot] = found == NO_BOUND ? nothing(bounds, is_set) : found;
}

static cat_slot most_of(struct bounds *bounds, cat_slot slot) {
  if (bounds->most[slot] == UNASKED) bounds->most[slot] = bound_of(bounds, slot, false);
  return bounds->most[slot];
}

/* The values of same-value and FW are not known in between, in which direction they go does not
 * matter. */
static uint8_t *changes_of(const struct cat_builder *builder) {
  static const cat_slot growing[] = { BASE_RF, BASE_SYNCBAR, BASE_ROUNDS, BASE_SYNC_FENCE,
                                      BASE_CO };
  static const cat_slot unsteady[] = { BASE_SAME_VALUE, BASE_FW };
  uint8_t *changes = memory_new(builder->slots.length, 1);
  for (size_t i = 0; i < sizeof growing / sizeof *growing; i++)
    changes[growing[i]] = DEPENDS_POSITIVELY;
  for (size_t i = 0; i < sizeof unsteady / sizeof *unsteady; i++)
    changes[unsteady[i]] = DEPENDS_POSITIVELY | DEPENDS_NEGATIVELY;
  cat_builder_spread(builder, changes);
  return changes;
}

cat_slot cat_build_least(struct cat_builder *builder, cat_slot slot) {
  size_t count = builder->slots.length;
  struct bounds bounds = { builder, changes_of(builder), memory_new(count, sizeof(cat_slot)),
                           memory_new(count, sizeof(cat_slot)) };
  for (size_t i = 0; i < count; i++) bounds.least[i] = bounds.most[i] = UNASKED;
  cat_slot least = least_of(&bounds, slot);
  memory_free(bounds.changes);
  memory_free(bounds.least);
  memory_free(bounds.most);
  return least;
}

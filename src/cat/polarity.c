/* How slots depend on each other: a data-flow analysis over the operations, up to its fixpoint. */
#include "cat/builder.h"

const cat_slot cat_growing[] = { BASE_RF,         BASE_SYNCBAR, BASE_ROUNDS,
                                 BASE_SYNC_FENCE, BASE_CO,      BASE_COUNT };

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

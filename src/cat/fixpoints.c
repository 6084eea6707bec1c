/* Fixpoints while the code is built.
 *
 * After its last round, in which nothing changed, the slots of a fixpoint keep their values, so
 * what follows can use them. */

#include "cat/builder.h"
#include "cat/fixpoints.h"
#include "cat/bounds.h"

int cat_fixpoint_open(struct cat_builder *b) {
  struct cat_fixpoint fixpoint = { 0 };
  vector_push(b->fixpoint_depths, ++b->fixpoint_depth);
  vector_push(b->code->fixpoints, fixpoint);
  return (int)b->fixpoint_depths.length - 1;
}

cat_slot cat_fixpoint_add(struct cat_builder *b, int fixpoint, bool is_set) {
  cat_slot variable = cat_builder_variable(b, is_set, LEVEL_EVENTS, fixpoint);
  struct cat_recursive_name name = { variable, variable, b->slots.items[variable].is_set };
  vector_push(b->code->fixpoints.items[fixpoint].names, name);
  return variable;
}

/* Notes one slot that the body uses: its level, and the fixpoint outside that it stands in. */
static void note(const struct cat_builder *b, int fixpoint, cat_slot slot, unsigned *level,
                 int *home) {
  const struct cat_slot_info *info = &b->slots.items[slot];
  if (info->level > *level) *level = info->level;
  if (info->home != fixpoint) *home = cat_builder_deeper(b, *home, info->home);
}

/* The level of the body, and the fixpoint that the whole stands in. */
static void survey(const struct cat_builder *b, int fixpoint, unsigned *level, int *home) {
  const struct cat_fixpoint *made = &b->code->fixpoints.items[fixpoint];
  for (size_t i = 0; i < b->operations.length; i++) {
    const struct cat_operation *operation = &b->operations.items[i].operation;
    if (b->operations.items[i].home != fixpoint) continue;
    if (operation->level > *level) *level = operation->level;
    unsigned operands = cat_operand_count(operation->kind);
    if (operands > 0) note(b, fixpoint, operation->left, level, home);
    if (operands > 1) note(b, fixpoint, operation->right, level, home);
  }
  for (size_t i = 0; i < made->names.length; i++)
    note(b, fixpoint, made->names.items[i].result, level, home);
}

/* Does every result only grow with every variable? */
static bool is_monotone(const struct cat_builder *b, const struct cat_fixpoint *fixpoint) {
  uint8_t *polarity = memory_new(b->slots.length, 1);
  bool monotone = true;
  for (size_t i = 0; i < fixpoint->names.length; i++)
    polarity[fixpoint->names.items[i].variable] = DEPENDS_POSITIVELY;
  cat_polarity_spread(b, polarity);
  for (size_t i = 0; i < fixpoint->names.length; i++)
    monotone &= !(polarity[fixpoint->names.items[i].result] & DEPENDS_NEGATIVELY);
  memory_free(polarity);
  return monotone;
}

void cat_fixpoint_close(struct cat_builder *b, int fixpoint) {
  struct cat_fixpoint *made = &b->code->fixpoints.items[fixpoint];
  unsigned level = 0;
  int home = -1;
  survey(b, fixpoint, &level, &home);
  made->monotone = is_monotone(b, made);
  struct cat_operation operation = { .kind = OPERATION_FIXPOINT,
                                     .level = (uint8_t)level,
                                     .left = (cat_slot)fixpoint,
                                     .target = made->names.items[0].variable };
  for (size_t i = 0; i < b->slots.length; i++) {
    struct cat_slot_info *info = &b->slots.items[i];
    if (info->home != fixpoint) continue;
    info->home = home;
    info->level = (uint8_t)level;
    if (info->definition == NO_DEFINITION) info->definition = (int)b->operations.length;
  }
  cat_builder_append(b, &operation, home);
  b->fixpoint_depth--;
}

/* The last step of the compiler: what is not needed goes, and the rest is laid out by level and
 * numbered without gaps. */
#include "cat/builder.h"

#include "base/memory.h"

/* ---- what is needed ---- */

static void need_operands(struct cat_builder *builder, const struct cat_operation *operation,
                          uint8_t live) {
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_NOTHING: break;
  case OPERATION_FIXPOINT: {
    const struct cat_fixpoint *fixpoint = &builder->code->fixpoints.items[operation->left];
    for (size_t i = 0; i < fixpoint->results.length; i++)
      cat_need(builder, fixpoint->results.items[i], live);
    for (size_t i = 0; i < fixpoint->variables.length; i++)
      if (!builder->slots.items[fixpoint->variables.items[i]].live)
        builder->slots.items[fixpoint->variables.items[i]].live = live;
    break;
  }
  default:
    cat_need(builder, operation->left, live);
    if (cat_is_binary(operation->kind)) cat_need(builder, operation->right, live);
  }
}

void cat_need(struct cat_builder *builder, cat_slot slot, uint8_t live) {
  struct cat_slot_info *info = &builder->slots.items[slot];
  if (info->live) return;
  info->live = live;
  if (info->definition == NO_DEFINITION) return;
  const struct cat_built *built = &builder->operations.items[info->definition];
  need_operands(builder, &built->operation, live);
  if (built->home >= 0)
    cat_need(builder, builder->code->fixpoints.items[built->home].variables.items[0], live);
}

static void need_tests(struct cat_builder *builder, bool flags) {
  for (size_t i = 0; i < builder->operations.length; i++) {
    const struct cat_operation *operation = &builder->operations.items[i].operation;
    if (operation->kind == OPERATION_TEST &&
        (builder->code->tests.items[operation->right].flag >= 0) == flags)
      cat_need(builder, operation->left, NEEDED);
  }
}

static void need_choices(struct cat_builder *builder) {
  for (size_t i = 0; i < builder->code->choices.length; i++) {
    const struct cat_choice *choice = &builder->code->choices.items[i];
    if (choice->linear) {
      cat_need(builder, choice->set, NEEDED);
      cat_need(builder, choice->order, NEEDED);
    }
    for (size_t k = 0; k < choice->among.length; k++)
      cat_need(builder, choice->among.items[k], NEEDED);
  }
}

static void need_roots(struct cat_builder *builder) {
  struct cat_tags *tags = &builder->code->tags;
  need_tests(builder, false);
  need_choices(builder);
  for (size_t i = 0; i < tags->length; i++)
    tags->items[i].decides = builder->slots.items[tags->items[i].slot].live;
  need_tests(builder, true);
}

static void need_shown(struct cat_builder *builder) {
  for (size_t i = 0; i < builder->code->shown.length; i++)
    cat_need(builder, builder->code->shown.items[i].slot, SHOWN);
}

/* ---- the levels ---- */

static void place(struct cat_builder *builder, const struct cat_built *built) {
  struct cat_code *code = builder->code;
  const struct cat_operation *operation = &built->operation;
  uint8_t live =
      operation->kind == OPERATION_TEST ? NEEDED : builder->slots.items[operation->target].live;
  if (!live) return;
  if (built->home >= 0) vector_push(code->fixpoints.items[built->home].body, *operation);
  else if (live == SHOWN) vector_push(code->showing, *operation);
  else vector_push(code->level[operation->level], *operation);
  if (built->home < 0 && operation->bound) vector_push(code->bound, *operation);
}

/* ---- numbering: what stayed alive gets numbers without gaps, after the base names, which keep
 * theirs ---- */

static void renumber_operation(struct cat_operation *operation, const cat_slot *number) {
  switch ((enum cat_operation_kind)operation->kind) {
  case OPERATION_NOTHING:
  case OPERATION_FIXPOINT: operation->target = number[operation->target]; return;
  case OPERATION_TEST: operation->left = number[operation->left]; return;
  default: break;
  }
  operation->target = number[operation->target];
  operation->left = number[operation->left];
  if (cat_is_binary(operation->kind)) operation->right = number[operation->right];
}

static void renumber_operations(struct cat_operations *operations, const cat_slot *number) {
  for (size_t i = 0; i < operations->length; i++) renumber_operation(&operations->items[i], number);
}

static void renumber_slots(cat_slot *slots, size_t count, const cat_slot *number) {
  for (size_t i = 0; i < count; i++) slots[i] = number[slots[i]];
}

static void renumber_code(struct cat_code *code, const cat_slot *number) {
  for (unsigned level = 0; level < LEVELS_MAX; level++)
    renumber_operations(&code->level[level], number);
  renumber_operations(&code->bound, number);
  renumber_operations(&code->showing, number);
  for (size_t i = 0; i < code->fixpoints.length; i++) {
    struct cat_fixpoint *fixpoint = &code->fixpoints.items[i];
    renumber_operations(&fixpoint->body, number);
    renumber_slots(fixpoint->variables.items, fixpoint->variables.length, number);
    renumber_slots(fixpoint->results.items, fixpoint->results.length, number);
  }
  for (size_t i = 0; i < code->choices.length; i++) {
    struct cat_choice *choice = &code->choices.items[i];
    renumber_slots(&choice->target, 1, number);
    renumber_slots(&choice->set, 1, number);
    renumber_slots(&choice->order, 1, number);
    renumber_slots(choice->among.items, choice->among.length, number);
  }
  for (size_t i = 0; i < code->shown.length; i++)
    renumber_slots(&code->shown.items[i].slot, 1, number);
  for (size_t i = 0; i < code->total.length; i++)
    renumber_slots(&code->total.items[i].slot, 1, number);
  for (size_t i = 0; i < code->within.length; i++)
    renumber_slots(&code->within.items[i].slot, 1, number);
  if (code->inside != BASE_COUNT) renumber_slots(&code->inside, 1, number);
  for (size_t i = 0; i < code->flag_tests.length; i++)
    if (code->flag_tests.items[i].needs != BASE_COUNT)
      renumber_slots(&code->flag_tests.items[i].needs, 1, number);
}

/* Tags that nothing needs go; a test may lack those that are only shown. */
static void renumber_tags(struct cat_builder *builder, struct cat_tags *tags,
                          const cat_slot *number) {
  size_t kept = 0;
  for (size_t i = 0; i < tags->length; i++) {
    struct cat_tag tag = tags->items[i];
    uint8_t live = builder->slots.items[tag.slot].live;
    if (live != NEEDED) tag.at = NULL;
    tag.slot = number[tag.slot];
    if (live) tags->items[kept++] = tag;
  }
  tags->length = kept;
}

enum { LABEL_MAX = 60 };

/* What a relation is called: its name, or the text it was made from. */
static char *label_of(const struct cat_slot_info *info) {
  if (info->name) return memory_format("%s", info->name);
  if (!info->text || info->text->span.length > LABEL_MAX) return NULL;
  return memory_format("%.*s", (int)info->text->span.length,
                       info->text->source->text + info->text->span.start);
}

static void keep_labels(struct cat_builder *builder, const cat_slot *number) {
  builder->code->labels = memory_new(builder->code->slot_count, sizeof *builder->code->labels);
  for (size_t slot = BASE_COUNT; slot < builder->slots.length; slot++)
    if (builder->slots.items[slot].live && !builder->slots.items[slot].is_set)
      builder->code->labels[number[slot]] = label_of(&builder->slots.items[slot]);
}

static void renumber(struct cat_builder *builder) {
  cat_slot *number = memory_new(builder->slots.length, sizeof *number), next = BASE_COUNT;
  for (size_t i = 0; i < builder->code->choices.length; i++)
    builder->slots.items[builder->code->choices.items[i].target].live = NEEDED;
  for (size_t slot = 0; slot < builder->slots.length; slot++)
    if (slot < BASE_COUNT) number[slot] = (cat_slot)slot;
    else if (builder->slots.items[slot].live) number[slot] = next++;
  renumber_code(builder->code, number);
  renumber_tags(builder, &builder->code->tags, number);
  renumber_tags(builder, &builder->code->presences, number);
  builder->code->slot_count = next;
  keep_labels(builder, number);
  memory_free(number);
}

void cat_layout(struct cat_builder *builder) {
  struct cat_code *code = builder->code;
  need_roots(builder);
  cat_find_shortcuts(builder);
  cat_find_flags(builder);
  need_shown(builder);
  for (size_t i = 0; i < builder->operations.length; i++)
    place(builder, &builder->operations.items[i]);
  for (unsigned base = 0; base < BASE_COUNT; base++)
    code->used[base] = builder->slots.items[base].live == NEEDED;
  code->level_count = LEVEL_WITH + (unsigned)code->choices.length;
  renumber(builder);
}

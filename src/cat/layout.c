/* The last step of the compiler: what nothing needs is dropped, and the rest is sorted by level and
 * numbered without gaps. */

#include "cat/builder.h"
#include "cat/layout.h"
#include "cat/shortcuts.h"

/* ---- what is needed ---- */

static void need_tests(struct cat_builder *b, bool flags) {
  for (size_t i = 0; i < b->operations.length; i++) {
    const struct cat_operation *operation = &b->operations.items[i].operation;
    if (operation->kind == OPERATION_TEST &&
        (b->code->tests.items[operation->right].flag >= 0) == flags)
      cat_builder_need(b, operation->left, NEEDED);
  }
}

static void need_choices(struct cat_builder *b) {
  for (size_t i = 0; i < b->code->choices.length; i++) {
    const struct cat_choice *choice = &b->code->choices.items[i];
    if (choice->linear) {
      cat_builder_need(b, choice->set, NEEDED);
      cat_builder_need(b, choice->order, NEEDED);
    }
    for (size_t k = 0; k < choice->among.length; k++)
      cat_builder_need(b, choice->among.items[k], NEEDED);
  }
}

/* Marks all that tests and choices need, and the tags that decide an axiom or a choice. */
static void need_roots(struct cat_builder *b) {
  struct cat_tags *tags = &b->code->tags;
  need_tests(b, false);
  need_choices(b);
  for (size_t i = 0; i < tags->length; i++)
    tags->items[i].decides = b->slots.items[tags->items[i].slot].live;
  need_tests(b, true);
}

/* ---- the levels ---- */

static void place(struct cat_builder *b, const struct cat_built *built) {
  struct cat_code *code = b->code;
  const struct cat_operation *operation = &built->operation;
  uint8_t live =
      operation->kind == OPERATION_TEST ? NEEDED : b->slots.items[operation->target].live;
  if (!live) return;
  if (built->home >= 0) vector_push(code->fixpoints.items[built->home].body, *operation);
  else if (live == SHOWN) vector_push(code->showing, *operation);
  else vector_push(code->level[operation->level], *operation);
  if (built->home < 0 && operation->bound) vector_push(code->bound, *operation);
}

/* ---- numbering ---- */

static void renumber_slot(cat_slot *slot, const cat_slot *number) {
  if (*slot != BASE_COUNT) *slot = number[*slot];
}

static void renumber_operations(struct cat_operations *operations, const cat_slot *number) {
  for (size_t i = 0; i < operations->length; i++) {
    struct cat_operation *operation = &operations->items[i];
    unsigned operands = cat_operand_count(operation->kind);
    if (operation->kind != OPERATION_TEST) renumber_slot(&operation->target, number);
    if (operands > 0) renumber_slot(&operation->left, number);
    if (operands > 1) renumber_slot(&operation->right, number);
  }
}

static void renumber_code(struct cat_code *code, const cat_slot *number) {
  for (unsigned level = 0; level < LEVELS_MAX; level++)
    renumber_operations(&code->level[level], number);
  renumber_operations(&code->bound, number);
  renumber_operations(&code->showing, number);
  for (size_t i = 0; i < code->fixpoints.length; i++) {
    struct cat_fixpoint *fixpoint = &code->fixpoints.items[i];
    renumber_operations(&fixpoint->body, number);
    for (size_t k = 0; k < fixpoint->names.length; k++) {
      renumber_slot(&fixpoint->names.items[k].variable, number);
      renumber_slot(&fixpoint->names.items[k].result, number);
    }
  }
  for (size_t i = 0; i < code->choices.length; i++) {
    struct cat_choice *choice = &code->choices.items[i];
    renumber_slot(&choice->target, number);
    renumber_slot(&choice->set, number);
    renumber_slot(&choice->order, number);
    for (size_t k = 0; k < choice->among.length; k++)
      renumber_slot(&choice->among.items[k], number);
  }
  for (size_t i = 0; i < code->shown.length; i++) renumber_slot(&code->shown.items[i].slot, number);
  for (size_t i = 0; i < code->total.length; i++) renumber_slot(&code->total.items[i].slot, number);
  for (size_t i = 0; i < code->within.length; i++)
    renumber_slot(&code->within.items[i].slot, number);
  for (size_t i = 0; i < code->flag_tests.length; i++)
    renumber_slot(&code->flag_tests.items[i].needs, number);
  renumber_slot(&code->inside, number);
}

/* Drops the tags that nothing needs.  A test may lack the tags that are only shown. */
static void renumber_tags(struct cat_builder *b, struct cat_tags *tags, const cat_slot *number) {
  size_t kept = 0;
  for (size_t i = 0; i < tags->length; i++) {
    struct cat_tag tag = tags->items[i];
    uint8_t live = b->slots.items[tag.slot].live;
    if (live != NEEDED) tag.at = NULL;
    tag.slot = number[tag.slot];
    if (live) tags->items[kept++] = tag;
  }
  tags->length = kept;
}

enum { LABEL_MAX = 60 };

/* The name of a relation, or a short text that it stands for, or NULL. */
static char *label_of(const struct cat_slot_info *info) {
  if (info->name) return memory_format("%s", info->name);
  if (!info->text || info->text->span.length > LABEL_MAX) return NULL;
  return memory_format("%.*s", (int)info->text->span.length,
                       info->text->source->text + info->text->span.start);
}

static void keep_labels(struct cat_builder *b, const cat_slot *number) {
  b->code->labels = memory_new(b->code->slot_count, sizeof *b->code->labels);
  for (size_t slot = BASE_COUNT; slot < b->slots.length; slot++)
    if (b->slots.items[slot].live && !b->slots.items[slot].is_set)
      b->code->labels[number[slot]] = label_of(&b->slots.items[slot]);
}

static void renumber(struct cat_builder *b) {
  cat_slot *number = memory_new(b->slots.length, sizeof *number), next = BASE_COUNT;
  for (size_t i = 0; i < b->code->choices.length; i++)
    b->slots.items[b->code->choices.items[i].target].live = NEEDED;
  for (size_t slot = 0; slot < b->slots.length; slot++)
    if (slot < BASE_COUNT) number[slot] = (cat_slot)slot;
    else if (b->slots.items[slot].live) number[slot] = next++;
  renumber_code(b->code, number);
  renumber_tags(b, &b->code->tags, number);
  renumber_tags(b, &b->code->presences, number);
  b->code->slot_count = next;
  keep_labels(b, number);
  memory_free(number);
}

void cat_layout(struct cat_builder *b) {
  struct cat_code *code = b->code;
  need_roots(b);
  cat_find_shortcuts(b);
  for (size_t i = 0; i < code->shown.length; i++)
    cat_builder_need(b, code->shown.items[i].slot, SHOWN);
  for (size_t i = 0; i < b->operations.length; i++) place(b, &b->operations.items[i]);
  for (unsigned base = 0; base < BASE_COUNT; base++)
    code->used[base] = b->slots.items[base].live == NEEDED;
  code->level_count = LEVEL_WITH + (unsigned)code->choices.length;
  renumber(b);
}

/* Inside the cat compiler: operations while they are being gathered (cat/builder.c), before they
 * are laid out by level (cat/layout.c). */
#ifndef CAT_BUILDER_H
#define CAT_BUILDER_H

#include "cat/code.h"

enum { NO_DEFINITION = -1, SLOTS_MAX = 60000 };
enum { NEEDED = 1, SHOWN = 2 };

/* A slot while the code is built. */
struct cat_slot_info {
  bool is_set;
  uint8_t live; /* NEEDED, or SHOWN: only what the model shows needs it */
  uint8_t level;
  const char *name;                  /* what a let called it first, or NULL */
  const struct cat_expression *text; /* what it was first made from, or NULL */
  int definition; /* index into operations, or NO_DEFINITION for a base name and a variable */
  int home;       /* the innermost open fixpoint whose variables it depends on, or -1 */
};

struct cat_built {
  struct cat_operation operation;
  int home;
}; /* the fixpoint in whose body it runs, or -1 */

struct cat_fixpoint_info {
  int depth;
}; /* of nesting, from 1 */

struct cat_builder {
  struct cat_code *code;
  struct {
    struct cat_built *items;
    size_t length, room;
  } operations; /* tests included, in textual order */
  struct {
    struct cat_slot_info *items;
    size_t length, room;
  } slots;
  struct {
    struct cat_fixpoint_info *items;
    size_t length, room;
  } fixpoints;
  int fixpoint_depth;
  bool full; /* too many slots: the caller reports it */
};

/* The operation that makes the slot; NULL for a base name and a variable. */
static inline const struct cat_operation *cat_definition(const struct cat_builder *builder,
                                                         cat_slot slot) {
  int index = builder->slots.items[slot].definition;
  return index == NO_DEFINITION ? NULL : &builder->operations.items[index].operation;
}

bool cat_defined_by(const struct cat_builder *builder, cat_slot slot, enum cat_operation_kind kind);
bool cat_is_binary(enum cat_operation_kind kind);

void cat_builder_start(struct cat_builder *builder, struct cat_code *code);
void cat_builder_free(struct cat_builder *builder);
/* A slot that no operation writes. */
cat_slot cat_builder_variable(struct cat_builder *builder, bool is_set, enum cat_level level,
                              int home);
/* The slot of an operation; the same operation on the same operands is one slot. */
cat_slot cat_build(struct cat_builder *builder, enum cat_operation_kind kind, bool is_set,
                   cat_slot left, cat_slot right);
/* Is the slot empty in every execution? */
bool cat_builder_is_nothing(const struct cat_builder *builder, cat_slot slot);
/* Begins and ends a fixpoint; what is built between them from its variables is its body. */
int cat_builder_open_fixpoint(struct cat_builder *builder);
void cat_builder_add_variable(struct cat_builder *builder, int fixpoint, cat_slot variable);
void cat_builder_close_fixpoint(struct cat_builder *builder, int fixpoint, const cat_slot *results);
/* Adds a test, and whatever weaker tests follow from it and can be run earlier. */
void cat_build_test(struct cat_builder *builder, cat_slot slot, const struct cat_axiom *axiom);

/* How a slot depends on another: with more of that one, is there more of it, less of it, or perhaps
 * both? */
enum { DEPENDS_POSITIVELY = 1, DEPENDS_NEGATIVELY = 2 };
unsigned cat_builder_polarity(const struct cat_builder *builder, cat_slot slot, cat_slot on);
/* The same of every slot: `polarity` (one for each) says it of some, and is filled for what depends
 * on them. */
void cat_builder_spread(const struct cat_builder *builder, uint8_t *polarity);
/* A slot that holds no more than `slot` will when rf, co, syncbar and sync_fence have grown
 * (cat/bounds.c). */
cat_slot cat_build_least(struct cat_builder *builder, cat_slot slot);

/* Marks a slot, and what it is made of, as alive (NEEDED, SHOWN). */
void cat_need(struct cat_builder *builder, cat_slot slot, uint8_t live);
/* Lists the tests that raise flags, each with what it needs (cat/flags.c). */
void cat_find_flags(struct cat_builder *builder);

/* Finds out what the model allows the candidates to skip (cat/shortcuts.c). */
void cat_find_shortcuts(struct cat_builder *builder);

/* All that, once everything is built: drops what nothing needs, and sorts the rest by level. */
void cat_layout(struct cat_builder *builder);

#endif

/* The operations of a model while they are gathered, before layout.c sorts them by level. */
#ifndef CAT_BUILDER_H
#define CAT_BUILDER_H

#include "cat/code.h"

enum { NO_DEFINITION = -1, SLOTS_MAX = 60000 };
enum { NEEDED = 1, SHOWN = 2 };

/* A slot while the code is built. */
struct cat_slot_info {
  bool is_set;
  uint8_t live; /* 0, NEEDED, or SHOWN: only the shown relations need it */
  uint8_t level;
  const char *name;                  /* its name in the first let that has it, or NULL */
  const struct cat_expression *text; /* the first expression that it stands for, or NULL */
  int definition; /* index into operations, or NO_DEFINITION for a base name or a variable */
  int home;       /* the innermost open fixpoint whose variables it depends on, or -1 */
};

struct cat_built {
  struct cat_operation operation;
  int home; /* the fixpoint in whose body it runs, or -1 */
};

struct cat_builder {
  struct cat_code *code;
  VECTOR(struct cat_built) operations; /* with the tests, in the order of the text */
  VECTOR(struct cat_slot_info) slots;
  VECTOR(int) fixpoint_depths; /* nesting of each fixpoint, from 1 */
  int fixpoint_depth;
  bool full; /* too many slots: the caller reports it */
};

/* The operation that makes the slot; NULL for a base name or a variable. */
static inline const struct cat_operation *cat_definition(const struct cat_builder *b,
                                                         cat_slot slot) {
  int index = b->slots.items[slot].definition;
  return index == NO_DEFINITION ? NULL : &b->operations.items[index].operation;
}

void cat_builder_start(struct cat_builder *b, struct cat_code *code);
void cat_builder_free(struct cat_builder *b);
/* A slot that no operation writes. */
cat_slot cat_builder_variable(struct cat_builder *b, bool is_set, enum cat_level level, int home);
/* The slot of an operation.  The same operation on the same operands is one slot. */
cat_slot cat_build(struct cat_builder *b, enum cat_operation_kind kind, bool is_set, cat_slot left,
                   cat_slot right);
void cat_builder_append(struct cat_builder *b, const struct cat_operation *operation, int home);

bool cat_defined_by(const struct cat_builder *b, cat_slot slot, enum cat_operation_kind kind);
/* Is the slot empty in every execution? */
bool cat_builder_is_nothing(const struct cat_builder *b, cat_slot slot);
/* The deeper of two fixpoints, or -1 if both are -1. */
int cat_builder_deeper(const struct cat_builder *b, int one, int other);
/* Marks a slot, and the slots that it is made of, as NEEDED or SHOWN. */
void cat_builder_need(struct cat_builder *b, cat_slot slot, uint8_t live);

/* ---- how slots depend on each other ---- */

/* With more of one slot, another holds more, less, or (both bits) either. */
enum { DEPENDS_POSITIVELY = 1, DEPENDS_NEGATIVELY = 2 };

/* The base names that only grow while a candidate is built; ends with BASE_COUNT. */
extern const cat_slot cat_growing[];

/* ---- bounds of a slot in terms of what does not change ---- */

enum cat_bound { LEAST, MOST };
enum { NO_BOUND = SLOTS_MAX + 1 };

/* ---- fixpoints ---- */

/* Operations that are built from a fixpoint's variables between its opening and its closing are its
 * body. */

#endif

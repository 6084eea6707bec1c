/* Operations of a memory model as they are gathered.
 *
 * Equal operations on equal slots are one slot (value numbering), which makes names that two files
 * give to the same thing the same thing.  A few identities are applied on the way: [S] ; r is a
 * restriction rather than a composition; coherence, which the candidates supply transitive, is its
 * own closure.
 *
 * A fixpoint's body is what depends on its variables; the rest of the text between its braces
 * stands outside and runs once.  When a fixpoint is closed its slots keep the values of the last
 * round, in which nothing changed, and can therefore be used by what follows. */
#include "cat/builder.h"

#include <string.h>
#include "base/memory.h"

bool cat_is_binary(enum cat_operation_kind kind) {
  switch (kind) {
  case OPERATION_UNION:
  case OPERATION_INTERSECTION:
  case OPERATION_DIFFERENCE:
  case OPERATION_SEQUENCE:
  case OPERATION_PRODUCT:
  case OPERATION_FROM:
  case OPERATION_TO: return true;
  default: return false;
  }
}

static bool is_unary(enum cat_operation_kind kind) {
  return kind != OPERATION_NOTHING && kind != OPERATION_FIXPOINT && !cat_is_binary(kind);
}

void cat_builder_start(struct cat_builder *builder, struct cat_code *code) {
  memset(builder, 0, sizeof *builder);
  builder->code = code;
  for (unsigned base = 0; base < BASE_COUNT; base++)
    cat_builder_variable(builder, cat_base_names[base].is_set, cat_base_names[base].level, -1);
}

void cat_builder_free(struct cat_builder *builder) {
  vector_free(builder->operations);
  vector_free(builder->slots);
  vector_free(builder->fixpoints);
}

cat_slot cat_builder_variable(struct cat_builder *builder, bool is_set, enum cat_level level,
                              int home) {
  if (builder->slots.length >= SLOTS_MAX) {
    builder->full = true;
    return 0;
  }
  struct cat_slot_info info = {
    .is_set = is_set, .level = (uint8_t)level, .definition = NO_DEFINITION, .home = home
  };
  vector_push(builder->slots, info);
  return (cat_slot)(builder->slots.length - 1);
}

bool cat_defined_by(const struct cat_builder *builder, cat_slot slot,
                    enum cat_operation_kind kind) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  return operation && operation->kind == kind;
}

/* The deeper of two fixpoints; scopes nest, so the shallower contains it. */
static int deeper(const struct cat_builder *builder, int a, int b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return builder->fixpoints.items[a].depth >= builder->fixpoints.items[b].depth ? a : b;
}

static bool known(const struct cat_builder *builder, const struct cat_operation *wanted,
                  cat_slot *slot) {
  for (size_t i = 0; i < builder->operations.length; i++) {
    const struct cat_operation *operation = &builder->operations.items[i].operation;
    if (operation->kind != wanted->kind || operation->is_set != wanted->is_set ||
        operation->left != wanted->left || operation->right != wanted->right)
      continue;
    *slot = operation->target;
    return true;
  }
  return false;
}

static void append(struct cat_builder *builder, const struct cat_operation *operation, int home) {
  struct cat_built built = { *operation, home };
  vector_push(builder->operations, built);
}

bool cat_builder_is_nothing(const struct cat_builder *builder, cat_slot slot) {
  return cat_defined_by(builder, slot, OPERATION_NOTHING);
}

static bool becomes_nothing(struct cat_operation *operation) {
  operation->kind = OPERATION_NOTHING;
  operation->left = operation->right = 0;
  return false;
}

/* What the empty set and relation make of an operation: true when `slot` is the answer, and else
 * the operation may have become another one. */
static bool simplify_nothing(const struct cat_builder *builder, struct cat_operation *operation,
                             cat_slot *slot) {
  bool left =
      operation->kind != OPERATION_NOTHING && cat_builder_is_nothing(builder, operation->left);
  bool right = cat_is_binary(operation->kind) && cat_builder_is_nothing(builder, operation->right);
  if (!left && !right) return false;
  switch (operation->kind) {
  case OPERATION_UNION: *slot = left ? operation->right : operation->left; return true;
  case OPERATION_DIFFERENCE: *slot = operation->left; return true;
  case OPERATION_COMPLEMENT: return false;
  case OPERATION_REFLEXIVE: *slot = BASE_ID; return true;
  default: return becomes_nothing(operation);
  }
}

/* Identities; true when `slot` is the answer. */
static bool simplify(struct cat_builder *builder, struct cat_operation *operation, cat_slot *slot) {
  if (simplify_nothing(builder, operation, slot)) return true;
  switch (operation->kind) {
  case OPERATION_CLOSURE:
  case OPERATION_REFLEXIVE:
    *slot = operation->left;
    return (operation->kind == OPERATION_CLOSURE && *slot == BASE_CO) ||
           cat_defined_by(builder, *slot, (enum cat_operation_kind)operation->kind);
  case OPERATION_UNION:
  case OPERATION_INTERSECTION:
    *slot = operation->left;
    if (operation->left == operation->right) return true;
    if (operation->left > operation->right) {
      operation->left = operation->right;
      operation->right = *slot;
    }
    return false;
  case OPERATION_SEQUENCE:
    *slot = operation->left == BASE_ID ? operation->right : operation->left;
    if (operation->left == BASE_ID || operation->right == BASE_ID) return true;
    if (cat_defined_by(builder, operation->left, OPERATION_IDENTITY)) {
      operation->kind = OPERATION_FROM;
      operation->left = cat_definition(builder, operation->left)->left;
    } else if (cat_defined_by(builder, operation->right, OPERATION_IDENTITY)) {
      operation->kind = OPERATION_TO;
      operation->right = cat_definition(builder, operation->right)->left;
    }
    return false;
  default: return false;
  }
}

cat_slot cat_build(struct cat_builder *builder, enum cat_operation_kind kind, bool is_set,
                   cat_slot left, cat_slot right) {
  struct cat_operation operation = {
    .kind = (uint8_t)kind, .is_set = is_set, .left = left, .right = right
  };
  cat_slot slot;
  if (simplify(builder, &operation, &slot) || known(builder, &operation, &slot)) return slot;
  const struct cat_slot_info *slots = builder->slots.items;
  int home = -1;
  unsigned level = 0;
  if (is_unary(operation.kind) || cat_is_binary(operation.kind)) {
    home = slots[operation.left].home;
    level = slots[operation.left].level;
  }
  if (cat_is_binary(operation.kind)) {
    home = deeper(builder, home, slots[operation.right].home);
    if (slots[operation.right].level > level) level = slots[operation.right].level;
  }
  slot = cat_builder_variable(builder, is_set, (enum cat_level)level, home);
  if (builder->full) return 0;
  builder->slots.items[slot].definition = (int)builder->operations.length;
  operation.target = slot;
  operation.level = (uint8_t)level;
  append(builder, &operation, home);
  return slot;
}

int cat_builder_open_fixpoint(struct cat_builder *builder) {
  struct cat_fixpoint_info info = { ++builder->fixpoint_depth };
  struct cat_fixpoint fixpoint = { 0 };
  vector_push(builder->fixpoints, info);
  vector_push(builder->code->fixpoints, fixpoint);
  return (int)builder->fixpoints.length - 1;
}

void cat_builder_add_variable(struct cat_builder *builder, int fixpoint, cat_slot variable) {
  vector_push(builder->code->fixpoints.items[fixpoint].variables, variable);
  vector_push(builder->code->fixpoints.items[fixpoint].sets, builder->slots.items[variable].is_set);
}

/* What the body takes from outside: its level and the fixpoint that the whole stands in. */
static void survey(const struct cat_builder *builder, int fixpoint, unsigned *level, int *home) {
  for (size_t i = 0; i < builder->operations.length; i++) {
    const struct cat_operation *operation = &builder->operations.items[i].operation;
    if (builder->operations.items[i].home != fixpoint) continue;
    if (operation->level > *level) *level = operation->level;
    cat_slot operands[2] = { operation->left, operation->right };
    unsigned count = cat_is_binary(operation->kind) ? 2 : is_unary(operation->kind) ? 1 : 0;
    for (unsigned k = 0; k < count; k++) {
      int other = builder->slots.items[operands[k]].home;
      if (other != fixpoint) *home = deeper(builder, *home, other);
    }
  }
}

/* Does every result only grow with every variable? */
static bool is_monotone(const struct cat_builder *builder, const struct cat_fixpoint *fixpoint) {
  for (size_t i = 0; i < fixpoint->variables.length; i++)
    for (size_t k = 0; k < fixpoint->results.length; k++)
      if (cat_builder_polarity(builder, fixpoint->results.items[k], fixpoint->variables.items[i]) &
          DEPENDS_NEGATIVELY)
        return false;
  return true;
}

void cat_builder_close_fixpoint(struct cat_builder *builder, int fixpoint,
                                const cat_slot *results) {
  struct cat_fixpoint *made = &builder->code->fixpoints.items[fixpoint];
  unsigned level = 0;
  int home = -1;
  survey(builder, fixpoint, &level, &home);
  for (size_t i = 0; i < made->variables.length; i++) {
    const struct cat_slot_info *result = &builder->slots.items[results[i]];
    vector_push(made->results, results[i]);
    if (result->level > level) level = result->level;
    if (result->home != fixpoint) home = deeper(builder, home, result->home);
  }
  made->monotone = is_monotone(builder, made);
  struct cat_operation operation = { .kind = OPERATION_FIXPOINT,
                                     .level = (uint8_t)level,
                                     .left = (cat_slot)fixpoint,
                                     .target = made->variables.items[0] };
  for (size_t i = 0; i < builder->slots.length; i++) {
    struct cat_slot_info *info = &builder->slots.items[i];
    if (info->home != fixpoint) continue;
    info->home = home;
    info->level = (uint8_t)level;
    if (info->definition == NO_DEFINITION) info->definition = (int)builder->operations.length;
  }
  append(builder, &operation, home);
  builder->fixpoint_depth--;
}

/* ---- tests ---- */

static void add_test(struct cat_builder *builder, cat_slot slot, const struct cat_axiom *axiom) {
  struct cat_operation operation = { .kind = OPERATION_TEST,
                                     .level = builder->slots.items[slot].level,
                                     .left = slot,
                                     .right = (cat_slot)builder->code->tests.length };
  vector_push(builder->code->tests, *axiom);
  append(builder, &operation, -1);
}

typedef struct {
  cat_slot *items;
  size_t length, room;
} slot_list;

static void gather_members(const struct cat_builder *builder, cat_slot slot, slot_list *members) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  if (operation && operation->kind == OPERATION_UNION) {
    gather_members(builder, operation->left, members);
    gather_members(builder, operation->right, members);
  } else if (operation && operation->kind == OPERATION_CLOSURE) {
    gather_members(builder, operation->left, members); /* r has a cycle exactly when r+ has */
  } else {
    vector_push(*members, slot);
  }
}

/* acyclic (a | b), with a known before b: acyclic a can be tested as soon as a is known. */
static void add_weaker_cycles(struct cat_builder *builder, cat_slot slot,
                              const struct cat_axiom *axiom) {
  slot_list members = { 0 };
  gather_members(builder, slot, &members);
  for (unsigned level = LEVEL_READS_FROM; level < builder->slots.items[slot].level; level++) {
    bool found = false, news = false;
    cat_slot partial = 0;
    for (size_t i = 0; i < members.length; i++) {
      unsigned own = builder->slots.items[members.items[i]].level;
      if (own > level) continue;
      if (own == level) news = true;
      partial = found ? cat_build(builder, OPERATION_UNION, false, partial, members.items[i])
                      : members.items[i];
      found = true;
    }
    if (news) add_test(builder, partial, axiom);
  }
  vector_free(members);
}

void cat_build_test(struct cat_builder *builder, cat_slot slot, const struct cat_axiom *axiom) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  /* A test of what is always empty says the same of every execution: an axiom that holds, a flag
   * that is not raised. */
  if (cat_builder_is_nothing(builder, slot) && axiom->negated == (axiom->flag >= 0)) return;
  bool plain = axiom->flag < 0 && !axiom->negated;
  if (plain && axiom->test != TEST_ACYCLIC && operation && operation->kind == OPERATION_UNION) {
    cat_slot right = operation->right;
    cat_build_test(builder, operation->left, axiom);
    cat_build_test(builder, right, axiom);
    return;
  }
  cat_slot least = plain ? cat_build_least(builder, slot) : slot;
  if (least != slot && !builder->full) cat_build_test(builder, least, axiom);
  if (plain && axiom->test == TEST_ACYCLIC) add_weaker_cycles(builder, slot, axiom);
  add_test(builder, slot, axiom);
}

/* ---- how slots depend on each other ---- */

static unsigned flip(unsigned polarity) {
  return (polarity & DEPENDS_POSITIVELY ? DEPENDS_NEGATIVELY : 0u) |
         (polarity & DEPENDS_NEGATIVELY ? DEPENDS_POSITIVELY : 0u);
}

static unsigned polarity_of(const struct cat_operation *operation, const uint8_t *known_so_far) {
  unsigned polarity = 0;
  if (is_unary(operation->kind) || cat_is_binary(operation->kind))
    polarity = known_so_far[operation->left];
  if (operation->kind == OPERATION_COMPLEMENT) return flip(polarity);
  if (!cat_is_binary(operation->kind)) return polarity;
  unsigned right = known_so_far[operation->right];
  return polarity | (operation->kind == OPERATION_DIFFERENCE ? flip(right) : right);
}

/* One pass over the operations; true when something new came out. */
static bool spread_polarity(const struct cat_builder *builder, uint8_t *polarity) {
  bool changed = false;
  for (size_t i = 0; i < builder->operations.length; i++) {
    const struct cat_operation *operation = &builder->operations.items[i].operation;
    if (operation->kind == OPERATION_TEST) continue;
    if (operation->kind == OPERATION_FIXPOINT) {
      const struct cat_fixpoint *fixpoint = &builder->code->fixpoints.items[operation->left];
      for (size_t k = 0; k < fixpoint->variables.length; k++) {
        uint8_t *variable = &polarity[fixpoint->variables.items[k]],
                result = polarity[fixpoint->results.items[k]];
        changed |= (result & ~*variable) != 0;
        *variable |= result;
      }
    } else {
      unsigned gained = polarity_of(operation, polarity) & ~(unsigned)polarity[operation->target];
      changed |= gained != 0;
      polarity[operation->target] |= (uint8_t)gained;
    }
  }
  return changed;
}

void cat_builder_spread(const struct cat_builder *builder, uint8_t *polarity) {
  while (spread_polarity(builder, polarity)) continue;
}

unsigned cat_builder_polarity(const struct cat_builder *builder, cat_slot slot, cat_slot on) {
  uint8_t *polarity = memory_new(builder->slots.length, 1);
  polarity[on] = DEPENDS_POSITIVELY;
  cat_builder_spread(builder, polarity);
  unsigned answer = polarity[slot];
  memory_free(polarity);
  return answer;
}

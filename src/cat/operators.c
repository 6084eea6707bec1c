/* The rules of names, operators, `let ... in` and `try`. */
#include "cat/compiler.h"
#include "cat/library.h"
#include "cat/bindings.h"
#include "cat/functions.h"

#include "base/text.h"

bool cat_compile_name(struct cat_compiler *c, const struct cat_expression *e,
                      struct cat_value *value) {
  const struct cat_scope *scope = cat_compiler_find(c, e->name);
  if (scope) *value = scope->value;
  return scope || cat_library_tag(c, e->name, e, value) ||
         cat_compiler_fail(c, e, "nothing is called \"%s\" here", e->name);
}

/* 0, _ and 'tag */
bool cat_compile_constant(struct cat_compiler *c, const struct cat_expression *e,
                          struct cat_value *value) {
  (void)c;
  *value = (struct cat_value){ TYPE_NOTHING };
  if (e->kind == EXPRESSION_UNIVERSE) {
    value->type = TYPE_SET;
    value->slot = BASE_UNIVERSE;
  } else if (e->kind == EXPRESSION_TAG) {
    value->type = TYPE_TAG;
    value->name = e->name;
  }
  return true;
}

/* ---- operators ---- */

/* | & \ : both sides have one type. */
bool cat_compile_same_type(struct cat_compiler *c, const struct cat_expression *e,
                           struct cat_value *value) {
  enum cat_operation_kind kind = c->kinds[e->kind].operation;
  struct cat_value left, right;
  cat_slot a, b;
  if (!cat_compile_expression(c, e->parts[0], &left) ||
      !cat_compile_expression(c, e->parts[1], &right))
    return false;
  if (left.type == TYPE_LIST || right.type == TYPE_LIST)
    return cat_combine_lists(c, e, kind, &left, &right, value);
  enum cat_type type = left.type != TYPE_NOTHING ? left.type : right.type;
  *value = (struct cat_value){ TYPE_NOTHING };
  if (type == TYPE_NOTHING) return true;
  if (type != TYPE_SET) type = TYPE_RELATION;
  if (!cat_value_slot(c, e->parts[0], left, type, &a) ||
      !cat_value_slot(c, e->parts[1], right, type, &b))
    return false;
  *value = cat_value_built(c, kind, type, a, b);
  return true;
}

/* The operators whose result is a relation. */
bool cat_compile_operator(struct cat_compiler *c, const struct cat_expression *e,
                          struct cat_value *value) {
  cat_slot slots[2] = { 0 };
  for (unsigned i = 0; i < e->part_count; i++) {
    struct cat_value part;
    if (!cat_compile_expression(c, e->parts[i], &part) ||
        !cat_value_slot(c, e->parts[i], part, c->kinds[e->kind].operands, &slots[i]))
      return false;
  }
  *value = cat_value_built(c, c->kinds[e->kind].operation, TYPE_RELATION, slots[0], slots[1]);
  if (e->kind == EXPRESSION_REFLEXIVE_CLOSURE)
    *value = cat_value_built(c, OPERATION_REFLEXIVE, TYPE_RELATION, value->slot, 0);
  return true;
}

bool cat_compile_complement(struct cat_compiler *c, const struct cat_expression *e,
                            struct cat_value *value) {
  cat_slot slot;
  if (!cat_compile_expression(c, e->parts[0], value)) return false;
  if (value->type == TYPE_NOTHING)
    return cat_compiler_fail(c, e, "is this the complement of a set or a relation?");
  enum cat_type type = value->type == TYPE_SET ? TYPE_SET : TYPE_RELATION;
  if (!cat_value_slot(c, e->parts[0], *value, type, &slot)) return false;
  *value = cat_value_built(c, OPERATION_COMPLEMENT, type, slot, 0);
  return true;
}

bool cat_compile_let_in(struct cat_compiler *c, const struct cat_expression *e,
                        struct cat_value *value) {
  const struct cat_scope *here = c->scope;
  bool good = cat_compile_bindings(c, e->bindings, e->binding_count, e->recursive) &&
              cat_compile_expression(c, e->parts[0], value);
  c->scope = here;
  return good;
}

/* ---- try ---- */

/* Compiles the expression; false, without a message, if it means nothing here. */
static bool compile_quietly(struct cat_compiler *c, const struct cat_expression *e,
                            struct cat_value *value) {
  struct diagnostic ignored = { 0 }, *error = c->error;
  const struct cat_scope *here = c->scope;
  c->error = &ignored;
  bool good = cat_compile_expression(c, e, value);
  c->error = error;
  c->scope = here;
  diagnostic_clear(&ignored);
  return good;
}

/* Makes `first` the union of itself if the test's dialect has all of these tags, and of `second` if
 * it has not. */
static void choose_by_tags(struct cat_compiler *c, const char *const *tags, size_t count,
                           const struct cat_value *second, struct cat_value *first) {
  struct cat_builder *b = &c->builder;
  bool is_set = first->type == TYPE_SET;
  enum cat_operation_kind within = is_set ? OPERATION_INTERSECTION : OPERATION_FROM;
  cat_slot here = cat_library_presence(c, tags[0]);
  for (size_t i = 1; i < count; i++)
    here = cat_build(b, OPERATION_INTERSECTION, true, here, cat_library_presence(c, tags[i]));
  cat_slot elsewhere = cat_build(b, OPERATION_COMPLEMENT, true, here, 0);
  cat_slot left = cat_build(b, within, is_set, here, first->slot);
  cat_slot right = cat_build(b, within, is_set, elsewhere, second->slot);
  *first = cat_value_built(c, OPERATION_UNION, first->type, left, right);
}

/* Compiles the second part of a `try` whose first part names tags that some dialects lack. */
static void compile_instead(struct cat_compiler *c, const struct cat_expression *e, size_t from,
                            struct cat_value *value) {
  const char *outer = c->unless;
  size_t count = c->tried.length - from;
  struct cat_value second;
  c->unless = c->tried.items[from];
  bool good = compile_quietly(c, e, &second);
  c->unless = outer;
  if (good && second.type == value->type && !cat_value_is_nothing(c, &second))
    choose_by_tags(c, c->tried.items + from, count, &second, value);
}

/* The second part counts if the first means nothing here. */
bool cat_compile_try(struct cat_compiler *c, const struct cat_expression *e,
                     struct cat_value *value) {
  size_t before = c->tried.length;
  c->trying++;
  bool good = compile_quietly(c, e->parts[0], value);
  c->trying--;
  if (!good) return cat_compile_expression(c, e->parts[1], value);
  if (cat_value_is_slot(value) && c->tried.length > before)
    compile_instead(c, e->parts[1], before, value);
  if (!c->trying) c->tried.length = before;
  return true;
}

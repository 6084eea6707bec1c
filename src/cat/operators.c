/* The expressions of a cat file: what each operator makes of its operands.
 *
 * Sets are told from relations here, statically, as in herd; 0 and {} are whichever is asked for.
 */
#include <string.h>
#include "cat/compiler.h"
#include "base/text.h"

enum { DEPTH_MAX = 4000, STEPS_MAX = 1000000 };

const char *cat_value_type_name(enum value_type type) {
  static const char *const names[] = {
    [TYPE_NOTHING] = "nothing",       [TYPE_SET] = "a set",
    [TYPE_RELATION] = "a relation",   [TYPE_TAG] = "a tag",
    [TYPE_LIST] = "a set of sets",    [TYPE_TUPLE] = "a tuple",
    [TYPE_FUNCTION] = "a function",   [TYPE_PRIMITIVE] = "a function",
    [TYPE_PROCEDURE] = "a procedure", [TYPE_CLASSES] = "a set of sets",
    [TYPE_ORDERS] = "a set of orders"
  };
  return names[type];
}

bool cat_value_slot(struct compiler *compiler, const struct cat_expression *at, struct value value,
                    enum value_type type, cat_slot *slot) {
  if (value.type == TYPE_NOTHING) {
    *slot = cat_build(&compiler->builder, OPERATION_NOTHING, type == TYPE_SET, 0, 0);
    return true;
  }
  *slot = value.slot;
  return value.type == type ||
         diagnostic_at(compiler->error, at->source, at->span, "expected %s, found %s",
                       cat_value_type_name(type), cat_value_type_name(value.type));
}

static bool compile_as(struct compiler *compiler, const struct cat_expression *expression,
                       enum value_type type, cat_slot *slot) {
  struct value value;
  return cat_compile_expression(compiler, expression, &value) &&
         cat_value_slot(compiler, expression, value, type, slot);
}

struct value cat_value_made(struct compiler *compiler, enum cat_operation_kind kind,
                            enum value_type type, cat_slot left, cat_slot right) {
  return (struct value){ .type = type,
                         .slot =
                             cat_build(&compiler->builder, kind, type == TYPE_SET, left, right) };
}

bool cat_value_is_nothing(const struct compiler *compiler, const struct value *value) {
  if (value->type == TYPE_NOTHING) return true;
  return (value->type == TYPE_SET || value->type == TYPE_RELATION) &&
         cat_builder_is_nothing(&compiler->builder, value->slot);
}

static bool is_list(const struct value *value) { return value->type == TYPE_LIST; }

/* | & \ : both sides of one type. */
static bool compile_same_type(struct compiler *compiler, const struct cat_expression *expression,
                              enum cat_operation_kind kind, struct value *value) {
  const struct cat_expression *const *parts =
      (const struct cat_expression *const *)expression->parts;
  struct value left, right;
  if (!cat_compile_expression(compiler, parts[0], &left) ||
      !cat_compile_expression(compiler, parts[1], &right))
    return false;
  if (is_list(&left) || is_list(&right))
    return cat_combine_lists(compiler, expression, kind, &left, &right, value);
  enum value_type type = left.type != TYPE_NOTHING ? left.type : right.type;
  if (type == TYPE_NOTHING) {
    *value = (struct value){ TYPE_NOTHING };
    return true;
  }
  if (type != TYPE_SET) type = TYPE_RELATION;
  cat_slot a, b;
  if (!cat_value_slot(compiler, parts[0], left, type, &a) ||
      !cat_value_slot(compiler, parts[1], right, type, &b))
    return false;
  *value = cat_value_made(compiler, kind, type, a, b);
  return true;
}

static bool compile_binary(struct compiler *compiler, const struct cat_expression *expression,
                           enum cat_operation_kind kind, enum value_type operands,
                           struct value *value) {
  cat_slot left, right;
  if (!compile_as(compiler, expression->parts[0], operands, &left) ||
      !compile_as(compiler, expression->parts[1], operands, &right))
    return false;
  *value = cat_value_made(compiler, kind, TYPE_RELATION, left, right);
  return true;
}

static bool compile_unary(struct compiler *compiler, const struct cat_expression *expression,
                          enum cat_operation_kind kind, enum value_type from, struct value *value) {
  cat_slot slot;
  if (!compile_as(compiler, expression->parts[0], from, &slot)) return false;
  *value = cat_value_made(compiler, kind, TYPE_RELATION, slot, 0);
  return true;
}

static bool compile_complement(struct compiler *compiler, const struct cat_expression *expression,
                               struct value *value) {
  if (!cat_compile_expression(compiler, expression->parts[0], value)) return false;
  if (value->type == TYPE_NOTHING)
    return cat_compiler_fail(compiler, expression,
                             "is this the complement of a set or a relation?");
  enum value_type type = value->type == TYPE_SET ? TYPE_SET : TYPE_RELATION;
  cat_slot slot;
  if (!cat_value_slot(compiler, expression->parts[0], *value, type, &slot)) return false;
  *value = cat_value_made(compiler, OPERATION_COMPLEMENT, type, slot, 0);
  return true;
}

static bool compile_name(struct compiler *compiler, const struct cat_expression *expression,
                         struct value *value) {
  const struct name_scope *scope = cat_compiler_find(compiler, expression->name);
  if (scope) *value = scope->value;
  return scope || cat_library_tag(compiler, expression->name, expression, value) ||
         diagnostic_at(compiler->error, expression->source, expression->span,
                       "nothing is called \"%s\" here", expression->name);
}

static bool compile_let_in(struct compiler *compiler, const struct cat_expression *expression,
                           struct value *value) {
  const struct name_scope *here = compiler->scope;
  bool good = cat_compile_bindings(compiler, expression->bindings, expression->binding_count,
                                   expression->recursive) &&
              cat_compile_expression(compiler, expression->parts[0], value);
  compiler->scope = here;
  return good;
}

/* False, and no message, where it means nothing here. */
static bool compile_if_it_can(struct compiler *compiler, const struct cat_expression *expression,
                              struct value *value) {
  struct diagnostic ignored = { 0 }, *error = compiler->error;
  const struct name_scope *here = compiler->scope;
  compiler->error = &ignored;
  bool good = cat_compile_expression(compiler, expression, value);
  compiler->error = error;
  compiler->scope = here;
  diagnostic_clear(&ignored);
  return good;
}

/* `first` where the test's dialect has all of these tags, else `second`. */
static void choose_by_tags(struct compiler *compiler, const char *const *tags, size_t count,
                           const struct value *second, struct value *first) {
  cat_slot here = cat_library_presence(compiler, tags[0]);
  for (size_t i = 1; i < count; i++)
    here = cat_build(&compiler->builder, OPERATION_INTERSECTION, true, here,
                     cat_library_presence(compiler, tags[i]));
  cat_slot elsewhere = cat_build(&compiler->builder, OPERATION_COMPLEMENT, true, here, 0);
  enum cat_operation_kind within =
      first->type == TYPE_SET ? OPERATION_INTERSECTION : OPERATION_FROM;
  cat_slot left = cat_build(&compiler->builder, within, first->type == TYPE_SET, here, first->slot);
  cat_slot right =
      cat_build(&compiler->builder, within, first->type == TYPE_SET, elsewhere, second->slot);
  *first = cat_value_made(compiler, OPERATION_UNION, first->type, left, right);
}

/* The second part of a `try`, where the first names tags that some dialects lack. */
static void compile_instead(struct compiler *compiler, const struct cat_expression *expression,
                            size_t from, struct value *value) {
  const char *outer = compiler->unless;
  size_t count = compiler->tried.length - from;
  struct value second;
  compiler->unless = compiler->tried.items[from];
  bool good = compile_if_it_can(compiler, expression, &second);
  compiler->unless = outer;
  if (good && second.type == value->type && !cat_value_is_nothing(compiler, &second))
    choose_by_tags(compiler, compiler->tried.items + from, count, &second, value);
}

/* The second part counts where the first means nothing here. */
static bool compile_try(struct compiler *compiler, const struct cat_expression *expression,
                        struct value *value) {
  size_t before = compiler->tried.length;
  compiler->trying++;
  bool good = compile_if_it_can(compiler, expression->parts[0], value);
  compiler->trying--;
  if (!good) return cat_compile_expression(compiler, expression->parts[1], value);
  bool choice = value->type == TYPE_SET || value->type == TYPE_RELATION;
  if (choice && compiler->tried.length > before)
    compile_instead(compiler, expression->parts[1], before, value);
  if (!compiler->trying) compiler->tried.length = before;
  return true;
}

static bool compile_if(struct compiler *compiler, const struct cat_expression *expression,
                       struct value *value) {
  bool holds;
  return cat_compile_condition(compiler, expression->parts[0], &holds) &&
         cat_compile_expression(compiler, expression->parts[holds ? 1 : 2], value);
}

static bool compile_operator(struct compiler *compiler, const struct cat_expression *expression,
                             struct value *value) {
  switch (expression->kind) {
  case EXPRESSION_UNION: return compile_same_type(compiler, expression, OPERATION_UNION, value);
  case EXPRESSION_INTERSECTION:
    return compile_same_type(compiler, expression, OPERATION_INTERSECTION, value);
  case EXPRESSION_DIFFERENCE:
    return compile_same_type(compiler, expression, OPERATION_DIFFERENCE, value);
  case EXPRESSION_SEQUENCE:
    return compile_binary(compiler, expression, OPERATION_SEQUENCE, TYPE_RELATION, value);
  case EXPRESSION_PRODUCT:
    return compile_binary(compiler, expression, OPERATION_PRODUCT, TYPE_SET, value);
  case EXPRESSION_COMPLEMENT: return compile_complement(compiler, expression, value);
  case EXPRESSION_CLOSURE:
    return compile_unary(compiler, expression, OPERATION_CLOSURE, TYPE_RELATION, value);
  case EXPRESSION_REFLEXIVE_CLOSURE:
    if (!compile_unary(compiler, expression, OPERATION_CLOSURE, TYPE_RELATION, value)) return false;
    *value = cat_value_made(compiler, OPERATION_REFLEXIVE, TYPE_RELATION, value->slot, 0);
    return true;
  case EXPRESSION_REFLEXIVE:
    return compile_unary(compiler, expression, OPERATION_REFLEXIVE, TYPE_RELATION, value);
  case EXPRESSION_INVERSE:
    return compile_unary(compiler, expression, OPERATION_INVERSE, TYPE_RELATION, value);
  case EXPRESSION_IDENTITY:
    return compile_unary(compiler, expression, OPERATION_IDENTITY, TYPE_SET, value);
  default: return cat_compiler_fail(compiler, expression, "unsupported: a condition as a value");
  }
}

static bool compile_kind(struct compiler *compiler, const struct cat_expression *expression,
                         struct value *value) {
  switch (expression->kind) {
  case EXPRESSION_NAME: return compile_name(compiler, expression, value);
  case EXPRESSION_NOTHING: *value = (struct value){ TYPE_NOTHING }; return true;
  case EXPRESSION_UNIVERSE: *value = (struct value){ TYPE_SET, .slot = BASE_UNIVERSE }; return true;
  case EXPRESSION_TAG: *value = (struct value){ TYPE_TAG, .name = expression->name }; return true;
  case EXPRESSION_APPLY: return cat_compile_apply(compiler, expression, value);
  case EXPRESSION_TUPLE: return cat_compile_items(compiler, expression, TYPE_TUPLE, value);
  case EXPRESSION_LIST: return cat_compile_items(compiler, expression, TYPE_LIST, value);
  case EXPRESSION_ADD: return cat_compile_add(compiler, expression, value);
  case EXPRESSION_FUNCTION:
    *value = (struct value){ TYPE_FUNCTION, .function = expression->bindings,
                             .inside = compiler->scope };
    return true;
  case EXPRESSION_LET: return compile_let_in(compiler, expression, value);
  case EXPRESSION_TRY: return compile_try(compiler, expression, value);
  case EXPRESSION_IF: return compile_if(compiler, expression, value);
  case EXPRESSION_MATCH: return cat_compile_match(compiler, expression, value);
  default: return compile_operator(compiler, expression, value);
  }
}

bool cat_compile_expression(struct compiler *compiler, const struct cat_expression *expression,
                            struct value *value) {
  if (compiler->depth >= DEPTH_MAX || ++compiler->steps > STEPS_MAX)
    return cat_compiler_fail(compiler, expression, "unsupported: definitions nested this deeply");
  compiler->depth++;
  bool good = compile_kind(compiler, expression, value);
  compiler->depth--;
  if (good && (value->type == TYPE_SET || value->type == TYPE_RELATION)) {
    struct cat_slot_info *info = &compiler->builder.slots.items[value->slot];
    if (!info->text) info->text = expression;
  }
  if (good && compiler->builder.full)
    return cat_compiler_fail(compiler, expression, "unsupported: a model of this size");
  return good;
}

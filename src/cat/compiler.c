/* The compiler's scopes and values, and its one entry for expressions.
 *
 * Scoping is lexical and static, as in herd7.  A definition uses the meanings that its names have
 * there, and a later definition of the same name hides the earlier one.  Sets and relations are
 * distinguished statically, too; 0 and {} fit either. */
#include "cat/compiler.h"

#include "base/text.h"

enum { DEPTH_MAX = 4000, STEPS_MAX = 1000000 };

/* ---- scopes ---- */

const struct cat_scope *cat_compiler_find(const struct cat_compiler *c, const char *name) {
  const struct cat_scope *scope = c->scope;
  while (scope && !text_equal(scope->name, name)) scope = scope->outer;
  return scope;
}

void cat_compiler_bind(struct cat_compiler *c, const char *name, struct cat_value value) {
  struct cat_scope *scope = arena_new(&c->arena, sizeof *scope);
  *scope = (struct cat_scope){ name, value, c->scope };
  c->scope = scope;
}

bool cat_compiler_bind_parameters(struct cat_compiler *c, const struct cat_expression *at,
                                  const struct cat_binding *binding,
                                  const struct cat_value *argument) {
  if (binding->parameter_count == 1) {
    cat_compiler_bind(c, binding->parameters[0], *argument);
    return true;
  }
  unsigned found = argument->type == TYPE_TUPLE ? argument->count : 1;
  if (found != binding->parameter_count)
    return cat_compiler_fail(c, at, "\"%s\" takes %u arguments, found %u",
                             binding->name ? binding->name : "this function",
                             binding->parameter_count, found);
  for (unsigned i = 0; i < found; i++)
    cat_compiler_bind(c, binding->parameters[i], argument->items[i]);
  return true;
}

/* ---- values ---- */

const char *cat_type_name(enum cat_type type) {
  static const char *const names[] = { [TYPE_NOTHING] = "nothing",
                                       [TYPE_SET] = "a set",
                                       [TYPE_RELATION] = "a relation",
                                       [TYPE_TAG] = "a tag",
                                       [TYPE_LIST] = "a set of sets",
                                       [TYPE_TUPLE] = "a tuple",
                                       [TYPE_FUNCTION] = "a function",
                                       [TYPE_PRIMITIVE] = "a function",
                                       [TYPE_PROCEDURE] = "a procedure",
                                       [TYPE_CLASSES] = "a set of sets",
                                       [TYPE_LIFTED] = "a relation between sets",
                                       [TYPE_ORDERS] = "a set of orders" };
  return names[type];
}

enum { FLAGS_MAX = 64 };

bool cat_compiler_flag(struct cat_compiler *c, const struct cat_expression *at, const char *name,
                       int *flag) {
  struct cat_code *code = c->builder.code;
  for (*flag = 0; (size_t)*flag < code->flags.length; ++*flag)
    if (text_equal(code->flags.items[*flag], name)) return true;
  if (*flag == FLAGS_MAX) return cat_compiler_fail(c, at, "unsupported: more than 64 flags");
  vector_push(code->flags, name);
  return true;
}

bool cat_value_slot(struct cat_compiler *c, const struct cat_expression *at, struct cat_value value,
                    enum cat_type type, cat_slot *slot) {
  if (value.type == TYPE_NOTHING) {
    *slot = cat_build(&c->builder, OPERATION_NOTHING, type == TYPE_SET, 0, 0);
    return true;
  }
  *slot = value.slot;
  return value.type == type || cat_compiler_fail(c, at, "expected %s, found %s",
                                                 cat_type_name(type), cat_type_name(value.type));
}

struct cat_value cat_value_built(struct cat_compiler *c, enum cat_operation_kind kind,
                                 enum cat_type type, cat_slot left, cat_slot right) {
  cat_slot slot = cat_build(&c->builder, kind, type == TYPE_SET, left, right);
  return (struct cat_value){ .type = type, .slot = slot };
}

bool cat_value_is_slot(const struct cat_value *value) {
  return value->type == TYPE_SET || value->type == TYPE_RELATION;
}

bool cat_value_is_list(const struct cat_value *value) {
  return value->type == TYPE_LIST || value->type == TYPE_NOTHING;
}

bool cat_value_is_nothing(const struct cat_compiler *c, const struct cat_value *value) {
  return value->type == TYPE_NOTHING ||
         (cat_value_is_slot(value) && cat_builder_is_nothing(&c->builder, value->slot));
}

/* ---- the entry ---- */

bool cat_compile_expression(struct cat_compiler *c, const struct cat_expression *e,
                            struct cat_value *value) {
  if (c->depth >= DEPTH_MAX || ++c->steps > STEPS_MAX)
    return cat_compiler_fail(c, e, "unsupported: definitions nested this deeply");
  cat_rule *rule = c->kinds[e->kind].rule;
  if (!rule) return cat_compiler_fail(c, e, "unsupported: a condition as a value");
  c->depth++;
  bool good = rule(c, e, value);
  c->depth--;
  if (good && cat_value_is_slot(value)) {
    struct cat_slot_info *info = &c->builder.slots.items[value->slot];
    if (!info->text) info->text = e;
  }
  if (good && c->builder.full) return cat_compiler_fail(c, e, "unsupported: a model of this size");
  return good;
}

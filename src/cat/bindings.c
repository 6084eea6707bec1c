/* The definitions of `let` and `let rec`.
 *
 * A recursive definition of sets and relations is the least fixpoint.  Rounds begin with everything
 * empty and compute one body after the other.  A body uses this round's results of the bodies
 * before it and the last round's results of those after it, as in herd7.  So definitions that are
 * not monotone have a meaning, too; the kernel's model matches nested locks by one.  The rounds end
 * when no body is larger than it was. herd7 takes that result; here a definition whose value is
 * still not stable is refused (evaluate.c).
 *
 * Inference tells whether a recursive name is a set or a relation.  First every name is nothing.
 * Then those whose bodies compile get the types of the bodies, until no name gets a type. */
#include "cat/compiler.h"
#include "cat/bindings.h"

#include "cat/builder.h"
#include "cat/fixpoints.h"

/* Every body sees the scope outside. */
static bool compile_plain(struct cat_compiler *c, const struct cat_binding *bindings,
                          unsigned count) {
  const struct cat_scope *outer = c->scope;
  VECTOR(struct cat_value) values = { 0 };
  bool good = true;
  for (unsigned i = 0; good && i < count; i++) {
    struct cat_value value = { TYPE_FUNCTION, .function = &bindings[i], .inside = outer };
    if (!bindings[i].is_function) good = cat_compile_expression(c, bindings[i].body, &value);
    vector_push(values, value);
  }
  for (unsigned i = 0; good && i < count; i++) {
    const struct cat_binding *binding = &bindings[i];
    const struct cat_value *value = &values.items[i];
    if (binding->name && value->type == TYPE_RELATION) {
      struct cat_slot_info *info = &c->builder.slots.items[value->slot];
      if (!info->name) info->name = binding->name;
    }
    if (binding->name) cat_compiler_bind(c, binding->name, *value);
    else good = cat_compiler_bind_parameters(c, binding->body, binding, value);
  }
  vector_free(values);
  return good;
}

/* Every function sees the scope that holds all of them. */
static void compile_functions(struct cat_compiler *c, const struct cat_binding *bindings,
                              unsigned count) {
  struct cat_scope **scopes = memory_new(count, sizeof *scopes);
  for (unsigned i = 0; i < count; i++) {
    cat_compiler_bind(c, bindings[i].name,
                      (struct cat_value){ TYPE_FUNCTION, .function = &bindings[i] });
    scopes[i] = (struct cat_scope *)c->scope;
  }
  for (unsigned i = 0; i < count; i++) scopes[i]->value.inside = c->scope;
  memory_free(scopes);
}

/* ---- let rec of sets and relations ---- */

/* One name of a fixpoint. */
struct recursion {
  enum cat_type type;
  cat_slot variable, result;
};

static void bind_all(struct cat_compiler *c, const struct cat_binding *bindings, unsigned count,
                     const struct recursion *names) {
  for (unsigned i = 0; i < count; i++)
    cat_compiler_bind(c, bindings[i].name,
                      (struct cat_value){ names[i].type, .slot = names[i].variable });
}

/* One round of inference; true if some name got a type.  A body that does not compile yet is tried
 * again in the next round. */
static bool infer_round(struct cat_compiler *c, const struct cat_binding *bindings, unsigned count,
                        struct recursion *names) {
  struct diagnostic ignored = { 0 }, *error = c->error;
  const struct cat_scope *here = c->scope;
  bool news = false;
  c->error = &ignored;
  for (unsigned i = 0; i < count; i++)
    if (names[i].type != TYPE_NOTHING)
      names[i].variable =
          cat_builder_variable(&c->builder, names[i].type == TYPE_SET, LEVEL_EVENTS, -1);
  bind_all(c, bindings, count, names);
  const struct cat_scope *inside = c->scope;
  for (unsigned i = 0; i < count; i++) {
    struct cat_value value = { TYPE_NOTHING };
    c->scope = inside;
    if (names[i].type != TYPE_NOTHING || !cat_compile_expression(c, bindings[i].body, &value) ||
        !cat_value_is_slot(&value))
      continue;
    names[i].type = value.type;
    news = true;
  }
  diagnostic_clear(&ignored);
  c->scope = here;
  c->error = error;
  return news;
}

static void infer_types(struct cat_compiler *c, const struct cat_binding *bindings, unsigned count,
                        struct recursion *names) {
  while (infer_round(c, bindings, count, names)) continue;
  for (unsigned i = 0; i < count; i++)
    if (names[i].type == TYPE_NOTHING) names[i].type = TYPE_RELATION;
}

/* The bodies after this one take its result for its name. */
static bool compile_bodies(struct cat_compiler *c, const struct cat_binding *bindings,
                           unsigned count, struct recursion *names) {
  for (unsigned i = 0; i < count; i++) {
    struct cat_value value;
    if (!cat_compile_expression(c, bindings[i].body, &value) ||
        !cat_value_slot(c, bindings[i].body, value, names[i].type, &names[i].result))
      return false;
    cat_compiler_bind(c, bindings[i].name,
                      (struct cat_value){ names[i].type, .slot = names[i].result });
  }
  return true;
}

static bool compile_fixpoint(struct cat_compiler *c, const struct cat_binding *bindings,
                             unsigned count) {
  struct recursion *names = memory_new(count, sizeof *names);
  infer_types(c, bindings, count, names);
  int fixpoint = cat_fixpoint_open(&c->builder);
  for (unsigned i = 0; i < count; i++)
    names[i].variable = cat_fixpoint_add(&c->builder, fixpoint, names[i].type == TYPE_SET);
  bind_all(c, bindings, count, names);
  bool good = compile_bodies(c, bindings, count, names);
  for (unsigned i = 0; good && i < count; i++)
    c->builder.code->fixpoints.items[fixpoint].names.items[i].result = names[i].result;
  if (good) cat_fixpoint_close(&c->builder, fixpoint);
  bind_all(c, bindings, count, names);
  memory_free(names);
  return good;
}

bool cat_compile_bindings(struct cat_compiler *c, const struct cat_binding *bindings,
                          unsigned count, bool recursive) {
  if (!recursive) return compile_plain(c, bindings, count);
  if (!bindings[0].is_function) return compile_fixpoint(c, bindings, count);
  compile_functions(c, bindings, count);
  return true;
}

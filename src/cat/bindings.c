/* let and let rec.
 *
 * A recursive definition of sets and relations is the least fixpoint, found by rounds that begin
 * with everything empty and compute one body after the other, each from what those before it have
 * come to in the same round and what those after it had in the round before.  This is herd7's way,
 * which also gives a meaning to definitions that are not monotone, such as the matching of nested
 * locks in the kernel's model: the rounds end when no body is larger than it was.  Unlike herd7,
 * which takes what it has then, a definition whose value still does not stand is refused
 * (evaluate.c). Whether a recursive name is a set or a relation is inferred: with the name nothing
 * at all, then with what came of that, until nothing more comes of it. */
#include <string.h>
#include "cat/compiler.h"

/* All bodies see the scope outside. */
static bool compile_plain(struct compiler *compiler, const struct cat_binding *bindings,
                          unsigned count) {
  const struct name_scope *outer = compiler->scope;
  VECTOR(struct value) values = { 0 };
  bool good = true;
  for (unsigned i = 0; good && i < count; i++) {
    struct value value = { TYPE_FUNCTION, .function = &bindings[i], .inside = outer };
    if (!bindings[i].is_function) good = cat_compile_expression(compiler, bindings[i].body, &value);
    vector_push(values, value);
  }
  for (unsigned i = 0; good && i < count; i++) {
    if (bindings[i].name && values.items[i].type == TYPE_RELATION && !values.items[i].by_location) {
      struct cat_slot_info *info = &compiler->builder.slots.items[values.items[i].slot];
      if (!info->name) info->name = bindings[i].name;
    }
    if (bindings[i].name) cat_compiler_bind(compiler, bindings[i].name, values.items[i]);
    else good = cat_bind_parameters(compiler, bindings[i].body, &bindings[i], &values.items[i]);
  }
  vector_free(values);
  return good;
}

/* Functions that see themselves. */
static void compile_functions(struct compiler *compiler, const struct cat_binding *bindings,
                              unsigned count) {
  struct name_scope **scopes = memory_new(count, sizeof *scopes);
  for (unsigned i = 0; i < count; i++) {
    cat_compiler_bind(compiler, bindings[i].name,
                      (struct value){ TYPE_FUNCTION, .function = &bindings[i] });
    scopes[i] = (struct name_scope *)compiler->scope;
  }
  for (unsigned i = 0; i < count; i++) scopes[i]->value.inside = compiler->scope;
  memory_free(scopes);
}

/* One round of inference: true when some name got a type.  A body that does not compile yet is
 * asked again later. */
static bool infer_round(struct compiler *compiler, const struct cat_binding *bindings,
                        unsigned count, enum value_type *types) {
  struct diagnostic ignored = { 0 }, *error = compiler->error;
  const struct name_scope *here = compiler->scope;
  bool news = false;
  compiler->error = &ignored;
  for (unsigned i = 0; i < count; i++) {
    cat_slot slot =
        types[i] == TYPE_NOTHING
            ? 0
            : cat_builder_variable(&compiler->builder, types[i] == TYPE_SET, LEVEL_EVENTS, -1);
    cat_compiler_bind(compiler, bindings[i].name, (struct value){ types[i], .slot = slot });
  }
  const struct name_scope *inside = compiler->scope;
  for (unsigned i = 0; i < count; i++) {
    struct value value = { TYPE_NOTHING };
    compiler->scope = inside;
    if (types[i] != TYPE_NOTHING || !cat_compile_expression(compiler, bindings[i].body, &value))
      continue;
    if (value.type != TYPE_SET && value.type != TYPE_RELATION) continue;
    types[i] = value.type;
    news = true;
  }
  diagnostic_clear(&ignored);
  compiler->scope = here;
  compiler->error = error;
  return news;
}

static void infer_types(struct compiler *compiler, const struct cat_binding *bindings,
                        unsigned count, enum value_type *types) {
  for (unsigned i = 0; i < count; i++) types[i] = TYPE_NOTHING;
  while (infer_round(compiler, bindings, count, types)) continue;
  for (unsigned i = 0; i < count; i++)
    if (types[i] == TYPE_NOTHING) types[i] = TYPE_RELATION;
}

struct recursion {
  enum value_type *types;
  cat_slot *variables, *results;
};

static void bind_all(struct compiler *compiler, const struct cat_binding *bindings, unsigned count,
                     const struct recursion *recursion) {
  for (unsigned i = 0; i < count; i++)
    cat_compiler_bind(compiler, bindings[i].name,
                      (struct value){ recursion->types[i], .slot = recursion->variables[i] });
}

/* Bodies after this one take its result for its name. */
static bool compile_bodies(struct compiler *compiler, const struct cat_binding *bindings,
                           unsigned count, struct recursion *recursion) {
  for (unsigned i = 0; i < count; i++) {
    struct value value;
    if (!cat_compile_expression(compiler, bindings[i].body, &value) ||
        !cat_value_slot(compiler, bindings[i].body, value, recursion->types[i],
                        &recursion->results[i]))
      return false;
    cat_compiler_bind(compiler, bindings[i].name,
                      (struct value){ recursion->types[i], .slot = recursion->results[i] });
  }
  return true;
}

static bool compile_fixpoint(struct compiler *compiler, const struct cat_binding *bindings,
                             unsigned count) {
  struct cat_builder *builder = &compiler->builder;
  struct recursion recursion = { memory_new(count, sizeof *recursion.types),
                                 memory_new(count, sizeof *recursion.variables),
                                 memory_new(count, sizeof *recursion.results) };
  infer_types(compiler, bindings, count, recursion.types);
  int fixpoint = cat_builder_open_fixpoint(builder);
  for (unsigned i = 0; i < count; i++) {
    recursion.variables[i] =
        cat_builder_variable(builder, recursion.types[i] == TYPE_SET, LEVEL_EVENTS, fixpoint);
    cat_builder_add_variable(builder, fixpoint, recursion.variables[i]);
  }
  bind_all(compiler, bindings, count, &recursion);
  bool good = compile_bodies(compiler, bindings, count, &recursion);
  if (good) cat_builder_close_fixpoint(builder, fixpoint, recursion.results);
  bind_all(compiler, bindings, count, &recursion);
  memory_free(recursion.types);
  memory_free(recursion.variables);
  memory_free(recursion.results);
  return good;
}

bool cat_compile_bindings(struct compiler *compiler, const struct cat_binding *bindings,
                          unsigned count, bool recursive) {
  if (!recursive) return compile_plain(compiler, bindings, count);
  if (!bindings[0].is_function) return compile_fixpoint(compiler, bindings, count);
  compile_functions(compiler, bindings, count);
  return true;
}

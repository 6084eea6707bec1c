/* From the tree of a cat file to operations: names are resolved, sets told from relations,
 * functions unfolded.
 *
 * Scoping is lexical and static, as in herd: a definition uses what its names meant where it
 * stands, and a later definition of the same name hides the earlier one. */
#include "cat/compiler.h"

#include <ctype.h>
#include <string.h>
#include "cat/reader.h"
#include "cat/variants.h"
#include "base/text.h"

void *cat_compiler_keep(struct compiler *compiler, void *block) {
  vector_push(compiler->blocks, block);
  return block;
}

bool cat_compiler_fail(struct compiler *compiler, const struct cat_expression *at,
                       const char *message) {
  return diagnostic_at(compiler->error, at->source, at->span, "%s", message);
}

const struct name_scope *cat_compiler_find(const struct compiler *compiler, const char *name) {
  for (const struct name_scope *scope = compiler->scope; scope; scope = scope->outer)
    if (text_equal(scope->name, name)) return scope;
  return NULL;
}

void cat_compiler_bind(struct compiler *compiler, const char *name, struct value value) {
  struct name_scope *scope = cat_compiler_keep(compiler, memory_new(1, sizeof *scope));
  *scope = (struct name_scope){ name, value, compiler->scope };
  compiler->scope = scope;
}

/* ---- tests ---- */

static int flag_index(struct cat_code *code, const char *name) {
  for (size_t i = 0; i < code->flags.length; i++)
    if (text_equal(code->flags.items[i], name)) return (int)i;
  vector_push(code->flags, name);
  return (int)code->flags.length - 1;
}

static bool compile_test(struct compiler *compiler, const struct cat_statement *statement) {
  struct value value;
  cat_slot slot;
  if (!cat_compile_expression(compiler, statement->expression, &value)) return false;
  enum value_type type =
      statement->test == TEST_EMPTY && value.type == TYPE_SET ? TYPE_SET : TYPE_RELATION;
  if (!cat_value_slot(compiler, statement->expression, value, type, &slot)) return false;
  if (type == TYPE_SET) slot = cat_build(&compiler->builder, OPERATION_IDENTITY, false, slot, 0);
  struct cat_axiom axiom = { statement->test,
                             statement->negated,
                             -1,
                             statement->name ? statement->name : compiler->call_name,
                             statement->source,
                             statement->span };
  if (statement->flag) axiom.flag = flag_index(compiler->builder.code, statement->name);
  if (axiom.flag >= 64)
    return cat_compiler_fail(compiler, statement->expression, "unsupported: more than 64 flags");
  if (statement->undefined) compiler->builder.code->undefined |= (uint64_t)1 << axiom.flag;
  cat_build_test(&compiler->builder, slot, &axiom);
  return true;
}

/* ---- with ---- */

/* with co from generate_cos(r): the candidates' own coherence, which must contain r. */
static void choose_coherence(struct compiler *compiler, const struct cat_statement *statement,
                             const struct value *orders) {
  struct cat_builder *builder = &compiler->builder;
  cat_slot first = cat_build(builder, OPERATION_PRODUCT, false, BASE_IW,
                             cat_build(builder, OPERATION_DIFFERENCE, true, BASE_W, BASE_IW));
  cat_slot co0 = cat_build(builder, OPERATION_INTERSECTION, false, BASE_LOC, first);
  struct cat_axiom axiom = { TEST_EMPTY,        false,          -1, statement->bindings->name,
                             statement->source, statement->span };
  if (orders->order != co0)
    cat_build_test(builder, cat_build(builder, OPERATION_DIFFERENCE, false, orders->order, BASE_CO),
                   &axiom);
  compiler->coherence_chosen = true;
  cat_compiler_bind(compiler, statement->bindings->name,
                    (struct value){ TYPE_RELATION, .slot = BASE_CO });
}

static bool gather_choices(struct compiler *compiler, const struct cat_statement *statement,
                           const struct value *value, struct cat_choice *choice) {
  if (value->type != TYPE_LIST && value->type != TYPE_NOTHING)
    return cat_compiler_fail(
        compiler, statement->expression,
        "unsupported: a choice that is neither linearisations(S, r) nor {r, ...}");
  for (unsigned i = 0; i < value->count; i++) {
    cat_slot slot;
    if (!cat_value_slot(compiler, statement->expression, value->items[i], TYPE_RELATION, &slot))
      return false;
    vector_push(choice->among, slot);
  }
  return true;
}

/* with x from linearisations(S, r)   with x from generate_orders(S, r)   with x from {r, ...} */
static bool compile_with(struct compiler *compiler, const struct cat_statement *statement) {
  struct cat_code *code = compiler->builder.code;
  struct value from;
  if (!cat_compile_expression(compiler, statement->expression, &from)) return false;
  if (from.type == TYPE_ORDERS && from.by_location && from.slot == BASE_W &&
      !compiler->coherence_chosen) {
    choose_coherence(compiler, statement, &from);
    return true;
  }
  if (from.type == TYPE_LIST && from.count == 1 &&
      (from.items[0].type == TYPE_RELATION || from.items[0].type == TYPE_NOTHING)) {
    cat_compiler_bind(compiler, statement->bindings->name, from.items[0]);
    return true;
  }
  if (code->choices.length >= CHOICES_MAX)
    return cat_compiler_fail(compiler, statement->expression, "unsupported: so many `with`s");
  struct cat_choice choice = { .linear = from.type == TYPE_ORDERS,
                               .by_location = from.by_location };
  choice.set = from.slot;
  choice.order = from.order;
  bool good = choice.linear || gather_choices(compiler, statement, &from, &choice);
  unsigned level = LEVEL_WITH + (unsigned)code->choices.length;
  choice.target = cat_builder_variable(&compiler->builder, false, (enum cat_level)level, -1);
  cat_compiler_bind(compiler, statement->bindings->name,
                    (struct value){ TYPE_RELATION, .slot = choice.target });
  vector_push(code->choices, choice);
  return good;
}

/* ---- procedures, loops, enumerations ---- */

static bool compile_statements(struct compiler *compiler, const struct cat_statement *statements,
                               unsigned count);

static bool compile_call(struct compiler *compiler, const struct cat_statement *statement) {
  const struct cat_expression *call = statement->expression, *callee = call->parts[0];
  const struct name_scope *found =
      callee->kind == EXPRESSION_NAME ? cat_compiler_find(compiler, callee->name) : NULL;
  if (!found || found->value.type != TYPE_PROCEDURE)
    return diagnostic_at(compiler->error, callee->source, callee->span,
                         "no procedure is called \"%.*s\" here", (int)callee->span.length,
                         callee->source->text + callee->span.start);
  struct value argument;
  if (!cat_compile_expression(compiler, call->parts[1], &argument)) return false;
  const struct cat_statement *procedure = found->value.procedure;
  const struct name_scope *here = compiler->scope;
  const char *outer_name = compiler->call_name;
  if (compiler->depth++ > 200)
    return cat_compiler_fail(compiler, call, "unsupported: procedures nested this deeply");
  compiler->scope = found->value.inside;
  if (statement->name) compiler->call_name = statement->name;
  bool good = cat_bind_parameters(compiler, call, procedure->bindings, &argument) &&
              compile_statements(compiler, procedure->body, procedure->body_count);
  compiler->depth--;
  compiler->call_name = outer_name;
  compiler->scope = here;
  return good;
}

/* The body once for each item; what it defines is gone after it. */
static bool compile_forall(struct compiler *compiler, const struct cat_statement *statement) {
  struct value set;
  if (!cat_compile_expression(compiler, statement->expression, &set)) return false;
  if (cat_value_is_nothing(compiler, &set)) return true;
  if (set.type != TYPE_LIST)
    return cat_compiler_fail(
        compiler, statement->expression,
        "unsupported: iterating over events, which differ from execution to execution");
  const struct name_scope *here = compiler->scope;
  bool good = true;
  for (unsigned i = 0; good && i < set.count; i++) {
    cat_compiler_bind(compiler, statement->bindings->name, set.items[i]);
    good = compile_statements(compiler, statement->body, statement->body_count);
    compiler->scope = here;
  }
  return good;
}

static bool compile_if(struct compiler *compiler, const struct cat_statement *statement) {
  bool holds;
  if (!cat_compile_condition(compiler, statement->expression, &holds)) return false;
  return holds ? compile_statements(compiler, statement->body, statement->body_count)
               : compile_statements(compiler, statement->otherwise, statement->otherwise_count);
}

/* The enumeration's name is the set of its tags; each tag is also a set of events, under the tag's
 * name with a capital
 * ('rcu-lock gives Rcu-lock).  Tests in LISA carry whatever tags they like. */
static bool compile_enum(struct compiler *compiler, const struct cat_statement *statement) {
  struct value tags;
  if (!cat_compile_expression(compiler, statement->expression, &tags)) return false;
  for (unsigned i = 0; i < tags.count; i++) {
    char *name =
        cat_keep(&compiler->builder.code->library, memory_format("%s", tags.items[i].name));
    name[0] = (char)toupper((unsigned char)name[0]);
    vector_push(compiler->builder.code->enumerated, name);
    struct value set;
    if (!cat_library_tag(compiler, name, NULL, &set) &&
        !cat_library_tag(compiler, tags.items[i].name, NULL, &set))
      set = cat_library_annotation(compiler, name);
    cat_compiler_bind(compiler, name, set);
  }
  cat_compiler_bind(compiler, statement->name, tags);
  return true;
}

/* ---- show ---- */

/* What a model shows goes into pictures and explanations.  As in herd, showing a name that means
 * nothing here is no error: models for several architectures show the fences of all of them. */
static void compile_show(struct compiler *compiler, const struct cat_statement *statement) {
  struct cat_code *code = compiler->builder.code;
  struct diagnostic ignored = { 0 }, *error = compiler->error;
  struct value value;
  size_t at = 0;
  while (at < code->shown.length && !text_equal(code->shown.items[at].name, statement->name)) at++;
  compiler->error = &ignored;
  compiler->trying++;
  bool good = statement->expression &&
              cat_compile_expression(compiler, statement->expression, &value) &&
              value.type == TYPE_RELATION;
  compiler->trying--;
  compiler->error = error;
  diagnostic_clear(&ignored);
  if (at < code->shown.length) {
    code->shown.items[at] = code->shown.items[code->shown.length - 1];
    code->shown.length--;
  }
  if (good) vector_push(code->shown, (struct cat_tag){ statement->name, value.slot });
}

/* ---- statements ---- */

static bool compile_statement(struct compiler *compiler, const struct cat_statement *statement) {
  switch (statement->kind) {
  case STATEMENT_LET:
    return cat_compile_bindings(compiler, statement->bindings, statement->binding_count,
                                statement->recursive);
  case STATEMENT_TEST: return compile_test(compiler, statement);
  case STATEMENT_WITH: return compile_with(compiler, statement);
  case STATEMENT_PROCEDURE:
    cat_compiler_bind(
        compiler, statement->bindings->name,
        (struct value){ TYPE_PROCEDURE, .procedure = statement, .inside = compiler->scope });
    return true;
  case STATEMENT_CALL: return compile_call(compiler, statement);
  case STATEMENT_SHOW: compile_show(compiler, statement); return true;
  case STATEMENT_IF: return compile_if(compiler, statement);
  case STATEMENT_FORALL: return compile_forall(compiler, statement);
  case STATEMENT_ENUM: return compile_enum(compiler, statement);
  }
  return false;
}

static bool compile_statements(struct compiler *compiler, const struct cat_statement *statements,
                               unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (!compile_statement(compiler, &statements[i])) return false;
  return true;
}

bool cat_compile(const struct cat_tree *tree, const char *const *variants, struct cat_code *code,
                 struct diagnostic *error) {
  struct compiler compiler = { .error = error, .chosen = variants };
  memset(code, 0, sizeof *code);
  code->is_lkmmv1 = cat_variant_is_chosen(variants, "lkmmv1");
  code->architecture = tree->first;
  cat_builder_start(&compiler.builder, code);
  cat_library_bind(&compiler);
  bool good = cat_parse_text("the standard library", cat_library_text, &code->library, error) &&
              compile_statements(&compiler, code->library.statements, code->library.count) &&
              compile_statements(&compiler, tree->statements, tree->count);
  if (good) cat_layout(&compiler.builder);
  code->given_coherence =
      code->used[BASE_CO] && !tree->generates_coherence && !compiler.coherence_chosen;
  vector_free(compiler.tried);
  for (size_t i = 0; i < compiler.blocks.length; i++) memory_free(compiler.blocks.items[i]);
  vector_free(compiler.blocks);
  cat_builder_free(&compiler.builder);
  return good;
}

void cat_code_free(struct cat_code *code) {
  cat_tree_free(&code->library);
  for (unsigned i = 0; code->labels && i < code->slot_count; i++) memory_free(code->labels[i]);
  memory_free(code->labels);
  for (unsigned i = 0; i < LEVELS_MAX; i++) vector_free(code->level[i]);
  vector_free(code->bound);
  vector_free(code->showing);
  for (size_t i = 0; i < code->fixpoints.length; i++) {
    vector_free(code->fixpoints.items[i].body);
    vector_free(code->fixpoints.items[i].variables);
    vector_free(code->fixpoints.items[i].sets);
    vector_free(code->fixpoints.items[i].results);
  }
  for (size_t i = 0; i < code->choices.length; i++) vector_free(code->choices.items[i].among);
  vector_free(code->fixpoints);
  vector_free(code->choices);
  vector_free(code->tests);
  vector_free(code->flags);
  vector_free(code->flag_tests);
  vector_free(code->tags);
  vector_free(code->presences);
  vector_free(code->absent);
  vector_free(code->shown);
  vector_free(code->enumerated);
  vector_free(code->total);
  vector_free(code->within);
}

/* The rules of statements, and the table of the rules of expressions. */
#include "cat/compile.h"
#include "cat/compiler.h"
#include "cat/library.h"
#include "cat/bindings.h"
#include "cat/functions.h"

#include <ctype.h>
#include <string.h>
#include "base/text.h"
#include "cat/variants.h"
#include "cat/axioms.h"
#include "cat/layout.h"
#include "cat/reader.h"
#include "cat/parser.h"

enum { CALLS_MAX = 200 };

/* Conditions have no rule: they stand only after `if`. */
static const struct cat_kind kinds[EXPRESSION_KINDS] = {
  [EXPRESSION_NAME] = { cat_compile_name },
  [EXPRESSION_NOTHING] = { cat_compile_constant },
  [EXPRESSION_UNIVERSE] = { cat_compile_constant },
  [EXPRESSION_TAG] = { cat_compile_constant },
  [EXPRESSION_UNION] = { cat_compile_same_type, OPERATION_UNION },
  [EXPRESSION_INTERSECTION] = { cat_compile_same_type, OPERATION_INTERSECTION },
  [EXPRESSION_DIFFERENCE] = { cat_compile_same_type, OPERATION_DIFFERENCE },
  [EXPRESSION_SEQUENCE] = { cat_compile_operator, OPERATION_SEQUENCE, TYPE_RELATION },
  [EXPRESSION_PRODUCT] = { cat_compile_operator, OPERATION_PRODUCT, TYPE_SET },
  [EXPRESSION_ADD] = { cat_compile_add },
  [EXPRESSION_COMPLEMENT] = { cat_compile_complement },
  [EXPRESSION_CLOSURE] = { cat_compile_operator, OPERATION_CLOSURE, TYPE_RELATION },
  [EXPRESSION_REFLEXIVE_CLOSURE] = { cat_compile_operator, OPERATION_CLOSURE, TYPE_RELATION },
  [EXPRESSION_REFLEXIVE] = { cat_compile_operator, OPERATION_REFLEXIVE, TYPE_RELATION },
  [EXPRESSION_INVERSE] = { cat_compile_operator, OPERATION_INVERSE, TYPE_RELATION },
  [EXPRESSION_IDENTITY] = { cat_compile_operator, OPERATION_IDENTITY, TYPE_SET },
  [EXPRESSION_APPLY] = { cat_compile_apply },
  [EXPRESSION_TUPLE] = { cat_compile_items },
  [EXPRESSION_LIST] = { cat_compile_items },
  [EXPRESSION_FUNCTION] = { cat_compile_function },
  [EXPRESSION_LET] = { cat_compile_let_in },
  [EXPRESSION_TRY] = { cat_compile_try },
  [EXPRESSION_IF] = { cat_compile_if },
  [EXPRESSION_MATCH] = { cat_compile_match },
};

/* ---- tests ---- */

static bool compile_test(struct cat_compiler *c, const struct cat_statement *statement) {
  struct cat_value value;
  cat_slot slot;
  if (!cat_compile_expression(c, statement->expression, &value)) return false;
  if (value.type == TYPE_LIFTED)
    value.type = TYPE_RELATION; /* a cycle of classes is one of members */
  enum cat_type type =
      statement->test == TEST_EMPTY && value.type == TYPE_SET ? TYPE_SET : TYPE_RELATION;
  if (!cat_value_slot(c, statement->expression, value, type, &slot)) return false;
  if (type == TYPE_SET) slot = cat_build(&c->builder, OPERATION_IDENTITY, false, slot, 0);
  struct cat_axiom axiom = {
    statement->test,   statement->negated, -1, statement->name ? statement->name : c->call_name,
    statement->source, statement->span
  };
  if (statement->flag && !cat_compiler_flag(c, statement->expression, statement->name, &axiom.flag))
    return false;
  if (statement->undefined) c->builder.code->undefined |= (uint64_t)1 << axiom.flag;
  cat_build_test(&c->builder, slot, &axiom);
  return true;
}

/* ---- with ---- */

/* with co from generate_cos(r): the name means the candidates' co, which must contain r. */
static void choose_coherence(struct cat_compiler *c, const struct cat_statement *statement,
                             const struct cat_value *orders) {
  struct cat_builder *builder = &c->builder;
  cat_slot first = cat_build(builder, OPERATION_PRODUCT, false, BASE_IW,
                             cat_build(builder, OPERATION_DIFFERENCE, true, BASE_W, BASE_IW));
  cat_slot co0 = cat_build(builder, OPERATION_INTERSECTION, false, BASE_LOC, first);
  struct cat_axiom axiom = { TEST_EMPTY,        false,          -1, statement->bindings->name,
                             statement->source, statement->span };
  if (orders->order != co0)
    cat_build_test(builder, cat_build(builder, OPERATION_DIFFERENCE, false, orders->order, BASE_CO),
                   &axiom);
  c->coherence_chosen = true;
  cat_compiler_bind(c, statement->bindings->name,
                    (struct cat_value){ TYPE_RELATION, .slot = BASE_CO });
}

static bool gather_choices(struct cat_compiler *c, const struct cat_statement *statement,
                           const struct cat_value *value, struct cat_choice *choice) {
  if (value->type != TYPE_LIST && value->type != TYPE_NOTHING)
    return cat_compiler_fail(
        c, statement->expression,
        "unsupported: a choice that is neither linearisations(S, r) nor {r, ...}");
  for (unsigned i = 0; i < value->count; i++) {
    cat_slot slot;
    if (!cat_value_slot(c, statement->expression, value->items[i], TYPE_RELATION, &slot))
      return false;
    vector_push(choice->among, slot);
  }
  return true;
}

/* with x from linearisations(S, r)   with x from generate_orders(S, r)   with x from {r, ...} */
static bool compile_with(struct cat_compiler *c, const struct cat_statement *statement) {
  struct cat_code *code = c->builder.code;
  struct cat_value from;
  if (!cat_compile_expression(c, statement->expression, &from)) return false;
  if (from.type == TYPE_ORDERS && from.by_location && from.slot == BASE_W && !c->coherence_chosen) {
    choose_coherence(c, statement, &from);
    return true;
  }
  if (from.type == TYPE_LIST && from.count == 1 &&
      (from.items[0].type == TYPE_RELATION || from.items[0].type == TYPE_NOTHING)) {
    cat_compiler_bind(c, statement->bindings->name, from.items[0]);
    return true;
  }
  if (code->choices.length >= CHOICES_MAX)
    return cat_compiler_fail(c, statement->expression, "unsupported: so many `with`s");
  struct cat_choice choice = { .linear = from.type == TYPE_ORDERS,
                               .by_location = from.by_location };
  choice.set = from.slot;
  choice.order = from.order;
  bool good = choice.linear || gather_choices(c, statement, &from, &choice);
  unsigned level = LEVEL_WITH + (unsigned)code->choices.length;
  choice.target = cat_builder_variable(&c->builder, false, (enum cat_level)level, -1);
  cat_compiler_bind(c, statement->bindings->name,
                    (struct cat_value){ TYPE_RELATION, .slot = choice.target });
  vector_push(code->choices, choice);
  return good;
}

/* ---- procedures, loops, enumerations ---- */

static bool compile_block(struct cat_compiler *c, const struct cat_block *block);

static bool compile_call(struct cat_compiler *c, const struct cat_statement *statement) {
  const struct cat_expression *call = statement->expression, *callee = call->parts[0];
  const struct cat_scope *found =
      callee->kind == EXPRESSION_NAME ? cat_compiler_find(c, callee->name) : NULL;
  if (!found || found->value.type != TYPE_PROCEDURE)
    return cat_compiler_fail(c, callee, "no procedure is called \"%.*s\" here",
                             (int)callee->span.length, callee->source->text + callee->span.start);
  struct cat_value argument;
  if (!cat_compile_expression(c, call->parts[1], &argument)) return false;
  const struct cat_statement *procedure = found->value.procedure;
  const struct cat_scope *here = c->scope;
  const char *outer_name = c->call_name;
  if (c->depth++ > CALLS_MAX)
    return cat_compiler_fail(c, call, "unsupported: procedures nested this deeply");
  c->scope = found->value.inside;
  if (statement->name) c->call_name = statement->name;
  bool good = cat_compiler_bind_parameters(c, call, procedure->bindings, &argument) &&
              compile_block(c, &procedure->body);
  c->depth--;
  c->call_name = outer_name;
  c->scope = here;
  return good;
}

/* Compiles the body once for each item; its definitions end with it. */
static bool compile_forall(struct cat_compiler *c, const struct cat_statement *statement) {
  struct cat_value set;
  if (!cat_compile_expression(c, statement->expression, &set)) return false;
  if (cat_value_is_nothing(c, &set)) return true;
  if (set.type != TYPE_LIST)
    return cat_compiler_fail(
        c, statement->expression,
        "unsupported: iterating over events, which differ from execution to execution");
  const struct cat_scope *here = c->scope;
  bool good = true;
  for (unsigned i = 0; good && i < set.count; i++) {
    cat_compiler_bind(c, statement->bindings->name, set.items[i]);
    good = compile_block(c, &statement->body);
    c->scope = here;
  }
  return good;
}

static bool compile_if(struct cat_compiler *c, const struct cat_statement *statement) {
  bool holds;
  return cat_compile_condition(c, statement->expression, &holds) &&
         compile_block(c, holds ? &statement->body : &statement->otherwise);
}

/* The enumeration's name is the set of its tags.  Each tag is also a set of events, named like the
 * tag but with a capital ('rcu-lock gives Rcu-lock).  Tests in LISA may carry any tags. */
static bool compile_enum(struct cat_compiler *c, const struct cat_statement *statement) {
  struct cat_value tags;
  if (!cat_compile_expression(c, statement->expression, &tags)) return false;
  for (unsigned i = 0; i < tags.count; i++) {
    char *name = cat_tree_keep(&c->builder.code->library, memory_format("%s", tags.items[i].name));
    name[0] = (char)toupper((unsigned char)name[0]);
    vector_push(c->builder.code->enumerated, name);
    struct cat_value set;
    if (!cat_library_tag(c, name, NULL, &set) &&
        !cat_library_tag(c, tags.items[i].name, NULL, &set))
      set = cat_library_annotation(c, name);
    cat_compiler_bind(c, name, set);
  }
  cat_compiler_bind(c, statement->name, tags);
  return true;
}

/* Shown relations appear in pictures and explanations.  As in herd7, showing a name without a
 * meaning is no error: models for several architectures show the fences of all of them. */
static bool compile_show(struct cat_compiler *c, const struct cat_statement *statement) {
  struct cat_code *code = c->builder.code;
  struct diagnostic ignored = { 0 }, *error = c->error;
  struct cat_value value;
  size_t at = 0;
  while (at < code->shown.length && !text_equal(code->shown.items[at].name, statement->name)) at++;
  c->error = &ignored;
  c->trying++;
  bool good = statement->expression && cat_compile_expression(c, statement->expression, &value) &&
              value.type == TYPE_RELATION;
  c->trying--;
  c->error = error;
  diagnostic_clear(&ignored);
  if (at < code->shown.length) {
    code->shown.items[at] = code->shown.items[code->shown.length - 1];
    code->shown.length--;
  }
  if (good) vector_push(code->shown, (struct cat_tag){ statement->name, value.slot });
  return true;
}

/* ---- statements ---- */

static bool compile_let(struct cat_compiler *c, const struct cat_statement *statement) {
  return cat_compile_bindings(c, statement->bindings, statement->binding_count,
                              statement->recursive);
}

static bool compile_procedure(struct cat_compiler *c, const struct cat_statement *statement) {
  cat_compiler_bind(
      c, statement->bindings->name,
      (struct cat_value){ TYPE_PROCEDURE, .procedure = statement, .inside = c->scope });
  return true;
}

typedef bool statement_rule(struct cat_compiler *c, const struct cat_statement *statement);
static statement_rule *const statement_rules[STATEMENT_KINDS] = {
  [STATEMENT_LET] = compile_let,   [STATEMENT_TEST] = compile_test,
  [STATEMENT_WITH] = compile_with, [STATEMENT_PROCEDURE] = compile_procedure,
  [STATEMENT_CALL] = compile_call, [STATEMENT_SHOW] = compile_show,
  [STATEMENT_IF] = compile_if,     [STATEMENT_FORALL] = compile_forall,
  [STATEMENT_ENUM] = compile_enum
};

static bool compile_block(struct cat_compiler *c, const struct cat_block *block) {
  for (unsigned i = 0; i < block->count; i++)
    if (!statement_rules[block->statements[i].kind](c, &block->statements[i])) return false;
  return true;
}

bool cat_compile(const struct cat_tree *tree, const char *const *variants, struct cat_code *code,
                 struct diagnostic *error) {
  struct cat_compiler c = { .kinds = kinds, .error = error, .chosen = variants };
  memset(code, 0, sizeof *code);
  code->is_lkmmv1 = cat_variant_is_chosen(variants, "lkmmv1");
  code->architecture = tree->first;
  cat_builder_start(&c.builder, code);
  cat_library_bind(&c);
  bool good = cat_parse_text("the standard library", cat_library_text, &code->library, error) &&
              compile_block(&c, &code->library.statements) && compile_block(&c, &tree->statements);
  if (good) cat_layout(&c.builder);
  code->given_coherence = code->used[BASE_CO] && !tree->generates_coherence && !c.coherence_chosen;
  vector_free(c.tried);
  arena_free(&c.arena);
  cat_builder_free(&c.builder);
  return good;
}

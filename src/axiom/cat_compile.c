/* From the tree of a cat file to operations: names are resolved, sets told from relations, functions unfolded.
 *
 * Scoping is lexical and static, as in herd: a definition uses what its names meant where it stands, and a later
 * definition of the same name hides the earlier one.  One departure: the standard library below is in force before the
 * first line of every model, so that files of both herd (which has it in stdlib.cat) and Dat3M (which builds it in)
 * find the names they expect. */
#include "axiom/cat_builder.h"

#include <string.h>
#include "base/text.h"

static const char prelude[] =
    "let fr = rf^-1 ; co\n"
    "let po-loc = po & loc\n"
    "let rfe = rf & ext  let rfi = rf & int\n"
    "let coe = co & ext  let coi = co & int\n"
    "let fre = fr & ext  let fri = fr & int\n"
    "let emptyset = domain 0\n"
    "let A = RMW\n"
    "let amo = rmw  let lxsx = 0\n"
    "let sm = id\n"
    "let fencerel(S) = po ; [S] ; po\n"
    "let toid(S) = [S]\n"
    "let imply(a, b) = ~a | b\n"
    "let nodetour(a, b, c) = a \\ (b ; c)\n"
    "let singlestep(r) = nodetour(r, r, r)\n"
    "let udr r = domain r | range r\n";

const struct cat_base_name cat_base_names[BASE_COUNT] = {
#define BASE(symbol, name, is_set, level) { name, is_set, level },
  CAT_BASE_NAMES(BASE)
#undef BASE
};

enum { DEPTH_MAX = 10000, STEPS_MAX = 1000000 };

/* What a name means.  0 and {} fit both types. */
enum value_type { TYPE_NOTHING, TYPE_SET, TYPE_RELATION };
struct value { enum value_type type; cat_slot slot; };

/* Names in scope, innermost first. */
struct scope {
  const char *name;
  const struct cat_binding *function;    /* or NULL */
  const struct cat_statement *procedure; /* or NULL */
  struct value value;
  const struct scope *inside;            /* of a function or a procedure: where it was made */
  const struct scope *outer;
};

struct compiler {
  struct cat_builder builder;
  struct diagnostic *error;
  const struct scope *scope;
  VECTOR(struct scope *) scopes;
  unsigned depth, steps;
};

static bool compile(struct compiler *compiler, const struct cat_expression *expression, struct value *value);

static bool fail_at(struct compiler *compiler, const struct cat_expression *at, const char *message) {
  return diagnose(compiler->error, at->source, at->span, "%s", message);
}

static const struct scope *look_up(const struct compiler *compiler, const char *name) {
  for (const struct scope *scope = compiler->scope; scope; scope = scope->outer)
    if (text_equal(scope->name, name)) return scope;
  return NULL;
}

static struct scope *bind(struct compiler *compiler, const char *name) {
  struct scope *scope = memory_new(1, sizeof *scope);
  scope->name = name;
  scope->outer = compiler->scope;
  vector_push(compiler->scopes, scope);
  compiler->scope = scope;
  return scope;
}

static void bind_value(struct compiler *compiler, const char *name, struct value value) {
  bind(compiler, name)->value = value;
}

/* ---- types ---- */

static const char *type_name(enum value_type type) { return type == TYPE_SET ? "a set" : "a relation"; }

/* The slot of a value that must have the given type. */
static bool as_type(struct compiler *compiler, const struct cat_expression *at, struct value value,
                    enum value_type type, cat_slot *slot) {
  if (value.type == TYPE_NOTHING) {
    *slot = cat_build(&compiler->builder, OPERATION_NOTHING, type == TYPE_SET, 0, 0);
    return true;
  }
  *slot = value.slot;
  return value.type == type || diagnose(compiler->error, at->source, at->span, "expected %s, found %s",
                                        type_name(type), type_name(value.type));
}

static bool compile_as(struct compiler *compiler, const struct cat_expression *expression, enum value_type type,
                       cat_slot *slot) {
  struct value value;
  return compile(compiler, expression, &value) && as_type(compiler, expression, value, type, slot);
}

static struct value made(struct compiler *compiler, enum cat_operation_kind kind, enum value_type type, cat_slot left,
                         cat_slot right) {
  return (struct value){ type, cat_build(&compiler->builder, kind, type == TYPE_SET, left, right) };
}

/* ---- expressions ---- */

/* | & \ : both sides of one type. */
static bool compile_same_type(struct compiler *compiler, const struct cat_expression *expression,
                              enum cat_operation_kind kind, struct value *value) {
  struct value left, right;
  if (!compile(compiler, expression->parts[0], &left) || !compile(compiler, expression->parts[1], &right))
    return false;
  enum value_type type = left.type != TYPE_NOTHING ? left.type : right.type;
  if (type == TYPE_NOTHING) {
    *value = (struct value){ TYPE_NOTHING, 0 };
    return true;
  }
  cat_slot a, b;
  if (!as_type(compiler, expression->parts[0], left, type, &a) ||
      !as_type(compiler, expression->parts[1], right, type, &b))
    return false;
  *value = made(compiler, kind, type, a, b);
  return true;
}

static bool compile_binary(struct compiler *compiler, const struct cat_expression *expression,
                           enum cat_operation_kind kind, enum value_type operands, struct value *value) {
  cat_slot left, right;
  if (!compile_as(compiler, expression->parts[0], operands, &left) ||
      !compile_as(compiler, expression->parts[1], operands, &right))
    return false;
  *value = made(compiler, kind, TYPE_RELATION, left, right);
  return true;
}

static bool compile_unary(struct compiler *compiler, const struct cat_expression *operand,
                          enum cat_operation_kind kind, enum value_type from, enum value_type to,
                          struct value *value) {
  cat_slot slot;
  if (!compile_as(compiler, operand, from, &slot)) return false;
  *value = made(compiler, kind, to, slot, 0);
  return true;
}

static bool compile_complement(struct compiler *compiler, const struct cat_expression *expression,
                               struct value *value) {
  if (!compile(compiler, expression->parts[0], value)) return false;
  if (value->type == TYPE_NOTHING)
    return fail_at(compiler, expression, "is this the complement of a set or a relation?");
  *value = made(compiler, OPERATION_COMPLEMENT, value->type, value->slot, 0);
  return true;
}

static bool compile_reflexive_closure(struct compiler *compiler, const struct cat_expression *expression,
                                      struct value *value) {
  if (!compile_unary(compiler, expression->parts[0], OPERATION_CLOSURE, TYPE_RELATION, TYPE_RELATION, value))
    return false;
  *value = made(compiler, OPERATION_REFLEXIVE, TYPE_RELATION, value->slot, 0);
  return true;
}

static bool compile_name(struct compiler *compiler, const struct cat_expression *expression, struct value *value) {
  const struct scope *scope = look_up(compiler, expression->name);
  if (!scope)
    return diagnose(compiler->error, expression->source, expression->span, "nothing is called \"%s\" here",
                    expression->name);
  if (scope->function || scope->procedure)
    return diagnose(compiler->error, expression->source, expression->span,
                    "expected a set or a relation, found the %s \"%s\"",
                    scope->function ? "function" : "procedure", expression->name);
  *value = scope->value;
  return true;
}

/* Evaluates the arguments here and binds them in the callee's scope; the caller restores `compiler->scope`. */
static bool bind_arguments(struct compiler *compiler, const struct scope *callee, const struct cat_binding *function,
                           struct cat_expression **arguments, unsigned count) {
  VECTOR(struct value) values = { 0 };
  bool good = true;
  for (unsigned i = 0; good && i < count; i++) {
    struct value value;
    good = compile(compiler, arguments[i], &value);
    if (good) vector_push(values, value);
  }
  if (good) {
    compiler->scope = callee->inside;
    for (unsigned i = 0; i < count; i++) bind_value(compiler, function->parameters[i], values.items[i]);
  }
  vector_free(values);
  return good;
}

static bool compile_call(struct compiler *compiler, const struct cat_expression *expression, struct value *value) {
  const struct scope *callee = look_up(compiler, expression->name);
  if (!callee && expression->part_count == 1 && text_equal(expression->name, "domain"))
    return compile_unary(compiler, expression->parts[0], OPERATION_DOMAIN, TYPE_RELATION, TYPE_SET, value);
  if (!callee && expression->part_count == 1 && text_equal(expression->name, "range"))
    return compile_unary(compiler, expression->parts[0], OPERATION_RANGE, TYPE_RELATION, TYPE_SET, value);
  if (!callee && text_equal(expression->name, "linearisations"))
    return fail_at(compiler, expression, "unsupported: linearisations outside `with x from`");
  if (!callee || !callee->function)
    return diagnose(compiler->error, expression->source, expression->span, "no function is called \"%s\" here",
                    expression->name);
  const struct cat_binding *function = callee->function;
  if (function->parameter_count != expression->part_count)
    return diagnose(compiler->error, expression->source, expression->span, "\"%s\" takes %u arguments, found %u",
                    expression->name, function->parameter_count, expression->part_count);
  const struct scope *here = compiler->scope;
  bool good = bind_arguments(compiler, callee, function, expression->parts, expression->part_count) &&
              compile(compiler, function->body, value);
  compiler->scope = here;
  return good;
}

static bool compile_bindings(struct compiler *compiler, const struct source *source,
                             const struct cat_binding *bindings, unsigned count, bool recursive);

static bool compile_let_in(struct compiler *compiler, const struct cat_expression *expression, struct value *value) {
  const struct scope *here = compiler->scope;
  bool good = compile_bindings(compiler, expression->source, expression->bindings, expression->binding_count,
                               expression->recursive) &&
              compile(compiler, expression->parts[0], value);
  compiler->scope = here;
  return good;
}

/* The second part counts where the first means nothing here. */
static bool compile_try(struct compiler *compiler, const struct cat_expression *expression, struct value *value) {
  struct diagnostic ignored = { 0 }, *error = compiler->error;
  const struct scope *here = compiler->scope;
  compiler->error = &ignored;
  bool good = compile(compiler, expression->parts[0], value);
  compiler->error = error;
  compiler->scope = here;
  diagnostic_clear(&ignored);
  return good || compile(compiler, expression->parts[1], value);
}

static bool compile_kind(struct compiler *compiler, const struct cat_expression *expression, struct value *value) {
  struct cat_expression **parts = expression->parts;
  switch (expression->kind) {
    case EXPRESSION_NAME: return compile_name(compiler, expression, value);
    case EXPRESSION_NOTHING: *value = (struct value){ TYPE_NOTHING, 0 }; return true;
    case EXPRESSION_UNIVERSE: *value = (struct value){ TYPE_SET, BASE_UNIVERSE }; return true;
    case EXPRESSION_UNION: return compile_same_type(compiler, expression, OPERATION_UNION, value);
    case EXPRESSION_INTERSECTION: return compile_same_type(compiler, expression, OPERATION_INTERSECTION, value);
    case EXPRESSION_DIFFERENCE: return compile_same_type(compiler, expression, OPERATION_DIFFERENCE, value);
    case EXPRESSION_SEQUENCE: return compile_binary(compiler, expression, OPERATION_SEQUENCE, TYPE_RELATION, value);
    case EXPRESSION_PRODUCT: return compile_binary(compiler, expression, OPERATION_PRODUCT, TYPE_SET, value);
    case EXPRESSION_COMPLEMENT: return compile_complement(compiler, expression, value);
    case EXPRESSION_CLOSURE:
      return compile_unary(compiler, parts[0], OPERATION_CLOSURE, TYPE_RELATION, TYPE_RELATION, value);
    case EXPRESSION_REFLEXIVE_CLOSURE: return compile_reflexive_closure(compiler, expression, value);
    case EXPRESSION_REFLEXIVE:
      return compile_unary(compiler, parts[0], OPERATION_REFLEXIVE, TYPE_RELATION, TYPE_RELATION, value);
    case EXPRESSION_INVERSE:
      return compile_unary(compiler, parts[0], OPERATION_INVERSE, TYPE_RELATION, TYPE_RELATION, value);
    case EXPRESSION_IDENTITY:
      return compile_unary(compiler, parts[0], OPERATION_IDENTITY, TYPE_SET, TYPE_RELATION, value);
    case EXPRESSION_CALL: return compile_call(compiler, expression, value);
    case EXPRESSION_LET: return compile_let_in(compiler, expression, value);
    case EXPRESSION_TRY: return compile_try(compiler, expression, value);
    case EXPRESSION_LIST: return fail_at(compiler, expression, "unsupported: sets of sets");
  }
  return false;
}

static bool compile(struct compiler *compiler, const struct cat_expression *expression, struct value *value) {
  if (compiler->depth >= DEPTH_MAX || ++compiler->steps > STEPS_MAX)
    return fail_at(compiler, expression, "unsupported: definitions nested this deeply");
  compiler->depth++;
  bool good = compile_kind(compiler, expression, value);
  compiler->depth--;
  if (good && compiler->builder.full) return fail_at(compiler, expression, "unsupported: a model of this size");
  return good;
}

/* ---- definitions ---- */

static bool compile_plain(struct compiler *compiler, const struct cat_binding *bindings, unsigned count) {
  const struct scope *outer = compiler->scope;
  VECTOR(struct value) values = { 0 };
  bool good = true;
  for (unsigned i = 0; good && i < count; i++) { /* all of them see the scope outside */
    struct value value = { 0 };
    good = bindings[i].parameter_count || compile(compiler, bindings[i].body, &value);
    vector_push(values, value);
  }
  for (unsigned i = 0; good && i < count; i++) {
    struct scope *scope = bind(compiler, bindings[i].name);
    scope->value = values.items[i];
    scope->function = bindings[i].parameter_count ? &bindings[i] : NULL;
    scope->inside = outer;
  }
  vector_free(values);
  return good;
}

static bool check_monotone(struct compiler *compiler, const struct source *source, const struct cat_binding *binding,
                           cat_slot result, const cat_slot *variables, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (cat_builder_polarity(&compiler->builder, result, variables[i]) & DEPENDS_NEGATIVELY)
      return diagnose(compiler->error, source, binding->span,
                      "unsupported: a recursive definition that shrinks as it grows (through ~ or \\)");
  return true;
}

/* let rec: relations, as least fixpoints. */
static bool compile_recursive(struct compiler *compiler, const struct source *source,
                              const struct cat_binding *bindings, unsigned count) {
  struct cat_builder *builder = &compiler->builder;
  int fixpoint = cat_builder_open_fixpoint(builder);
  cat_slot *variables = memory_new(count, sizeof *variables), *results = memory_new(count, sizeof *results);
  bool good = true;
  for (unsigned i = 0; i < count; i++) {
    variables[i] = cat_builder_variable(builder, false, LEVEL_EVENTS, fixpoint);
    cat_builder_add_variable(builder, fixpoint, variables[i]);
    bind_value(compiler, bindings[i].name, (struct value){ TYPE_RELATION, variables[i] });
  }
  for (unsigned i = 0; good && i < count; i++)
    good = compile_as(compiler, bindings[i].body, TYPE_RELATION, &results[i]) &&
           check_monotone(compiler, source, &bindings[i], results[i], variables, count);
  if (good) cat_builder_close_fixpoint(builder, fixpoint, results);
  memory_free(variables);
  memory_free(results);
  return good;
}

static bool compile_bindings(struct compiler *compiler, const struct source *source,
                             const struct cat_binding *bindings, unsigned count, bool recursive) {
  return recursive ? compile_recursive(compiler, source, bindings, count) : compile_plain(compiler, bindings, count);
}

/* ---- statements ---- */

static int flag_index(struct cat_code *code, const char *name) {
  for (size_t i = 0; i < code->flags.length; i++)
    if (text_equal(code->flags.items[i], name)) return (int)i;
  vector_push(code->flags, name);
  return (int)code->flags.length - 1;
}

static bool compile_test(struct compiler *compiler, const struct cat_statement *statement) {
  struct value value;
  cat_slot slot;
  if (!compile(compiler, statement->expression, &value)) return false;
  enum value_type type = statement->test == TEST_EMPTY && value.type == TYPE_SET ? TYPE_SET : TYPE_RELATION;
  if (!as_type(compiler, statement->expression, value, type, &slot)) return false;
  if (type == TYPE_SET) slot = cat_build(&compiler->builder, OPERATION_IDENTITY, false, slot, 0);
  struct cat_axiom axiom = { statement->test, statement->negated, -1, statement->name };
  if (statement->flag) axiom.flag = flag_index(compiler->builder.code, statement->name);
  if (axiom.flag >= 64) return fail_at(compiler, statement->expression, "unsupported: more than 64 flags");
  cat_build_test(&compiler->builder, slot, &axiom);
  return true;
}

/* with x from linearisations(S, r)   and   with x from {r, ...} */
static bool compile_with(struct compiler *compiler, const struct cat_statement *statement) {
  struct cat_code *code = compiler->builder.code;
  const struct cat_expression *from = statement->expression;
  struct cat_choice choice = { 0 };
  unsigned level = LEVEL_WITH + (unsigned)code->choices.length;
  if (code->choices.length >= CHOICES_MAX) return fail_at(compiler, from, "unsupported: so many `with`s");
  choice.linear = from->kind == EXPRESSION_CALL && from->part_count == 2 && text_equal(from->name, "linearisations");
  bool good = true;
  if (choice.linear) {
    good = compile_as(compiler, from->parts[0], TYPE_SET, &choice.set) &&
           compile_as(compiler, from->parts[1], TYPE_RELATION, &choice.order);
  } else if (from->kind == EXPRESSION_LIST) {
    for (unsigned i = 0; good && i < from->part_count; i++) {
      cat_slot slot;
      good = compile_as(compiler, from->parts[i], TYPE_RELATION, &slot);
      if (good) vector_push(choice.among, slot);
    }
  } else {
    good = fail_at(compiler, from, "unsupported: a choice that is neither linearisations(S, r) nor {r, ...}");
  }
  choice.target = cat_builder_variable(&compiler->builder, false, (enum cat_level)level, -1);
  bind_value(compiler, statement->bindings->name, (struct value){ TYPE_RELATION, choice.target });
  vector_push(code->choices, choice);
  return good;
}

static bool compile_statement(struct compiler *compiler, const struct cat_statement *statement);

static bool compile_procedure_call(struct compiler *compiler, const struct cat_statement *statement) {
  const struct scope *callee = look_up(compiler, statement->name);
  if (!callee || !callee->procedure)
    return diagnose(compiler->error, statement->source, statement->span, "no procedure is called \"%s\" here",
                    statement->name);
  const struct cat_statement *procedure = callee->procedure;
  if (procedure->bindings->parameter_count != statement->argument_count)
    return diagnose(compiler->error, statement->source, statement->span, "\"%s\" takes %u arguments, found %u",
                    statement->name, procedure->bindings->parameter_count, statement->argument_count);
  const struct scope *here = compiler->scope;
  bool good = bind_arguments(compiler, callee, procedure->bindings, statement->arguments, statement->argument_count);
  for (unsigned i = 0; good && i < procedure->body_count; i++)
    good = compile_statement(compiler, &procedure->body[i]);
  compiler->scope = here;
  return good;
}

static bool compile_statement(struct compiler *compiler, const struct cat_statement *statement) {
  switch (statement->kind) {
    case STATEMENT_LET:
      return compile_bindings(compiler, statement->source, statement->bindings, statement->binding_count,
                              statement->recursive);
    case STATEMENT_TEST: return compile_test(compiler, statement);
    case STATEMENT_WITH: return compile_with(compiler, statement);
    case STATEMENT_PROCEDURE: {
      struct scope *scope = bind(compiler, statement->bindings->name);
      scope->procedure = statement;
      scope->inside = scope->outer;
      return true;
    }
    case STATEMENT_CALL: return compile_procedure_call(compiler, statement);
  }
  return false;
}

static bool compile_tree(struct compiler *compiler, const struct cat_tree *tree) {
  for (unsigned i = 0; i < tree->count; i++)
    if (!compile_statement(compiler, &tree->statements[i])) return false;
  return true;
}

static void bind_bases(struct compiler *compiler) {
  for (unsigned base = 0; base < BASE_COUNT; base++)
    bind_value(compiler, cat_base_names[base].name,
               (struct value){ cat_base_names[base].is_set ? TYPE_SET : TYPE_RELATION, (cat_slot)base });
}

bool cat_compile(const struct cat_tree *tree, struct cat_code *code, struct diagnostic *error) {
  struct compiler compiler = { .error = error };
  struct cat_tree library = { 0 };
  memset(code, 0, sizeof *code);
  cat_builder_start(&compiler.builder, code);
  bind_bases(&compiler);
  bool good = cat_parse_text("the standard library", prelude, &library, error) &&
              compile_tree(&compiler, &library) && compile_tree(&compiler, tree);
  if (good) cat_layout(&compiler.builder);
  for (size_t i = 0; i < compiler.scopes.length; i++) memory_free(compiler.scopes.items[i]);
  vector_free(compiler.scopes);
  cat_builder_free(&compiler.builder);
  cat_tree_free(&library);
  return good;
}

void cat_code_free(struct cat_code *code) {
  for (unsigned i = 0; i < LEVELS_MAX; i++) vector_free(code->level[i]);
  vector_free(code->bound);
  for (size_t i = 0; i < code->fixpoints.length; i++) {
    vector_free(code->fixpoints.items[i].body);
    vector_free(code->fixpoints.items[i].variables);
    vector_free(code->fixpoints.items[i].results);
  }
  for (size_t i = 0; i < code->choices.length; i++) vector_free(code->choices.items[i].among);
  vector_free(code->fixpoints);
  vector_free(code->choices);
  vector_free(code->tests);
  vector_free(code->flags);
  vector_free(code->total);
  vector_free(code->within);
}

/* The statements of the cat language and of bell files (Alglave, Cousot and Maranget 2016; herd7's
 * manual, part III).
 *
 * `instructions R[{'once, 'acquire}]` lists the annotations of a kind of LISA instruction, and
 * `events` is alike.  Both are checked for their form and dropped: the judge warns of annotations
 * that no `enum` of the model has. */
#include "cat/parse_statement.h"

#include "cat/parse_control.h"
#include "cat/parse_expression.h"
#include "cat/parser.h"

enum { STATEMENT_NESTING_MAX = 100 };

/* [flag|assert|undefined_unless] [~] acyclic|irreflexive|empty EXPRESSION [as NAME] */
static bool parse_test(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_TEST;
  bool undefined = cat_accept(reader, TOKEN_UNDEFINED_UNLESS);
  statement->flag = undefined || cat_accept(reader, TOKEN_FLAG);
  if (!statement->flag) cat_accept(reader, TOKEN_ASSERT);
  /* The flag of an undefined_unless is raised if its test fails. */
  statement->negated = cat_accept(reader, TOKEN_TILDE) != undefined;
  if (cat_accept(reader, TOKEN_ACYCLIC)) statement->test = TEST_ACYCLIC;
  else if (cat_accept(reader, TOKEN_IRREFLEXIVE)) statement->test = TEST_IRREFLEXIVE;
  else if (cat_accept(reader, TOKEN_EMPTY)) statement->test = TEST_EMPTY;
  else return cat_fail(reader, "a statement");
  if (!(statement->expression = cat_parse_expression(reader))) return false;
  if (cat_accept(reader, TOKEN_AS) &&
      !(statement->name = cat_expect_name(reader, "the test's name")))
    return false;
  if (undefined && !statement->name) statement->name = "undefined";
  statement->undefined = undefined;
  if (statement->flag && !statement->name) return cat_fail(reader, "'as' and the flag's name");
  return true;
}

/* show a, b      show a \ b as c      unshow a: one statement for each name */
static bool parse_show(struct cat_reader *reader, bool shown, cat_statements *statements) {
  do {
    struct cat_statement statement = { .kind = STATEMENT_SHOW, .source = reader->source };
    statement.span = cat_peek(reader)->span;
    struct cat_expression *expression = cat_parse_expression(reader);
    if (!expression) return false;
    bool named = cat_accept(reader, TOKEN_AS);
    if (named && !(statement.name = cat_expect_name(reader, "a name"))) return false;
    if (!named && expression->kind != EXPRESSION_NAME) return cat_fail(reader, "'as' and a name");
    if (!named) statement.name = expression->name;
    statement.expression = shown ? expression : NULL;
    vector_push(*statements, statement);
  } while (cat_accept(reader, TOKEN_COMMA));
  return true;
}

/* Reads a name into a new binding of the statement; NULL on error. */
static struct cat_binding *named(struct cat_reader *reader, struct cat_statement *statement) {
  struct cat_binding *binding = cat_tree_keep(reader->tree, memory_new(1, sizeof *binding));
  binding->source = reader->source;
  binding->span = cat_peek(reader)->span;
  binding->name = cat_expect_name(reader, "a name");
  statement->bindings = binding;
  return binding->name ? binding : NULL;
}

static bool parse_with(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_WITH;
  return named(reader, statement) && cat_expect(reader, TOKEN_FROM, "'from'") &&
         (statement->expression = cat_parse_expression(reader));
}

/* Reads statements up to `end` or `other`, which is not skipped. */
static bool parse_body(struct cat_reader *reader, enum cat_token other, struct cat_block *body) {
  cat_statements statements = { 0 };
  bool good = cat_parse_statements(reader, TOKEN_END_WORD, other, &statements);
  body->statements = cat_tree_keep(reader->tree, statements.items);
  body->count = (unsigned)statements.length;
  return good;
}

static bool parse_procedure(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_PROCEDURE;
  struct cat_binding *binding = named(reader, statement);
  return binding && cat_parse_parameters(reader, binding) &&
         cat_expect(reader, TOKEN_EQUAL, "'='") &&
         parse_body(reader, TOKEN_END_WORD, &statement->body) &&
         cat_expect(reader, TOKEN_END_WORD, "'end'");
}

static bool parse_call(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_CALL;
  statement->expression = cat_parse_expression(reader);
  if (!statement->expression) return false;
  if (statement->expression->kind != EXPRESSION_APPLY)
    return diagnostic_at(reader->error, reader->source, statement->expression->span,
                         "expected a procedure and its arguments");
  return !cat_accept(reader, TOKEN_AS) || (statement->name = cat_expect_name(reader, "a name"));
}

static bool parse_if(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_IF;
  if (!(statement->expression = cat_parse_condition(reader)) ||
      !parse_body(reader, TOKEN_ELSE, &statement->body))
    return false;
  if (cat_accept(reader, TOKEN_ELSE) && !parse_body(reader, TOKEN_END_WORD, &statement->otherwise))
    return false;
  return cat_expect(reader, TOKEN_END_WORD, "'end'");
}

static bool parse_forall(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_FORALL;
  return named(reader, statement) && cat_expect(reader, TOKEN_IN, "'in'") &&
         (statement->expression = cat_parse_expression(reader)) &&
         cat_expect(reader, TOKEN_DO, "'do'") &&
         parse_body(reader, TOKEN_END_WORD, &statement->body) &&
         cat_expect(reader, TOKEN_END_WORD, "'end'");
}

/* enum NAME = 'a || 'b || ... */
static bool parse_enum(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_ENUM;
  if (!(statement->name = cat_expect_name(reader, "the enumeration's name")) ||
      !cat_expect(reader, TOKEN_EQUAL, "'='"))
    return false;
  VECTOR(struct cat_expression *) tags = { 0 };
  struct cat_expression *list = cat_node(reader, EXPRESSION_LIST, statement->span, NULL, NULL);
  bool good = true;
  cat_accept(reader, TOKEN_DOUBLE_BAR);
  do {
    struct cat_expression *tag = cat_leaf(reader, EXPRESSION_TAG);
    tag->name = cat_expect_tag(reader);
    good = tag->name != NULL;
    vector_push(tags, tag);
  } while (good && cat_accept(reader, TOKEN_DOUBLE_BAR));
  list->parts = cat_tree_keep(reader->tree, tags.items);
  list->part_count = (unsigned)tags.length;
  statement->expression = list;
  return good;
}

/* instructions R[{'once, 'acquire}, ...]   events W[...] */
static bool parse_instructions(struct cat_reader *reader) {
  struct cat_expression **sets;
  unsigned count;
  return cat_expect_name(reader, "a kind of instruction") &&
         cat_expect(reader, TOKEN_LEFT_BRACKET, "'['") &&
         cat_parse_list(reader, TOKEN_RIGHT_BRACKET, "',' or ']'", &sets, &count);
}

/* let a = b [when TEST] [in]: herd7 accepts the `in`, which has no meaning. */
static bool parse_let(struct cat_reader *reader, struct cat_statement *statement,
                      struct cat_statement *when) {
  statement->kind = STATEMENT_LET;
  if (!cat_parse_bindings(reader, &statement->bindings, &statement->binding_count,
                          &statement->recursive))
    return false;
  bool good = true;
  if (cat_accept(reader, TOKEN_WHEN)) {
    *when = (struct cat_statement){ .source = reader->source, .span = cat_peek(reader)->span };
    good = parse_test(reader, when);
  }
  cat_accept(reader, TOKEN_IN);
  return good;
}

static bool parse_statement(struct cat_reader *reader, cat_statements *statements) {
  struct cat_statement statement = { .source = reader->source, .span = cat_peek(reader)->span },
                       when = { 0 };
  enum cat_token token = cat_peek(reader)->token;
  bool good;
  if (token >= TOKEN_LET && token != TOKEN_ACYCLIC && token != TOKEN_IRREFLEXIVE &&
      token != TOKEN_EMPTY && token != TOKEN_FLAG && token != TOKEN_UNDEFINED_UNLESS &&
      token != TOKEN_ASSERT)
    reader->next++;
  switch (token) {
  case TOKEN_SHOW:
  case TOKEN_UNSHOW: return parse_show(reader, token == TOKEN_SHOW, statements);
  case TOKEN_INCLUDE: return cat_parse_include(reader, statements);
  case TOKEN_INSTRUCTIONS:
  case TOKEN_EVENTS: return parse_instructions(reader);
  case TOKEN_LET: good = parse_let(reader, &statement, &when); break;
  case TOKEN_WITH: good = parse_with(reader, &statement); break;
  case TOKEN_PROCEDURE: good = parse_procedure(reader, &statement); break;
  case TOKEN_CALL: good = parse_call(reader, &statement); break;
  case TOKEN_IF: good = parse_if(reader, &statement); break;
  case TOKEN_FORALL: good = parse_forall(reader, &statement); break;
  case TOKEN_ENUM: good = parse_enum(reader, &statement); break;
  case TOKEN_ACYCLIC:
  case TOKEN_IRREFLEXIVE:
  case TOKEN_EMPTY:
  case TOKEN_FLAG:
  case TOKEN_UNDEFINED_UNLESS:
  case TOKEN_ASSERT:
  case TOKEN_TILDE: good = parse_test(reader, &statement); break;
  default:
    if (token >= TOKEN_LET) reader->next--;
    return cat_fail(reader, "a statement");
  }
  if (good) vector_push(*statements, statement);
  if (good && when.source) vector_push(*statements, when);
  return good;
}

bool cat_parse_statements(struct cat_reader *reader, enum cat_token close, enum cat_token other,
                          cat_statements *statements) {
  if (++reader->nesting > STATEMENT_NESTING_MAX)
    return cat_unsupported(reader, "statements nested this deeply");
  while (!cat_is_next(reader, close) && !cat_is_next(reader, other)) {
    if (cat_is_next(reader, TOKEN_END)) return cat_fail(reader, "a statement or 'end'");
    if (!parse_statement(reader, statements)) return false;
  }
  reader->nesting--;
  return true;
}

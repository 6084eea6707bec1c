/* The expressions of the cat language that bind names or choose: let, fun, try, if and match. */
#include "cat/parse_control.h"

#include "cat/parse_expression.h"

enum { CONDITION_NESTING_MAX = 200 };

/* Gives the node its parts; false if one of them is missing. */
static bool set_parts(struct cat_reader *reader, struct cat_expression *node,
                      struct cat_expression **parts, unsigned count) {
  node->parts = cat_tree_keep(reader->tree, memory_new(count, sizeof *node->parts));
  for (unsigned i = 0; i < count; i++) {
    if (!parts[i]) return false;
    node->parts[i] = parts[i];
  }
  node->part_count = count;
  return true;
}

/* ---- bindings ---- */

bool cat_parse_parameters(struct cat_reader *reader, struct cat_binding *binding) {
  VECTOR(const char *) names = { 0 };
  bool enclosed = cat_accept(reader, TOKEN_LEFT_PAREN), good = true;
  binding->is_function = enclosed || cat_is_next(reader, TOKEN_NAME);
  while (cat_is_next(reader, TOKEN_NAME)) {
    vector_push(names, cat_expect_name(reader, "a parameter"));
    if (!enclosed || !cat_accept(reader, TOKEN_COMMA)) break;
  }
  if (enclosed) good = cat_expect(reader, TOKEN_RIGHT_PAREN, "',' or ')'");
  binding->parameters = cat_tree_keep(reader->tree, names.items);
  binding->parameter_count = (unsigned)names.length;
  return good;
}

/* name = e   name(parameters) = e   (names) = e */
static bool parse_binding(struct cat_reader *reader, struct cat_binding *binding) {
  binding->source = reader->source;
  binding->span = cat_peek(reader)->span;
  bool tuple = cat_is_next(reader, TOKEN_LEFT_PAREN);
  if (!tuple && !(binding->name = cat_expect_name(reader, "a name"))) return false;
  if (!cat_parse_parameters(reader, binding)) return false;
  if (tuple) binding->is_function = false;
  return cat_expect(reader, TOKEN_EQUAL, "'='") && (binding->body = cat_parse_expression(reader));
}

/* A recursive let defines either functions, or sets and relations. */
static bool check_recursive(struct cat_reader *reader, const struct cat_binding *bindings,
                            size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!bindings[i].name)
      return diagnostic_at(reader->error, reader->source, bindings[i].span,
                           "unsupported: a recursive tuple");
    if (bindings[i].is_function != bindings[0].is_function)
      return diagnostic_at(reader->error, reader->source, bindings[i].span,
                           "unsupported: a function and a relation that define each other");
  }
  return true;
}

bool cat_parse_bindings(struct cat_reader *reader, const struct cat_binding **bindings,
                        unsigned *count, bool *recursive) {
  VECTOR(struct cat_binding) list = { 0 };
  bool good;
  *recursive = cat_accept(reader, TOKEN_REC);
  do {
    struct cat_binding binding = { 0 };
    good = parse_binding(reader, &binding);
    vector_push(list, binding);
  } while (good && cat_accept(reader, TOKEN_AND));
  if (good && *recursive) good = check_recursive(reader, list.items, list.length);
  *bindings = cat_tree_keep(reader->tree, list.items);
  *count = (unsigned)list.length;
  return good;
}

struct cat_expression *cat_parse_let_in(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_LET);
  reader->next++;
  if (!cat_parse_bindings(reader, &made->bindings, &made->binding_count, &made->recursive))
    return NULL;
  if (!cat_expect(reader, TOKEN_IN, "'in'")) return NULL;
  struct cat_expression *body = cat_parse_expression(reader);
  return set_parts(reader, made, &body, 1) ? made : NULL;
}

/* fun x -> e   fun (x, y) -> e */
struct cat_expression *cat_parse_function(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_FUNCTION);
  struct cat_binding *binding = cat_tree_keep(reader->tree, memory_new(1, sizeof *binding));
  binding->source = reader->source;
  binding->span = cat_peek(reader)->span;
  reader->next++;
  if (!cat_parse_parameters(reader, binding)) return NULL;
  if (!binding->parameter_count) {
    cat_fail(reader, "a parameter");
    return NULL;
  }
  if (!cat_expect(reader, TOKEN_ARROW, "'->'") || !(binding->body = cat_parse_expression(reader)))
    return NULL;
  made->bindings = binding;
  made->binding_count = 1;
  return made;
}

/* ---- choices ---- */

struct cat_expression *cat_parse_try(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_TRY), *parts[2];
  reader->next++;
  if (!(parts[0] = cat_parse_expression(reader)) || !cat_expect(reader, TOKEN_WITH, "'with'"))
    return NULL;
  parts[1] = cat_parse_expression(reader);
  return set_parts(reader, made, parts, 2) ? made : NULL;
}

/* "variant"   not C   (C)   a = b   a subset b   a in b */
static struct cat_expression *parse_simple_condition(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_VARIANT), *parts[2];
  if (cat_accept(reader, TOKEN_STRING)) {
    made->name = cat_span_text(reader, made->span);
    return made;
  }
  if (cat_accept(reader, TOKEN_NOT)) {
    made->kind = EXPRESSION_NOT;
    parts[0] = parse_simple_condition(reader);
    return set_parts(reader, made, parts, 1) ? made : NULL;
  }
  if (cat_is_next(reader, TOKEN_LEFT_PAREN) &&
      reader->lexemes.items[reader->next + 1].token == TOKEN_STRING) {
    reader->next++;
    made = cat_parse_condition(reader);
    return made && cat_expect(reader, TOKEN_RIGHT_PAREN, "')'") ? made : NULL;
  }
  if (!(parts[0] = cat_parse_expression(reader))) return NULL;
  if (cat_accept(reader, TOKEN_EQUAL)) made->kind = EXPRESSION_EQUAL;
  else if (cat_accept(reader, TOKEN_SUBSET)) made->kind = EXPRESSION_SUBSET;
  else if (cat_accept(reader, TOKEN_IN)) made->kind = EXPRESSION_MEMBER;
  else {
    cat_fail(reader, "'=', 'subset' or 'in'");
    return NULL;
  }
  parts[1] = cat_parse_expression(reader);
  return set_parts(reader, made, parts, 2) ? made : NULL;
}

static struct cat_expression *parse_both(struct cat_reader *reader) {
  struct span span = cat_peek(reader)->span;
  struct cat_expression *made = parse_simple_condition(reader);
  while (made && cat_accept(reader, TOKEN_DOUBLE_AND)) {
    struct cat_expression *right = parse_simple_condition(reader);
    made = right ? cat_node(reader, EXPRESSION_BOTH, span, made, right) : NULL;
  }
  return made;
}

struct cat_expression *cat_parse_condition(struct cat_reader *reader) {
  struct span span = cat_peek(reader)->span;
  if (++reader->nesting > CONDITION_NESTING_MAX) {
    cat_unsupported(reader, "conditions nested this deeply");
    return NULL;
  }
  struct cat_expression *made = parse_both(reader);
  while (made && cat_accept(reader, TOKEN_DOUBLE_BAR)) {
    struct cat_expression *right = parse_both(reader);
    made = right ? cat_node(reader, EXPRESSION_EITHER, span, made, right) : NULL;
  }
  reader->nesting--;
  return made;
}

struct cat_expression *cat_parse_if(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_IF), *parts[3];
  reader->next++;
  if (!(parts[0] = cat_parse_condition(reader)) || !cat_expect(reader, TOKEN_THEN, "'then'") ||
      !(parts[1] = cat_parse_expression(reader)) || !cat_expect(reader, TOKEN_ELSE, "'else'"))
    return NULL;
  parts[2] = cat_parse_expression(reader);
  return set_parts(reader, made, parts, 3) ? made : NULL;
}

/* ---- match ---- */

static bool parse_pattern(struct cat_reader *reader, struct cat_clause *clause) {
  if (cat_accept(reader, TOKEN_UNIVERSE)) {
    clause->pattern = PATTERN_ANY;
    return true;
  }
  if (cat_is_next(reader, TOKEN_TAG)) {
    clause->pattern = PATTERN_TAG;
    return (clause->first = cat_expect_tag(reader)) != NULL;
  }
  if (cat_accept(reader, TOKEN_LEFT_BRACE)) {
    clause->pattern = PATTERN_EMPTY;
    return cat_expect(reader, TOKEN_RIGHT_BRACE, "'}'");
  }
  clause->pattern = PATTERN_MEMBER;
  return (clause->first = cat_expect_name(reader, "a pattern ({}, x ++ xs, 'tag or _)")) &&
         cat_expect(reader, TOKEN_PLUS_PLUS, "'++'") &&
         (clause->rest = cat_expect_name(reader, "a name"));
}

/* match e with || pattern -> e || ... end */
struct cat_expression *cat_parse_match(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_MATCH), *matched;
  VECTOR(struct cat_clause) clauses = { 0 };
  reader->next++;
  bool good = (matched = cat_parse_expression(reader)) && set_parts(reader, made, &matched, 1) &&
              cat_expect(reader, TOKEN_WITH, "'with'");
  cat_accept(reader, TOKEN_DOUBLE_BAR);
  while (good) {
    struct cat_clause clause = { 0 };
    good = parse_pattern(reader, &clause) && cat_expect(reader, TOKEN_ARROW, "'->'") &&
           (clause.body = cat_parse_expression(reader));
    if (good) vector_push(clauses, clause);
    if (!good || !cat_accept(reader, TOKEN_DOUBLE_BAR)) break;
  }
  good = good && cat_expect(reader, TOKEN_END_WORD, "'||' or 'end'");
  made->clauses = cat_tree_keep(reader->tree, clauses.items);
  made->clause_count = (unsigned)clauses.length;
  return good ? made : NULL;
}

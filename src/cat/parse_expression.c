/* The expressions of the cat language, by recursive descent (Alglave, Cousot and Maranget 2016,
 * section 2).
 *
 * Operators from loose to tight, as in herd7:   |   ++   ;   \   &   *   ~   and the postfix
 * + * ? ^-1.  Infix operators are read from left to right, which differs from herd7 in the shape of
 * the tree, never in its value.  ++ puts an element before a set, so it is read from right to left.
 * A star is the product if an expression follows it, and the closure otherwise.  A function is
 * applied as f(a, b) or as f a. */
#include "cat/reader.h"
#include "cat/parse_expression.h"

enum { NESTING_MAX = 200, CONDITION_NESTING_MAX = 200 };

/* The span from the offset `start` to the end of the last lexeme that was read. */
static struct span span_since(const struct cat_reader *reader, size_t start) {
  struct span last = reader->lexemes.items[reader->next - 1].span;
  return (struct span){ start, last.start + last.length - start };
}

bool cat_parse_list(struct cat_reader *reader, enum cat_token close, const char *expected,
                    struct cat_expression ***items, unsigned *count) {
  VECTOR(struct cat_expression *) list = { 0 };
  bool good = true;
  if (!cat_accept(reader, close)) {
    do {
      struct cat_expression *item = cat_parse_expression(reader);
      good = item != NULL;
      if (good) vector_push(list, item);
    } while (good && cat_accept(reader, TOKEN_COMMA));
    good = good && cat_expect(reader, close, expected);
  }
  *items = cat_tree_keep(reader->tree, list.items);
  *count = (unsigned)list.length;
  return good;
}

/* Counts one more level of nesting; false, with a message, beyond the limit. */
static bool enter(struct cat_reader *reader) {
  return ++reader->nesting <= NESTING_MAX ||
         cat_unsupported(reader, "expressions nested this deeply");
}

static bool starts_operand(const struct cat_reader *reader) {
  switch (cat_peek(reader)->token) {
  case TOKEN_NAME:
  case TOKEN_ZERO:
  case TOKEN_UNIVERSE:
  case TOKEN_LEFT_PAREN:
  case TOKEN_LEFT_BRACKET:
  case TOKEN_LEFT_BRACE:
  case TOKEN_TAG:
  case TOKEN_BEGIN: return true;
  default: return false;
  }
}

/* A node without parts from the next word, which is skipped. */
static struct cat_expression *parse_word(struct cat_reader *reader, enum cat_expression_kind kind) {
  struct cat_expression *made = cat_leaf(reader, kind);
  reader->next++;
  return made;
}

static struct cat_expression *parse_name(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_NAME);
  made->name = cat_expect_name(reader, "a name");
  return made;
}

static struct cat_expression *parse_tag(struct cat_reader *reader) {
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_TAG);
  made->name = cat_expect_tag(reader);
  return made->name ? made : NULL;
}

/* {} or {a, b} */
static struct cat_expression *parse_braces(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *made = parse_word(reader, EXPRESSION_LIST);
  if (!cat_parse_list(reader, TOKEN_RIGHT_BRACE, "',' or '}'", &made->parts, &made->part_count))
    return NULL;
  if (!made->part_count) made->kind = EXPRESSION_NOTHING;
  made->span = span_since(reader, start);
  return made;
}

/* (a) and begin a end are a; (a, b) and () are tuples. */
static struct cat_expression *parse_parentheses(struct cat_reader *reader, enum cat_token close) {
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *made = parse_word(reader, EXPRESSION_TUPLE);
  const char *expected = close == TOKEN_RIGHT_PAREN ? "an operator or ')'" : "an operator or 'end'";
  if (!cat_parse_list(reader, close, expected, &made->parts, &made->part_count)) return NULL;
  made->span = span_since(reader, start);
  return made->part_count == 1 ? made->parts[0] : made;
}

static struct cat_expression *parse_brackets(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  reader->next++;
  struct cat_expression *inner = cat_parse_expression(reader);
  if (!inner || !cat_expect(reader, TOKEN_RIGHT_BRACKET, "an operator or ']'")) return NULL;
  return cat_node(reader, EXPRESSION_IDENTITY, span_since(reader, start), inner, NULL);
}

static struct cat_expression *parse_bare_operand(struct cat_reader *reader) {
  switch (cat_peek(reader)->token) {
  case TOKEN_NAME: return parse_name(reader);
  case TOKEN_TAG: return parse_tag(reader);
  case TOKEN_ZERO: return parse_word(reader, EXPRESSION_NOTHING);
  case TOKEN_UNIVERSE: return parse_word(reader, EXPRESSION_UNIVERSE);
  case TOKEN_LEFT_PAREN: return parse_parentheses(reader, TOKEN_RIGHT_PAREN);
  case TOKEN_BEGIN: return parse_parentheses(reader, TOKEN_END_WORD);
  case TOKEN_LEFT_BRACKET: return parse_brackets(reader);
  case TOKEN_LEFT_BRACE: return parse_braces(reader);
  default: cat_fail(reader, "an expression"); return NULL;
  }
}

/* Reads an operand; a name is applied to the operands that follow it. */
static struct cat_expression *parse_operand(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  bool applies = cat_is_next(reader, TOKEN_NAME);
  struct cat_expression *made = parse_bare_operand(reader);
  while (made && applies && starts_operand(reader)) {
    struct cat_expression *argument = parse_bare_operand(reader);
    made = argument ? cat_node(reader, EXPRESSION_APPLY, span_since(reader, start), made, argument)
                    : NULL;
  }
  return made;
}

static bool is_test(enum cat_token token) {
  return token == TOKEN_ACYCLIC || token == TOKEN_IRREFLEXIVE || token == TOKEN_EMPTY;
}

/* Is the next star a closure?  It is a product if an expression follows, but not if the ~ of the
 * next test does. */
static bool star_is_postfix(const struct cat_reader *reader) {
  struct cat_reader after = *reader;
  after.next++;
  bool complement =
      cat_is_next(&after, TOKEN_TILDE) && !is_test(after.lexemes.items[after.next + 1].token);
  return !starts_operand(&after) && !complement;
}

/* The kind of expression that the next token makes as a postfix operator, or EXPRESSION_KINDS. */
static enum cat_expression_kind postfix_kind(const struct cat_reader *reader) {
  switch (cat_peek(reader)->token) {
  case TOKEN_PLUS:
  case TOKEN_CLOSURE: return EXPRESSION_CLOSURE;
  case TOKEN_REFLEXIVE_CLOSURE: return EXPRESSION_REFLEXIVE_CLOSURE;
  case TOKEN_QUESTION: return EXPRESSION_REFLEXIVE;
  case TOKEN_INVERSE: return EXPRESSION_INVERSE;
  case TOKEN_STAR: return star_is_postfix(reader) ? EXPRESSION_REFLEXIVE_CLOSURE : EXPRESSION_KINDS;
  default: return EXPRESSION_KINDS;
  }
}

static struct cat_expression *parse_postfix(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *made = parse_operand(reader);
  enum cat_expression_kind kind;
  while (made && (kind = postfix_kind(reader)) != EXPRESSION_KINDS) {
    reader->next++;
    made = cat_node(reader, kind, span_since(reader, start), made, NULL);
  }
  return made;
}

static struct cat_expression *parse_complement(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  if (!cat_is_next(reader, TOKEN_TILDE)) return parse_postfix(reader);
  if (!enter(reader)) return NULL;
  reader->next++;
  struct cat_expression *inner = parse_complement(reader);
  reader->nesting--;
  if (!inner) return NULL;
  return cat_node(reader, EXPRESSION_COMPLEMENT, span_since(reader, start), inner, NULL);
}

/* The infix operators, from the loosest on. */
static const struct {
  enum cat_token token;
  enum cat_expression_kind kind;
} infix[] = {
  { TOKEN_BAR, EXPRESSION_UNION },
  { TOKEN_PLUS_PLUS, EXPRESSION_ADD },
  { TOKEN_SEMICOLON, EXPRESSION_SEQUENCE },
  { TOKEN_BACKSLASH, EXPRESSION_DIFFERENCE },
  { TOKEN_AND_SIGN, EXPRESSION_INTERSECTION },
  { TOKEN_STAR, EXPRESSION_PRODUCT },
};
enum { INFIX_COUNT = sizeof infix / sizeof *infix };

static struct cat_expression *parse_infix(struct cat_reader *reader, unsigned level) {
  if (level == INFIX_COUNT) return parse_complement(reader);
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *left = parse_infix(reader, level + 1);
  while (left && cat_accept(reader, infix[level].token)) {
    bool to_the_right = infix[level].token == TOKEN_PLUS_PLUS;
    if (to_the_right && !enter(reader)) return NULL;
    struct cat_expression *right = parse_infix(reader, to_the_right ? level : level + 1);
    if (to_the_right) reader->nesting--;
    left =
        right ? cat_node(reader, infix[level].kind, span_since(reader, start), left, right) : NULL;
  }
  return left;
}

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
      return cat_fail_at(reader, bindings[i].span, "unsupported: a recursive tuple");
    if (bindings[i].is_function != bindings[0].is_function)
      return cat_fail_at(reader, bindings[i].span,
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

static struct cat_expression *parse_let_in(struct cat_reader *reader) {
  struct cat_expression *made = parse_word(reader, EXPRESSION_LET);
  if (!cat_parse_bindings(reader, &made->bindings, &made->binding_count, &made->recursive))
    return NULL;
  if (!cat_expect(reader, TOKEN_IN, "'in'")) return NULL;
  struct cat_expression *body = cat_parse_expression(reader);
  return set_parts(reader, made, &body, 1) ? made : NULL;
}

/* fun x -> e   fun (x, y) -> e */
static struct cat_expression *parse_function(struct cat_reader *reader) {
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

static struct cat_expression *parse_try(struct cat_reader *reader) {
  struct cat_expression *made = parse_word(reader, EXPRESSION_TRY), *parts[2];
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

static struct cat_expression *parse_if(struct cat_reader *reader) {
  struct cat_expression *made = parse_word(reader, EXPRESSION_IF), *parts[3];
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
static struct cat_expression *parse_match(struct cat_reader *reader) {
  struct cat_expression *made = parse_word(reader, EXPRESSION_MATCH), *matched;
  VECTOR(struct cat_clause) clauses = { 0 };
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

/* ---- the entry ---- */

static struct cat_expression *parse_kind(struct cat_reader *reader) {
  switch (cat_peek(reader)->token) {
  case TOKEN_LET: return parse_let_in(reader);
  case TOKEN_TRY: return parse_try(reader);
  case TOKEN_FUN: return parse_function(reader);
  case TOKEN_MATCH: return parse_match(reader);
  case TOKEN_IF: return parse_if(reader);
  default: return parse_infix(reader, 0);
  }
}

struct cat_expression *cat_parse_expression(struct cat_reader *reader) {
  if (!enter(reader)) return NULL;
  struct cat_expression *made = parse_kind(reader);
  reader->nesting--;
  return made;
}

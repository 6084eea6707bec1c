/* The expressions of the cat language, by recursive descent (Alglave, Cousot and Maranget 2016,
 * section 2).
 *
 * Operators from loose to tight, as in herd7:   |   ++   ;   \   &   *   ~   and the postfix
 * + * ? ^-1.  Infix operators are read from left to right, which differs from herd7 in the shape of
 * the tree, never in its value.  ++ puts an element before a set, so it is read from right to left.
 * A star is the product if an expression follows it, and the closure otherwise.  A function is
 * applied as f(a, b) or as f a. */
#include "cat/parse_expression.h"

#include "cat/parse_control.h"

enum { NESTING_MAX = 200 };

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
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_LIST);
  reader->next++;
  if (!cat_parse_list(reader, TOKEN_RIGHT_BRACE, "',' or '}'", &made->parts, &made->part_count))
    return NULL;
  if (!made->part_count) made->kind = EXPRESSION_NOTHING;
  made->span = span_since(reader, start);
  return made;
}

/* (a) and begin a end are a; (a, b) and () are tuples. */
static struct cat_expression *parse_parentheses(struct cat_reader *reader, enum cat_token close) {
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *made = cat_leaf(reader, EXPRESSION_TUPLE);
  reader->next++;
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

static struct cat_expression *parse_word(struct cat_reader *reader, enum cat_expression_kind kind) {
  struct cat_expression *made = cat_leaf(reader, kind);
  reader->next++;
  return made;
}

/* Reads a name, or an expression in brackets of any kind. */
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

/* The kind of expression that the next token makes as a postfix operator; EXPRESSION_KINDS: none.
 */
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

static struct cat_expression *parse_kind(struct cat_reader *reader) {
  switch (cat_peek(reader)->token) {
  case TOKEN_LET: return cat_parse_let_in(reader);
  case TOKEN_TRY: return cat_parse_try(reader);
  case TOKEN_FUN: return cat_parse_function(reader);
  case TOKEN_MATCH: return cat_parse_match(reader);
  case TOKEN_IF: return cat_parse_if(reader);
  default: return parse_infix(reader, 0);
  }
}

struct cat_expression *cat_parse_expression(struct cat_reader *reader) {
  if (!enter(reader)) return NULL;
  struct cat_expression *made = parse_kind(reader);
  reader->nesting--;
  return made;
}

/* The expressions of the cat language, by recursive descent (Alglave, Cousot and Maranget 2016,
 * section 2).
 *
 * Operators from loose to tight, as in herd7:   |   ++   ;   \   &   *   ~   and the postfix + * ?
 * ^-1; all infix ones are read from left to right, which differs from herd only in the shape of the
 * tree, never in its value; ++ is read from right to left, since it puts an element before a set.
 * A star is the product when an expression follows it and the closure otherwise.  A function is
 * applied as f(a, b) or as f a, and what comes of that to the next operand. Trees are at most
 * DEPTH_MAX deep, because whoever walks them does so by recursion. */
#include "cat/reader.h"

enum { NESTING_MAX = 200, DEPTH_MAX = 2000 };

/* ---- expressions ---- */

struct cat_expression *cat_node(struct cat_reader *reader, enum cat_expression_kind kind,
                                struct span span, struct cat_expression *first,
                                struct cat_expression *second) {
  struct cat_expression *made = cat_keep(reader->tree, memory_new(1, sizeof *made));
  *made = (struct cat_expression){ .kind = kind, .source = reader->source, .span = span };
  made->part_count = second ? 2 : first ? 1 : 0;
  made->depth = 1 + (first ? first->depth : 0);
  if (second && second->depth >= made->depth) made->depth = 1 + second->depth;
  if (made->depth > DEPTH_MAX) {
    diagnostic_at(reader->error, reader->source, span,
                  "unsupported: expressions nested this deeply");
    return NULL;
  }
  if (first)
    made->parts = cat_keep(reader->tree, memory_new(made->part_count, sizeof *made->parts));
  if (first) made->parts[0] = first;
  if (second) made->parts[1] = second;
  return made;
}

/* From the start of `first` to the end of the last lexeme read. */
static struct span span_since(const struct cat_reader *reader, size_t start) {
  struct span last = reader->lexemes.items[reader->next - 1].span;
  return (struct span){ start, last.start + last.length - start };
}

/* Expressions between commas up to `close`, which is read. */
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
  *items = cat_keep(reader->tree, list.items);
  *count = (unsigned)list.length;
  return good;
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
  struct cat_expression *made =
      cat_node(reader, EXPRESSION_NAME, cat_peek(reader)->span, NULL, NULL);
  made->name = cat_expect_name(reader, "a name");
  return made;
}

static struct cat_expression *parse_tag(struct cat_reader *reader) {
  struct cat_expression *made =
      cat_node(reader, EXPRESSION_TAG, cat_peek(reader)->span, NULL, NULL);
  made->name = cat_expect_tag(reader);
  return made->name ? made : NULL;
}

/* { } and { a, b } */
static struct cat_expression *parse_braces(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  reader->next++;
  struct cat_expression *made =
      cat_node(reader, EXPRESSION_LIST, (struct span){ start, 1 }, NULL, NULL);
  if (!cat_parse_list(reader, TOKEN_RIGHT_BRACE, "',' or '}'", &made->parts, &made->part_count))
    return NULL;
  if (!made->part_count) made->kind = EXPRESSION_NOTHING;
  made->span = span_since(reader, start);
  return made;
}

/* (a) and begin a end are a; (a, b) is a tuple, and () too. */
static struct cat_expression *parse_parentheses(struct cat_reader *reader, enum cat_token close) {
  size_t start = cat_peek(reader)->span.start;
  reader->next++;
  struct cat_expression *made =
      cat_node(reader, EXPRESSION_TUPLE, (struct span){ start, 1 }, NULL, NULL);
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

/* A name, or what stands in brackets of any kind. */
static struct cat_expression *parse_bare_operand(struct cat_reader *reader) {
  struct span span = cat_peek(reader)->span;
  switch (cat_peek(reader)->token) {
  case TOKEN_NAME: return parse_name(reader);
  case TOKEN_TAG: return parse_tag(reader);
  case TOKEN_ZERO: reader->next++; return cat_node(reader, EXPRESSION_NOTHING, span, NULL, NULL);
  case TOKEN_UNIVERSE:
    reader->next++;
    return cat_node(reader, EXPRESSION_UNIVERSE, span, NULL, NULL);
  case TOKEN_LEFT_PAREN: return parse_parentheses(reader, TOKEN_RIGHT_PAREN);
  case TOKEN_BEGIN: return parse_parentheses(reader, TOKEN_END_WORD);
  case TOKEN_LEFT_BRACKET: return parse_brackets(reader);
  case TOKEN_LEFT_BRACE: return parse_braces(reader);
  default: cat_fail(reader, "an expression"); return NULL;
  }
}

/* An operand; a name, or what stands in parentheses, applied to the operands that follow it. */
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

/* Is the star here a closure?  It is a product when an expression follows, rather than the ~ of the
 * next test. */
static bool star_is_postfix(const struct cat_reader *reader) {
  struct cat_reader after = *reader;
  after.next++;
  bool complement =
      cat_is_next(&after, TOKEN_TILDE) && !is_test(after.lexemes.items[after.next + 1].token);
  return !starts_operand(&after) && !complement;
}

static struct cat_expression *parse_postfix(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *made = parse_operand(reader);
  while (made) {
    enum cat_expression_kind kind;
    switch (cat_peek(reader)->token) {
    case TOKEN_PLUS:
    case TOKEN_CLOSURE: kind = EXPRESSION_CLOSURE; break;
    case TOKEN_REFLEXIVE_CLOSURE: kind = EXPRESSION_REFLEXIVE_CLOSURE; break;
    case TOKEN_QUESTION: kind = EXPRESSION_REFLEXIVE; break;
    case TOKEN_INVERSE: kind = EXPRESSION_INVERSE; break;
    case TOKEN_STAR:
      if (!star_is_postfix(reader)) return made;
      kind = EXPRESSION_REFLEXIVE_CLOSURE;
      break;
    default: return made;
    }
    reader->next++;
    made = cat_node(reader, kind, span_since(reader, start), made, NULL);
  }
  return NULL;
}

static struct cat_expression *parse_complement(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  if (!cat_is_next(reader, TOKEN_TILDE)) return parse_postfix(reader);
  if (++reader->nesting > NESTING_MAX) {
    cat_unsupported(reader, "expressions nested this deeply");
    return NULL;
  }
  reader->next++;
  struct cat_expression *inner = parse_complement(reader);
  reader->nesting--;
  return inner ? cat_node(reader, EXPRESSION_COMPLEMENT, span_since(reader, start), inner, NULL)
               : NULL;
}

/* The infix operators, loosest first. */
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
    if (to_the_right && ++reader->nesting > NESTING_MAX) {
      cat_unsupported(reader, "expressions nested this deeply");
      return NULL;
    }
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
  if (++reader->nesting > NESTING_MAX) {
    cat_unsupported(reader, "expressions nested this deeply");
    return NULL;
  }
  struct cat_expression *made = parse_kind(reader);
  reader->nesting--;
  return made;
}

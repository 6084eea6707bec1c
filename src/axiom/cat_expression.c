/* The expressions of the cat language, by recursive descent (Alglave, Cousot and Maranget 2016, section 2).
 *
 * Operators from loose to tight, as in herd7:   |   ++   ;   \   &   *   ~   and the postfix + * ? ^-1; all infix
 * ones are read from left to right, which differs from herd only in the shape of the tree, never in its value.  A star
 * is the product when an expression follows it and the closure otherwise.  A function is applied as f(a, b) or as f a.
 * Trees are at most DEPTH_MAX deep, because whoever walks them does so by recursion. */
#include "axiom/cat_reader.h"

enum { NESTING_MAX = 200, DEPTH_MAX = 2000 };

/* ---- expressions ---- */

static struct cat_expression *node(struct cat_reader *reader, enum cat_expression_kind kind, struct span span,
                                   struct cat_expression *first, struct cat_expression *second) {
  struct cat_expression *made = cat_keep(reader->tree, memory_new(1, sizeof *made));
  *made = (struct cat_expression){ .kind = kind, .source = reader->source, .span = span };
  made->part_count = second ? 2 : first ? 1 : 0;
  made->depth = 1 + (first ? first->depth : 0);
  if (second && second->depth >= made->depth) made->depth = 1 + second->depth;
  if (made->depth > DEPTH_MAX) {
    diagnose(reader->error, reader->source, span, "unsupported: expressions nested this deeply");
    return NULL;
  }
  if (first) made->parts = cat_keep(reader->tree, memory_new(made->part_count, sizeof *made->parts));
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
    case TOKEN_NAME: case TOKEN_ZERO: case TOKEN_UNIVERSE: case TOKEN_LEFT_PAREN: case TOKEN_LEFT_BRACKET:
    case TOKEN_LEFT_BRACE:
      return true;
    default:
      return false;
  }
}

static struct cat_expression *parse_name(struct cat_reader *reader) {
  struct cat_expression *made = node(reader, EXPRESSION_NAME, cat_peek(reader)->span, NULL, NULL);
  made->name = cat_expect_name(reader, "a name");
  return made;
}

/* A name alone, or applied to what follows. */
static struct cat_expression *parse_application(struct cat_reader *reader) {
  struct cat_expression *made = parse_name(reader);
  if (!starts_operand(reader)) return made;
  made->kind = EXPRESSION_CALL;
  if (cat_accept(reader, TOKEN_LEFT_PAREN))
    return cat_parse_list(reader, TOKEN_RIGHT_PAREN, "',' or ')'", &made->parts, &made->part_count) ? made : NULL;
  struct cat_expression *argument = cat_parse_bare_operand(reader);
  if (!argument) return NULL;
  made->parts = cat_keep(reader->tree, memory_new(1, sizeof *made->parts));
  made->parts[0] = argument;
  made->part_count = 1;
  return made;
}

/* { } and { a, b } */
static struct cat_expression *parse_braces(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  reader->next++;
  struct cat_expression *made = node(reader, EXPRESSION_LIST, (struct span){ start, 1 }, NULL, NULL);
  if (!cat_parse_list(reader, TOKEN_RIGHT_BRACE, "',' or '}'", &made->parts, &made->part_count)) return NULL;
  if (!made->part_count) made->kind = EXPRESSION_NOTHING;
  made->span = span_since(reader, start);
  return made;
}

static struct cat_expression *parse_enclosed(struct cat_reader *reader, enum cat_token close, const char *expected) {
  size_t start = cat_peek(reader)->span.start;
  reader->next++;
  struct cat_expression *inner = cat_parse_expression(reader);
  if (!inner || !cat_expect(reader, close, expected)) return NULL;
  if (close == TOKEN_RIGHT_PAREN) return inner;
  return node(reader, EXPRESSION_IDENTITY, span_since(reader, start), inner, NULL);
}

struct cat_expression *cat_parse_bare_operand(struct cat_reader *reader) {
  struct span span = cat_peek(reader)->span;
  switch (cat_peek(reader)->token) {
    case TOKEN_NAME: return parse_name(reader);
    case TOKEN_ZERO: reader->next++; return node(reader, EXPRESSION_NOTHING, span, NULL, NULL);
    case TOKEN_UNIVERSE: reader->next++; return node(reader, EXPRESSION_UNIVERSE, span, NULL, NULL);
    case TOKEN_LEFT_PAREN: return parse_enclosed(reader, TOKEN_RIGHT_PAREN, "an operator or ')'");
    case TOKEN_LEFT_BRACKET: return parse_enclosed(reader, TOKEN_RIGHT_BRACKET, "an operator or ']'");
    case TOKEN_LEFT_BRACE: return parse_braces(reader);
    case TOKEN_IF: cat_unsupported(reader, "conditionals"); return NULL;
    case TOKEN_MATCH: cat_unsupported(reader, "matching"); return NULL;
    case TOKEN_FUN: cat_unsupported(reader, "functions without a name"); return NULL;
    case TOKEN_TAG: cat_unsupported(reader, "tags as values"); return NULL;
    default: cat_fail(reader, "an expression"); return NULL;
  }
}

static struct cat_expression *parse_operand(struct cat_reader *reader) {
  return cat_is_next(reader, TOKEN_NAME) ? parse_application(reader) : cat_parse_bare_operand(reader);
}

/* Is the star here a closure?  It is a product when an expression follows. */
static bool star_is_postfix(const struct cat_reader *reader) {
  struct cat_reader after = *reader;
  after.next++;
  return !starts_operand(&after) && !cat_is_next(&after, TOKEN_TILDE);
}

static struct cat_expression *parse_postfix(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *made = parse_operand(reader);
  while (made) {
    enum cat_expression_kind kind;
    switch (cat_peek(reader)->token) {
      case TOKEN_PLUS: case TOKEN_CLOSURE: kind = EXPRESSION_CLOSURE; break;
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
    made = node(reader, kind, span_since(reader, start), made, NULL);
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
  return inner ? node(reader, EXPRESSION_COMPLEMENT, span_since(reader, start), inner, NULL) : NULL;
}

/* The infix operators, loosest first. */
static const struct { enum cat_token token; enum cat_expression_kind kind; } infix[] = {
  { TOKEN_BAR, EXPRESSION_UNION }, { TOKEN_SEMICOLON, EXPRESSION_SEQUENCE },
  { TOKEN_BACKSLASH, EXPRESSION_DIFFERENCE }, { TOKEN_AND_SIGN, EXPRESSION_INTERSECTION },
  { TOKEN_STAR, EXPRESSION_PRODUCT },
};
enum { INFIX_COUNT = sizeof infix / sizeof *infix };

static struct cat_expression *parse_infix(struct cat_reader *reader, unsigned level) {
  if (level == INFIX_COUNT) return parse_complement(reader);
  size_t start = cat_peek(reader)->span.start;
  struct cat_expression *left = parse_infix(reader, level + 1);
  while (left && cat_accept(reader, infix[level].token)) {
    struct cat_expression *right = parse_infix(reader, level + 1);
    left = right ? node(reader, infix[level].kind, span_since(reader, start), left, right) : NULL;
  }
  return left;
}

static struct cat_expression *parse_let_in(struct cat_reader *reader) {
  struct cat_expression *made = node(reader, EXPRESSION_LET, cat_peek(reader)->span, NULL, NULL);
  reader->next++;
  if (!cat_parse_bindings(reader, &made->bindings, &made->binding_count, &made->recursive)) return NULL;
  if (!cat_expect(reader, TOKEN_IN, "'in'")) return NULL;
  made->parts = cat_keep(reader->tree, memory_new(1, sizeof *made->parts));
  made->parts[0] = cat_parse_expression(reader);
  made->part_count = 1;
  return made->parts[0] ? made : NULL;
}

static struct cat_expression *parse_try(struct cat_reader *reader) {
  size_t start = cat_peek(reader)->span.start;
  reader->next++;
  struct cat_expression *first = cat_parse_expression(reader);
  if (!first || !cat_expect(reader, TOKEN_WITH, "'with'")) return NULL;
  struct cat_expression *second = cat_parse_expression(reader);
  return second ? node(reader, EXPRESSION_TRY, span_since(reader, start), first, second) : NULL;
}

struct cat_expression *cat_parse_expression(struct cat_reader *reader) {
  if (++reader->nesting > NESTING_MAX) {
    cat_unsupported(reader, "expressions nested this deeply");
    return NULL;
  }
  struct cat_expression *made = cat_is_next(reader, TOKEN_LET) ? parse_let_in(reader)
                              : cat_is_next(reader, TOKEN_TRY) ? parse_try(reader)
                                                           : parse_infix(reader, 0);
  reader->nesting--;
  if (made && cat_is_next(reader, TOKEN_PLUS_PLUS)) {
    cat_unsupported(reader, "sets of sets (++)");
    return NULL;
  }
  return made;
}

/* ---- bindings ---- */

/* f(a, b) and f a b; nothing where a '=' follows. */
bool cat_parse_parameters(struct cat_reader *reader, struct cat_binding *binding) {
  VECTOR(const char *) names = { 0 };
  bool enclosed = cat_accept(reader, TOKEN_LEFT_PAREN), good = true;
  while (good && cat_is_next(reader, TOKEN_NAME)) {
    vector_push(names, cat_expect_name(reader, "a parameter"));
    if (enclosed && !cat_accept(reader, TOKEN_COMMA)) break;
    if (!enclosed && names.length == 1 && cat_is_next(reader, TOKEN_NAME))
      good = cat_unsupported(reader, "functions that return functions");
  }
  if (good && enclosed) good = cat_expect(reader, TOKEN_RIGHT_PAREN, "',' or ')'");
  binding->parameters = cat_keep(reader->tree, names.items);
  binding->parameter_count = (unsigned)names.length;
  return good;
}

static bool parse_binding(struct cat_reader *reader, struct cat_binding *binding) {
  binding->span = cat_peek(reader)->span;
  if (cat_is_next(reader, TOKEN_LEFT_PAREN)) return cat_unsupported(reader, "tuples");
  binding->name = cat_expect_name(reader, "a name");
  return binding->name && cat_parse_parameters(reader, binding) && cat_expect(reader, TOKEN_EQUAL, "'='") &&
         (binding->body = cat_parse_expression(reader));
}

bool cat_parse_bindings(struct cat_reader *reader, const struct cat_binding **bindings, unsigned *count,
                        bool *recursive) {
  VECTOR(struct cat_binding) list = { 0 };
  bool good;
  *recursive = cat_accept(reader, TOKEN_REC);
  do {
    struct cat_binding binding = { 0 };
    good = parse_binding(reader, &binding);
    vector_push(list, binding);
  } while (good && cat_accept(reader, TOKEN_AND));
  if (good && *recursive)
    for (size_t i = 0; good && i < list.length; i++)
      if (list.items[i].parameter_count)
        good = diagnose(reader->error, reader->source, list.items[i].span, "unsupported: recursive functions");
  *bindings = cat_keep(reader->tree, list.items);
  *count = (unsigned)list.length;
  return good;
}


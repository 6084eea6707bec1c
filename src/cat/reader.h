/* Inside the cat parser: what its parts, files (cat/parser.c), statements (cat/parse_statement.c) and
 * expressions (cat/parse_expression.c), share. */
#ifndef CAT_READER_H
#define CAT_READER_H

#include "cat/lexer.h"
#include "cat/parser.h"

struct cat_reader {
  struct cat_tree *tree;
  struct diagnostic *error;
  const struct source *source;
  struct cat_lexemes lexemes;
  size_t next;
  unsigned nesting;
  const char *folder; /* of the file being read, with its '/'; NULL for an embedded text */
  const struct cat_reader *includer; /* the file that included this one */
};

typedef VECTOR(struct cat_statement) cat_statements;

/* Hands a block to the tree, which frees it; NULL is fine. */
void *cat_keep(struct cat_tree *tree, void *block);
const char *cat_keep_span(struct cat_reader *reader, struct span span);

const struct cat_lexeme *cat_peek(const struct cat_reader *reader);
bool cat_is_next(const struct cat_reader *reader, enum cat_token token);
bool cat_accept(struct cat_reader *reader, enum cat_token token);
bool cat_fail(struct cat_reader *reader,
              const char *expected); /* "expected ..., found ..."; false */
bool cat_unsupported(struct cat_reader *reader, const char *what); /* false */
bool cat_expect(struct cat_reader *reader, enum cat_token token, const char *expected);
const char *cat_expect_name(struct cat_reader *reader, const char *expected);
/* 'name, without the quote; NULL on error. */
const char *cat_expect_tag(struct cat_reader *reader);

/* Statements up to `close`, which is left, or to `other`. */
bool cat_parse_statements(struct cat_reader *reader, enum cat_token close, enum cat_token other,
                          cat_statements *statements);
/* What follows `include`. */
bool cat_parse_include(struct cat_reader *reader, cat_statements *statements);

/* NULL on error. */
struct cat_expression *cat_parse_expression(struct cat_reader *reader);
/* What stands between `if` and `then`, or the statements of an `if`. */
struct cat_expression *cat_parse_condition(struct cat_reader *reader);
/* A node with up to two parts; NULL (and a message) where the tree gets too deep. */
struct cat_expression *cat_node(struct cat_reader *reader, enum cat_expression_kind kind,
                                struct span span, struct cat_expression *first,
                                struct cat_expression *second);
/* Expressions between commas up to `close`, which is read. */
bool cat_parse_list(struct cat_reader *reader, enum cat_token close, const char *expected,
                    struct cat_expression ***items, unsigned *count);
/* What follows `let`. */
bool cat_parse_bindings(struct cat_reader *reader, const struct cat_binding **bindings,
                        unsigned *count, bool *recursive);
bool cat_parse_parameters(struct cat_reader *reader, struct cat_binding *binding);
/* What begins with these words (cat/parse_control.c). */
struct cat_expression *cat_parse_let_in(struct cat_reader *reader);
struct cat_expression *cat_parse_try(struct cat_reader *reader);
struct cat_expression *cat_parse_function(struct cat_reader *reader);
struct cat_expression *cat_parse_match(struct cat_reader *reader);
struct cat_expression *cat_parse_if(struct cat_reader *reader);

#endif

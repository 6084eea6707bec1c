/* Inside the cat parser: what its two halves, statements (cat_parser.c) and expressions (cat_expression.c), share. */
#ifndef AXIOM_CAT_READER_H
#define AXIOM_CAT_READER_H

#include "axiom/cat_lexer.h"
#include "axiom/cat_parser.h"

struct cat_reader {
  struct cat_tree *tree;
  struct diagnostic *error;
  const struct source *source;
  struct cat_lexemes lexemes;
  size_t next;
  unsigned nesting;
  const char *folder;                /* of the file being read, with its '/'; NULL for an embedded text */
  const struct cat_reader *includer; /* the file that included this one */
};

/* Hands a block to the tree, which frees it; NULL is fine. */
void *cat_keep(struct cat_tree *tree, void *block);
const char *cat_keep_span(struct cat_reader *reader, struct span span);

const struct cat_lexeme *cat_peek(const struct cat_reader *reader);
bool cat_is_next(const struct cat_reader *reader, enum cat_token token);
bool cat_accept(struct cat_reader *reader, enum cat_token token);
bool cat_fail(struct cat_reader *reader, const char *expected);       /* "expected ..., found ..."; false */
bool cat_unsupported(struct cat_reader *reader, const char *what);    /* false */
bool cat_expect(struct cat_reader *reader, enum cat_token token, const char *expected);
const char *cat_expect_name(struct cat_reader *reader, const char *expected);

/* NULL on error. */
struct cat_expression *cat_parse_expression(struct cat_reader *reader);
/* A name, or what stands in brackets of any kind. */
struct cat_expression *cat_parse_bare_operand(struct cat_reader *reader);
/* Expressions between commas up to `close`, which is read. */
bool cat_parse_list(struct cat_reader *reader, enum cat_token close, const char *expected,
                    struct cat_expression ***items, unsigned *count);
/* What follows `let`. */
bool cat_parse_bindings(struct cat_reader *reader, const struct cat_binding **bindings, unsigned *count,
                        bool *recursive);
bool cat_parse_parameters(struct cat_reader *reader, struct cat_binding *binding);

#endif

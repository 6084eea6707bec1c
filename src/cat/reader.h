/* A cursor over the tokens of one cat file, which the parts of the parser share. */
#ifndef CAT_READER_H
#define CAT_READER_H

#include "cat/lexer.h"
#include "cat/tree.h"

struct cat_reader {
  struct cat_tree *tree; /* in the making */
  struct diagnostic *error;
  const struct source *source;
  struct cat_lexemes lexemes;
  size_t next; /* index of the next lexeme */
  unsigned nesting;
  const char *folder;                /* of the file, with its '/'; NULL for an embedded text */
  const struct cat_reader *includer; /* reads the file that includes this one; or NULL */
};

const struct cat_lexeme *cat_peek(const struct cat_reader *reader);
bool cat_is_next(const struct cat_reader *reader, enum cat_token token);
/* Skips the token if it is next; returns whether it was. */
bool cat_accept(struct cat_reader *reader, enum cat_token token);
/* Fails with "expected ..., found ...". */
bool cat_fail(struct cat_reader *reader, const char *expected);
/* Fails with "unsupported: ...". */
bool cat_unsupported(struct cat_reader *reader, const char *what);
bool cat_expect(struct cat_reader *reader, enum cat_token token, const char *expected);
/* These return a text of the tree's, or NULL on error; a tag is returned without its quote. */
const char *cat_expect_name(struct cat_reader *reader, const char *expected);
const char *cat_expect_tag(struct cat_reader *reader);
const char *cat_span_text(struct cat_reader *reader, struct span span);

/* Makes a node with up to two parts.  NULL, with a message, if the tree would be too deep. */
struct cat_expression *cat_node(struct cat_reader *reader, enum cat_expression_kind kind,
                                struct span span, struct cat_expression *first,
                                struct cat_expression *second);
/* Makes a node without parts at the next lexeme. */
struct cat_expression *cat_leaf(struct cat_reader *reader, enum cat_expression_kind kind);

#endif

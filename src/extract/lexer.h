/* Tokens of a PTX file.  Comments and blanks are skipped; no token spans lines. */
#ifndef EXTRACT_LEXER_H
#define EXTRACT_LEXER_H

#include "base/diagnostic.h"
#include <stdint.h>

enum token_kind {
  TOKEN_END,
  TOKEN_WORD,   /* a name, a directive or a mnemonic with its dots: %tid.x, .reg, ld.global.u32 */
  TOKEN_NUMBER, /* without a sign; the bits of a floating-point constant */
  TOKEN_TEXT,   /* in quotes */
  TOKEN_SYMBOL  /* one character */
};

struct token {
  enum token_kind kind;
  struct span span;
  uint64_t number;
};

struct lexer {
  const struct source *source;
  struct diagnostic *error;
  size_t at;
  struct token token; /* the one in hand */
};

void lexer_start(struct lexer *lexer, const struct source *source, struct diagnostic *error);
void lexer_next(struct lexer *lexer);
/* Leaves out the rest of the line (of .loc and .file, which no semicolon ends). */
void lexer_skip_line(struct lexer *lexer);
bool lexer_is(const struct lexer *lexer, const char *text);
bool lexer_accept(struct lexer *lexer, const char *text);
/* Reads the text, or fails: expected `what`. */
bool lexer_expect(struct lexer *lexer, const char *text, const char *what);
bool lexer_expected(struct lexer *lexer, const char *what);
/* Reads a name; the span has its place. */
bool lexer_word(struct lexer *lexer, struct span *span, const char *what);
/* Reads a number below 2^31. */
bool lexer_count(struct lexer *lexer, unsigned *number, const char *what);
char *lexer_copy(const struct lexer *lexer, struct span span);
bool lexer_span_is(const struct lexer *lexer, struct span span, const char *text);

#endif

/* The tokens of the cat language. */
#ifndef CAT_LEXER_H
#define CAT_LEXER_H

#include "base/diagnostic.h"
#include "base/vector.h"

enum cat_token {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_STRING,
  /* Punctuation.  The postfix operators may be written with or without '^'. */
  TOKEN_BAR,
  TOKEN_AND_SIGN,
  TOKEN_BACKSLASH,
  TOKEN_SEMICOLON,
  TOKEN_STAR,
  TOKEN_PLUS,
  TOKEN_QUESTION,
  TOKEN_INVERSE,
  TOKEN_CLOSURE,
  TOKEN_REFLEXIVE_CLOSURE, /* ^+ and ^*, which are never infix */
  TOKEN_TILDE,
  TOKEN_EQUAL,
  TOKEN_COMMA,
  TOKEN_LEFT_PAREN,
  TOKEN_RIGHT_PAREN,
  TOKEN_LEFT_BRACKET,
  TOKEN_RIGHT_BRACKET,
  TOKEN_LEFT_BRACE,
  TOKEN_RIGHT_BRACE,
  TOKEN_ZERO,
  TOKEN_UNIVERSE,
  TOKEN_PLUS_PLUS,
  TOKEN_DOUBLE_BAR,
  TOKEN_DOUBLE_AND,
  TOKEN_ARROW,
  TOKEN_TAG,
  /* Words that are no names. */
  TOKEN_LET,
  TOKEN_REC,
  TOKEN_AND,
  TOKEN_IN,
  TOKEN_INCLUDE,
  TOKEN_SHOW,
  TOKEN_UNSHOW,
  TOKEN_AS,
  TOKEN_ACYCLIC,
  TOKEN_IRREFLEXIVE,
  TOKEN_EMPTY,
  TOKEN_FLAG,
  TOKEN_UNDEFINED_UNLESS,
  TOKEN_ASSERT,
  TOKEN_WITH,
  TOKEN_FROM,
  TOKEN_TRY,
  TOKEN_PROCEDURE,
  TOKEN_CALL,
  TOKEN_END_WORD,
  TOKEN_IF,
  TOKEN_THEN,
  TOKEN_ELSE,
  TOKEN_MATCH,
  TOKEN_FUN,
  TOKEN_FORALL,
  TOKEN_DO,
  TOKEN_ENUM,
  TOKEN_INSTRUCTIONS,
  TOKEN_EVENTS,
  TOKEN_REQUIRES,
  TOKEN_WHEN,
  TOKEN_NOT,
  TOKEN_SUBSET,
  TOKEN_BEGIN
};

struct cat_lexeme {
  enum cat_token token;
  struct span span;
}; /* a string's span is what stands between the quotes */

struct cat_lexemes {
  struct cat_lexeme *items;
  size_t length, room;
};

/* Reads a whole text; the last lexeme is TOKEN_END.  The caller frees with vector_free, on failure
 * too. */
bool cat_lex(const struct source *source, struct cat_lexemes *lexemes, struct diagnostic *error);

#endif

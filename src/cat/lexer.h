/* The tokens of the cat language. */
#ifndef CAT_LEXER_H
#define CAT_LEXER_H

#include "base/diagnostic.h"
#include "base/vector.h"

/* The words that no definition may use as its name. */
#define CAT_WORDS(WORD)                      \
  WORD(LET, "let")                           \
  WORD(REC, "rec")                           \
  WORD(AND, "and")                           \
  WORD(IN, "in")                             \
  WORD(INCLUDE, "include")                   \
  WORD(SHOW, "show")                         \
  WORD(UNSHOW, "unshow")                     \
  WORD(AS, "as")                             \
  WORD(ACYCLIC, "acyclic")                   \
  WORD(IRREFLEXIVE, "irreflexive")           \
  WORD(EMPTY, "empty")                       \
  WORD(FLAG, "flag")                         \
  WORD(UNDEFINED_UNLESS, "undefined_unless") \
  WORD(ASSERT, "assert")                     \
  WORD(WITH, "with")                         \
  WORD(FROM, "from")                         \
  WORD(TRY, "try")                           \
  WORD(PROCEDURE, "procedure")               \
  WORD(CALL, "call")                         \
  WORD(END_WORD, "end")                      \
  WORD(IF, "if")                             \
  WORD(THEN, "then")                         \
  WORD(ELSE, "else")                         \
  WORD(MATCH, "match")                       \
  WORD(FUN, "fun")                           \
  WORD(FORALL, "forall")                     \
  WORD(DO, "do")                             \
  WORD(ENUM, "enum")                         \
  WORD(INSTRUCTIONS, "instructions")         \
  WORD(EVENTS, "events")                     \
  WORD(REQUIRES, "requires")                 \
  WORD(WHEN, "when")                         \
  WORD(NOT, "not")                           \
  WORD(SUBSET, "subset")                     \
  WORD(BEGIN, "begin")

enum cat_token {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_STRING,
  TOKEN_BAR,
  TOKEN_AND_SIGN,
  TOKEN_BACKSLASH,
  TOKEN_SEMICOLON,
  TOKEN_STAR,
  TOKEN_PLUS,
  TOKEN_QUESTION,
  TOKEN_INVERSE,
  TOKEN_CLOSURE,           /* ^+ */
  TOKEN_REFLEXIVE_CLOSURE, /* ^*, which is never infix */
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
#define WORD(symbol, text) TOKEN_##symbol,
  CAT_WORDS(WORD)
#undef WORD
};

/* One token and its place; the span of a string leaves out the quotes. */
struct cat_lexeme {
  enum cat_token token;
  struct span span;
};

struct cat_lexemes {
  struct cat_lexeme *items;
  size_t length, room;
};

/* Reads a whole text; the last lexeme is TOKEN_END. The caller frees the lexemes by vector_free, on
 * failure too. */
bool cat_lex(const struct source *source, struct cat_lexemes *lexemes, struct diagnostic *error);

#endif

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

/* Marks; longer ones stand before their prefixes. */
#define CAT_MARKS(MARK)         \
  MARK(INVERSE, "^-1")          \
  MARK(DOUBLE_AND, "&&")        \
  MARK(CLOSURE, "^+")           \
  MARK(REFLEXIVE_CLOSURE, "^*") \
  MARK(DOUBLE_BAR, "||")        \
  MARK(PLUS_PLUS, "++")         \
  MARK(ARROW, "->")             \
  MARK(BAR, "|")                \
  MARK(AND_SIGN, "&")           \
  MARK(BACKSLASH, "\\")         \
  MARK(SEMICOLON, ";")          \
  MARK(STAR, "*")               \
  MARK(PLUS, "+")               \
  MARK(QUESTION, "?")           \
  MARK(TILDE, "~")              \
  MARK(EQUAL, "=")              \
  MARK(COMMA, ",")              \
  MARK(LEFT_PAREN, "(")         \
  MARK(RIGHT_PAREN, ")")        \
  MARK(LEFT_BRACKET, "[")       \
  MARK(RIGHT_BRACKET, "]")      \
  MARK(LEFT_BRACE, "{")         \
  MARK(RIGHT_BRACE, "}")        \
  MARK(TAG, "'")

enum cat_token {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_STRING,
  TOKEN_ZERO,
  TOKEN_UNIVERSE,
#define TOKEN(symbol, text) TOKEN_##symbol,
  CAT_MARKS(TOKEN) CAT_WORDS(TOKEN)
#undef TOKEN
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

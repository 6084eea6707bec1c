/* The tokens of the cat language, and a cursor over those of one file, which the parts of the
 * parser share. */
#ifndef CAT_READER_H
#define CAT_READER_H

#include "cat/tree.h"

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

struct cat_reader {
  struct cat_tree *tree; /* in the making */
  struct diagnostic *error;
  const struct source *source;
  struct cat_lexemes lexemes;
  size_t next; /* index of the next lexeme */
  unsigned nesting;
  const char *folder;                /* of the file, with its '/'; NULL for an embedded text */
  const char *const *folders;        /* of includes, up to a NULL; or NULL */
  const struct cat_reader *includer; /* reads the file that includes this one; or NULL */
};

const struct cat_lexeme *cat_peek(const struct cat_reader *reader);
bool cat_is_next(const struct cat_reader *reader, enum cat_token token);
/* Skips the token if it is next; returns whether it was. */
bool cat_accept(struct cat_reader *reader, enum cat_token token);
/* Fails at a span of the file. */
#define cat_fail_at(reader, ...) diagnostic_at((reader)->error, (reader)->source, __VA_ARGS__)
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

/* Hands a block of memory, or NULL, to the tree, which frees it.  Returns the block. */
void *cat_tree_keep(struct cat_tree *tree, void *block);
void cat_tree_free(struct cat_tree *tree);

#endif

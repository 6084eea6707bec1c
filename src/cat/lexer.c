/* The lexer of the cat language (Alglave, Cousot and Maranget, "Syntax and semantics of the weak
 * consistency model specification language cat", 2016, section 2).
 *
 * It accepts the variations that published files use.  Names may have '-', '.' and '_' inside.
 * Comments stand in (* *), between / * and * /, after # and after //.  Comments in (* *) nest in
 * herd7 and do not in Dat3M.  Here they nest.  A comment that would then have no end is read again
 * without nesting. */
#include "cat/reader.h"
#include "cat/lexer.h"

#include <ctype.h>
#include <string.h>

struct word {
  const char *text;
  enum cat_token token;
};

static const struct word words[] = {
#define WORD(symbol, text) { text, TOKEN_##symbol },
  CAT_WORDS(WORD)
#undef WORD
};

static const struct word marks[] = { { "^ -1", TOKEN_INVERSE }, /* as some files write it */
                                     { "^?", TOKEN_QUESTION },
#define MARK(symbol, text) { text, TOKEN_##symbol },
                                     CAT_MARKS(MARK)
#undef MARK
};

static bool at(const struct source *source, size_t position, const char *text) {
  size_t length = strlen(text);
  return source->length - position >= length && memcmp(source->text + position, text, length) == 0;
}

static bool name_starts(char c) { return isalpha((unsigned char)c) || c == '_'; }

static bool name_goes_on(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

/* Skips a comment that does not nest, up to `close`. */
static bool skip_flat(const struct source *source, const char *close, size_t *position,
                      struct diagnostic *error) {
  size_t start = *position;
  for (*position += 2; !at(source, *position, close); ++*position)
    if (*position >= source->length)
      return diagnostic_at(error, source, (struct span){ start, 2 }, "this comment has no end");
  *position += 2;
  return true;
}

/* Skips a comment between (* and *), which may nest. */
static bool skip_nested(const struct source *source, size_t *position, struct diagnostic *error) {
  size_t start = *position, depth = 0;
  do {
    if (*position >= source->length) {
      *position = start;
      return skip_flat(source, "*)", position, error);
    }
    int step = at(source, *position, "(*") ? 1 : at(source, *position, "*)") ? -1 : 0;
    depth += (size_t)step;
    *position += step ? 2 : 1;
  } while (depth);
  return true;
}

/* Skips white space and comments. */
static bool skip(const struct source *source, size_t *position, struct diagnostic *error) {
  while (*position < source->length) {
    if (isspace((unsigned char)source->text[*position])) {
      ++*position;
    } else if (at(source, *position, "#") || at(source, *position, "//")) {
      while (*position < source->length && source->text[*position] != '\n') ++*position;
    } else if (at(source, *position, "(*")) {
      if (!skip_nested(source, position, error)) return false;
    } else if (at(source, *position, "/*")) {
      if (!skip_flat(source, "*/", position, error)) return false;
    } else {
      break;
    }
  }
  return true;
}

static struct cat_lexeme lex_name(const struct source *source, size_t start) {
  size_t end = start + 1;
  while (end < source->length && name_goes_on(source->text[end])) end++;
  struct cat_lexeme lexeme = { TOKEN_NAME, { start, end - start } };
  if (lexeme.span.length == 1 && source->text[start] == '_') lexeme.token = TOKEN_UNIVERSE;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i].text) == lexeme.span.length && at(source, start, words[i].text))
      lexeme.token = words[i].token;
  return lexeme;
}

static bool lex_string(const struct source *source, size_t *position, struct cat_lexeme *lexeme,
                       struct diagnostic *error) {
  size_t start = ++*position;
  while (*position < source->length && source->text[*position] != '"' &&
         source->text[*position] != '\n')
    ++*position;
  if (!at(source, *position, "\""))
    return diagnostic_at(error, source, (struct span){ start - 1, 1 },
                         "this string has no end on its line");
  *lexeme = (struct cat_lexeme){ TOKEN_STRING, { start, *position - start } };
  ++*position;
  return true;
}

static bool lex_mark(const struct source *source, size_t *position, struct cat_lexeme *lexeme,
                     struct diagnostic *error) {
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    if (!at(source, *position, marks[i].text)) continue;
    *lexeme = (struct cat_lexeme){ marks[i].token, { *position, strlen(marks[i].text) } };
    *position += lexeme->span.length;
    return true;
  }
  return diagnostic_at(error, source, (struct span){ *position, 1 },
                       "this character has no place in a cat file");
}

bool cat_lex(const struct source *source, struct cat_lexemes *lexemes, struct diagnostic *error) {
  for (size_t position = 0;;) {
    if (!skip(source, &position, error)) return false;
    struct cat_lexeme lexeme = { TOKEN_END, { position, 0 } };
    if (position < source->length) {
      char c = source->text[position];
      if (name_starts(c)) {
        lexeme = lex_name(source, position);
        position += lexeme.span.length;
      } else if (c == '0' &&
                 !(position + 1 < source->length && name_goes_on(source->text[position + 1]))) {
        lexeme = (struct cat_lexeme){ TOKEN_ZERO, { position++, 1 } };
      } else if (c == '"') {
        if (!lex_string(source, &position, &lexeme, error)) return false;
      } else if (!lex_mark(source, &position, &lexeme, error)) {
        return false;
      }
    }
    vector_push(*lexemes, lexeme);
    if (lexeme.token == TOKEN_END) return true;
  }
}

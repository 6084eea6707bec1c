/* Tokens of a PTX file (PTX ISA 4.3 to 4.5). */
#include "extract/lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

static char at(const struct lexer *lexer, size_t offset) {
  size_t place = lexer->at + offset;
  return place < lexer->source->length ? lexer->source->text[place] : '\0';
}

static void skip_to(struct lexer *lexer, const char *end, size_t from) {
  const char *found = strstr(lexer->source->text + lexer->at + from, end);
  lexer->at = found ? (size_t)(found - lexer->source->text) + strlen(end) : lexer->source->length;
}

static void skip_blanks(struct lexer *lexer) {
  while (lexer->at < lexer->source->length) {
    if (at(lexer, 0) == '/' && at(lexer, 1) == '/') skip_to(lexer, "\n", 2);
    else if (at(lexer, 0) == '/' && at(lexer, 1) == '*') skip_to(lexer, "*/", 2);
    else if (isspace((unsigned char)at(lexer, 0))) lexer->at++;
    else return;
  }
}

static bool begins_word(char c) { return isalpha((unsigned char)c) || (c && strchr("_$%.", c)); }

static bool is_of_word(char c) { return isalnum((unsigned char)c) || (c && strchr("_$.", c)); }

/* "::" is of a word where a letter follows: .shared::cta. */
static size_t word_length(const struct lexer *lexer) {
  size_t length = 1;
  for (;;) {
    if (is_of_word(at(lexer, length))) length++;
    else if (at(lexer, length) == ':' && at(lexer, length + 1) == ':' &&
             isalpha((unsigned char)at(lexer, length + 2)))
      length += 2;
    else return length;
  }
}

/* 12, 0x1F, 0b11, 017, 0f3F800000, 0d..., each but the last two with an optional U; 9.0, a
 * version. */
static size_t read_number(struct lexer *lexer) {
  const char *text = lexer->source->text + lexer->at;
  char *end, kind = (char)tolower((unsigned char)at(lexer, 1));
  bool bits = text[0] == '0' && (kind == 'f' || kind == 'd'),
       binary = text[0] == '0' && kind == 'b';
  lexer->token.number = bits     ? strtoull(text + 2, &end, 16)
                        : binary ? strtoull(text + 2, &end, 2)
                                 : strtoull(text, &end, 0);
  if (!bits && *end == 'U') end++;
  if (*end == '.' && isdigit((unsigned char)end[1])) end += 1 + strspn(end + 1, "0123456789");
  return (size_t)(end - text);
}

static size_t text_length(const struct lexer *lexer) {
  size_t length = 1;
  while (at(lexer, length) && at(lexer, length) != '"' && at(lexer, length) != '\n') length++;
  return length + (at(lexer, length) == '"');
}

void lexer_next(struct lexer *lexer) {
  skip_blanks(lexer);
  struct token *token = &lexer->token;
  *token = (struct token){ .kind = TOKEN_END, .span = { lexer->at, 0 } };
  char first = at(lexer, 0);
  if (lexer->at >= lexer->source->length) return;
  if (begins_word(first)) {
    token->kind = TOKEN_WORD;
    token->span.length = word_length(lexer);
  } else if (isdigit((unsigned char)first)) {
    token->kind = TOKEN_NUMBER;
    token->span.length = read_number(lexer);
  } else {
    token->kind = first == '"' ? TOKEN_TEXT : TOKEN_SYMBOL;
    token->span.length = first == '"' ? text_length(lexer) : 1;
  }
  lexer->at += token->span.length;
}

void lexer_start(struct lexer *lexer, const struct source *source, struct diagnostic *error) {
  *lexer = (struct lexer){ .source = source, .error = error };
  lexer_next(lexer);
}

void lexer_skip_line(struct lexer *lexer) {
  lexer->at = lexer->token.span.start;
  skip_to(lexer, "\n", 0);
  lexer_next(lexer);
}

bool lexer_span_is(const struct lexer *lexer, struct span span, const char *text) {
  return strlen(text) == span.length &&
         memcmp(lexer->source->text + span.start, text, span.length) == 0;
}

bool lexer_is(const struct lexer *lexer, const char *text) {
  return lexer->token.kind != TOKEN_END && lexer_span_is(lexer, lexer->token.span, text);
}

bool lexer_accept(struct lexer *lexer, const char *text) {
  if (!lexer_is(lexer, text)) return false;
  lexer_next(lexer);
  return true;
}

bool lexer_expected(struct lexer *lexer, const char *what) {
  struct span span = lexer->token.span;
  int length = span.length > 60 ? 60 : (int)span.length;
  if (lexer->token.kind == TOKEN_END)
    return diagnostic_at(lexer->error, lexer->source, span,
                         "expected %s, found the end of the file", what);
  return diagnostic_at(lexer->error, lexer->source, span, "expected %s, found \"%.*s\"", what,
                       length, lexer->source->text + span.start);
}

bool lexer_expect(struct lexer *lexer, const char *text, const char *what) {
  return lexer_accept(lexer, text) || lexer_expected(lexer, what);
}

bool lexer_word(struct lexer *lexer, struct span *span, const char *what) {
  if (lexer->token.kind != TOKEN_WORD) return lexer_expected(lexer, what);
  *span = lexer->token.span;
  lexer_next(lexer);
  return true;
}

bool lexer_count(struct lexer *lexer, unsigned *number, const char *what) {
  if (lexer->token.kind != TOKEN_NUMBER || lexer->token.number > INT32_MAX)
    return lexer_expected(lexer, what);
  *number = (unsigned)lexer->token.number;
  lexer_next(lexer);
  return true;
}

char *lexer_copy(const struct lexer *lexer, struct span span) {
  return memory_copy_text(lexer->source->text + span.start, span.length);
}

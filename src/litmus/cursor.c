/* The cursor over words, numbers and symbols. */
#include "litmus/cursor.h"

#include <ctype.h>
#include <string.h>
#include "base/memory.h"

static char byte_at(const struct cursor *cursor, size_t at) {
  return at < cursor->limit ? cursor->source->text[at] : '\0';
}

static bool starts_word(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool comes_next(const struct cursor *cursor, const char *symbol) {
  size_t length = strlen(symbol);
  return cursor->limit - cursor->at >= length &&
         memcmp(cursor->source->text + cursor->at, symbol, length) == 0;
}

static void skip_comment(struct cursor *cursor) {
  size_t start = cursor->at;
  unsigned open = 0;
  do {
    if (comes_next(cursor, "(*")) {
      open++;
      cursor->at += 2;
    } else if (comes_next(cursor, "*)")) {
      open--;
      cursor->at += 2;
    } else if (cursor->at++ >= cursor->limit) {
      cursor->at = cursor->limit;
      cursor_fail(cursor, (struct span){ start, 2 }, "this comment never ends");
      return;
    }
  } while (open);
}

static void skip_c_comment(struct cursor *cursor) {
  size_t start = cursor->at;
  for (cursor->at += 2; !comes_next(cursor, "*/"); cursor->at++)
    if (cursor->at >= cursor->limit) {
      cursor_fail(cursor, (struct span){ start, 2 }, "this comment never ends");
      return;
    }
  cursor->at += 2;
}

void cursor_skip(struct cursor *cursor) {
  for (;;) {
    char next = byte_at(cursor, cursor->at);
    if (isspace((unsigned char)next)) cursor->at++;
    else if (next != '(' && next != '/') return;
    else if (!cursor->is_c && comes_next(cursor, "(*")) skip_comment(cursor);
    else if (cursor->is_c && comes_next(cursor, "/*")) skip_c_comment(cursor);
    else if (comes_next(cursor, "//"))
      while (cursor->at < cursor->limit && byte_at(cursor, cursor->at) != '\n') cursor->at++;
    else return;
  }
}

char cursor_peek(struct cursor *cursor) {
  cursor_skip(cursor);
  return byte_at(cursor, cursor->at);
}

bool cursor_at_end(struct cursor *cursor) {
  cursor_skip(cursor);
  return cursor->at >= cursor->limit;
}

bool cursor_accept(struct cursor *cursor, const char *symbol) {
  cursor_skip(cursor);
  if (!comes_next(cursor, symbol)) return false;
  cursor->at += strlen(symbol);
  return true;
}

bool cursor_expect(struct cursor *cursor, const char *symbol, const char *what) {
  return cursor_accept(cursor, symbol) || cursor_expected(cursor, what);
}

static bool is_dollar(const struct cursor *cursor, size_t at) {
  return cursor->is_ptx && byte_at(cursor, at) == '$';
}

struct span cursor_next_word(struct cursor *cursor) {
  cursor_skip(cursor);
  struct span word = { cursor->at, 0 };
  if (cursor->is_ptx && byte_at(cursor, word.start) == '%') word.start++;
  if (starts_word(byte_at(cursor, word.start)) || is_dollar(cursor, word.start))
    while (in_word(byte_at(cursor, word.start + word.length)) ||
           is_dollar(cursor, word.start + word.length))
      word.length++;
  return word;
}

bool cursor_word(struct cursor *cursor, struct span *word) {
  *word = cursor_next_word(cursor);
  if (word->length) cursor->at = word->start + word->length;
  return word->length > 0;
}

bool cursor_accept_word(struct cursor *cursor, const char *word) {
  struct span next = cursor_next_word(cursor);
  if (!span_is(cursor, next, word)) return false;
  cursor->at = next.start + next.length;
  return true;
}

bool cursor_starts_number(struct cursor *cursor) {
  char c = cursor_peek(cursor);
  if (c == '-' || c == '+') c = byte_at(cursor, cursor->at + 1);
  return isdigit((unsigned char)c);
}

/* The value of a digit in this base, or the base itself. */
static unsigned digit_value(char c, unsigned base) {
  unsigned value = isdigit((unsigned char)c)    ? (unsigned)(c - '0')
                   : isxdigit((unsigned char)c) ? (unsigned)(tolower((unsigned char)c) - 'a' + 10)
                                                : base;
  return value < base ? value : base;
}

bool cursor_number(struct cursor *cursor, int64_t *number) {
  if (!cursor_starts_number(cursor)) return cursor_expected(cursor, "a number");
  struct span span = { cursor->at, 0 };
  char sign = byte_at(cursor, cursor->at);
  if (sign == '-' || sign == '+') cursor->at++;
  unsigned base = comes_next(cursor, "0x") || comes_next(cursor, "0X") ? 16 : 10;
  if (base == 16) cursor->at += 2;
  bool overflow = false;
  size_t digits = cursor->at;
  *number = 0;
  for (unsigned digit; (digit = digit_value(byte_at(cursor, cursor->at), base)) < base;
       cursor->at++) {
    overflow |= __builtin_mul_overflow(*number, (int64_t)base, number);
    overflow |=
        __builtin_add_overflow(*number, sign == '-' ? -(int64_t)digit : (int64_t)digit, number);
  }
  bool malformed = cursor->at == digits || in_word(byte_at(cursor, cursor->at));
  while (in_word(byte_at(cursor, cursor->at))) cursor->at++;
  span.length = cursor->at - span.start;
  if (malformed) return cursor_expected_at(cursor, span, "a number");
  return overflow ? cursor_fail(cursor, span, "this number does not fit 64 bits") : true;
}

bool cursor_number_within(struct cursor *cursor, int64_t least, int64_t most, const char *what,
                          int64_t *number) {
  cursor_skip(cursor);
  size_t start = cursor->at;
  if (!cursor_starts_number(cursor)) return cursor_expected(cursor, what);
  if (!cursor_number(cursor, number)) return false;
  if (*number >= least && *number <= most) return true;
  return cursor_fail(cursor, (struct span){ start, cursor->at - start },
                     "%s is at least %lld and at most %lld", what, (long long)least,
                     (long long)most);
}

int cursor_lookup(const struct cursor *cursor, struct span span, const struct cursor_word *words) {
  while (words->word && !span_is(cursor, span, words->word)) words++;
  return words->word ? words->value : -1;
}

bool span_is(const struct cursor *cursor, struct span span, const char *text) {
  return strlen(text) == span.length &&
         memcmp(cursor->source->text + span.start, text, span.length) == 0;
}

char *span_copy(const struct cursor *cursor, struct span span) {
  return memory_copy_text(cursor->source->text + span.start, span.length);
}

/* The next token: a word or number with what is glued to it, or one character (of UTF-8: all its
 * bytes). */
static struct span next_token(struct cursor *cursor) {
  cursor_skip(cursor);
  struct span token = { cursor->at, 0 };
  while (in_word(byte_at(cursor, cursor->at + token.length))) token.length++;
  if (token.length == 0 && cursor->at < cursor->limit) token.length = 1;
  while (((unsigned char)byte_at(cursor, cursor->at + token.length) & 0xc0) == 0x80) token.length++;
  return token;
}

bool cursor_expected_at(struct cursor *cursor, struct span span, const char *what) {
  return cursor_fail(cursor, span, "expected %s, found \"%.*s\"", what, SPAN(cursor, span));
}

bool cursor_unsupported(struct cursor *cursor, struct span span, const char *what) {
  return cursor_fail(cursor, span, "unsupported: the %s \"%.*s\"", what, SPAN(cursor, span));
}

bool cursor_expected(struct cursor *cursor, const char *what) {
  struct span token = next_token(cursor);
  if (token.length) return cursor_expected_at(cursor, token, what);
  const char *end =
      cursor->limit < cursor->source->length ? "the end of the cell" : "the end of the text";
  return cursor_fail(cursor, token, "expected %s, found %s", what, end);
}

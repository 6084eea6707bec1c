/* A cursor over a source text: it moves forward over words, numbers and symbols.
 *
 * Each function first skips blanks and comments.  Those stand in `(* *)`, which nest, or are C's in
 * C code; `//` begins one to the end of the line.  A failure is recorded in the diagnostic; the
 * first one counts, so a caller may go on and look later.  Reading is linear in the length of the
 * text. */
#ifndef LITMUS_CURSOR_H
#define LITMUS_CURSOR_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"

struct cursor {
  const struct source *source;
  struct diagnostic *error;
  size_t at, limit; /* reads source->text[at .. limit) */
  bool is_c;        /* comments are those of C */
  bool is_ptx;      /* words may hold `$`, and a `%` before one is skipped */
};

void cursor_skip(struct cursor *cursor); /* blanks and comments */
char cursor_peek(struct cursor *cursor); /* the next character after blanks; NUL at the limit */
bool cursor_at_end(struct cursor *cursor);
bool cursor_accept(struct cursor *cursor, const char *symbol); /* reads it if it comes next */
bool cursor_expect(struct cursor *cursor, const char *symbol, const char *what);

/* [A-Za-z_][A-Za-z0-9_]*; false, and nothing read or recorded, where none comes next. */
bool cursor_word(struct cursor *cursor, struct span *word);
/* The word that would be read next; length 0 where none. */
struct span cursor_next_word(struct cursor *cursor);
bool cursor_accept_word(struct cursor *cursor, const char *word); /* reads it if it comes next */
/* A decimal or 0x number with an optional sign; false where none comes next or it does not fit
 * (recorded). */
bool cursor_starts_number(struct cursor *cursor);
bool cursor_number(struct cursor *cursor, int64_t *number);
/* A number in least .. most, named `what` in the message. */
bool cursor_number_within(struct cursor *cursor, int64_t least, int64_t most, const char *what,
                          int64_t *number);

/* A table of words ends with a NULL word.  Returns the value of the word in `span`, or -1. */
struct cursor_word {
  const char *word;
  int value;
};
int cursor_lookup(const struct cursor *cursor, struct span span, const struct cursor_word *words);

bool span_is(const struct cursor *cursor, struct span span, const char *text);
char *span_copy(const struct cursor *cursor, struct span span);
#define SPAN(cursor, span) \
  (int)((span).length > 60 ? 60 : (span).length), (cursor)->source->text + (span).start

/* Records "expected `what`, found `token`" at the next token; returns false. */
bool cursor_expected(struct cursor *cursor, const char *what);
/* The same at `span`, and: "unsupported: the `what` "text of the span"". */
bool cursor_expected_at(struct cursor *cursor, struct span span, const char *what);
bool cursor_unsupported(struct cursor *cursor, struct span span, const char *what);
/* Fails at the span that comes first, with the message behind it. */
#define cursor_fail(cursor, ...) diagnostic_at((cursor)->error, (cursor)->source, __VA_ARGS__)

#endif

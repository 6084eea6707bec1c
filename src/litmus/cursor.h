/* A place in a source text that moves forward over words, numbers and symbols.
 *
 * Blanks and comments, `(* *)` (they nest; in C code it is those of C) and `//` to the end of the
 * line, are skipped before anything is read. What is expected and not found is recorded in the
 * diagnostic; the first failure counts, so a caller may go on and look at the diagnostic later. All
 * of it is linear in the text. */
#ifndef LITMUS_CURSOR_H
#define LITMUS_CURSOR_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"

struct cursor {
  const struct source *source;
  struct diagnostic *error;
  size_t at, limit; /* reads source->text[at .. limit) */
  bool is_c;        /* comments are those of C: "(*" begins none */
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
/* A decimal or 0x number with an optional sign; false where none comes next or it does not fit
 * (recorded). */
bool cursor_starts_number(struct cursor *cursor);
bool cursor_number(struct cursor *cursor, int64_t *number);
/* A number in least .. most, named `what` in the message. */
bool cursor_number_within(struct cursor *cursor, int64_t least, int64_t most, const char *what,
                          int64_t *number);

bool span_is(const struct cursor *cursor, struct span span, const char *text);
char *span_copy(const struct cursor *cursor, struct span span);
#define SPAN(cursor, span) \
  (int)((span).length > 60 ? 60 : (span).length), (cursor)->source->text + (span).start

/* Records "expected `what`, found `token`" at the next token; returns false. */
bool cursor_expected(struct cursor *cursor, const char *what);
bool cursor_fail(struct cursor *cursor, struct span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

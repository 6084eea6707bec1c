/* Diagnostics: file, line, column, message, the line itself, and a caret under the place.
 *
 * A source line may be megabytes long and hold any bytes.  So at most WINDOW characters around the
 * place are shown, with '?' for unprintable ones and a space for tabs: the caret keeps its column.
 * Unprintable is whatever a terminal might obey: control characters, also of C1, and bytes that are
 * no UTF-8 (RFC 3629).  A message quotes its input, so it is cleaned and cut alike. */
#include "base/diagnostic.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

enum { WINDOW = 120, MESSAGE_MAX = 400 };

/* A byte that continues a UTF-8 character takes no column of its own. */
static bool continues(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

static bool control(char c) { return (unsigned char)c < 0x20 || c == 0x7f; }

void diagnostic_source_position(const struct source *source, size_t offset, unsigned *line,
                                unsigned *column) {
  *line = *column = 1;
  for (size_t i = 0; i < offset && i < source->length; i++) {
    if (source->text[i] == '\n') {
      ++*line;
      *column = 1;
    } else if (!continues(source->text[i])) {
      ++*column;
    }
  }
}

/* The length of the character at `at`, of at most `room` bytes, where it is UTF-8 beyond ASCII and
 * no C1 control; else 0. */
static size_t letter(const char *at, size_t room) {
  const unsigned char *c = (const unsigned char *)at;
  size_t length = *c >= 0xf0 && *c < 0xf5   ? 4
                  : *c >= 0xe0 && *c < 0xf0 ? 3
                  : *c >= 0xc2 && *c < 0xe0 ? 2
                                            : 0;
  if (length == 0 || length > room) return 0;
  for (size_t i = 1; i < length; i++)
    if (!continues(at[i])) return 0;
  unsigned char least = *c == 0xe0 || *c == 0xc2 ? 0xa0
                        : *c == 0xf0             ? 0x90
                                                 : 0x80; /* overlong below; of c2, controls */
  unsigned char greatest = *c == 0xed   ? 0x9f
                           : *c == 0xf4 ? 0x8f
                                        : 0xbf; /* surrogates, beyond U+10FFFF */
  return c[1] < least || c[1] > greatest ? 0 : length;
}

/* Adds `length` bytes as a terminal may show them.  A byte that looks like the rest of a character
 * takes no column; where it is not, it is left out. */
static void add_shown(struct text *text, const char *bytes, size_t length) {
  for (size_t i = 0; i < length;) {
    size_t whole = letter(bytes + i, length - i);
    char shown = bytes[i] == '\t' ? ' ' : control(bytes[i]) || bytes[i] & '\x80' ? '?' : bytes[i];
    if (whole) text_add_bytes(text, bytes + i, whole);
    else if (!continues(bytes[i])) text_add_bytes(text, &shown, 1);
    i += whole ? whole : 1;
  }
}

/* The part of the line around `at` that is shown: [*from, *to). */
static void window_of(const struct source *source, size_t at, size_t *from, size_t *to) {
  *from = *to = at;
  while (*from > 0 && source->text[*from - 1] != '\n' && at - *from < WINDOW / 2) --*from;
  while (*to < source->length && source->text[*to] != '\n' && *to - *from < WINDOW) ++*to;
  while (*from < at && continues(source->text[*from])) ++*from;
  while (*to > at && *to < source->length && continues(source->text[*to])) --*to;
}

static void add_line_and_caret(struct text *text, const struct source *source, struct span span) {
  size_t from, to;
  window_of(source, span.start, &from, &to);
  text_add(text, "\n ");
  add_shown(text, source->text + from, to - from);
  text_add(text, "\n ");
  for (size_t i = from; i < span.start; i++)
    if (!continues(source->text[i])) text_add(text, " ");
  text_add(text, "^");
  for (size_t i = span.start + 1; i < to && i - span.start < span.length; i++)
    if (!continues(source->text[i])) text_add(text, "~");
}

/* The message, made fit to print, and cut. */
static void add_message(struct text *text, const char *format, va_list arguments) {
  char message[MESSAGE_MAX];
  int length = vsnprintf(message, sizeof message, format, arguments);
  add_shown(text, message, strlen(message));
  if (length >= MESSAGE_MAX) text_add(text, "...");
}

bool diagnostic_at(struct diagnostic *error, const struct source *source, struct span span,
                   const char *format, ...) {
  if (error->message) return false;
  if (span.start > source->length) span.start = source->length;
  unsigned line, column;
  diagnostic_source_position(source, span.start, &line, &column);
  struct text text = { 0 };
  text_add(&text, "%s:%u:%u: ", source->name, line, column);
  va_list arguments;
  va_start(arguments, format);
  add_message(&text, format, arguments);
  va_end(arguments);
  add_line_and_caret(&text, source, span);
  *error = (struct diagnostic){ text.bytes, true };
  return false;
}

bool diagnostic_record(struct diagnostic *error, bool of_file, const char *format, ...) {
  if (error->message) return false;
  struct text text = { 0 };
  va_list arguments;
  va_start(arguments, format);
  add_message(&text, format, arguments);
  va_end(arguments);
  text_add(&text, "%s", "");
  *error = (struct diagnostic){ text.bytes, of_file };
  return false;
}

void diagnostic_clear(struct diagnostic *error) {
  memory_free(error->message);
  *error = (struct diagnostic){ NULL };
}

void findings_add(struct findings *findings, const char *file, unsigned line, const char *format,
                  ...) {
  va_list arguments;
  char *message = NULL;
  va_start(arguments, format);
  int length = vasprintf(&message, format, arguments);
  va_end(arguments);
  if (!findings->count++) findings->of_file = file != NULL;
  else text_add(&findings->text, "\n");
  if (file) text_add(&findings->text, "%s:%u: ", file, line);
  text_add(&findings->text, "%s", length < 0 ? "(no memory for the message)" : message);
  if (length >= 0) free(message);
}

bool findings_told(struct findings *findings, struct diagnostic *error) {
  if (!findings->count) return true;
  if (error->message) text_free(&findings->text);
  else *error = (struct diagnostic){ findings->text.bytes, findings->of_file };
  *findings = (struct findings){ { 0 } };
  return false;
}

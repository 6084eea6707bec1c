/* Growing texts: room doubles, so that building a text is linear in its length. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"

/* Makes room for `more` bytes and the final NUL. */
static void make_room(struct text *text, size_t more) {
  size_t needed = text->length + more + 1;
  if (text->room >= needed) return;
  text->room = text->room * 2 > needed ? text->room * 2 : needed;
  text->bytes = memory_resize(text->bytes, text->room, 1);
}

void text_add(struct text *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length >= 0) {
    make_room(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
}

void text_add_bytes(struct text *text, const char *bytes, size_t length) {
  make_room(text, length);
  if (length) memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void text_free(struct text *text) {
  memory_free(text->bytes);
  *text = (struct text){0};
}

bool text_equal(const char *a, const char *b) { return strcmp(a, b) == 0; }

bool text_starts(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

const char *text_numbered(uint64_t count, const char *one, const char *many) { return count == 1 ? one : many; }

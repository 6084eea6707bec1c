/* Growing texts: room doubles, so building a text is linear in its length.
 *
 * Plain text, %s, %u and %lld are added here; from any other conversion on, the C library formats
 * the rest.  It opens a stream for each call, which was half of the time of judging a small test.
 */
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

void text_add_bytes(struct text *text, const char *bytes, size_t length) {
  make_room(text, length);
  if (length) memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

static void add_number(struct text *text, uint64_t number) {
  char digits[20], *first = digits + sizeof digits;
  do *--first = (char)('0' + number % 10);
  while (number /= 10);
  text_add_bytes(text, first, (size_t)(digits + sizeof digits - first));
}

static void add_signed(struct text *text, int64_t number) {
  if (number < 0) text_add_bytes(text, "-", 1);
  add_number(text, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

/* By the C library; a second time when there was not enough room. */
static void add_formatted(struct text *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  make_room(text, 32);
  size_t room = text->room - text->length;
  int length = vsnprintf(text->bytes + text->length, room, format, arguments);
  if (length >= 0 && (size_t)length >= room) {
    make_room(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
  }
  if (length > 0) text->length += (size_t)length;
  text->bytes[text->length] = '\0';
  va_end(again);
}

void text_add(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (;;) {
    const char *percent = strchrnul(format, '%');
    text_add_bytes(text, format, (size_t)(percent - format));
    if (!*percent) break;
    format = percent + 2;
    if (percent[1] == 's') {
      const char *word = va_arg(arguments, const char *);
      text_add_bytes(text, word, strlen(word));
    } else if (percent[1] == 'u') {
      add_number(text, va_arg(arguments, unsigned));
    } else if (text_starts(percent, "%lld")) {
      add_signed(text, va_arg(arguments, long long));
      format = percent + strlen("%lld");
    } else {
      add_formatted(text, percent, arguments);
      break;
    }
  }
  va_end(arguments);
}

void text_free(struct text *text) {
  memory_free(text->bytes);
  *text = (struct text){ 0 };
}

bool text_equal(const char *a, const char *b) { return strcmp(a, b) == 0; }

bool text_starts(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool text_ends(const char *text, const char *suffix) {
  size_t length = strlen(text), tail = strlen(suffix);
  return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

const char *text_among(const char *text, const char *const *list) {
  while (*list && !text_equal(*list, text)) list++;
  return *list;
}

const char *text_numbered(uint64_t count, const char *one, const char *many) {
  return count == 1 ? one : many;
}

/* Neither an overlong form nor a surrogate is a character. */
unsigned text_utf8_length(const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  unsigned length = at[0] < 0x80                    ? 1
                    : at[0] >= 0xc2 && at[0] < 0xe0 ? 2
                    : (at[0] & 0xf0) == 0xe0        ? 3
                    : at[0] >= 0xf0 && at[0] < 0xf5 ? 4
                                                    : 0;
  for (unsigned i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] >= 0xa0)) return 0;
  if ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] >= 0x90)) return 0;
  return length;
}

enum { WORD_MAX = 40 };

/* Levenshtein's distance, a row at a time. */
static unsigned distance_of(const char *a, size_t length, const char *b) {
  unsigned row[WORD_MAX + 1];
  size_t width = strlen(b);
  if (length > WORD_MAX || width > WORD_MAX) return WORD_MAX;
  for (unsigned j = 0; j <= width; j++) row[j] = j;
  for (size_t i = 0; i < length; i++) {
    unsigned diagonal = row[0]++;
    for (size_t j = 0; j < width; j++) {
      unsigned changed = diagonal + (a[i] != b[j]),
               least = row[j] < row[j + 1] ? row[j] : row[j + 1];
      diagonal = row[j + 1];
      row[j + 1] = changed <= least ? changed : least + 1;
    }
  }
  return row[width];
}

void text_offer(struct nearest *nearest, const char *name) {
  unsigned distance = distance_of(nearest->word, nearest->length, name);
  if (distance > 2 || distance * 2 > nearest->length ||
      (nearest->name && distance >= nearest->distance))
    return;
  nearest->name = name;
  nearest->distance = distance;
}

const char *text_suggestion(const struct nearest *nearest, char room[NEAREST_ROOM]) {
  *room = '\0';
  if (nearest->name) snprintf(room, NEAREST_ROOM, "; did you mean %s?", nearest->name);
  return room;
}

const char *embedded_find(const struct embedded_text *list, const char *name) {
  for (; list->name; list++)
    if (text_equal(list->name, name)) return list->text;
  return NULL;
}

void text_add_shell_word(struct text *text, const char *word) {
  bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_-+=./,:@%")];
  if (!plain) text_add(text, "'");
  for (const char *at = word; *at; at++)
    if (*at == '\'') text_add(text, "'\\''");
    else text_add_bytes(text, at, 1);
  if (!plain) text_add(text, "'");
}

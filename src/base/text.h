/* Growing texts. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
  char *bytes;
  size_t length, room;
}; /* {0} is empty; bytes is NUL-terminated once something was added */

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_free(struct text *text);
bool text_equal(const char *a, const char *b);
bool text_starts(const char *text, const char *prefix);
/* "value" or "values": what so many are called. */
const char *text_numbered(uint64_t count, const char *one, const char *many);

/* Of the names that are offered one by one, that which is the nearest to a word that is none of
 * them; NULL: none is near. */
struct nearest {
  const char *word;
  size_t length;
  const char *name;
  unsigned distance;
};
void text_offer(struct nearest *nearest, const char *name);
/* "; did you mean NAME?" or "", in the caller's room. */
enum { NEAREST_ROOM = 64 };
const char *text_suggestion(const struct nearest *nearest, char room[NEAREST_ROOM]);

#endif

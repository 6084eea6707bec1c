/* Growing texts. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* {0} is empty; `bytes` is NUL-terminated once something was added. */
struct text {
  char *bytes;
  size_t length, room;
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *text, const char *bytes, size_t length);
/* The word as a shell takes it: quoted where need be. */
void text_add_shell_word(struct text *text, const char *word);
void text_free(struct text *text);
bool text_equal(const char *a, const char *b);
bool text_starts(const char *text, const char *prefix);
bool text_ends(const char *text, const char *suffix);
/* The text in a list that ends with NULL: the list's own copy, or NULL. */
const char *text_among(const char *text, const char *const *list);
/* The word for so many: "value" or "values". */
const char *text_numbered(uint64_t count, const char *one, const char *many);

/* Bytes of the UTF-8 character at `at`; 0: there is none. */
unsigned text_utf8_length(const char *at);

/* The nearest to a word among names that are offered one by one. */
struct nearest {
  const char *word;
  size_t length;
  const char *name; /* NULL: none is near */
  unsigned distance;
};
void text_offer(struct nearest *nearest, const char *name);
/* "; did you mean NAME?" or "", in `room`. */
enum { NEAREST_ROOM = 64 };
const char *text_suggestion(const struct nearest *nearest, char room[NEAREST_ROOM]);

/* Texts inside the program, made into C by scripts/embed. */
struct embedded_text {
  const char *name, *text;
};
/* The text of that name in a list that ends with a NULL name, or NULL. */
const char *embedded_find(const struct embedded_text *list, const char *name);

#endif

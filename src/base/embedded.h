/* Texts inside the program, made into C by scripts/embed. */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>
#include "base/text.h"

struct embedded_text {
  const char *name, *text;
};

/* The text of that name in a list that ends with a NULL name, or NULL. */
static inline const char *embedded_find(const struct embedded_text *list, const char *name) {
  for (; list->name; list++)
    if (text_equal(list->name, name)) return list->text;
  return NULL;
}

#endif

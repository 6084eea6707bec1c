/* Growable arrays of any type.
 *
 *   VECTOR(int) v = {0};
 *   vector_push(v, 7);
 *   for (size_t i = 0; i < v.length; i++) use(v.items[i]);
 *   vector_free(v);
 */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#include <stddef.h>
#include "base/memory.h"

#define VECTOR(type)     \
  struct {               \
    type *items;         \
    size_t length, room; \
  }

#define vector_reserve(v, n)                                              \
  do {                                                                    \
    if ((v).room < (size_t)(n)) {                                         \
      (v).room = (v).room * 2 > (size_t)(n) ? (v).room * 2 : (size_t)(n); \
      (v).items = memory_resize((v).items, (v).room, sizeof *(v).items);  \
    }                                                                     \
  } while (0)

#define vector_push(v, ...)                  \
  do {                                       \
    vector_reserve(v, (v).length + 1);       \
    (v).items[(v).length++] = (__VA_ARGS__); \
  } while (0)

#define vector_free(v)         \
  do {                         \
    memory_free((v).items);    \
    (v).items = NULL;          \
    (v).length = (v).room = 0; \
  } while (0)

#endif

/* Memory that is asked for in small pieces and given back all at once: no header for each piece,
 * and none to remember.
 *
 *   struct arena arena = { 0 };
 *   struct thing *thing = arena_new(&arena, sizeof *thing);
 *   arena_free(&arena);
 *
 * Who shares one between threads asks under a lock of its own. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include "base/vector.h"

struct arena_block {
  char *at;
  size_t bytes;
};

struct arena {
  VECTOR(struct arena_block) blocks;
  char *at; /* what is left of the block that is used up now */
  size_t left, size;
};

void *arena_new(struct arena *arena, size_t bytes); /* zeroed; at a multiple of 8 */
void arena_free(struct arena *arena);

#endif

/* Memory taken in small pieces and given back all at once, without a header for each piece.
 *
 *   struct arena arena = { 0 };
 *   struct thing *thing = arena_new(&arena, sizeof *thing);
 *   arena_free(&arena);
 *
 * Threads that share an arena take from it under a lock of their own. */
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
  char *at; /* the rest of the last block, of `left` bytes */
  size_t left, size;
};

void *arena_new(struct arena *arena, size_t bytes); /* zeroed; at a multiple of 8 */
void arena_free(struct arena *arena);

#endif

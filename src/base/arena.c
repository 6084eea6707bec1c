/* Blocks grow with what has been asked for, up to a size of which the unused rest of the last one does not matter.  They begin
 * lines of the cache: pieces whose sizes are multiples of a line, in an arena of their own, begin lines too. */
#include "base/arena.h"

enum { ALIGNMENT = 8, BLOCK_FIRST = 1 << 12, BLOCK_LAST = 1 << 18 };

static void begin_block(struct arena *arena, size_t bytes) {
  if (!arena->size) arena->size = BLOCK_FIRST;
  else if (arena->size < BLOCK_LAST) arena->size *= 2;
  arena->left = bytes > arena->size ? bytes : arena->size;
  arena->at = memory_new_line(arena->left);
  vector_push(arena->blocks, arena->at);
}

void *arena_new(struct arena *arena, size_t bytes) {
  size_t room = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (room < bytes) memory_exhausted(1, bytes);
  if (room > arena->left || !arena->at) begin_block(arena, room);
  void *piece = arena->at;
  arena->at += room;
  arena->left -= room;
  return piece;
}

void arena_free(struct arena *arena) {
  for (size_t i = 0; i < arena->blocks.length; i++) memory_free(arena->blocks.items[i]);
  vector_free(arena->blocks);
  *arena = (struct arena){ 0 };
}

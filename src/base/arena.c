/* Blocks grow with the amount asked for, up to a size at which the unused rest of the last one does
 * not matter.  In a large arena they grow to a huge page.  A large piece is a block of its own.
 * Blocks begin at cache lines, so pieces that are whole lines do, too. */
#include "base/arena.h"

enum { ALIGNMENT = 8, BLOCK_FIRST = 1 << 12, BLOCK_LAST = 1 << 18, LARGE = 128 /* blocks */ };

static char *new_block(struct arena *arena, size_t bytes) {
  char *block = memory_new_line(bytes);
  vector_push(arena->blocks, (struct arena_block){ block, bytes });
  return block;
}

static void begin_block(struct arena *arena) {
  if (!arena->size) arena->size = BLOCK_FIRST;
  else if (arena->size < BLOCK_LAST) arena->size *= 2;
  else if (arena->blocks.length > LARGE) arena->size = HUGE_PAGE;
  arena->at = new_block(arena, arena->left = arena->size);
}

void *arena_new(struct arena *arena, size_t bytes) {
  size_t room = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (room < bytes) memory_exhausted(1, bytes);
  if (room > BLOCK_FIRST / 2) return new_block(arena, room);
  if (room > arena->left || !arena->at) begin_block(arena);
  void *piece = arena->at;
  arena->at += room;
  arena->left -= room;
  return piece;
}

void arena_free(struct arena *arena) {
  for (size_t i = 0; i < arena->blocks.length; i++)
    memory_free_line(arena->blocks.items[i].at, arena->blocks.items[i].bytes);
  vector_free(arena->blocks);
  *arena = (struct arena){ 0 };
}

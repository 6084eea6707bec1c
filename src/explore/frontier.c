/* The states of a level are those that its predecessor's expansion appended to the chunks, so a level is a list of
 * ranges.  All levels are kept (8 bytes for up to 256 states): the way back from a violation walks them again. */
#include "explore/frontier.h"

static uint64_t uncollected(const struct store *store) {
  uint64_t states = 0;
  for (uint32_t i = 1; i < store->chunk_count; i++) {
    const struct chunk *chunk = store_chunk(store, i);
    states += chunk->used - chunk->collected;
  }
  return states;
}

/* Small levels are cut into small slices, so that every thread gets some. */
static uint32_t slice_size(uint64_t states, unsigned members) {
  uint64_t size = members == 1 ? SLICE_MAX : states / (8 * (uint64_t)members);
  return size < 1 ? 1 : size > SLICE_MAX ? SLICE_MAX : (uint32_t)size;
}

static void collect(struct frontier *frontier, struct chunk *chunk, uint32_t number, uint32_t size) {
  while (chunk->collected < chunk->used) {
    uint32_t left = chunk->used - chunk->collected, count = left < size ? left : size;
    vector_push(frontier->slices, (struct slice){ (number << PLACE_BITS) + chunk->collected, count });
    chunk->collected += count;
  }
}

uint64_t frontier_advance(struct frontier *frontier, struct store *store, unsigned members) {
  uint64_t states = uncollected(store);
  if (states == 0) return 0;
  vector_push(frontier->levels, (struct level){ frontier->slices.length, states });
  uint32_t size = slice_size(states, members);
  for (uint32_t i = 1; i < store->chunk_count; i++) collect(frontier, store_chunk(store, i), i, size);
  return states;
}

size_t frontier_level_end(const struct frontier *frontier, unsigned level) {
  bool last = level + 1 == frontier->levels.length;
  return last ? frontier->slices.length : frontier->levels.items[level + 1].first_slice;
}

uint64_t frontier_bytes(const struct frontier *frontier) {
  return frontier->slices.room * sizeof *frontier->slices.items + frontier->levels.room * sizeof *frontier->levels.items;
}

void frontier_free(struct frontier *frontier) {
  vector_free(frontier->slices);
  vector_free(frontier->levels);
}

/* Open addressing, in cells of one word, so that nobody sees half of one.  Keys count up from 0 and
 * mostly come in runs (even ones of deeds, odd ones of maps: cluster_state.h), so they need no
 * hash. */
#include "base/small_map.h"

enum { CELLS_FIRST = 4 };

struct small_map small_map_none = { 0, 0, { 0 } };

static void put(struct small_map *notes, uint64_t cell) {
  uint32_t i = (uint32_t)((cell >> 32) - 1) & notes->mask;
  while (atomic_load_explicit(&notes->cells[i], memory_order_relaxed)) i = (i + 1) & notes->mask;
  atomic_store_explicit(&notes->cells[i], cell, memory_order_release);
  notes->count++;
}

static struct small_map *with_more_room(const struct small_map *notes, struct arena *arena) {
  uint32_t cells = notes->mask ? 2 * (notes->mask + 1) : CELLS_FIRST;
  struct small_map *more = arena_new(arena, sizeof *more + cells * sizeof *more->cells);
  more->mask = cells - 1;
  for (uint32_t i = 0; i <= notes->mask; i++) {
    uint64_t cell =
        atomic_load_explicit(&((struct small_map *)notes)->cells[i], memory_order_relaxed);
    if (cell) put(more, cell);
  }
  return more;
}

struct small_map *small_map_add(struct small_map *notes, uint32_t key, uint32_t value,
                                struct arena *arena) {
  if (small_map_find(notes, key) != SMALL_MAP_NONE) return notes;
  if ((notes->count + 1) * 4 > (notes->mask + 1) * 3) notes = with_more_room(notes, arena);
  put(notes, (key + 1ull) << 32 | value);
  return notes;
}

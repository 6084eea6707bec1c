/* A table with open addressing.  A cell is one word, so no thread sees half of one.
 *
 * Keys mostly come in runs, so they need no hash. */
#include "base/small_map.h"

enum { CELLS_FIRST = 4 };

struct small_map small_map_none = { 0, 0, { 0 } };

static void put(struct small_map *map, uint64_t cell) {
  uint32_t i = (uint32_t)((cell >> 32) - 1) & map->mask;
  while (atomic_load_explicit(&map->cells[i], memory_order_relaxed)) i = (i + 1) & map->mask;
  atomic_store_explicit(&map->cells[i], cell, memory_order_release);
  map->count++;
}

static struct small_map *enlarged(const struct small_map *map, struct arena *arena) {
  uint32_t cells = map->mask ? 2 * (map->mask + 1) : CELLS_FIRST;
  struct small_map *larger = arena_new(arena, sizeof *larger + cells * sizeof *larger->cells);
  larger->mask = cells - 1;
  for (uint32_t i = 0; i <= map->mask; i++) {
    uint64_t cell =
        atomic_load_explicit(&((struct small_map *)map)->cells[i], memory_order_relaxed);
    if (cell) put(larger, cell);
  }
  return larger;
}

struct small_map *small_map_add(struct small_map *map, uint32_t key, uint32_t value,
                                struct arena *arena) {
  if (small_map_find(map, key) != SMALL_MAP_NONE) return map;
  if ((map->count + 1) * 4 > (map->mask + 1) * 3) map = enlarged(map, arena);
  put(map, (key + 1ull) << 32 | value);
  return map;
}

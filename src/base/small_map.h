/* A map from small numbers to numbers.  Most maps are small; some are large.
 *
 * Any number of threads read without a lock.  A thread that adds holds the map's lock. */
#ifndef BASE_SMALL_MAP_H
#define BASE_SMALL_MAP_H

#include <stdatomic.h>
#include <stdint.h>
#include "base/arena.h"

struct small_map {
  uint32_t mask, count;     /* at least a quarter of the cells is free */
  _Atomic uint64_t cells[]; /* (key + 1) << 32 | value; 0: free */
};

enum { SMALL_MAP_NONE = UINT32_MAX }; /* no value */

/* The empty map. */
extern struct small_map small_map_none;

static inline uint32_t small_map_find(const struct small_map *map, uint32_t key) {
  for (uint32_t i = key & map->mask;; i = (i + 1) & map->mask) {
    uint64_t cell =
        atomic_load_explicit(&((struct small_map *)map)->cells[i], memory_order_acquire);
    if (cell >> 32 == key + 1ull) return (uint32_t)cell;
    if (!cell) return SMALL_MAP_NONE;
  }
}

/* Adds a value, unless the key has one.  Returns the same map, or a larger one from the arena, for
 * the caller to publish in its place.  Readers of the old one miss the new value. */
struct small_map *small_map_add(struct small_map *map, uint32_t key, uint32_t value,
                                struct arena *arena);

#endif

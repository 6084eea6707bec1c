/* What is remembered of one thing under small numbers, a number each: of most things little, of
 * some much.
 *
 * Any number of threads read without a lock; who adds holds one. */
#ifndef BASE_SMALL_MAP_H
#define BASE_SMALL_MAP_H

#include <stdatomic.h>
#include <stdint.h>
#include "base/arena.h"

/* Cells, a power of two of them, of which at least a quarter is free: a key, + 1, above its value;
 * 0 is free. */
struct small_map {
  uint32_t mask, count;
  _Atomic uint64_t cells[];
};

enum { SMALL_MAP_NONE = UINT32_MAX }; /* no value */

/* Of what nothing is remembered. */
extern struct small_map small_map_none;

static inline uint32_t small_map_find(const struct small_map *notes, uint32_t key) {
  for (uint32_t i = key & notes->mask;; i = (i + 1) & notes->mask) {
    uint64_t cell =
        atomic_load_explicit(&((struct small_map *)notes)->cells[i], memory_order_acquire);
    if (cell >> 32 == key + 1ull) return (uint32_t)cell;
    if (!cell) return SMALL_MAP_NONE;
  }
}

/* The notes with one more, where there is none under that key yet: these, or more room from the
 * arena, to be published in their place; those who still read the old ones miss what is new. */
struct small_map *small_map_add(struct small_map *notes, uint32_t key, uint32_t value,
                                struct arena *arena);

#endif

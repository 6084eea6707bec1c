/* Remembered results: a map from two words to one, read by any number of threads without a lock.
 *
 * A key means what its user makes it mean; the kit puts a purpose into the second word.  A value is never 0. */
#ifndef KIT_MEMO_H
#define KIT_MEMO_H

#include <stdatomic.h>
#include <stdint.h>

struct memo_entry { _Atomic uint64_t first, second, value; };
struct memo_table { uint64_t mask; struct memo_table *older; struct memo_entry entries[]; };
struct memo { _Atomic(struct memo_table *) table; void *private; };

void memo_start(struct memo *memo);
void memo_end(struct memo *memo);
/* Records the value of a key.  Two threads may record the same key: equal values, or the first stays. */
void memo_add(struct memo *memo, uint64_t first, uint64_t second, uint64_t value);

static inline uint64_t memo_hash(uint64_t first, uint64_t second) {
  uint64_t x = first * 0x9E3779B97F4A7C15ull ^ (second + 0x632BE59BD9B4E019ull) * 0xD6E8FEB86659FD93ull;
  return (x ^ x >> 32) * 0xD6E8FEB86659FD93ull >> 17;
}

/* The value of a key, or 0. */
static inline uint64_t memo_find(const struct memo *memo, uint64_t first, uint64_t second) {
  struct memo_table *table = atomic_load_explicit(&((struct memo *)memo)->table, memory_order_acquire);
  for (uint64_t i = memo_hash(first, second) & table->mask;; i = (i + 1) & table->mask) {
    struct memo_entry *entry = &table->entries[i];
    uint64_t value = atomic_load_explicit(&entry->value, memory_order_acquire);
    if (!value) return 0;
    if (atomic_load_explicit(&entry->first, memory_order_relaxed) == first &&
        atomic_load_explicit(&entry->second, memory_order_relaxed) == second) return value;
  }
}

#endif

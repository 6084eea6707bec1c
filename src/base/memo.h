/* Remembered results: a map from two words to one, which any number of threads read without a lock.
 *
 * The meaning of a key is up to its user.  A value is never 0.  Beyond 2^32 - 128 entries (100 GB)
 * the run ends as out of memory. */
#ifndef BASE_MEMO_H
#define BASE_MEMO_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct memo_entry {
  uint64_t first, second, value;
};
struct memo_table {
  uint64_t mask;
  struct memo_table *older; /* smaller ones, kept for readers */
  _Atomic uint32_t cells[]; /* 1 + an entry's number; 0: free */
};

/* Four pages of entries for each power of two, so that little of the last one is unused. */
enum { MEMO_FIRST_BITS = 6, MEMO_PAGES = 4 * (32 - MEMO_FIRST_BITS) };

struct memo {
  _Atomic(struct memo_table *) table;
  _Atomic(struct memo_entry *) pages[MEMO_PAGES];
  void *private;
};

void memo_start(struct memo *memo);
void memo_end(struct memo *memo);
/* Records the value of a key.  If it has one already, that one stays. */
void memo_add(struct memo *memo, uint64_t first, uint64_t second, uint64_t value);

static inline uint64_t memo_hash(uint64_t first, uint64_t second) {
  uint64_t x =
      first * 0x9E3779B97F4A7C15ull ^ (second + 0x632BE59BD9B4E019ull) * 0xD6E8FEB86659FD93ull;
  return (x ^ x >> 32) * 0xD6E8FEB86659FD93ull >> 17;
}

/* Where an entry lies.  The page is given by its number's leading bits, all but the first. */
struct memo_place {
  unsigned page;
  uint32_t at, room;
};

static inline struct memo_place memo_place(uint32_t number) {
  uint64_t n = number + (UINT64_C(1) << MEMO_FIRST_BITS);
  unsigned bits = 61 - (unsigned)__builtin_clzll(n); /* all but the leading three */
  return (struct memo_place){ 4 * (bits + 2 - MEMO_FIRST_BITS) + (unsigned)(n >> bits) - 4,
                              (uint32_t)(n & ((1u << bits) - 1)), 1u << bits };
}

static inline const struct memo_entry *memo_entry(const struct memo *memo, uint32_t number) {
  struct memo_place place = memo_place(number);
  return atomic_load_explicit(&((struct memo *)memo)->pages[place.page], memory_order_relaxed) +
         place.at;
}

size_t memo_held(const struct memo *memo); /* bytes */

/* The value of a key, or 0. */
static inline uint64_t memo_find(const struct memo *memo, uint64_t first, uint64_t second) {
  struct memo_table *table =
      atomic_load_explicit(&((struct memo *)memo)->table, memory_order_acquire);
  for (uint64_t i = memo_hash(first, second) & table->mask;; i = (i + 1) & table->mask) {
    uint32_t cell = atomic_load_explicit(&table->cells[i], memory_order_acquire);
    if (!cell) return 0;
    const struct memo_entry *entry = memo_entry(memo, cell - 1);
    if (entry->first == first && entry->second == second) return entry->value;
  }
}

#endif

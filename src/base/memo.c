/* Entries lie in pages that never move, in the order of arrival.  A table with open addressing
 * holds their numbers.  A number is published after its entry, so a reader that sees it sees the
 * entry.  A table that became too small stays until the end, for threads that still read it. */
#include <pthread.h>
#include <stddef.h>
#include "base/memory.h"
#include "base/memo.h"

enum { CELLS_FIRST = 256 };
#define ENTRIES_MAX (UINT32_MAX - 127)

struct private {
  pthread_mutex_t lock;
  uint32_t count;
};

static struct memo_table *table_new(uint64_t size, struct memo_table *older) {
  struct memo_table *table = memory_new(1, sizeof *table + size * sizeof *table->cells);
  table->mask = size - 1;
  table->older = older;
  return table;
}

void memo_start(struct memo *memo) {
  struct private *private = memory_new(1, sizeof *private);
  pthread_mutex_init(&private->lock, NULL);
  *memo = (struct memo){ .private = private };
  atomic_store(&memo->table, table_new(CELLS_FIRST, NULL));
}

void memo_end(struct memo *memo) {
  struct private *private = memo->private;
  if (!private) return;
  for (struct memo_table *table = atomic_load(&memo->table), *older; table; table = older) {
    older = table->older;
    memory_free(table);
  }
  for (unsigned i = 0; i < MEMO_PAGES; i++) memory_free(atomic_load(&memo->pages[i]));
  pthread_mutex_destroy(&private->lock);
  memory_free(private);
  memo->private = NULL;
}

static void put(struct memo_table *table, const struct memo_entry *entry, uint32_t number) {
  uint64_t i = memo_hash(entry->first, entry->second) & table->mask;
  while (atomic_load_explicit(&table->cells[i], memory_order_relaxed)) i = (i + 1) & table->mask;
  atomic_store_explicit(&table->cells[i], number + 1, memory_order_release);
}

static void grow(struct memo *memo, uint32_t count) {
  struct memo_table *old = atomic_load(&memo->table), *table = table_new((old->mask + 1) * 2, old);
  for (uint32_t number = 0; number < count; number++) put(table, memo_entry(memo, number), number);
  atomic_store_explicit(&memo->table, table, memory_order_release);
}

static const struct memo_entry *append(struct memo *memo, uint32_t number,
                                       struct memo_entry entry) {
  struct memo_place place = memo_place(number);
  if (place.at == 0) atomic_store(&memo->pages[place.page], memory_new(place.room, sizeof entry));
  struct memo_entry *added = (struct memo_entry *)memo_entry(memo, number);
  *added = entry;
  return added;
}

void memo_add(struct memo *memo, uint64_t first, uint64_t second, uint64_t value) {
  struct private *private = memo->private;
  pthread_mutex_lock(&private->lock);
  if (!memo_find(memo, first, second)) {
    uint32_t number = private->count++;
    if (number == ENTRIES_MAX) memory_exhausted(number, sizeof(struct memo_entry));
    if (private->count * UINT64_C(3) > atomic_load(&memo->table)->mask * UINT64_C(2))
      grow(memo, number);
    put(atomic_load(&memo->table),
        append(memo, number, (struct memo_entry){ first, second, value }), number);
  }
  pthread_mutex_unlock(&private->lock);
}

/* Older tables together have as many cells as the last one. */
size_t memo_held(const struct memo *memo) {
  const struct memo_table *table = atomic_load(&((struct memo *)memo)->table);
  return 2 * (table->mask + 1) * sizeof *table->cells +
         ((const struct private *)memo->private)->count * sizeof(struct memo_entry);
}

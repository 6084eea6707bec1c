/* Open addressing.  A value is published last, so that a reader who sees it sees its key; a table that has grown too
 * small stays until the end, for those who still read it. */
#include <pthread.h>
#include <stddef.h>
#include "base/memory.h"
#include "kit/memo.h"

struct private { pthread_mutex_t lock; uint64_t count; };

static struct memo_table *table_new(uint64_t size, struct memo_table *older) {
  struct memo_table *table = memory_new(1, sizeof *table + size * sizeof(struct memo_entry));
  table->mask = size - 1;
  table->older = older;
  return table;
}

void memo_start(struct memo *memo) {
  struct private *private = memory_new(1, sizeof *private);
  pthread_mutex_init(&private->lock, NULL);
  memo->private = private;
  atomic_store(&memo->table, table_new(256, NULL));
}

void memo_end(struct memo *memo) {
  struct private *private = memo->private;
  if (!private) return;
  for (struct memo_table *table = atomic_load(&memo->table), *older; table; table = older) {
    older = table->older;
    memory_free(table);
  }
  pthread_mutex_destroy(&private->lock);
  memory_free(private);
  memo->private = NULL;
}

static void put(struct memo_table *table, uint64_t first, uint64_t second, uint64_t value) {
  uint64_t i = memo_hash(first, second) & table->mask;
  while (atomic_load_explicit(&table->entries[i].value, memory_order_relaxed)) i = (i + 1) & table->mask;
  struct memo_entry *entry = &table->entries[i];
  atomic_store_explicit(&entry->first, first, memory_order_relaxed);
  atomic_store_explicit(&entry->second, second, memory_order_relaxed);
  atomic_store_explicit(&entry->value, value, memory_order_release);
}

static void grow(struct memo *memo) {
  struct memo_table *old = atomic_load(&memo->table), *table = table_new((old->mask + 1) * 4, old);
  for (uint64_t i = 0; i <= old->mask; i++) {
    struct memo_entry *entry = &old->entries[i];
    if (entry->value) put(table, entry->first, entry->second, entry->value);
  }
  atomic_store_explicit(&memo->table, table, memory_order_release);
}

void memo_add(struct memo *memo, uint64_t first, uint64_t second, uint64_t value) {
  struct private *private = memo->private;
  pthread_mutex_lock(&private->lock);
  if (!memo_find(memo, first, second)) {
    if (++private->count * 2 > atomic_load(&memo->table)->mask) grow(memo);
    put(atomic_load(&memo->table), first, second, value);
  }
  pthread_mutex_unlock(&private->lock);
}

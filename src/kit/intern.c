/* The contents lie in blocks that never move; an index in pages of doubling size leads from a
 * number to its content, so that readers need no lock: a page, once published, stays.  The hash
 * table is touched under the lock only. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"
#include "base/intern.h"

enum { FIRST_PAGE_BITS = 6, PAGES = 26, BLOCK_SIZE = 1 << 14 };

struct content {
  uint64_t hash;
  const void *bytes;
  size_t length;
};

struct intern {
  pthread_mutex_t lock;
  _Atomic(struct content *) pages[PAGES];
  uint32_t count;
  uint32_t *table;   /* number + 1; 0 is free */
  size_t table_size; /* a power of two */
  VECTOR(char *) blocks;
  size_t block_used, block_size, held; /* bytes; `held` in pages, table and blocks */
};

static void *take(struct intern *intern, size_t count, size_t size) {
  intern->held += count * size;
  return memory_new(count, size);
}

struct intern *intern_new(void) {
  struct intern *intern = memory_new(1, sizeof *intern);
  pthread_mutex_init(&intern->lock, NULL);
  intern->table_size = 128;
  intern->table = take(intern, intern->table_size, sizeof *intern->table);
  return intern;
}

void intern_free(struct intern *intern) {
  if (!intern) return;
  for (unsigned i = 0; i < PAGES; i++) memory_free(atomic_load(&intern->pages[i]));
  for (size_t i = 0; i < intern->blocks.length; i++) memory_free(intern->blocks.items[i]);
  vector_free(intern->blocks);
  memory_free(intern->table);
  pthread_mutex_destroy(&intern->lock);
  memory_free(intern);
}

/* Page k holds the numbers from 64 * (2^k - 1) on, 64 * 2^k of them. */
static unsigned page_of(uint32_t number) {
  return 31 - (unsigned)__builtin_clz((number >> FIRST_PAGE_BITS) + 1);
}
static uint32_t page_start(unsigned page) { return ((1u << page) - 1) << FIRST_PAGE_BITS; }

static struct content *content_at(const struct intern *intern, uint32_t number) {
  unsigned page = page_of(number);
  return atomic_load_explicit(&((struct intern *)intern)->pages[page], memory_order_acquire) +
         (number - page_start(page));
}

const void *intern_at(const struct intern *intern, uint32_t number, size_t *length) {
  const struct content *content = content_at(intern, number);
  if (length) *length = content->length;
  return content->bytes;
}

size_t intern_copy(const struct intern *intern, uint32_t number, void *to) {
  const struct content *content = content_at(intern, number);
  memcpy(to, content->bytes, content->length);
  return content->length;
}

uint64_t intern_hash(const struct intern *intern, uint32_t number) {
  return content_at(intern, number)->hash;
}

static void *store(struct intern *intern, const void *bytes, size_t length) {
  size_t room = (length + 15) & ~(size_t)15;
  if (!intern->blocks.length || intern->block_used + room > intern->block_size) {
    intern->block_size = room > BLOCK_SIZE ? room : BLOCK_SIZE;
    vector_push(intern->blocks, take(intern, intern->block_size, 1));
    intern->block_used = 0;
  }
  char *place = intern->blocks.items[intern->blocks.length - 1] + intern->block_used;
  intern->block_used += room;
  memcpy(place, bytes, length);
  return place;
}

static void grow_table(struct intern *intern) {
  size_t size = intern->table_size * 2;
  uint32_t *table = take(intern, size, sizeof *table);
  for (uint32_t number = 0; number < intern->count; number++) {
    size_t i = intern_hash(intern, number) & (size - 1);
    while (table[i]) i = (i + 1) & (size - 1);
    table[i] = number + 1;
  }
  memory_free(intern->table);
  intern->held -= intern->table_size * sizeof *table;
  intern->table = table;
  intern->table_size = size;
}

static uint32_t append(struct intern *intern, const void *bytes, size_t length, uint64_t hash) {
  uint32_t number = intern->count;
  unsigned page = page_of(number);
  if (number == page_start(page))
    atomic_store_explicit(
        &intern->pages[page],
        take(intern, (size_t)1 << (page + FIRST_PAGE_BITS), sizeof(struct content)),
        memory_order_release);
  *content_at(intern, number) = (struct content){ hash, store(intern, bytes, length), length };
  intern->count++;
  return number;
}

uint32_t intern_add(struct intern *intern, const void *bytes, size_t length) {
  uint64_t hash = hash_bytes(bytes, length);
  pthread_mutex_lock(&intern->lock);
  size_t i = hash & (intern->table_size - 1);
  uint32_t number;
  for (;; i = (i + 1) & (intern->table_size - 1)) {
    if (!intern->table[i]) {
      number = append(intern, bytes, length, hash);
      intern->table[i] = number + 1;
      if (intern->count * 2 > intern->table_size) grow_table(intern);
      break;
    }
    number = intern->table[i] - 1;
    const struct content *content = content_at(intern, number);
    if (content->hash == hash && content->length == length &&
        !memcmp(content->bytes, bytes, length))
      break;
  }
  pthread_mutex_unlock(&intern->lock);
  return number;
}

uint32_t intern_count(struct intern *intern) {
  pthread_mutex_lock(&intern->lock);
  uint32_t count = intern->count;
  pthread_mutex_unlock(&intern->lock);
  return count;
}

size_t intern_held(struct intern *intern) {
  pthread_mutex_lock(&intern->lock);
  size_t held = intern->held;
  pthread_mutex_unlock(&intern->lock);
  return held;
}

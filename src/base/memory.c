/* The one answer to exhaustion is "inconclusive", exit status 3: a check without memory has proved
 * nothing.  So no caller tests for NULL.
 *
 * Live blocks are counted in one atomic number, and their bytes in another.  The first lets a test
 * demand that nothing is left, also without a leak checker.  The second lets a search count a
 * model's memory as its own. */
#include "base/memory.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EXIT_INCONCLUSIVE = 3, CACHE_LINE = 64, HUGE_FROM = 2 * HUGE_PAGE };

static atomic_size_t block_count, bytes_held;

/* Counts blocks that came, or (below 0) went. */
static void note(int blocks, size_t bytes) {
  atomic_fetch_add_explicit(&block_count, (size_t)blocks, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes_held, (size_t)blocks * bytes, memory_order_relaxed);
}

static atomic_bool exhausted;
bool memory_is_exhausted(void) { return atomic_load(&exhausted); }

_Noreturn void memory_exhausted(size_t count, size_t size) {
  fprintf(stderr, "turnsole: out of memory (asked for %zu x %zu bytes): inconclusive\n", count,
          size);
  atomic_store(&exhausted, true);
  exit(EXIT_INCONCLUSIVE);
}

/* count * size; at least 1, so that every block has its own address. */
static size_t checked_size(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX)
    memory_exhausted(count, size);
  return bytes ? bytes : 1;
}

/* A hint, which saves TLB misses and may be refused. */
static void ask_for_huge_pages(void *block, size_t bytes) {
  uintptr_t first = ((uintptr_t)block + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  uintptr_t end = ((uintptr_t)block + bytes) / HUGE_PAGE * HUGE_PAGE;
  if (first < end) madvise((void *)first, end - first, MADV_HUGEPAGE);
}

void *memory_map(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), wanted = (bytes + page - 1) / page * page,
         room = wanted + HUGE_PAGE;
  char *from =
      mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (from == MAP_FAILED) return NULL;
  size_t before = -(uintptr_t)from % HUGE_PAGE, after = room - before - wanted;
  if (before) munmap(from, before);
  if (after) munmap(from + before + wanted, after);
  madvise(from + before, wanted, MADV_HUGEPAGE);
  return from + before;
}

void memory_unmap(void *block, size_t bytes) { munmap(block, bytes); }

void *memory_new(size_t count, size_t size) {
  size_t bytes = checked_size(count, size);
  void *block = calloc(1, bytes);
  if (!block) memory_exhausted(count, size);
  if (bytes >= HUGE_FROM) ask_for_huge_pages(block, bytes);
  note(1, malloc_usable_size(block));
  return block;
}

void *memory_new_line(size_t bytes) {
  void *block = NULL;
  if (bytes >= HUGE_PAGE) block = memory_map(bytes);
  else if (!posix_memalign(&block, CACHE_LINE, checked_size(1, bytes))) memset(block, 0, bytes);
  if (!block) memory_exhausted(1, bytes);
  note(1, bytes);
  return block;
}

void memory_free_line(void *block, size_t bytes) {
  note(-1, bytes);
  if (bytes >= HUGE_PAGE) memory_unmap(block, bytes);
  else free(block);
}

void *memory_resize(void *block, size_t count, size_t size) {
  if (block) note(-1, malloc_usable_size(block));
  void *resized = realloc(block, checked_size(count, size));
  if (!resized) memory_exhausted(count, size);
  note(1, malloc_usable_size(resized));
  return resized;
}

char *memory_copy_text(const char *text, size_t length) {
  if (length == SIZE_MAX) memory_exhausted(length, 1);
  char *copy = memory_resize(NULL, length + 1, 1);
  if (length) memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

char *memory_format(const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0) memory_exhausted(1, 1);
  char *text = memory_resize(NULL, (size_t)length + 1, 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

void memory_free(void *block) {
  if (!block) return;
  note(-1, malloc_usable_size(block));
  free(block);
}

size_t memory_blocks(void) { return atomic_load_explicit(&block_count, memory_order_relaxed); }

size_t memory_held(void) { return atomic_load_explicit(&bytes_held, memory_order_relaxed); }

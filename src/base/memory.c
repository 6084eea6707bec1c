/* Allocation that does not fail.
 *
 * A check that ran out of memory has proved nothing, and there is nothing useful to do after it: the one answer is
 * "inconclusive", exit status 3 (DESIGN.md: every limit that is hit ends so).  Hence no caller tests for NULL.
 *
 * The count of live blocks is one atomic number over all threads, and that of their bytes another.  They cost little beside an
 * allocation; the one lets every test end with "nothing is left", also in builds without a leak checker, the other lets a search
 * count what a model remembers in its memory. */
#include "base/memory.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { EXIT_INCONCLUSIVE = 3, CACHE_LINE = 64, HUGE_PAGE = 2 << 20, HUGE_FROM = 2 * HUGE_PAGE };

static atomic_size_t block_count, bytes_held;

static void note_block(void *block) {
  atomic_fetch_add_explicit(&block_count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes_held, malloc_usable_size(block), memory_order_relaxed);
}

static void forget_block(void *block) {
  atomic_fetch_sub_explicit(&block_count, 1, memory_order_relaxed);
  atomic_fetch_sub_explicit(&bytes_held, malloc_usable_size(block), memory_order_relaxed);
}

_Noreturn void memory_exhausted(size_t count, size_t size) {
  fprintf(stderr, "turnsole: out of memory (asked for %zu x %zu bytes): inconclusive\n", count, size);
  exit(EXIT_INCONCLUSIVE);
}

/* count * size, at least 1 so that every block has an address of its own. */
static size_t checked_size(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX) memory_exhausted(count, size);
  return bytes ? bytes : 1;
}

/* Asks for huge pages where a block has room for them: what is looked up at random misses the TLB less.  A hint, which may be
 * refused. */
static void ask_for_huge_pages(void *block, size_t bytes) {
  uintptr_t first = ((uintptr_t)block + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE, end = ((uintptr_t)block + bytes) / HUGE_PAGE * HUGE_PAGE;
  if (first < end) madvise((void *)first, end - first, MADV_HUGEPAGE);
}

void *memory_new(size_t count, size_t size) {
  size_t bytes = checked_size(count, size);
  void *block = calloc(1, bytes);
  if (!block) memory_exhausted(count, size);
  if (bytes >= HUGE_FROM) ask_for_huge_pages(block, bytes);
  note_block(block);
  return block;
}

void *memory_new_line(size_t bytes) {
  void *block = NULL;
  if (posix_memalign(&block, bytes >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE, checked_size(1, bytes))) memory_exhausted(1, bytes);
  if (bytes >= HUGE_PAGE) ask_for_huge_pages(block, bytes);
  note_block(block);
  return memset(block, 0, bytes);
}

void *memory_resize(void *block, size_t count, size_t size) {
  if (block) forget_block(block);
  void *resized = realloc(block, checked_size(count, size));
  if (!resized) memory_exhausted(count, size);
  note_block(resized);
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
  forget_block(block);
  free(block);
}

size_t memory_blocks(void) { return atomic_load_explicit(&block_count, memory_order_relaxed); }

size_t memory_held(void) { return atomic_load_explicit(&bytes_held, memory_order_relaxed); }

/* Blocks within a budget.
 *
 * Large blocks are mapped directly and ask for huge pages: probes of a table and comparisons of states go to random
 * places, and with small pages most of them would miss the TLB too.  A mapping that the kernel refuses counts as an
 * exhausted budget, so that the search ends as inconclusive with what it has, instead of the program ending.  Small
 * blocks come from the ordinary allocator: most searches are small, and a mapping would cost more than they take. */
#include "explore/budget.h"

#include <sys/mman.h>
#include <unistd.h>
#include "base/memory.h"

enum { HUGE_PAGE = 2 << 20, MAPPED_FROM = HUGE_PAGE };

struct budget budget_of(uint64_t max) {
  if (max == 0) max = memory_of_machine() / 2;
  return (struct budget){ .max = max };
}

static void raise_peak(struct budget *budget, uint64_t held) {
  uint64_t peak = __atomic_load_n(&budget->peak, __ATOMIC_RELAXED);
  while (peak < held &&
         !__atomic_compare_exchange_n(&budget->peak, &peak, held, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue;
}

void budget_charge(struct budget *budget, uint64_t bytes) {
  raise_peak(budget, __atomic_add_fetch(&budget->held, bytes, __ATOMIC_RELAXED));
}

void budget_discharge(struct budget *budget, uint64_t bytes) {
  __atomic_sub_fetch(&budget->held, bytes, __ATOMIC_RELAXED);
}

/* Whole pages, beginning where a huge page may. */
static void *map(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), wanted = (bytes + page - 1) / page * page, room = wanted + HUGE_PAGE;
  char *from = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (from == MAP_FAILED) return NULL;
  size_t before = -(uintptr_t)from % HUGE_PAGE, after = room - before - wanted;
  if (before) munmap(from, before);
  if (after) munmap(from + before + wanted, after);
  madvise(from + before, wanted, MADV_HUGEPAGE); /* a hint: refusal costs speed only */
  return from + before;
}

void budget_reserve(struct budget *budget, uint64_t bytes) { __atomic_store_n(&budget->reserved, bytes, __ATOMIC_RELAXED); }

bool budget_exceeded(const struct budget *budget) {
  return __atomic_load_n(&budget->held, __ATOMIC_RELAXED) + __atomic_load_n(&budget->reserved, __ATOMIC_RELAXED) > budget->max;
}

static void *take_small(struct budget *budget, size_t bytes) {
  __atomic_add_fetch(&budget->small, bytes, __ATOMIC_RELAXED);
  return memory_new(1, bytes);
}

void *budget_take(struct budget *budget, size_t bytes) {
  uint64_t held = __atomic_add_fetch(&budget->held, bytes, __ATOMIC_RELAXED);
  void *block = NULL;
  if (!budget_exceeded(budget)) block = bytes < MAPPED_FROM ? take_small(budget, bytes) : map(bytes);
  if (block) raise_peak(budget, held);
  else budget_discharge(budget, bytes);
  return block;
}

void budget_give(struct budget *budget, void *block, size_t bytes) {
  if (!block) return;
  if (bytes < MAPPED_FROM) {
    __atomic_sub_fetch(&budget->small, bytes, __ATOMIC_RELAXED);
    memory_free(block);
  } else {
    munmap(block, bytes);
  }
  budget_discharge(budget, bytes);
}

/* Large blocks are mapped directly and ask for huge pages: with small pages, most random accesses
 * to a table would miss the TLB, too.  A mapping that the kernel refuses counts as an exhausted
 * budget, so the search ends as inconclusive with its results so far.  Small blocks come from the
 * ordinary allocator: most searches are small, and a mapping would cost more than they take. */
#include "os/budget.h"

#include "base/memory.h"
#include "os/memory_limit.h"

struct budget budget_of(uint64_t max) {
  if (max == 0) max = memory_of_machine() / 2;
  return (struct budget){ .max = max };
}

static void raise_peak(struct budget *budget, uint64_t held) {
  uint64_t peak = __atomic_load_n(&budget->peak, __ATOMIC_RELAXED);
  while (peak < held && !__atomic_compare_exchange_n(&budget->peak, &peak, held, true,
                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
}

void budget_charge(struct budget *budget, uint64_t bytes) {
  raise_peak(budget, __atomic_add_fetch(&budget->held, bytes, __ATOMIC_RELAXED));
}

void budget_discharge(struct budget *budget, uint64_t bytes) {
  __atomic_sub_fetch(&budget->held, bytes, __ATOMIC_RELAXED);
}

void budget_reserve(struct budget *budget, uint64_t bytes) {
  __atomic_store_n(&budget->reserved, bytes, __ATOMIC_RELAXED);
}

bool budget_exceeded(const struct budget *budget) {
  return __atomic_load_n(&budget->held, __ATOMIC_RELAXED) +
             __atomic_load_n(&budget->reserved, __ATOMIC_RELAXED) >
         budget->max;
}

static void *take_small(struct budget *budget, size_t bytes) {
  __atomic_add_fetch(&budget->small, bytes, __ATOMIC_RELAXED);
  return memory_new(1, bytes);
}

void *budget_take(struct budget *budget, size_t bytes) {
  uint64_t held = __atomic_add_fetch(&budget->held, bytes, __ATOMIC_RELAXED);
  void *block = NULL;
  if (!budget_exceeded(budget))
    block = bytes < HUGE_PAGE ? take_small(budget, bytes) : memory_map(bytes);
  if (block) raise_peak(budget, held);
  else budget_discharge(budget, bytes);
  return block;
}

void budget_give(struct budget *budget, void *block, size_t bytes) {
  if (!block) return;
  if (bytes < HUGE_PAGE) {
    __atomic_sub_fetch(&budget->small, bytes, __ATOMIC_RELAXED);
    memory_free(block);
  } else {
    memory_unmap(block, bytes);
  }
  budget_discharge(budget, bytes);
}

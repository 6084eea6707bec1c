/* The memory that one search may hold: every block that grows with the state space is taken from
 * here. */
#ifndef OS_BUDGET_H
#define OS_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
  uint64_t max;        /* bytes */
  uint64_t held, peak; /* atomic */
  uint64_t small;      /* atomic: of what is held, that in blocks of the ordinary allocator */
  uint64_t reserved;   /* atomic: for others */
};

struct budget budget_of(uint64_t max); /* 0: half of what the program may use */
void *budget_take(struct budget *budget,
                  size_t bytes); /* zeroed, or NULL when it would exceed the budget */
void budget_give(struct budget *budget, void *block, size_t bytes);
/* Counts memory that was allocated elsewhere, even beyond the maximum; the next budget_take then
 * fails. */
void budget_charge(struct budget *budget, uint64_t bytes);
void budget_discharge(struct budget *budget, uint64_t bytes);
/* What others hold counts in the maximum (though it is not held, nor in the peak); and is there
 * more than that already? */
void budget_reserve(struct budget *budget, uint64_t bytes);
bool budget_exceeded(const struct budget *budget);

#endif

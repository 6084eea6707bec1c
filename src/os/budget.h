/* The memory that one search may hold.  Every block that grows with the number of states is taken
 * from a budget. */
#ifndef OS_BUDGET_H
#define OS_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
  uint64_t max;        /* bytes */
  uint64_t held, peak; /* atomic */
  uint64_t small;      /* atomic: held bytes that come from the ordinary allocator */
  uint64_t reserved;   /* atomic: bytes that others hold */
};

/* 0: half of the memory that the program may use. */
struct budget budget_of(uint64_t max);
/* Zeroed; NULL: the budget has no room for it. */
void *budget_take(struct budget *budget, size_t bytes);
void budget_give(struct budget *budget, void *block, size_t bytes); /* NULL is fine */
/* Counts memory that was allocated elsewhere, even beyond the maximum. */
void budget_charge(struct budget *budget, uint64_t bytes);
void budget_discharge(struct budget *budget, uint64_t bytes);
/* Sets what others hold.  It counts in the maximum, but not in the peak. */
void budget_reserve(struct budget *budget, uint64_t bytes);
/* Is more held or reserved than the maximum? */
bool budget_exceeded(const struct budget *budget);

/* --- how much memory the program may use --- */

/* Bytes: the machine's memory, the limit of the process, or that of its control group or of a
 * group around it, whichever is least. */
uint64_t memory_of_machine(void);
/* Only the limit of the control groups, or UINT64_MAX.  `groups` is a file like
 * /proc/self/cgroup; `mount` is the folder where control groups are mounted. */
uint64_t memory_of_groups(const char *groups, const char *mount);

/* While there is one thread: keeps the C library's arenas small beside a limit (ulimit -v). */
void memory_heed_limit(void);

#endif

/* How much memory the program may use. */
#ifndef OS_MEMORY_LIMIT_H
#define OS_MEMORY_LIMIT_H

#include <stdint.h>

/* Bytes: the machine's memory, the limit of the process, or that of its control group or of a
 * group around it, whichever is least. */
uint64_t memory_of_machine(void);
/* The limit of the control groups alone, or UINT64_MAX.  `groups` is a file like
 * /proc/self/cgroup; `mount` is the folder where control groups are mounted. */
uint64_t memory_of_groups(const char *groups, const char *mount);

#endif

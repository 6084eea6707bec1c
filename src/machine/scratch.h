/* Each thread's room for the local state that a step writes.
 *
 * The state ends where pages without access begin.  So an action that writes beyond its lines
 * faults at once, and the crash handler names its row. */
#ifndef MACHINE_SCRATCH_H
#define MACHINE_SCRATCH_H

#include <stddef.h>

struct local;

/* Room for `size` bytes, whose contents are undefined, until scratch_give_back. */
struct local *scratch_take(size_t size);
void scratch_give_back(struct local *local);

#endif

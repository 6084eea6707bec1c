/* PTX: fences and barriers, for tables of mnemonics. */
#ifndef LITMUS_READ_PTX_FENCES_H
#define LITMUS_READ_PTX_FENCES_H

#include "litmus/read/assembly.h"

bool ptx_fence(struct assembling *a);
bool ptx_membar(struct assembling *a);
bool ptx_bar(struct assembling *a);
bool ptx_barrier(struct assembling *a);
/* The code of each thread: arrive and wait of its cluster alternate, and quorums of warps become
 * those of threads. */
bool ptx_check_barriers(struct reader *reader);

#endif

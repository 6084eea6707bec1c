/* PTX: instructions under a predicate. */
#ifndef LITMUS_READ_PTX_GUARD_H
#define LITMUS_READ_PTX_GUARD_H

#include "litmus/read/assembly.h"

bool ptx_begin(struct assembling *a);
bool ptx_end(struct assembling *a);
/* One more: destination := predicate (0 or 1) ? yes : no, by arithmetic, so that the result depends
 * on all three. */
bool ptx_choose(struct assembling *a, int destination, struct operand predicate, struct operand yes,
                struct operand no);

#endif

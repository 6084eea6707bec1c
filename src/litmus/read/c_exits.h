/* Jumps out of loops. */
#ifndef LITMUS_READ_C_EXITS_H
#define LITMUS_READ_C_EXITS_H

#include "litmus/read/c_instructions.h"

/* A jump with one of these aims, from here. */
bool c_exit(struct c_reading *c, enum c_exit_kind kind);
/* Lets the jumps of this kind out of the innermost loop go on at the next instruction.  The
 * branches around them join there. */
void c_exits_land(struct c_reading *c, enum c_exit_kind kind);
/* The ways of the branch meet here, unless a jump among those from `first` on leaves one of them.
 */
void c_exits_join(struct c_reading *c, int branch, size_t first);

#endif

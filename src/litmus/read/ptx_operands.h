/* The operands of PTX instructions. */
#ifndef LITMUS_READ_PTX_OPERANDS_H
#define LITMUS_READ_PTX_OPERANDS_H

#include "litmus/read/assembly.h"

/* A register, a number, or in `names` the name of a location, which is its address. */
bool ptx_value(struct assembling *a, bool names, struct operand *operand);
bool ptx_destination(struct assembling *a); /* of the instruction; `_` is none */
/* x, [x], [x+4], [x[1]], [%rd1] or [%rd1+4], as the address of the instruction. */
bool ptx_address(struct assembling *a);

#endif

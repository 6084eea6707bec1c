/* The functions of C11's <stdatomic.h> and of OpenCL C 2.0. */
#ifndef LITMUS_READ_C_FUNCTIONS_H
#define LITMUS_READ_C_FUNCTIONS_H

#include "litmus/read/c_expression.h"

/* The manner of an atomic operation that names none. */
struct c_manner c_default_manner(struct c_reading *c);
/* A call, from the parenthesis on: OPERAND_NONE in `value` where it returns nothing.  `label`: the
 * word before a colon in front of the statement, or length 0. */
bool c_call(struct c_reading *c, struct span name, struct span label, struct operand *value);

#endif

/* Control statements of C-like dialects. */
#ifndef LITMUS_READ_C_CONTROL_H
#define LITMUS_READ_C_CONTROL_H

#include "litmus/read/c_instructions.h"

/* Reads if, while, do, for, break, continue or return, where one comes next.  `found`: one did. */
bool c_control(struct c_reading *c, bool *found);

#endif

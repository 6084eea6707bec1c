/* The initial state in braces: `{ x=0; P1:r0=2; y @ generic aliases x; int z[2] = {1, 2}; }`. */
#ifndef LITMUS_READ_INITIAL_H
#define LITMUS_READ_INITIAL_H

#include "litmus/read/names.h"

bool initial_read(struct reader *reader);
/* Gives the registers of the initial state to the threads, once these exist. */
bool initial_registers(struct reader *reader);

#endif

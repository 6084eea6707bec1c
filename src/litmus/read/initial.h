/* The initial state in braces: `{ x=0; P1:r0=2; y @ generic aliases x; int z[2] = {1, 2}; }`. */
#ifndef LITMUS_READ_INITIAL_H
#define LITMUS_READ_INITIAL_H

#include "litmus/read/reading.h"

bool initial_read(struct reader *reader);
/* Gives the registers of the initial state to the threads, once these exist. */
bool initial_registers(struct reader *reader);

/* Arrays: x[1] in a condition, x[1] and x+4 as addresses. */

bool array_element(struct reader *reader, unsigned elements, int64_t *element); /* [1] */
/* The address behind a location's name: nothing more, [1] or +4. */
bool array_address(struct reader *reader, unsigned location, int64_t *address);

#endif

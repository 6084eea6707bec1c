/* The initial state in braces: `{ x=0; P1:r0=2; y @ generic aliases x; int z[2] = {1, 2}; }`. */
#ifndef LITMUS_READ_INITIAL_H
#define LITMUS_READ_INITIAL_H

#include "litmus/read/reading.h"

bool initial_read(struct reader *reader);
/* Gives the threads the registers of the initial state.  The threads must exist. */
bool initial_registers(struct reader *reader);

/* Reads an index such as [1], which must be below `elements`. */
bool array_element(struct reader *reader, unsigned elements, int64_t *element);
/* Reads the rest of an address behind a location's name: nothing, [1] or +4. */
bool array_address(struct reader *reader, unsigned location, int64_t *address);

#endif

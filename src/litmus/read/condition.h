/* Reading conditions, and the cells in them. */
#ifndef LITMUS_READ_CONDITION_H
#define LITMUS_READ_CONDITION_H

#include "litmus/read/names.h"

struct condition *condition_read(struct reader *reader); /* NULL on error */
/* Reads a cell ("P1:r0", "1:r0", "x", "[x]"). */
bool observable_read(struct reader *reader, unsigned *observable);

#endif

/* Reading conditions, and the cells that a test observes. */
#ifndef LITMUS_READ_CONDITION_H
#define LITMUS_READ_CONDITION_H

#include "litmus/read/reading.h"

struct condition *condition_read(struct reader *reader); /* NULL on error */
/* Reads a cell ("P1:r0", "1:r0", "x", "[x]"). */
bool observable_read(struct reader *reader, unsigned *observable);
/* Lets condition_read find the cells that the program has already. */
void observables_index(struct reader *reader);
/* Sorts them into herd's order, and renumbers the conditions' terms. */
void observables_sort(struct program *program);

#endif

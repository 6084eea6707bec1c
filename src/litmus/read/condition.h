/* Reading conditions, and the cells that a test observes. */
#ifndef LITMUS_READ_CONDITION_H
#define LITMUS_READ_CONDITION_H

#include "litmus/read/reading.h"

struct condition *condition_read(struct reader *reader); /* NULL on error */
/* The older form, behind its word: "x=1; 1:r0=0; and x=2;" is (x=1 /\ 1:r0=0) \/ x=2. */
struct condition *condition_read_observed(struct reader *reader);
/* Reads a cell ("P1:r0", "1:r0", "x", "[x]", "v[1]"), or an array, of which each element is one. */
bool observables_read(struct reader *reader);
/* Lets condition_read find the cells that the program has already. */
void observables_index(struct reader *reader);
/* Sorts them into herd's order, and renumbers the conditions' terms. */
void observables_sort(struct program *program);

#endif

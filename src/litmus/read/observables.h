/* The cells that a test observes. */
#ifndef LITMUS_READ_OBSERVABLES_H
#define LITMUS_READ_OBSERVABLES_H

#include "litmus/read/state.h"

/* The index of the cell, which is added if it is new. */
unsigned observable_of(struct reader *reader, struct observable cell);
/* Lets observable_of find the cells that the program has already. */
void observables_index(struct reader *reader);
/* Sorts them into herd's order, and renumbers the conditions' terms. */
void observables_sort(struct program *program);

#endif

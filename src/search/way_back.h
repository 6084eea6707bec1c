/* The way back from a violation to an initial state. */
#ifndef SEARCH_WAY_BACK_H
#define SEARCH_WAY_BACK_H

#include "search/pick.h"

/* Begins the trace to a violation in the present level, and opens the level above it. */
void way_back_begin(struct run *run, struct state_pick violation, const slot_t *state);

#endif

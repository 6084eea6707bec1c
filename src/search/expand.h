/* The forward phases: the initial states, and the expansion of a level into the next. */
#ifndef SEARCH_EXPAND_H
#define SEARCH_EXPAND_H

#include "search/ongoing.h"

/* The phase in which a search begins: the initial states, or those of a checkpoint. */
extern const struct phase expand_start;
/* Begins the trace to a violation in the present level, and opens the level above it. */
void way_back_begin(struct ongoing_search *search, struct state_pick violation,
                    const slot_t *state);

#endif

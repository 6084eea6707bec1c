/* The forward phases of a search. */
#ifndef SEARCH_EXPAND_H
#define SEARCH_EXPAND_H

#include "search/run.h"

/* The phase in which a run begins: the initial states, or those of a checkpoint. */
extern const struct phase expand_start;

#endif

/* The visited set for any number of threads. */
#ifndef STATES_VISITED_CONCURRENT_H
#define STATES_VISITED_CONCURRENT_H

#include "states/visited.h"

struct concurrent;

/* Calls a meeting, at which full tables grow.  False: there is no room to be had. */
bool concurrent_grow(struct concurrent *set);
/* Visits the states that were kept since the last collection. */
void concurrent_each_fresh(const struct concurrent *set,
                           void (*take)(void *context, struct range range), void *context);

/* For any number of threads.  NULL: the budget is too small at first.  `reserved`: layout.h. */
struct visited *visited_concurrent_new(unsigned width, unsigned reserved, struct crew *crew,
                                       struct budget *budget);

#endif

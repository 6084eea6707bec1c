/* The visited set for any number of threads. */
#ifndef STATES_VISITED_CONCURRENT_H
#define STATES_VISITED_CONCURRENT_H

#include "os/budget.h"
#include "os/crew.h"
#include "states/visited.h"

/* All memory comes from `budget`; NULL: it is too small to begin with.  `reserved`: layout.h. */
struct visited *visited_concurrent_new(unsigned width, unsigned reserved, struct crew *crew,
                                       struct budget *budget);

#endif

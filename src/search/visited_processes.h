/* The visited set of a search by several processes. */
#ifndef SEARCH_VISITED_PROCESSES_H
#define SEARCH_VISITED_PROCESSES_H

#include "search/model.h"
#include "states/visited.h"

/* A set of which this process holds a part, in `inner`, which the new set owns. */
struct visited *visited_processes_new(const struct model *model, struct visited *inner,
                                      unsigned members);

#endif

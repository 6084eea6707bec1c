/* The visited set of a search by several processes. */
#ifndef EXPLORE_VISITED_PROCESSES_H
#define EXPLORE_VISITED_PROCESSES_H

#include "explore/model.h"
#include "explore/visited.h"

/* A set of which this process holds a part, in `inner`, which the new set owns. */
struct visited *visited_processes_new(const struct model *model, struct visited *inner,
                                      unsigned members);

#endif

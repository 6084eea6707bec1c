/* The paths that can be taken, by the values that memory may hold. */
#ifndef AXIOM_POSSIBLE_PATHS_H
#define AXIOM_POSSIBLE_PATHS_H

#include "axiom/cells.h"

/* Drops the threads' paths that have a condition which no value that memory may hold meets. */
void possible_paths_keep(struct paths *paths, const struct program *program,
                         const struct addresses *addresses, const struct cells *cells);

#endif

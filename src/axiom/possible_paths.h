/* Paths that no values lead along. */
#ifndef AXIOM_POSSIBLE_PATHS_H
#define AXIOM_POSSIBLE_PATHS_H

#include "axiom/addresses.h"
#include "axiom/cells.h"

/* Drops the threads' paths that have a condition which no value that memory may hold meets. */
void possible_paths_keep(struct paths *paths, const struct program *program,
                         const struct addresses *addresses, const struct cells *cells);

#endif

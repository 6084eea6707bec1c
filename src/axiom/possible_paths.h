/* Paths that no values lead along. */
#ifndef AXIOM_POSSIBLE_PATHS_H
#define AXIOM_POSSIBLE_PATHS_H

#include "axiom/addresses.h"
#include "axiom/cells.h"

/* Takes away the threads' paths some condition of which holds of no values that may be in memory.
 */
void possible_paths_keep(struct paths *paths, const struct program *program,
                         const struct addresses *addresses, const struct cells *cells);

#endif

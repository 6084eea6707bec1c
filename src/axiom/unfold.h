/* Unfolding a thread into its paths. */
#ifndef AXIOM_UNFOLD_H
#define AXIOM_UNFOLD_H

#include "axiom/unfold_step.h"

/* Unfolds thread `index`.  With cells, an access is one event for each of its cells.  Without
 * (NULL), each access is one event, and its cell is its location. */
bool unfold_program(const struct program *program, unsigned index, struct unfolding how,
                    const struct cells *cells, struct paths *paths, struct diagnostic *error);

#endif

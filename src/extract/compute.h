/* Steps that compute: mov, add, setp and their kin. */
#ifndef EXTRACT_COMPUTE_H
#define EXTRACT_COMPUTE_H

#include "extract/walk.h"

/* Folds the step in work, or emits it where an operand is loaded; false with a diagnostic. */
bool compute_step(struct walk *walk);

#endif

/* The verdict on a cell of the matrix. */
#ifndef VERIFY_CELL_VERDICT_H
#define VERIFY_CELL_VERDICT_H

#include "verify/matrix.h"
#include "run/effort.h"

/* Concludes every cell from what its placements reached and what the judge allows. */
void matrix_conclude(struct matrix *matrix, const struct effort *effort);
/* What is wrong with the tables, in the first placement in which something is; NULL: nothing that
 * has a name. */
const char *matrix_cell_named_fault(const struct matrix_cell *cell);
/* The claimed properties that a cell breaks. */
uint64_t matrix_cell_broken(const struct matrix_cell *cell);
/* The memory model that the cell's first violation is of, or NULL when it is an invariant that is
 * broken. */
const struct model_verdict *matrix_cell_violation(const struct matrix_cell *cell);

#endif

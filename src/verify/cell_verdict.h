/* Verdicts on the cells of a matrix. */
#ifndef VERIFY_CELL_VERDICT_H
#define VERIFY_CELL_VERDICT_H

#include "run/effort.h"
#include "verify/matrix.h"

/* Concludes every cell from what its placements reached and what the judge allows. */
void matrix_conclude(struct matrix *matrix, const struct effort *effort);
/* The first fault in the tables that a placement of the cell shows; NULL: none has a name. */
const char *matrix_cell_named_fault(const struct matrix_cell *cell);
/* The claimed properties that the cell breaks. */
uint64_t matrix_cell_broken(const struct matrix_cell *cell);
/* The first memory model that the cell violates; NULL: it violates none. */
const struct model_verdict *matrix_cell_violation(const struct matrix_cell *cell);

#endif

/* The run that shows a cell of a matrix wrong. */
#ifndef VERIFY_MATRIX_COUNTEREXAMPLE_H
#define VERIFY_MATRIX_COUNTEREXAMPLE_H

#include "run/counterexample.h"
#include "run/effort.h"
#include "verify/matrix.h"

/* The shortest run to a cell's violation; NULL: the cell is no violation. */
struct counterexample *matrix_cell_counterexample(const struct matrix_cell *cell,
                                                  const struct effort *effort);

#endif

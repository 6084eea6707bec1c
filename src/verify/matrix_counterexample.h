/* The run that shows a cell of the matrix wrong. */
#ifndef VERIFY_MATRIX_COUNTEREXAMPLE_H
#define VERIFY_MATRIX_COUNTEREXAMPLE_H

#include "run/counterexample.h"
#include "verify/matrix.h"
#include "run/effort.h"

/* The shortest run to what makes a cell's verdict a violation; NULL when it is none. */
struct counterexample *matrix_cell_counterexample(const struct matrix_cell *cell,
                                                  const struct effort *effort);

#endif

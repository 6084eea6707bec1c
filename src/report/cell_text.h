/* One test on one machine, as text. */
#ifndef REPORT_CELL_TEXT_H
#define REPORT_CELL_TEXT_H

#include <stdio.h>
#include "verify/matrix.h"

/* Everything about the cell: placements, states, outcomes and what each memory model says of
 * them, properties. */
void cell_print(FILE *out, const struct matrix *matrix, const struct matrix_cell *cell);
/* "rcc-sc:printed on MP: reaches an outcome that sc forbids: 1:r0=1; 1:r1=0; (placement P0|P1
 * x|y)" */
void cell_fault_print(FILE *out, const struct matrix *matrix, const struct matrix_cell *cell);

#endif

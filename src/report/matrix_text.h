/* The matrix for a person's eye, and one test of it in depth. */
#ifndef REPORT_MATRIX_TEXT_H
#define REPORT_MATRIX_TEXT_H

#include <stdbool.h>
#include <stdio.h>
#include "verify/matrix.h"

/* The names of the machines, above the columns, as soon as these are known. */
void matrix_head_print(FILE *out, const struct matrix *matrix);
/* Rows are tests, columns machines, a cell one character; then the legend.  `quiet`: the rows alone
 * where something is not as it should be, and above them the head, too. */
void matrix_print(FILE *out, const struct matrix *matrix, bool quiet);
/* What is not as it should be, a line each, and the totals. */
void matrix_faults_print(FILE *out, const struct matrix *matrix);
void matrix_totals_print(FILE *out, const struct matrix *matrix);

#endif

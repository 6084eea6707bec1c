/* The matrix as text. */
#ifndef REPORT_MATRIX_TEXT_H
#define REPORT_MATRIX_TEXT_H

#include <stdbool.h>
#include <stdio.h>
#include "verify/matrix.h"

/* The names of the machines above the columns. */
void matrix_head_print(FILE *out, const struct matrix *matrix);
/* Rows of marks, then the legend. `quiet`: only rows with an unexpected cell, below the head. */
void matrix_print(FILE *out, const struct matrix *matrix, bool quiet);
/* A line for each unexpected cell; the totals. */
void matrix_faults_print(FILE *out, const struct matrix *matrix);
void matrix_totals_print(FILE *out, const struct matrix *matrix);

#endif

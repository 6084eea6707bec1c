/* The matrix, its cells, and the order of memory models as text. */
#ifndef REPORT_MATRIX_TEXT_H
#define REPORT_MATRIX_TEXT_H

#include <stdbool.h>
#include <stdio.h>
#include "base/text.h"
#include "report/names.h"
#include "verify/matrix.h"

/* How a cell is marked. */
struct matrix_mark {
  const char *text; /* one character */
  enum text_colour colour;
  const char *meaning; /* NULL: the cell is of another shard */
};
enum { MATRIX_MARKS = 11 };
extern const struct matrix_mark matrix_marks[MATRIX_MARKS];
/* The cell's, as an index into matrix_marks. */
unsigned matrix_cell_mark(const struct matrix_cell *cell);

/* Appends the call that shows all about the cell, with a shortest run to its violation: "turnsole
 * run -p mesi --cold litmus/mp/MP.litmus".  `options`: as a shell takes them, " --cold" or "". */
void cell_add_call(struct text *text, const struct matrix_cell *cell, const char *options);

/* The names of the machines above the columns. */
void matrix_head_print(FILE *out, const struct matrix *matrix);
/* Rows of marks, then the legend. `quiet`: only rows with an unexpected cell, below the head. */
void matrix_print(FILE *out, const struct matrix *matrix, bool quiet);
/* A line for each unexpected cell; the totals. */
void matrix_faults_print(FILE *out, const struct matrix *matrix);
void matrix_totals_print(FILE *out, const struct matrix *matrix);

/* Everything about the cell: placements, states, outcomes and what each memory model says of
 * them, properties. */
void cell_print(FILE *out, const struct matrix *matrix, const struct matrix_cell *cell);
/* "rcc-sc:printed on MP: reaches an outcome that sc forbids: 1:r0=1; 1:r1=0; (placement P0|P1
 * x|y)" */
void cell_fault_print(FILE *out, const struct matrix *matrix, const struct matrix_cell *cell);

/* The strongest satisfied memory models. */
void strongest_print(FILE *out, const struct matrix *matrix);

#endif

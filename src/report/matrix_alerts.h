/* Alerts of a matrix. */
#ifndef REPORT_MATRIX_ALERTS_H
#define REPORT_MATRIX_ALERTS_H

#include "report/alerts.h"
#include "report/matrix_files.h"
#include "verify/matrix.h"

/* Why the cell's violation is expected; NULL: it has none, or is not. */
const char *matrix_cell_known(const struct matrix *matrix, const struct matrix_cell *cell);

/* Adds an alert for each property that a cell breaks, each memory model that it violates, and each
 * other reason to fail.  A run belongs to the alert of its property. */
void matrix_alerts(struct alerts *alerts, const struct matrix *matrix,
                   const struct matrix_runs *runs);
/* The same of one cell, at `place`. */
void matrix_cell_alerts(struct alerts *alerts, const struct matrix *matrix,
                        const struct matrix_cell *cell, const struct counterexample *run,
                        const struct report_place *place);

#endif

/* The matrix as JSON. */
#ifndef REPORT_MATRIX_JSON_H
#define REPORT_MATRIX_JSON_H

#include <stdio.h>
#include "report/matrix_appendix.h"
#include "run/cost.h"
#include "verify/matrix.h"

/* `appendix` may be NULL. `strongest`: also which memory models are satisfied and refuted. */
void matrix_json(FILE *out, const struct matrix *matrix, const struct matrix_appendix *appendix,
                 bool strongest, int status, const struct cost *cost);

#endif

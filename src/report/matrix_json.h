/* The matrix as JSON. */
#ifndef REPORT_MATRIX_JSON_H
#define REPORT_MATRIX_JSON_H

#include <stdio.h>
#include "verify/matrix.h"
#include "run/cost.h"
#include "report/matrix_appendix.h"

/* `appendix` may be NULL.  `strongest`: also what the tests refute, and what not; none of which is
 * a failure. */
void matrix_json(FILE *out, const struct matrix *matrix, const struct matrix_appendix *appendix,
                 bool strongest, int status, const struct cost *cost);

#endif

/* The matrix as JSON. */
#ifndef REPORT_MATRIX_JSON_H
#define REPORT_MATRIX_JSON_H

#include <stdio.h>
#include "verify/frames.h"
#include "verify/matrix.h"
#include "run/cost.h"

/* Of tests, and of frames that were run beside them (there may be none); the status of both
 * together.  `strongest`: also what the tests refute, and what not; none of which is a failure. */
void matrix_json(FILE *out, const struct matrix *matrix, const struct frame_results *frames,
                 bool strongest, int status, const struct cost *cost);

#endif

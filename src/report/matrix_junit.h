/* The matrix as JUnit's XML. */
#ifndef REPORT_MATRIX_JUNIT_H
#define REPORT_MATRIX_JUNIT_H

#include <stdio.h>
#include "report/matrix_appendix.h"
#include "verify/matrix.h"

void matrix_junit(FILE *out, const struct matrix *matrix, const struct matrix_appendix *appendix,
                  bool strongest);

#endif

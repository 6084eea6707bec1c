/* The totals of a matrix: expectations, verdicts, the exit status. */
#ifndef VERIFY_MATRIX_TOTALS_H
#define VERIFY_MATRIX_TOTALS_H

#include "run/suite.h"
#include "verify/matrix.h"

enum expectation {
  EXPECTATION_MET,
  EXPECTATION_OPEN,
  EXPECTATION_UNSTATED,
  EXPECTATION_CONTRADICTED
};
/* Does the judge agree with the header? */
enum expectation matrix_expectation(const struct test *test, const struct judged *judged);

struct matrix_totals {
  unsigned verdicts[VERDICTS], contradicted, unstated, open;
};
struct matrix_totals matrix_totals(const struct matrix *matrix);
/* 0: all as expected; 1: not; 2: something is unsupported or unreadable; 3: inconclusive. */
int matrix_status(const struct matrix *matrix);

#endif

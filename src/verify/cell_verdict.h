/* Verdicts on the cells of a matrix, their counterexamples, and totals. */
#ifndef VERIFY_CELL_VERDICT_H
#define VERIFY_CELL_VERDICT_H

#include "run/counterexample.h"
#include "run/effort.h"
#include "run/suite.h"
#include "verify/matrix.h"

/* Concludes every cell from what its placements reached and what the judge allows. */
void matrix_conclude(struct matrix *matrix, const struct effort *effort);
/* The first fault in the tables that a placement of the cell shows; NULL: none has a name. */
const char *matrix_cell_named_fault(const struct matrix_cell *cell);
/* The claimed properties that the cell breaks. */
uint64_t matrix_cell_broken(const struct matrix_cell *cell);
/* The first memory model that the cell violates; NULL: it violates none. */
const struct model_verdict *matrix_cell_violation(const struct matrix_cell *cell);

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
  unsigned cells; /* of this shard */
  /* those that a baseline lists: of the failures, and of what is contradicted or unstated */
  unsigned known, known_answers;
};
struct matrix_totals matrix_totals(const struct matrix *matrix);
/* 0: all as expected, or all failures are known; 1: not; 2: something is unsupported or unreadable;
 * 3: inconclusive. */
int matrix_status(const struct matrix *matrix);

/* The shortest run to a cell's violation; NULL: the cell is no violation. */
struct counterexample *matrix_cell_counterexample(const struct matrix_cell *cell,
                                                  const struct effort *effort);

#endif

/* Memory models are ordered by what they allow on the tests at hand: a lattice no finer than the suite.  A race allows
 * everything.  What says nothing of any of the tests is satisfied by nobody.  What could not be judged or searched to the end
 * refutes nothing, and confirms nothing: it counts as not satisfied. */
#include "verify/strongest.h"

#include "base/memory.h"

bool satisfied(const struct matrix *matrix, unsigned setting, unsigned model) {
  bool asked = false;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct cell *cell = matrix_cell(matrix, t, setting);
    if (cell->fault || cell->inapplicable) continue;
    for (unsigned h = 0; h < cell->held_count; h++) {
      enum verdict verdict = cell->held[h].verdict;
      if (cell->held[h].model != model || verdict == VERDICT_INAPPLICABLE) continue;
      if (verdict != VERDICT_HOLDS && verdict != VERDICT_UNDEFINED) return false;
      asked = true;
    }
  }
  return asked;
}

static bool allows_within(const struct test *test, const struct judged *a, const struct judged *b) {
  if (!a->good || !b->good || b->judgement.undefined) return true;
  if (a->judgement.undefined) return false;
  int64_t *missing = memory_new(test->program->observable_count, sizeof *missing);
  bool within = outcome_set_within(a->judgement.allowed, b->judgement.allowed, missing);
  memory_free(missing);
  return within;
}

/* On every test: all that `a` allows, `b` allows. */
static bool implied(const struct matrix *matrix, unsigned a, unsigned b) {
  for (unsigned t = 0; t < matrix->suite->count; t++)
    if (matrix->suite->tests[t].program &&
        !allows_within(&matrix->suite->tests[t], matrix_judged(matrix, t, a), matrix_judged(matrix, t, b))) return false;
  return true;
}

bool is_strongest(const struct matrix *matrix, unsigned setting, unsigned model) {
  if (!satisfied(matrix, setting, model)) return false;
  for (unsigned other = 0; other < matrix->model_count; other++)
    if (other != model && satisfied(matrix, setting, other) && implied(matrix, other, model) && !implied(matrix, model, other))
      return false;
  return true;
}

#include "verify/matrix_totals.h"

enum expectation matrix_expectation(const struct test *test, const struct judged *judged) {
  if (!judged->wanted || !judged->good)
    return EXPECTATION_MET; /* counted as unsupported, with the cells */
  if (judged->expected == ANSWER_NONE)
    return test->ours && !judged->foreign ? EXPECTATION_UNSTATED : EXPECTATION_MET;
  if (judged->judgement.nothing) return EXPECTATION_OPEN;
  if (judged->expected == judged->answer) {
    bool seen = judged->answer == ANSWER_ALLOWED || judged->answer == ANSWER_UNDEFINED;
    return judged->judgement.incomplete && !seen ? EXPECTATION_OPEN : EXPECTATION_MET;
  }
  bool unseen = judged->expected != ANSWER_SEVERAL && judged->answer == ANSWER_FORBIDDEN &&
                (judged->judgement.incomplete || judged->judgement.bounded);
  return unseen ? EXPECTATION_OPEN : EXPECTATION_CONTRADICTED;
}

struct matrix_totals matrix_totals(const struct matrix *matrix) {
  struct matrix_totals totals = { { 0 }, 0, 0, 0 };
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    totals.verdicts[matrix->cells[i].verdict]++;
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned m = 0; m < matrix->model_count; m++) {
      enum expectation met =
          matrix_expectation(&matrix->suite->tests[t], matrix_judged(matrix, t, m));
      totals.contradicted += met == EXPECTATION_CONTRADICTED;
      totals.unstated += met == EXPECTATION_UNSTATED;
      totals.open += met == EXPECTATION_OPEN;
    }
  return totals;
}

int matrix_status(const struct matrix *matrix) {
  struct matrix_totals totals = matrix_totals(matrix);
  if (matrix->suite->unreadable || totals.verdicts[VERDICT_UNSUPPORTED]) return 2;
  if (totals.verdicts[VERDICT_VIOLATION] || totals.verdicts[VERDICT_MISSING_VIOLATION]) return 1;
  if (totals.contradicted || totals.unstated) return 1;
  bool empty = totals.verdicts[VERDICT_INAPPLICABLE] ==
               matrix->suite->count * matrix->setting_count; /* nothing was checked */
  return totals.verdicts[VERDICT_INCONCLUSIVE] || totals.open || empty ? 3 : 0;
}

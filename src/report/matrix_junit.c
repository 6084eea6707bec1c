#include "report/matrix_junit.h"

#include "base/memory.h"
#include "base/printing.h"
#include "report/cell_text.h"
#include "report/junit.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"
#include "verify/matrix_totals.h"

static const char *kind_of_verdict(enum verdict verdict) {
  switch (verdict) {
  case VERDICT_VIOLATION:
  case VERDICT_MISSING_VIOLATION: return "failure";
  case VERDICT_INAPPLICABLE: return "skipped";
  case VERDICT_INCONCLUSIVE:
  case VERDICT_UNSUPPORTED: return "error";
  default: return NULL;
  }
}

/* With --strongest a model is held to memory models that it does not claim: a refuted one is an
 * answer. */
static const char *kind_of_cell(const struct matrix_cell *cell, bool strongest) {
  bool answers = strongest && cell->verdict == VERDICT_VIOLATION && !matrix_cell_broken(cell) &&
                 !cell->endless;
  return answers ? NULL : kind_of_verdict(cell->verdict);
}

static void put_setting(FILE *out, const struct matrix *matrix, unsigned s, bool strongest) {
  char *name = setting_name(&matrix->settings[s]);
  struct junit_suite suite;
  junit_suite_begin(&suite, name);
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct matrix_cell *cell = matrix_cell(matrix, t, s);
    const char *kind = kind_of_cell(cell, strongest);
    struct printing message;
    FILE *memory = printing_begin(&message);
    if (cell->verdict == VERDICT_INAPPLICABLE)
      fputs("not applicable: one knows transactions, the other does not", memory);
    else if (kind) cell_fault_print(memory, matrix, cell);
    junit_case(&suite, suite_test_name(cell->test), kind, printing_end(&message));
    printing_free(&message);
  }
  junit_suite_end(&suite, out);
  memory_free(name);
}

/* Headers need not name the memory models of --strongest. */
static const char *kind_of_expectation(enum expectation met, bool strongest) {
  if (met == EXPECTATION_MET || (met == EXPECTATION_UNSTATED && strongest)) return NULL;
  return met == EXPECTATION_OPEN ? "error" : "failure";
}

static void put_expectations(FILE *out, const struct matrix *matrix, bool strongest) {
  struct junit_suite suite;
  junit_suite_begin(&suite, "expectations");
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned m = 0; m < matrix->model_count; m++) {
      const struct judged *judged = matrix_judged(matrix, t, m);
      const char *kind =
          kind_of_expectation(matrix_expectation(&matrix->suite->tests[t], judged), strongest);
      char *name = memory_format("%s under %s", suite_test_name(&matrix->suite->tests[t]),
                                 cat_model_name(matrix->models[m]));
      const char *nothing = judged->judgement.nothing;
      char *message = memory_format("the header says %s, the judge says %s",
                                    suite_answer_name(judged->expected),
                                    nothing ? nothing : suite_answer_name(judged->answer));
      junit_case(&suite, name, kind, message);
      memory_free(name);
      memory_free(message);
    }
  junit_suite_end(&suite, out);
}

void matrix_junit(FILE *out, const struct matrix *matrix, const struct matrix_appendix *appendix,
                  bool strongest) {
  junit_begin(out, "run");
  for (unsigned s = 0; s < matrix->setting_count; s++) put_setting(out, matrix, s, strongest);
  put_expectations(out, matrix, strongest);
  if (appendix) appendix->junit(appendix->context, out);
  junit_end(out);
}

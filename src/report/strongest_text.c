#include "report/strongest_text.h"

#include "base/memory.h"
#include "report/cell_text.h"
#include "report/names.h"
#include "run/suite.h"
#include "verify/model_strength.h"

/* Takes the memory models that the test refuting `model` refutes, too, out of `by`, and prints
 * them. */
static void put_refuted(FILE *out, const struct matrix *matrix, unsigned setting,
                        const struct test **by, unsigned model) {
  const struct test *test = by[model];
  fputs("    not", out);
  for (unsigned m = model; m < matrix->model_count; m++) {
    if (by[m] != test) continue;
    fprintf(out, " %s%s", cat_model_name(matrix->models[m]),
            model_strength_is_weakest_refuted(matrix, setting, m) ? "*" : "");
    by[m] = NULL;
  }
  fprintf(out, ": %s\n", test->path);
}

static void put_all_refuted(FILE *out, const struct matrix *matrix, unsigned setting) {
  const struct test **by = memory_new(matrix->model_count, sizeof *by);
  for (unsigned m = 0; m < matrix->model_count; m++)
    by[m] = model_strength_refuted_by(matrix, setting, m);
  for (unsigned m = 0; m < matrix->model_count; m++)
    if (by[m]) put_refuted(out, matrix, setting, by, m);
  memory_free(by);
}

void strongest_print(FILE *out, const struct matrix *matrix) {
  fputs(
      "\nmemory models that the tests do not refute; * marks those that no other of them implies;\n"
      "not: those that they do, and the smallest test that does; * marks those that imply no other "
      "of them:\n",
      out);
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    fputs("  ", out);
    setting_print(out, &matrix->settings[s], 20);
    for (unsigned m = 0; m < matrix->model_count; m++)
      if (model_strength_satisfied(matrix, s, m))
        fprintf(out, " %s%s", cat_model_name(matrix->models[m]),
                model_strength_is_strongest(matrix, s, m) ? "*" : "");
    fputc('\n', out);
    put_all_refuted(out, matrix, s);
  }
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    if (matrix->cells[i].nothing) cell_fault_print(out, matrix, &matrix->cells[i]);
}

/* The matrix as JSON and as JUnit's XML. */
#ifndef REPORT_MATRIX_FILES_H
#define REPORT_MATRIX_FILES_H

#include <stdio.h>
#include "report/json.h"
#include "run/effort.h"
#include "verify/matrix.h"

/* Results of another family of models, added to the files of a matrix. */
struct matrix_appendix {
  void *context;
  void (*json)(void *context, struct json *json);
  void (*junit)(void *context, FILE *out);
};

/* Shortest runs to violations of some cells; owned. */
enum { MATRIX_RUNS_MAX = 3 };
struct matrix_runs {
  unsigned count;
  struct {
    const struct matrix_cell *cell;
    struct counterexample *run;
  } items[MATRIX_RUNS_MAX];
};

/* `appendix` may be NULL. `strongest`: also which memory models are satisfied and refuted. */
void matrix_json(FILE *out, const struct matrix *matrix, const struct matrix_runs *runs,
                 const struct matrix_appendix *appendix, bool strongest, int status,
                 const struct cost *cost);
void matrix_junit(FILE *out, const struct matrix *matrix, const struct matrix_appendix *appendix,
                  bool strongest);

#endif

/* The matrix as JSON and as JUnit's XML. */
#ifndef REPORT_MATRIX_FILES_H
#define REPORT_MATRIX_FILES_H

#include <stdio.h>
#include "report/alerts.h"
#include "report/json.h"
#include "run/effort.h"
#include "verify/matrix.h"

/* Results of another family of models, added to the files of a matrix. */
struct matrix_appendix {
  void *context;
  void (*json)(void *context, struct json *json);
  void (*junit)(void *context, FILE *out, bool quiet); /* quiet: no times */
  void (*alerts)(void *context, struct alerts *alerts);
};

/* Shortest runs to violations of some cells; owned.  JSON and the terminal have the first few, the
 * files for CI servers more. */
enum { MATRIX_RUNS_SHOWN = 3, MATRIX_RUNS_MAX = 25 };
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

struct junit_options {
  bool strongest; /* a refuted memory model is an answer */
  bool quiet;     /* no times */
};
void matrix_junit(FILE *out, const struct matrix *matrix, const struct matrix_runs *runs,
                  const struct matrix_appendix *appendix, const struct junit_options *options);

#endif

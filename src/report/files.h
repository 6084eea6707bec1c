/* Results as files for other programs: JSON and JUnit's XML. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include <stdio.h>
#include "report/json.h"
#include "verify/matrix.h"
#include "verify/mutate.h"
#include "verify/prove.h"

void parameters_json(struct json *json, const struct setting *setting);
/* NULL: it is left out, as by all that take it. */
void took_json(struct json *json, const struct took *took);

/* What another family of models adds to the files of a matrix. */
struct appendix {
  void *context;
  void (*json)(void *context, struct json *json);
  void (*junit)(void *context, FILE *out);
};

/* `appendix` may be NULL.  `strongest`: also what the tests refute, and what not; none of which is
 * a failure. */
void matrix_json(FILE *out, const struct matrix *matrix, const struct appendix *appendix,
                 bool strongest, int status, const struct took *took);
void matrix_junit(FILE *out, const struct matrix *matrix, const struct appendix *appendix,
                  bool strongest);
void proof_json(FILE *out, const struct proof *proof, const struct took *took);
void proof_junit(FILE *out, const struct proof *proof);
void mutation_json(FILE *out, const struct mutation *mutation, const struct took *took);

#endif

/* Results of another family of models, added to the files of a matrix. */
#ifndef REPORT_MATRIX_APPENDIX_H
#define REPORT_MATRIX_APPENDIX_H

#include <stdio.h>
#include "report/json.h"

struct matrix_appendix {
  void *context;
  void (*json)(void *context, struct json *json);
  void (*junit)(void *context, FILE *out);
};

#endif

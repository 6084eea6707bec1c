/* The differences of two memory models as text. */
#ifndef REPORT_COMPARISON_TEXT_H
#define REPORT_COMPARISON_TEXT_H

#include <stdio.h>
#include "verify/comparison.h"

/* The answers to one test, and the outcomes that only one model allows. */
void comparison_print(FILE *out, struct cat_model *const models[2], const struct program *program,
                      const struct compared *comparison);
void comparison_totals_print(FILE *out, struct cat_model *const models[2],
                             const struct comparison_totals *totals);

#endif

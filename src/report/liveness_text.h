/* Liveness as text. */
#ifndef REPORT_LIVENESS_TEXT_H
#define REPORT_LIVENESS_TEXT_H

#include <stdio.h>
#include "verify/liveness.h"
#include "verify/liveness_matrix.h"

/* A lasso as numbered steps: the stem and the loop. */
void lasso_print(FILE *out, const struct liveness_answer *answer);
/* The answer for the most general client. */
void liveness_print(FILE *out, const struct liveness_answer *answer,
                    const struct liveness_question *question);
void liveness_matrix_print(FILE *out, const struct liveness_matrix *matrix, bool quiet);

#endif

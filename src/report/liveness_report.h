/* Liveness as text and as JSON. */
#ifndef REPORT_LIVENESS_REPORT_H
#define REPORT_LIVENESS_REPORT_H

#include <stdio.h>
#include "run/effort.h"
#include "verify/liveness.h"

/* A lasso as numbered steps: the stem and the loop. */
void lasso_print(FILE *out, const struct liveness_answer *answer);
/* The answer for the most general client. */
void liveness_print(FILE *out, const struct liveness_answer *answer,
                    const struct liveness_question *question);
void liveness_matrix_print(FILE *out, const struct liveness_matrix *matrix, bool quiet);

void liveness_json(FILE *out, const struct liveness_answer *answer,
                   const struct liveness_question *question, const struct cost *cost);
void liveness_matrix_json(FILE *out, const struct liveness_matrix *matrix, const struct cost *cost);

#endif

/* Liveness as JSON. */
#ifndef REPORT_LIVENESS_JSON_H
#define REPORT_LIVENESS_JSON_H

#include <stdio.h>
#include "run/cost.h"
#include "verify/liveness.h"
#include "verify/liveness_matrix.h"

void liveness_json(FILE *out, const struct liveness_answer *answer,
                   const struct liveness_question *question, const struct cost *cost);
void liveness_matrix_json(FILE *out, const struct liveness_matrix *matrix, const struct cost *cost);

#endif

/* What progress there is, for a person and as JSON. */
#ifndef REPORT_LIVENESS_TEXT_H
#define REPORT_LIVENESS_TEXT_H

#include <stdio.h>
#include "verify/liveness.h"

/* A lasso as numbered steps: the stem, and the loop. */
void lasso_print(FILE *out, const struct progress_answer *answer);
/* The client's answer. */
void progress_print(FILE *out, const struct progress_answer *answer,
                    const struct progress_question *question);
void progress_matrix_print(FILE *out, const struct progress_matrix *matrix, bool quiet);

void progress_json(FILE *out, const struct progress_answer *answer,
                   const struct progress_question *question, const struct took *took);
void progress_matrix_json(FILE *out, const struct progress_matrix *matrix, const struct took *took);

#endif

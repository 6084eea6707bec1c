/* A budget of states for each model of a quick matrix: wider bounds where a model takes few. */
#ifndef VERIFY_STATE_BUDGET_H
#define VERIFY_STATE_BUDGET_H

#include "run/effort.h"
#include "verify/matrix.h"

/* Searches bounded machines further, within effort.quick_model, when all are searched within
 * quick_states. */
void state_budget_spend(struct matrix *matrix, const struct effort *effort);

#endif

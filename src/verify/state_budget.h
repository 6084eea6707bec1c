/* The states that each model of a quick matrix may take: wider bounds for the cells of a model that
 * takes few. */
#ifndef VERIFY_STATE_BUDGET_H
#define VERIFY_STATE_BUDGET_H

#include "verify/matrix.h"
#include "run/effort.h"

/* Once all machines are searched within quick_states: searches the bounded ones further, as far as
 * quick_model allows. */
void state_budget_spend(struct matrix *matrix, const struct effort *effort);

#endif

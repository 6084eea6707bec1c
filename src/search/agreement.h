/* What the processes of one search agree on.  Each calls these in the same order; a search by one
 * process agrees with itself. */
#ifndef SEARCH_AGREEMENT_H
#define SEARCH_AGREEMENT_H

#include "search/run.h"

/* The results of a level, and the number of states. */
void agreement_on_level(struct run *run);
/* The best pick of all processes; `state` becomes the picked one. */
void agreement_on_pick(const struct run *run, struct state_pick *pick, slot_t *state);
/* At the end: the workers' records and the cost, of all processes. */
void agreement_on_result(struct run *run);

#endif

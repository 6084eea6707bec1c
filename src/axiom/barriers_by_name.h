/* Barriers by name: the other reading of barriers. */
#ifndef AXIOM_BARRIERS_BY_NAME_H
#define AXIOM_BARRIERS_BY_NAME_H

#include "axiom/barriers.h"

/* Are both the k-th arrival of their threads at the same barrier? */
bool barriers_same_round(const struct execution *x, unsigned a, unsigned b);
/* The number of threads that a round without a quorum waits for. */
unsigned barriers_awaited_by_name(const struct execution *x, unsigned e);
/* Is each of the members waited for, so that their order makes no difference? */
bool barriers_all_are_awaited(const struct execution *x, event_set members);
/* Lets a barrier event come, and completes the barriers that it completes. */
void barriers_come_by_name(struct execution *x, struct meeting *meeting, unsigned e);

#endif

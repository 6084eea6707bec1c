/* The stage that chooses which threads complete which barrier. */
#ifndef AXIOM_BARRIERS_H
#define AXIOM_BARRIERS_H

#include "axiom/execution.h"

/* Fails if two barriers that meet ask for different quorums. */
void barriers_choose(struct execution *x);

#endif

/* The stage that chooses the order of writes. */
#ifndef AXIOM_COHERENCE_H
#define AXIOM_COHERENCE_H

#include "axiom/execution.h"

void coherence_choose(struct execution *x);

#endif

/* The stage of coherence: the order of the writes to each location. */
#ifndef AXIOM_COHERENCE_H
#define AXIOM_COHERENCE_H

#include "axiom/search.h"

void coherence_choose(struct execution *x);

#endif

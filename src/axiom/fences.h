/* The stage of fences: sync_fence, an order of the SC fences. */
#ifndef AXIOM_FENCES_H
#define AXIOM_FENCES_H

#include "axiom/search.h"

void fences_choose(struct execution *x);

#endif

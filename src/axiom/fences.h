/* The stage that chooses the order of SC fences. */
#ifndef AXIOM_FENCES_H
#define AXIOM_FENCES_H

#include "axiom/execution.h"

void fences_choose(struct execution *x);

#endif

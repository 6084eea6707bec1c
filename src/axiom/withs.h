/* The stage of `with x from ...`. */
#ifndef AXIOM_WITHS_H
#define AXIOM_WITHS_H

#include "axiom/search.h"

void withs_choose(struct execution *x);

#endif

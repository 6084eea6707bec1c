/* The stage that makes the choices of the model's own `with`. */
#ifndef AXIOM_WITHS_H
#define AXIOM_WITHS_H

#include "axiom/execution.h"

void withs_choose(struct execution *x);

#endif

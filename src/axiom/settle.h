/* The answer to a program's condition where its outcomes are too many to be found. */
#ifndef AXIOM_SETTLE_H
#define AXIOM_SETTLE_H

#include "axiom/candidates.h"

/* Completes a judgement that was curtailed: adds an outcome that meets the condition and one that
 * does not, as far as there are such, and all flags.  `judge`: of the width in use. */
bool settle(const struct judging *judging, judge_function *judge, struct judgement *judgement,
            struct diagnostic *error);

#endif

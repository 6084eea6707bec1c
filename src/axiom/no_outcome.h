/* Why a program has no outcome at all. */
#ifndef AXIOM_NO_OUTCOME_H
#define AXIOM_NO_OUTCOME_H

#include "axiom/judge.h"

struct execution;
struct paths;

/* What never ends in a program that waits at no barrier and has no run that ends, in words; the
 * caller frees the text. */
char *no_outcome_never_ends(const struct program *program);

/* Why no execution has an outcome, in words; the caller frees the text. */
char *no_outcome_reason(const struct execution *x, const struct paths *paths, const char *model);

#endif

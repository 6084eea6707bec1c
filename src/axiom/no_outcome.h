/* Why a program has no outcome. */
#ifndef AXIOM_NO_OUTCOME_H
#define AXIOM_NO_OUTCOME_H

#include "litmus/program.h"

struct execution;
struct paths;

/* Why no execution has an outcome, in words; the caller frees the text. */
char *no_outcome_reason(const struct execution *x, const struct paths *paths, const char *model);
/* What never ends in a program that waits at no barrier and has no run that ends, in words; the
 * caller frees the text. */
char *no_outcome_never_ends(const struct program *program);

#endif

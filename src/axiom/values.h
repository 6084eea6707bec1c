/* The values of an execution while its reads get their sources. */
#ifndef AXIOM_VALUES_H
#define AXIOM_VALUES_H

#include "axiom/execution.h"

/* Forgets all values but the constants. */
void values_start(struct execution *x);
/* Computes what a new source makes known; false if a branch would leave its path. */
bool values_settle(struct execution *x);
/* Once all reads have sources: gives values to the nodes that no store computes; false if such an
 * execution is no candidate. */
bool values_from_nothing(struct execution *x);
/* Forgets all but the first `known_count` values. */
void values_undo(struct execution *x, unsigned known_count);
/* Ends the search with "unsupported: " and `what`, at an instruction or (NULL) at the beginning of
 * the test.  Returns false. */
bool values_refuse(struct execution *x, const struct instruction *at, const char *what);

#endif

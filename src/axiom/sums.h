/* The final value of a counter. */
#ifndef AXIOM_SUMS_H
#define AXIOM_SUMS_H

#include "axiom/execution.h"

/* The final value of a cell if all its writes are atomic additions, whatever their order; false if
 * some are not. */
bool sums_final(const struct execution *x, unsigned physical, int64_t *sum);

#endif

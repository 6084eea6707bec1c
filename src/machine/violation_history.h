/* Why no order of the transactions of a run explains their reads. */
#ifndef MACHINE_VIOLATION_HISTORY_H
#define MACHINE_VIOLATION_HISTORY_H

#include "machine/played.h"
#include "protocol/system.h"

/* Appends a shortest cycle of transactions, an edge a line: who must come before whom, and why.
 * `property`: PROPERTY_SERIALISABLE, PROPERTY_OPACITY, PROPERTY_STRICT or
 * PROPERTY_SNAPSHOT. */
void violation_add_cycle(struct text *text, const struct play *play, enum property property);

#endif

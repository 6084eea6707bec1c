/* Mutants that break nothing, but leave something begun without an end: that have less progress
 * than the system. */
#ifndef MUTATION_LIVENESS_PROBE_H
#define MUTATION_LIVENESS_PROBE_H

#include "mutation/probe.h"
#include "verify/liveness.h"

/* What a probe has of progress without a fault, no more than its record claims; PROGRESS_NONE, too,
 * where it has too many states to be asked. */
enum progress_level standstill_due(const struct probe *probe, const struct effort *effort);
/* Has the mutant less than what is due there?  `*found` is what it has. */
bool standstill_seen(const struct probe *probe, enum progress_level due,
                     const struct mutant *mutant, const struct effort *effort,
                     enum progress_level *found);

#endif

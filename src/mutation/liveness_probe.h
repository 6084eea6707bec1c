/* Mutants that break no invariant, but leave something begun without an end. */
#ifndef MUTATION_LIVENESS_PROBE_H
#define MUTATION_LIVENESS_PROBE_H

#include "mutation/mutation.h"
#include "mutation/probe_selection.h"
#include "run/effort.h"

/* Kills the survivors that have less liveness than the system without a fault, each on the first
 * few probes that may notice it. No reason excuses such a mutant. */
void liveness_probe_survivors(struct mutation *mutation, const struct probes *probes,
                              const struct effort *effort);

#endif

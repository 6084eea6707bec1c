/* One mutant on one probe. */
#ifndef MUTATION_TRIAL_H
#define MUTATION_TRIAL_H

#include "mutation/mutation.h"
#include "mutation/probe_list.h"
#include "mutation/probe_selection.h"
#include "run/effort.h"

/* Tries the mutant on the probe; true when that settles its result. `roomy`: wide bounds where a
 * verdict is repeated without reductions. */
bool trial_run(struct mutant_result *result, const struct probe *probe, const struct effort *effort,
               bool roomy);

/* Kills the survivors that have less liveness than the system without a fault, each on the first
 * few probes that may notice it. No reason excuses such a mutant. */
void liveness_probe_survivors(struct mutation *mutation, const struct probes *probes,
                              const struct effort *effort);

#endif

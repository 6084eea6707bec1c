/* One mutant on one probe. */
#ifndef MUTATION_TRIAL_H
#define MUTATION_TRIAL_H

#include "mutation/mutation.h"
#include "mutation/probe.h"
#include "run/effort.h"

/* Tries the mutant on the probe; true when that settles its result. `roomy`: wide bounds where a
 * verdict is repeated without reductions. */
bool trial_run(struct mutant_result *result, const struct probe *probe, const struct effort *effort,
               bool roomy);

#endif

/* One mutant on one probe. */
#ifndef MUTATION_TRIAL_H
#define MUTATION_TRIAL_H

#include "mutation/mutation.h"
#include "mutation/probe.h"
#include "run/effort.h"

/* Tries the mutant on one probe; true when that settles its fate. */
bool trial_run(struct mutant_result *result, const struct probe *probe, const struct effort *effort,
               bool roomy);

#endif

/* Searches of a machine. */
#ifndef ENGINE_MACHINE_SEARCH_H
#define ENGINE_MACHINE_SEARCH_H

#include "machine/machine.h"
#include "search/search.h"

/* Finds the initial states (warm_start.c), the first time, and searches from them, both within the
 * options.  A limit that is hit before the initial states are complete leaves nothing searched. */
struct search_result machine_search(struct machine *machine, const struct search_options *options);
/* Asks for progress (liveness/liveness.h, fairness.c), up to a level, of the whole machine.
 * `fairness`, where it is not the usual one, is everybody's who owes anything.  The machine must
 * have been built without reductions, for they do not preserve it; but for symmetry where possible
 * progress is all that is asked, and then a lasso is one of states that stand for others. */
struct liveness machine_progress(struct machine *machine, const struct search_options *options,
                                 enum progress_level level, enum fairness fairness);

#endif

/* Searches of a machine. */
#ifndef ENGINE_MACHINE_SEARCH_H
#define ENGINE_MACHINE_SEARCH_H

#include "machine/machine.h"
#include "search/search.h"

/* Warms the caches (warm_start.c), the first time, and searches from the initial states, both
 * within the options.  Without complete initial states nothing is searched. */
struct search_result machine_search(struct machine *machine, const struct search_options *options);
/* Checks liveness (liveness/liveness.h, machine/fairness.c) of the whole machine, up to a level.
 * `fairness` holds for all obligations, where it is not the usual one.  The machine must be built
 * without reductions, which do not preserve liveness.  Symmetry alone is allowed, for possible
 * progress only; a lasso is then one of representatives. */
struct liveness machine_liveness(struct machine *machine, const struct search_options *options,
                                 enum progress_level level, enum fairness fairness);

#endif

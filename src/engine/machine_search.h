/* Searches of a machine. */
#ifndef ENGINE_MACHINE_SEARCH_H
#define ENGINE_MACHINE_SEARCH_H

#include "liveness/counts.h"
#include "machine/machine.h"
#include "search/search.h"

/* Finds the initial states, the first time, and searches from them; both within the options.  If a
 * limit ends the first, nothing is searched. */
struct search_result machine_search(struct machine *machine, const struct search_options *options);
/* Checks liveness up to a level (liveness/liveness.h, fairness.c).  `fairness`, unless it is the
 * usual one, replaces that of every class.  The machine must be built without reductions, since
 * these do not preserve liveness.  Symmetry is allowed where only possible progress is asked; a
 * lasso then shows representatives. */
struct liveness machine_liveness(struct machine *machine, const struct search_options *options,
                                 enum progress_level level, enum fairness fairness);
/* Counts the messages of all runs to their end (machine/message_counts.h).  The machine must be
 * built without reductions. */
struct counts machine_counts(struct machine *machine, const struct search_options *options);

#endif

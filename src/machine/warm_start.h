/* The initial states of a machine. */
#ifndef MACHINE_WARM_START_H
#define MACHINE_WARM_START_H

#include "search/search.h"

struct machine;

/* Finds the initial states, unless they are known, within the limits.  The result has the time. */
struct search_result warm_start_once(struct machine *machine, const struct search_options *limits);
/* The same; returns the limit that ended it, or SEARCH_COMPLETE. */
enum search_end machine_warm(struct machine *machine, const struct search_options *limits);
/* Visits the initial states with empty caches, without a search.  If the others are known, visits
 * these, too. */
void machine_cold_starts(struct machine *machine, step_visitor *visit, void *context);
/* `initial` of struct model. */
void machine_initial(const struct model *model, void *worker, step_visitor *visit, void *context);

#endif

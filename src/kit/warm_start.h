/* Private to src/kit.  The initial states. */
#ifndef KIT_WARM_START_H
#define KIT_WARM_START_H

#include "machine/machine_private.h"

/* Finds the initial states, unless they are known: within the limits, and in how much time. */
struct search_result warm_once(struct machine *machine, const struct search_options *limits);
/* A model's `initial`. */
void machine_initial(const struct model *model, void *worker, step_visitor *visit, void *context);

#endif

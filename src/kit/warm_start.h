/* Private to src/kit.  The initial states. */
#ifndef KIT_WARM_START_H
#define KIT_WARM_START_H

#include "machine/machine_private.h"

void machine_initial(const struct model *model, void *worker, step_visitor *visit, void *context);

#endif

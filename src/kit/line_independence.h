/* Private to src/kit.  Whether a step is independent of its controller's other lines. */
#ifndef KIT_LINE_INDEPENDENCE_H
#define KIT_LINE_INDEPENDENCE_H

#include "machine/machine_private.h"

/* Are these the ways that the step goes whatever the controller's other lines hold, and do they
 * leave those alone? */
bool step_is_apart(const struct machine *machine, unsigned controller, uint32_t local,
                   enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                   unsigned lazily, const struct alternatives *ways);

#endif

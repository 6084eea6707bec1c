/* Private to src/kit.  Steps in words. */
#ifndef KIT_DESCRIBE_STEP_H
#define KIT_DESCRIBE_STEP_H

#include "machine/machine_private.h"

/* Prints the step with this label from `from` to `to`, by its rows, effects, faults and changes. */
void machine_describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                           const slot_t *to);

#endif

/* Private to src/kit.  States and steps in words. */
#ifndef KIT_DESCRIBE_H
#define KIT_DESCRIBE_H

#include "machine/machine_private.h"

void machine_describe_state(const struct model *model, FILE *out, const slot_t *state);
void machine_describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                           const slot_t *to);

#endif

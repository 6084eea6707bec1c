/* Private to src/kit.  The urgent steps that follow a step. */
#ifndef KIT_STEP_PRIVATE_H
#define KIT_STEP_PRIVATE_H

#include "machine/machine_private.h"

/* Takes every urgent internal step of a local state, as time passes for all at once (times.c).
 * Only the local state is kept of the step: it is a fault if the step does more. */
void step_settle_at_once(struct step *step);

#endif

/* Private to src/kit.  The urgent steps that follow a step. */
#ifndef KIT_STEP_PRIVATE_H
#define KIT_STEP_PRIVATE_H

#include "kit/machine_private.h"

/* Takes every urgent internal step of a local state. */
void step_settle(struct step *step);
/* And where time passes for all at once (times.c), so that nothing of the step is kept but the
 * local state: more is a fault. */
void step_settle_at_once(struct step *step);

#endif

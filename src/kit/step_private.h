/* Private to src/kit.  The urgent steps that follow when time passes for all controllers at once.
 */
#ifndef KIT_STEP_PRIVATE_H
#define KIT_STEP_PRIVATE_H

#include "machine/machine_private.h"

/* Runs all urgent events of step->local after a tick of the shared clock (times.c).  A step that
 * does more than change the local state is at fault. */
void step_settle_at_once(struct step *step);

#endif

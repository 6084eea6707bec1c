/* See sm_set.h. */
#include "protocol/sm_set.h"

#include "protocol/crash_handler.h"
#include "protocol/step_faults.h"

void sm_set_beyond(void) {
  if (running_row.step) step_blame(running_row.step, WHY_NO_SM);
}

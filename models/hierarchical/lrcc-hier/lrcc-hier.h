/* lrcc-hier's events, and the values of its parameter `system`. */
#ifndef MODELS_LRCC_HIER_H
#define MODELS_LRCC_HIER_H

#include "models/lib/lrcc.h"

enum {
  EVENT_GIVE = EVENT_LRCC,
  EVENT_DRAIN,
  EVENT_DRAINED,
  EVENT_FLUSH,
  EVENT_OTHERS,
  EVENT_COUNT
};
#define GIVE (1ull << EVENT_GIVE) /* inside an L2 */
static const char *const events[] = { LRCC_EVENT_NAMES, "GIVE",  "Drain",
                                      "Drained",        "FLUSH", "OTHERS" };

enum { PARAMETER_SYSTEM = PARAMETER_APART + 1 };
enum {
  SYSTEM_SCOPE,
  NARROW_ACQUIRES,
  KEEPS_L2,
  KEEPS_FILLS,
  PULLS_NO_GPU,
  GPU_UNACKNOWLEDGED,
  SKIPS_OWNER,
  BOTTOM_UP,
  NO_DRAIN,
  OWN_SM,
  KEEPS_AT_ATOMIC
};

#endif

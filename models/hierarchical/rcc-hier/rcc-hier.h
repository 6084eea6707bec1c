/* rcc-hier's events, and the values of its parameter `system`. */
#ifndef MODELS_RCC_HIER_H
#define MODELS_RCC_HIER_H

#include "models/lib/rcc.h"

enum { EVENT_FLUSH = EVENT_RCC, EVENT_DRAIN, EVENT_DRAINED, EVENT_OTHERS, EVENT_COUNT };
static const char *const events[] = { RCC_EVENT_NAMES, "FLUSH", "Drain", "Drained", "OTHERS" };

enum { PARAMETER_SYSTEM = 3 };
enum {
  SYSTEM_SCOPE,
  NO_DRAIN,
  OWN_SM,
  NARROW_ACQUIRES,
  KEEPS_L2,
  KEEPS_FILLS,
  SHOWS_RELEASES,
  MERGES_LATE,
  KEEPS_WORDS
};

#endif

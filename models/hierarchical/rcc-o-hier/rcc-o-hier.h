/* rcc-o-hier's events, and the values of its parameter `system`. */
#ifndef MODELS_RCC_O_HIER_H
#define MODELS_RCC_O_HIER_H

#include "models/lib/rcc_o.h"
#include "models/lib/rcc_o_l1.h"

enum { EVENT_INV = EVENT_RCC_O, EVENT_INVDONE, EVENT_COUNT };
#define INV (1ull << EVENT_INV)         /* up: an L1 to its L2 */
#define INVDONE (1ull << EVENT_INVDONE) /* and its answer */
static const char *const events[] = { RCC_O_EVENT_NAMES, "Inv", "InvDone" };

enum { PARAMETER_SYSTEM = PARAMETER_APART + 1 };
enum {
  SYSTEM_SCOPE,
  NARROW_ACQUIRES,
  KEEPS_L2,
  KEEPS_FILLS,
  SKIPS_OWNER,
  NARROW_HITS,
  TRUSTS_OWNED,
  BOTTOM_UP,
  OWNS_ACQUIRED
};

#endif

/* What rcc-o and rcc-o-hier share of their records: events, messages, parameters. */
#ifndef MODELS_LIB_RCC_O_H
#define MODELS_LIB_RCC_O_H

#include "models/lib/release.h"

enum rcc_o_event {
  EVENT_GETV = EVENT_OWN,
  EVENT_GETO,
  EVENT_PUTO,
  EVENT_OWNWB,
  EVENT_NODATA, /* up: L1 to L2 */
  EVENT_DATA,
  EVENT_GRANT,
  EVENT_REQWB,
  EVENT_PUTACK,  /* down: L2 to L1 */
  EVENT_INV_ALL, /* inside an L1 */
  EVENT_RCC_O
};
#define GETV (1ull << EVENT_GETV)
#define GETO (1ull << EVENT_GETO)
#define PUTO (1ull << EVENT_PUTO)
#define OWNWB (1ull << EVENT_OWNWB)
#define NODATA (1ull << EVENT_NODATA)
#define DATA (1ull << EVENT_DATA)
#define GRANT (1ull << EVENT_GRANT)
#define REQWB (1ull << EVENT_REQWB)
#define PUTACK (1ull << EVENT_PUTACK)
#define INV_ALL (1ull << EVENT_INV_ALL)

#define RCC_O_EVENT_NAMES                                                                         \
  "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY", "GetV", \
      "GetO", "PutO", "OwnWB", "NoData", "Data", "Grant", "ReqWB", "PutAck", "INV_ALL"

enum {
  PARAMETER_PRINTED = PARAMETER_UNSCOPED + 1,
  PARAMETER_RECALL,
  PARAMETER_EARLY_PUTACK,
  PARAMETER_APART
};
enum { NEVER_ANEW = 1, ACQUIRES_ANEW }; /* printed */

/* The arguments are what more is to be said of GetV. */
#define RCC_O_MESSAGES(...)                                                                        \
  [EVENT_GETV] = { "GetV", UP_NETWORK, .lease = NO_LEASE, APART(PARAMETER_APART, REQUEST_NETWORK), \
                   __VA_ARGS__ },                                                                  \
  [EVENT_GETO] = { "GetO", UP_NETWORK, .lease = NO_LEASE,                                          \
                   APART(PARAMETER_APART, REQUEST_NETWORK) },                                      \
  [EVENT_PUTO] = { "PutO", UP_NETWORK, .has_data = true, .lease = NO_LEASE },                      \
  [EVENT_OWNWB] = { "OwnWB", UP_NETWORK, .has_data = true, .lease = NO_LEASE },                    \
  [EVENT_NODATA] = { "NoData", UP_NETWORK, .lease = NO_LEASE },                                    \
  [EVENT_DATA] = { "Data", DOWN_NETWORK, .has_data = true, .lease = NO_LEASE },                    \
  [EVENT_GRANT] = { "Grant", DOWN_NETWORK, .has_data = true, .lease = NO_LEASE },                  \
  [EVENT_REQWB] = { "ReqWB", DOWN_NETWORK, .lease = NO_LEASE,                                      \
                    APART(PARAMETER_APART, OWNER_NETWORK) },                                       \
  [EVENT_PUTACK] = { "PutAck", DOWN_NETWORK, .lease = NO_LEASE }

#define RCC_O_PARAMETERS                                                                       \
  [PARAMETER_RECALL] = { "recall", 0, 0, 2,                                                    \
                         "1: the L2 evicts owned lines (no outcome more); 2: asking nobody" }, \
  [PARAMETER_EARLY_PUTACK] = { "early-putack", 0, 0, 1,                                        \
                               "1: a PutO is acknowledged though a ReqWB is out" },            \
  [PARAMETER_APART] = APART_PARAMETER

#endif

/* What rcc-o and rcc-o-hier share of their records: events, messages, parameters. */
#ifndef MODELS_LIB_RCC_O_H
#define MODELS_LIB_RCC_O_H

#include "models/lib/events.h"
#include "models/lib/release.h"

/* GETV to NODATA: up: L1 to L2; DATA to PUTACK: down: L2 to L1; INV_ALL: inside an L1. */
#define RCC_O_EVENTS(E)                                                                      \
  E(GETV, "GetV"), E(GETO, "GetO"), E(PUTO, "PutO"), E(OWNWB, "OwnWB"), E(NODATA, "NoData"), \
      E(DATA, "Data"), E(GRANT, "Grant"), E(REQWB, "ReqWB"), E(PUTACK, "PutAck"),            \
      E(INV_ALL, "INV_ALL")
enum { RCC_O_EVENTS_BEGIN = EVENT_OWN - 1, RCC_O_EVENTS(EVENT_NUMBER), EVENT_RCC_O };
enum { RCC_O_EVENTS(EVENT_SET) };
#define RCC_O_EVENT_NAMES SYSTEM_EVENT_NAMES, RCC_O_EVENTS(EVENT_NAME)

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

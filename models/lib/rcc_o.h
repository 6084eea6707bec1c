/* The common part of the records of rcc-o and rcc-o-hier: events, messages, parameters. */
#ifndef MODELS_LIB_RCC_O_H
#define MODELS_LIB_RCC_O_H

#include "models/lib/release.h"

/* GETV to NODATA: up: L1 to L2; DATA to PUTACK: down: L2 to L1; INV_ALL: inside an L1. */
#define RCC_O_EVENTS(E)                                                                      \
  E(GETV, "GetV"), E(GETO, "GetO"), E(PUTO, "PutO"), E(OWNWB, "OwnWB"), E(NODATA, "NoData"), \
      E(DATA, "Data"), E(GRANT, "Grant"), E(REQWB, "ReqWB"), E(PUTACK, "PutAck"),            \
      E(INV_ALL, "INV_ALL")
enum { RCC_O_EVENTS_BEGIN = EVENT_OWN - 1, RCC_O_EVENTS(EVENT_NUMBER), EVENT_RCC_O };
enum { RCC_O_EVENTS(EVENT_SET) };
#define RCC_O_EVENT_NAMES SYSTEM_EVENT_NAMES, RCC_O_EVENTS(EVENT_NAME)

enum { PARAMETER_PRINTED = PARAMETER_UNSCOPED + 1, PARAMETER_RECALL, PARAMETER_EARLY_PUTACK };
enum { PARAMETER_APART = PARAMETER_EARLY_PUTACK + 1 };
enum { NEVER_ANEW = 1, ACQUIRES_ANEW }; /* printed */

/* The arguments are what more is to be said of GetV. */
#define RCC_O_MESSAGES(...)                                                                \
  MESSAGE(GETV, "GetV", UP_NETWORK, APART(PARAMETER_APART, REQUEST_NETWORK), __VA_ARGS__), \
      MESSAGE(GETO, "GetO", UP_NETWORK, APART(PARAMETER_APART, REQUEST_NETWORK)),          \
      MESSAGE(PUTO, "PutO", UP_NETWORK, .has_data = true),                                 \
      MESSAGE(OWNWB, "OwnWB", UP_NETWORK, .has_data = true),                               \
      MESSAGE(NODATA, "NoData", UP_NETWORK),                                               \
      MESSAGE(DATA, "Data", DOWN_NETWORK, .has_data = true),                               \
      MESSAGE(GRANT, "Grant", DOWN_NETWORK, .has_data = true),                             \
      MESSAGE(REQWB, "ReqWB", DOWN_NETWORK, APART(PARAMETER_APART, OWNER_NETWORK)),        \
      MESSAGE(PUTACK, "PutAck", DOWN_NETWORK)

#define RCC_O_PARAMETERS OWNER_PARAMETERS, APART_PARAMETER

#endif

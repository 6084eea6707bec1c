/* lrcc's events and parameters, beyond what it has of rcc (models/lib/rcc.h); lrcc-hier has
 * them too.  lrcc.c tells the protocol. */
#ifndef MODELS_LIB_LRCC_H
#define MODELS_LIB_LRCC_H

#include "models/lib/rcc.h"
#include "models/lib/record.h"

/* States after rcc's: a GetO is out (IO, VO); owned (O), and a GetV, an atomic, a PutO is out. */
enum { IO = 1 << 6, VO = 1 << 7, O = 1 << 8, OG = 1 << 9, OA = 1 << 10, OI = 1 << 11 };

/* GETO to NODATA: up: L1 to L2; GRANT to PUTACK: down: L2 to L1. */
#define LRCC_EVENTS(E)                                                                         \
  E(GETO, "GetO"), E(PUTO, "PutO"), E(OWNWB, "OwnWB"), E(NODATA, "NoData"), E(GRANT, "Grant"), \
      E(REQWB, "ReqWB"), E(PUTACK, "PutAck")
enum { LRCC_EVENTS_BEGIN = EVENT_RCC - 1, LRCC_EVENTS(EVENT_NUMBER), EVENT_LRCC };
enum { LRCC_EVENTS(EVENT_SET) };
#define LRCC_EVENT_NAMES RCC_EVENT_NAMES, LRCC_EVENTS(EVENT_NAME)

/* The arguments are what more is to be said of GetV. */
#define LRCC_MESSAGES(...)                                                          \
  RCC_MESSAGES(APART(PARAMETER_APART, REQUEST_NETWORK), __VA_ARGS__),               \
      MESSAGE(GETO, "GetO", UP_NETWORK, APART(PARAMETER_APART, REQUEST_NETWORK)),   \
      MESSAGE(PUTO, "PutO", UP_NETWORK, .has_data = true, .flag = "words"),         \
      MESSAGE(OWNWB, "OwnWB", UP_NETWORK, .has_data = true, .flag = "words"),       \
      MESSAGE(NODATA, "NoData", UP_NETWORK),                                        \
      MESSAGE(GRANT, "Grant", DOWN_NETWORK, .has_data = true),                      \
      MESSAGE(REQWB, "ReqWB", DOWN_NETWORK, APART(PARAMETER_APART, OWNER_NETWORK)), \
      MESSAGE(PUTACK, "PutAck", DOWN_NETWORK)

enum { PARAMETER_FALSE_SHARING = PARAMETER_UNSCOPED + 1, PARAMETER_NO_PULL, PARAMETER_OVERWRITE };
enum { PARAMETER_UNACKNOWLEDGED = PARAMETER_OVERWRITE + 1, PARAMETER_RECALL, PARAMETER_QUEUE };
enum { PARAMETER_EARLY_PUTACK = PARAMETER_QUEUE + 1, PARAMETER_ACQUIRE, PARAMETER_APART };
enum { PARAMETER_ORDERED = PARAMETER_APART + 1 };
enum { PULLS_NOTHING = 1, PULLS_UNACKNOWLEDGED, EVICTS_ALONE }; /* no-pull */
enum { ACQUIRES_OLD = 1, ACQUIRES_DROP_OWNED };                 /* acquire */

#define LRCC_PARAMETERS                                                                          \
  PARAMETER(PARAMETER_FALSE_SHARING, "false-sharing", 0, 0, 1,                                   \
            "1: an owned line serves all of its words"),                                         \
      PARAMETER(PARAMETER_NO_PULL, "no-pull", 0, 0, 3,                                           \
                "an owner gives a line up: 1 without writing back the rest; 2 without waiting "  \
                "until the L2 has it; 3 as 1, only where it evicts"),                            \
      PARAMETER(PARAMETER_OVERWRITE, "overwrite", 0, 0, 1,                                       \
                "1: a line is owned and given up while an older write-back of it is out"),       \
      PARAMETER(PARAMETER_UNACKNOWLEDGED, "unacknowledged", 0, 0, 1,                             \
                "1: an owner's answer to the L2 is not acknowledged"),                           \
      PARAMETER(PARAMETER_QUEUE, "queue", 0, 0, 1,                                               \
                "1: a write-back of a line that an owner is asked for waits"),                   \
      PARAMETER(PARAMETER_ACQUIRE, "acquire", 0, 0, 2,                                           \
                "1: the L2 answers fetches of owned lines itself; 2: an acquire drops what its " \
                "SM owns"),                                                                      \
      OWNER_PARAMETERS, APART_PARAMETER

#endif

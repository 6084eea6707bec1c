/* lrcc's events and parameters, beyond those of the release-directed systems (models/rcc/rcc.h).  lrcc.c tells the protocol. */
#ifndef MODELS_LRCC_LRCC_H
#define MODELS_LRCC_LRCC_H

#include "models/rcc/rcc.h"

/* The L1's states after rcc's: a GetO is out (IO, VO), owned (O), owned and a GetV or an atomic is out (OG, OA), a PutO
 * is out (OI). */
enum { IO = 1 << 6, VO = 1 << 7, O = 1 << 8, OG = 1 << 9, OA = 1 << 10, OI = 1 << 11 };

enum {
  EVENT_GETO = EVENT_RCC, EVENT_PUTO, EVENT_OWNWB, EVENT_NODATA, /* up: L1 to L2 */
  EVENT_GRANT, EVENT_REQWB, EVENT_PUTACK,                        /* down: L2 to L1 */
  EVENT_COUNT
};
#define GETO (1ull << EVENT_GETO)
#define PUTO (1ull << EVENT_PUTO)
#define OWNWB (1ull << EVENT_OWNWB)
#define NODATA (1ull << EVENT_NODATA)
#define GRANT (1ull << EVENT_GRANT)
#define REQWB (1ull << EVENT_REQWB)
#define PUTACK (1ull << EVENT_PUTACK)
static const char *const events[] = { RCC_EVENT_NAMES, "GetO", "PutO", "OwnWB", "NoData", "Grant", "ReqWB", "PutAck" };

enum { PARAMETER_FALSE_SHARING = PARAMETER_UNSCOPED + 1, PARAMETER_NO_PULL, PARAMETER_OVERWRITE,
       PARAMETER_UNACKNOWLEDGED, PARAMETER_RECALL, PARAMETER_QUEUE, PARAMETER_EARLY_PUTACK,
       PARAMETER_ACQUIRE, PARAMETER_APART, PARAMETER_ORDERED };
enum { RECALLS = 1, FORGETS };
enum { PULLS_NOTHING = 1, PULLS_UNACKNOWLEDGED, EVICTS_ALONE }; /* no-pull */
enum { ACQUIRES_OLD = 1, ACQUIRES_DROP_OWNED };                 /* acquire */

#endif

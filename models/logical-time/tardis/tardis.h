/* tardis' events, parameters, times and networks. */
#ifndef MODELS_TARDIS_H
#define MODELS_TARDIS_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

enum {
  LEASE_PARAMETER,
  RANK_PARAMETER,
  TICK_PARAMETER,
  ANSWERS_PARAMETER,
  QUEUE_PARAMETER,
  NONE_PARAMETER
};

/* SH_REQ, EX_REQ: L1 to LLC; FLUSH_REP, WB_REP: owner to LLC; SH_REP to WB_REQ: LLC to L1. */
#define EVENTS(E)                                                                           \
  E(SH_REQ, "SH_REQ"), E(EX_REQ, "EX_REQ"), E(FLUSH_REP, "FLUSH_REP"), E(WB_REP, "WB_REP"), \
      E(SH_REP, "SH_REP"), E(EX_REP, "EX_REP"), E(RENEW_REP, "RENEW_REP"),                  \
      E(UPGRADE_REP, "UPGRADE_REP"), E(FLUSH_REQ, "FLUSH_REQ"), E(WB_REQ, "WB_REQ"),        \
      E(DRAM, "DRAM"), E(TICK, "TICK")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

/* Timestamps of a line and of a message; the last two of an LLC's line are those of the request
 * that waits there. */
enum { WTS, RTS, PTS, ASKED_WTS = 2, ASKED_PTS = 3 };
enum { REQUEST_NETWORK, OWNER_NETWORK, ANSWER_NETWORK };

#endif

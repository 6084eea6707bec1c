/* tardis' events, parameters, times and networks. */
#ifndef MODELS_TARDIS_H
#define MODELS_TARDIS_H

#include "models/lib/block_leases.h"

enum { LEASE_PARAMETER, RANK_PARAMETER, TICK_PARAMETER, ANSWERS_PARAMETER, QUEUE_PARAMETER };
enum { NONE_PARAMETER = QUEUE_PARAMETER + 1 };

/* The states of a line in an L1: none, shared, owned, and with a request out.  A block in the LLC
 * has these, waits for DRAM, or its owner was asked to write back, or to flush. */
enum { I = 1 << 0, S = 1 << 1, E = 1 << 2, IS = 1 << 3, SS = 1 << 4, IE = 1 << 5, SE = 1 << 6 };
enum { ID = 1 << 3, EW = 1 << 4, EF = 1 << 5 };
static const char *const l1_states[] = { "I", "S", "E", "IS", "SS", "IE", "SE" };
static const char *const llc_states[] = { "I", "S", "E", "ID", "EW", "EF" };

/* SH_REQ, EX_REQ: L1 to LLC; FLUSH_REP, WB_REP: owner to LLC; SH_REP to WB_REQ: LLC to L1. */
#define EVENTS(E)                                                                           \
  E(SH_REQ, "SH_REQ"), E(EX_REQ, "EX_REQ"), E(FLUSH_REP, "FLUSH_REP"), E(WB_REP, "WB_REP"), \
      E(SH_REP, "SH_REP"), E(EX_REP, "EX_REP"), E(RENEW_REP, "RENEW_REP"),                  \
      E(UPGRADE_REP, "UPGRADE_REP"), E(FLUSH_REQ, "FLUSH_REQ"), E(WB_REQ, "WB_REQ"),        \
      E(DRAM, "DRAM"), E(TICK, "TICK")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

/* A message's further timestamp; those of the request that waits in an LLC's line. */
enum { PTS = 2, ASKED_WTS = 2, ASKED_PTS = 3 };
enum { REQUEST_NETWORK, OWNER_NETWORK, ANSWER_NETWORK };

#endif

/* The common part of quickrelease's two controllers: events, messages, parameters.  quickrelease.c
 * tells the protocol. */
#ifndef MODELS_QUICKRELEASE_QUICKRELEASE_H
#define MODELS_QUICKRELEASE_QUICKRELEASE_H

#include "models/lib/release_cache.h"
#include "models/lib/s_fifo.h"

/* RD to INVACK: CU to L2; DATA to RELACK: L2 to CU; WRITE_THROUGH, MARKER: inside a controller;
 * MEM_DATA: memory answers a fetch of rL2. */
#define EVENTS(E)                                                                  \
  E(RD, "Rd"), E(WR, "Wr"), E(ATOM, "Atom"), E(MARK, "Mark"), E(INVACK, "InvAck"), \
      E(DATA, "Data"), E(AACK, "AtomResp"), E(INV, "Inv"), E(RELACK, "RelAck"),    \
      E(WRITE_THROUGH, "WRITE_THROUGH"), E(MARKER, "MARKER"), E(MEM_DATA, "MEM_DATA")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { REQUEST_NETWORK, RESPONSE_NETWORK, ACK_NETWORK };
enum { PARAMETER_ORDERED, PARAMETER_WAITS, PARAMETER_UNORDERED_REQUESTS, PARAMETER_EARLY_MARK };
enum { PARAMETER_OWN_WRITES = PARAMETER_EARLY_MARK + 1, PARAMETER_STREL_WAIT };
enum { PARAMETER_NO_WRITTEN_BIT = PARAMETER_STREL_WAIT + 1, PARAMETER_KEPT_BLOCK };
enum { PARAMETER_UNTOLD = PARAMETER_KEPT_BLOCK + 1, PARAMETER_WHOLE_LINES };
enum { PARAMETER_RL2 = PARAMETER_WHOLE_LINES + 1, PARAMETER_PAST_WORDS };
enum { FETCHES_UNTOLD = 1, WRITERS_UNTOLD, L2_FETCH_UNTOLD };
enum { WAITS_FOR_ALL, WAITS_FOR_NONE, WAITS_FOR_ITS_OWN, WAITS_FOR_ALL_BOUNDED }; /* waits */
enum { ENDS_IN_L2 = 1, ENDS_IN_L1 }; /* early-mark: where a marker is acknowledged */

static unsigned l2(const struct step *s) { return step_controller_at(s, 1, 0); }

/* Are invalidations acknowledged, and counted? */
GUARD(counts,
      !step_parameter(s, PARAMETER_ORDERED) && step_parameter(s, PARAMETER_WAITS) != WAITS_FOR_NONE)

/* The words of the write cache, `dirty` of `buffer`, go to the next level. */
static void leave_write_cache(struct step *s) {
  s->line->buffer = (struct data){ 0 };
  s->line->dirty = 0;
  s->line->writes = 0;
  s->line->writer = NO_ONE;
}

#endif

/* What the two controllers of quickrelease share: events, messages, parameters.  quickrelease.c
 * tells the protocol. */
#ifndef MODELS_QUICKRELEASE_QUICKRELEASE_H
#define MODELS_QUICKRELEASE_QUICKRELEASE_H

#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"
#include "models/release/quickrelease/s-fifo.h"

enum {
  EVENT_RD = EVENT_OWN,
  EVENT_WR,
  EVENT_ATOM,
  EVENT_MARK,
  EVENT_INVACK, /* CU to L2 */
  EVENT_DATA,
  EVENT_AACK,
  EVENT_INV,
  EVENT_RELACK, /* L2 to CU */
  EVENT_WRITE_THROUGH,
  EVENT_MARKER, /* inside a controller */
  EVENT_COUNT
};
#define RD (1ull << EVENT_RD)
#define WR (1ull << EVENT_WR)
#define ATOM (1ull << EVENT_ATOM)
#define MARK (1ull << EVENT_MARK)
#define INVACK (1ull << EVENT_INVACK)
#define DATA (1ull << EVENT_DATA)
#define AACK (1ull << EVENT_AACK)
#define INV (1ull << EVENT_INV)
#define RELACK (1ull << EVENT_RELACK)
#define WRITE_THROUGH (1ull << EVENT_WRITE_THROUGH)
#define MARKER (1ull << EVENT_MARKER)
static const char *const events[] = {
  "LOAD",     "STORE", "ATOMIC", "LOAD_ACQUIRE",  "STORE_RELEASE", "FENCE",  "EVICT",
  "EXPIRY",   "Rd",    "Wr",     "Atom",          "Mark",          "InvAck", "Data",
  "AtomResp", "Inv",   "RelAck", "WRITE_THROUGH", "MARKER"
};

enum { REQUEST_NETWORK, RESPONSE_NETWORK, ACK_NETWORK };
enum {
  PARAMETER_ORDERED,
  PARAMETER_UNCOUNTED,
  PARAMETER_UNORDERED_REQUESTS,
  PARAMETER_EARLY_MARK,
  PARAMETER_OWN_WRITES,
  PARAMETER_STREL_WAIT,
  PARAMETER_NO_WRITTEN_BIT,
  PARAMETER_KEPT_BLOCK,
  PARAMETER_UNTOLD,
  PARAMETER_WHOLE_LINES
};
enum { FETCHES_UNTOLD = 1, WRITERS_UNTOLD };
enum { ENDS_IN_L2 = 1, ENDS_IN_L1 }; /* early-mark: where a marker is acknowledged */

static const struct data no_data;

static unsigned l2(const struct step *s) { return step_controller_at(s, 1, 0); }

/* Are invalidations acknowledged, and counted? */
static bool counts(const struct step *s) {
  return !step_parameter(s, PARAMETER_ORDERED) && !step_parameter(s, PARAMETER_UNCOUNTED);
}

/* The words of the write cache, `dirty` of `buffer`, go to the next level. */
static void leave_write_cache(struct step *s) {
  s->line->buffer = no_data;
  s->line->dirty = 0;
  s->line->writes = 0;
  s->line->writer = NO_ONE;
}

#endif

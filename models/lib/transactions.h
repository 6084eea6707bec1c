/* Common to all transactional memories: their requests, warps, and fields of their records. */
#ifndef MODELS_LIB_TRANSACTIONS_H
#define MODELS_LIB_TRANSACTIONS_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "protocol/events.h"
#include "models/lib/queue.h"
#include "protocol/guards.h"

#define TX_EVENTS(E)                                                       \
  E(TX_BEGIN, "TX_BEGIN"), E(TX_LOAD, "TX_LOAD"), E(TX_STORE, "TX_STORE"), \
      E(TX_COMMIT, "TX_COMMIT"), E(TX_ABORT, "TX_ABORT")
enum { TX_EVENTS_BEGIN = EVENT_OWN - 1, TX_EVENTS(EVENT_NUMBER), EVENT_TX };
enum { TX_EVENTS(EVENT_SET), TX_REQUESTS = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT };
#define TX_EVENT_NAMES SYSTEM_EVENT_NAMES, TX_EVENTS(EVENT_NAME)

#define TX_RECORD                                                                   \
  .events = events, .event_count = EVENT_COUNT,                                     \
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT, \
                    EVENT_TX_ABORT },                                               \
  .lower = lower_plain, .core = CORE_IO, .client = TX_REQUESTS
/* What committed transactions satisfy, whatever plain accesses do. */
#define TX_WEAK_MODELS "sc tsc-weak ttso-weak trcsc-weak tptx-weak"

static inline bool tx_always_rank(const struct setting *setting) {
  (void)setting;
  return true;
}

/* The core whose extra line the step is about. */
static inline unsigned lane_here(const struct step *s) { return s->at - s->shape->lines; }

/* --- warps: the lanes of an SM --- */

static inline bool in_warp(const struct step *s, unsigned core) {
  return step_controller_of_core(s, core) == step_own_number(s);
}
#define EACH_LANE(s, core)                                       \
  for (unsigned core = 0; core < (s)->shape->core_count; core++) \
    if (in_warp(s, core))
static inline unsigned lanes_in(const struct step *s, unsigned states) {
  unsigned count = 0;
  EACH_LANE(s, core) count += states >> step_line_of_core(s, core)->state & 1;
  return count;
}

#endif

/* A model's events, from one list: `#define EVENTS(E) E(GETS, "GETS"), E(WRITE, "WRITE"), ...`,
 * each with the name that is printed.  The list makes their numbers (EVENT_GETS), the sets of one
 * of them that tables are written in (GETS), and their names. */
#ifndef MODELS_LIB_EVENTS_H
#define MODELS_LIB_EVENTS_H

#include "protocol/system.h"

#define EVENT_NUMBER(event_, name_) EVENT_##event_
#define EVENT_SET(event_, name_) event_ = 1ull << EVENT_##event_
#define EVENT_NAME(event_, name_) name_

/* The names of the events that every system has. */
#define SYSTEM_EVENT_NAMES \
  "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY"

#endif

/* sw-flat's states, events and parameters. */
#ifndef MODELS_SW_FLAT_H
#define MODELS_SW_FLAT_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

enum { STATE_I, STATE_V };
enum { I = 1 << 0, V = 1 << 1, IV = 1 << 2, II = 1 << 3, ANY = (1 << 4) - 1 };
static const char *const cache_states[] = { "I", "V", "IV", "II" };
static const char *const home_states[] = { "V" };
enum { HOME = 1 << 0 };
enum { KIND_L1, KIND_L2, KIND_HOME };

/* GETS to INV_ACQUIRE: up; DATA to ACQUIRED: down; INV_ALL: inside a cache, on all of its lines. */
#define EVENTS(E)                                                                               \
  E(GETS, "GETS"), E(GETS_ACQUIRE, "GETS_ACQUIRE"), E(WRITE, "WRITE"), E(ATOMIC_UP, "ATOMIC"),  \
      E(INV, "INV"), E(INV_ACQUIRE, "INV_ACQUIRE"), E(DATA, "DATA"),                            \
      E(DATA_ACQUIRE, "DATA_ACQUIRE"), E(ACK, "ACK"), E(AACK, "AACK"), E(INV_DONE, "INV_DONE"), \
      E(ACQUIRED, "ACQUIRED"), E(INV_ALL, "INV_ALL")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
#define INVS (INV | INV_ACQUIRE)
#define INV_DONES (INV_DONE | ACQUIRED)
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { PARAMETER_TOGETHER, PARAMETER_BOTTOM_UP, PARAMETER_OWN_WRITES };
enum { TOP_DOWN, BOTTOM_UP, EARLY, L1_ALONE }; /* bottom-up */
enum { OWN_WRITES = 1, POSTED };               /* own-writes */

#endif

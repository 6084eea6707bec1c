/* Shared by rcc, lrcc, rcc-hier and lrcc-hier: messages, the states of a line, and an L2 that is
 * atomic memory and tracks no copies.  rcc.c tells the protocol; rcc_l1.h has the L1's guards and
 * actions. */
#ifndef MODELS_LIB_RCC_H
#define MODELS_LIB_RCC_H

#include "models/lib/release.h"

/* The L1's states; lrcc has more.  D is V with a dirty word, which must be written back. */
enum { I = 1 << 0, V = 1 << 1, D = 1 << 2, IV = 1 << 3, IP = 1 << 4, VG = 1 << 5 };
enum { FETCHING = IV | IP | VG };
/* The states in which a cache owns its line: only lrcc's L1s and lrcc-hier's L2s have them. */
enum { OWNING = 7 << 8 | 31 << 12 };

/* GETV to ATOMIC_UP: L1 to L2; DATA to AACK: L2 to L1; WRITE_BACK to INV_ALL: inside an L1. */
#define RCC_EVENTS(E)                                                                       \
  E(GETV, "GetV"), E(WB, "WB"), E(ATOMIC_UP, "Atomic"), E(DATA, "Data"), E(WBACK, "WBAck"), \
      E(AACK, "AAck"), E(WRITE_BACK, "WRITE_BACK"), E(RELEASE, "RELEASE"), E(INV_ALL, "INV_ALL")
enum { RCC_EVENTS_BEGIN = EVENT_OWN - 1, RCC_EVENTS(EVENT_NUMBER), EVENT_RCC };
enum { RCC_EVENTS(EVENT_SET) };
#define RCC_EVENT_NAMES SYSTEM_EVENT_NAMES, RCC_EVENTS(EVENT_NAME)

/* The arguments are what more is to be said of GetV and Atomic. */
#define RCC_MESSAGES(...)                                                                         \
  MESSAGE(GETV, "GetV", UP_NETWORK, __VA_ARGS__),                                                 \
      MESSAGE(WB, "WB", UP_NETWORK, .has_data = true, .flag = "words"),                           \
      MESSAGE(ATOMIC_UP, "Atomic", UP_NETWORK, .has_core = true, .has_value = true, __VA_ARGS__), \
      MESSAGE(DATA, "Data", DOWN_NETWORK, .has_data = true),                                      \
      MESSAGE(WBACK, "WBAck", DOWN_NETWORK),                                                      \
      MESSAGE(AACK, "AAck", DOWN_NETWORK, .has_core = true, .has_value = true)

/* --- the L2 --- */

ACTION(l2_data, step_send(s, EVENT_DATA, step_incoming(s)->from)->data = s->line->memory)
ACTION(l2_ack, step_send(s, EVENT_WBACK, step_incoming(s)->from))
ACTION(l2_merge, merge_into_memory(s))
static inline void l2_atomic(struct step *s) {
  int64_t old = perform_on_memory(s, s->request);
  send_value(s, EVENT_AACK, step_incoming(s)->from, s->request, old);
}

#endif

/* mesi: the messages, what they carry, and the states of both controllers.  mesi.c tells the
 * protocol. */
#ifndef MODELS_MESI_H
#define MODELS_MESI_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

enum { /* L1: gem5's NP is folded into I */
       I = 1 << 0,
       S = 1 << 1,
       E = 1 << 2,
       M = 1 << 3,
       IS = 1 << 4,
       IS_I = 1 << 5,
       IM = 1 << 6,
       SM = 1 << 7,
       M_I = 1 << 8,
       SINK = 1 << 9,
       L1_ALL = (1 << 10) - 1
};
enum { /* L2; with a prefix where an L1 state has the same name */
       NP = 1 << 0,
       SS = 1 << 1,
       L2_M = 1 << 2,
       MT = 1 << 3,
       ISS = 1 << 4,
       L2_IS = 1 << 5,
       L2_IM = 1 << 6,
       SS_MB = 1 << 7,
       MT_MB = 1 << 8,
       MT_IIB = 1 << 9,
       MT_IB = 1 << 10,
       MT_SB = 1 << 11,
       MT_I = 1 << 12,
       S_I = 1 << 13,
       L2_M_I = 1 << 14
};
enum { L1_STATES = 10, L2_STATES = 15 };

/* GETS to PUTX: request: L1 to L2; INV to FGX: forward: L2 to L1; DATA to WBACK: response, to L1;
 * WBD, INVACK: response, to L2; UNB, XUNB: unblock: L1 to L2; MEM_DATA, MEM_ACK: DRAM, inside the
 * L2. */
#define EVENTS(E)                                                                                 \
  E(GETS, "GETS"), E(GETX, "GETX"), E(UPG, "UPG"), E(PUTX, "PUTX"), E(INV, "INV"), E(FGS, "FGS"), \
      E(FGX, "FGX"), E(DATA, "DATA"), E(DATAE, "DATAE"), E(ACK, "ACK"), E(WBACK, "WBACK"),        \
      E(WBD, "WBD"), E(INVACK, "INVACK"), E(UNB, "UNB"), E(XUNB, "XUNB"), E(MEM_DATA, "MemData"), \
      E(MEM_ACK, "MemAck")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

#define L1_ALPHABET (LOAD | STORE | ATOMIC | EVICT | INV | FGS | FGX | DATA | DATAE | ACK | WBACK)
#define L2_ALPHABET \
  (GETS | GETX | UPG | PUTX | EVICT | WBD | INVACK | UNB | XUNB | MEM_DATA | MEM_ACK)

enum { REQUEST_NETWORK, FORWARD_NETWORK, RESPONSE_NETWORK, UNBLOCK_NETWORK, NETWORK_COUNT };

enum { PARAMETER_MERGE };

static inline bool in_state(const struct step *s, uint32_t states) {
  return states >> s->state & 1;
}

#endif

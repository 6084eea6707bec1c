/* mesi: the messages, what they carry, and the states of both controllers.  mesi.c tells the
 * protocol. */
#ifndef MODELS_MESI_H
#define MODELS_MESI_H

#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"

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

enum mesi_event {
  EVENT_GETS = EVENT_OWN,
  EVENT_GETX,
  EVENT_UPG,
  EVENT_PUTX, /* request: L1 to L2 */
  EVENT_INV,
  EVENT_FGS,
  EVENT_FGX, /* forward: L2 to L1 */
  EVENT_DATA,
  EVENT_DATAE,
  EVENT_ACK,
  EVENT_WBACK, /* response, to L1 */
  EVENT_WBD,
  EVENT_INVACK, /* response, to L2 */
  EVENT_UNB,
  EVENT_XUNB, /* unblock: L1 to L2 */
  EVENT_MEM_DATA,
  EVENT_MEM_ACK, /* DRAM, inside the L2 */
  EVENT_COUNT
};
#define GETS (1ull << EVENT_GETS)
#define GETX (1ull << EVENT_GETX)
#define UPG (1ull << EVENT_UPG)
#define PUTX (1ull << EVENT_PUTX)
#define INV (1ull << EVENT_INV)
#define FGS (1ull << EVENT_FGS)
#define FGX (1ull << EVENT_FGX)
#define DATA (1ull << EVENT_DATA)
#define DATAE (1ull << EVENT_DATAE)
#define ACK (1ull << EVENT_ACK)
#define WBACK (1ull << EVENT_WBACK)
#define WBD (1ull << EVENT_WBD)
#define INVACK (1ull << EVENT_INVACK)
#define UNB (1ull << EVENT_UNB)
#define XUNB (1ull << EVENT_XUNB)
#define MEM_DATA (1ull << EVENT_MEM_DATA)
#define MEM_ACK (1ull << EVENT_MEM_ACK)

#define L1_ALPHABET (LOAD | STORE | ATOMIC | EVICT | INV | FGS | FGX | DATA | DATAE | ACK | WBACK)
#define L2_ALPHABET \
  (GETS | GETX | UPG | PUTX | EVICT | WBD | INVACK | UNB | XUNB | MEM_DATA | MEM_ACK)

enum { REQUEST_NETWORK, FORWARD_NETWORK, RESPONSE_NETWORK, UNBLOCK_NETWORK, NETWORK_COUNT };

enum { PARAMETER_MERGE };

static inline bool in_state(const struct step *s, uint32_t states) {
  return states >> s->state & 1;
}

#endif

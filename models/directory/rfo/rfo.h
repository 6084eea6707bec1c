/* rfo: the messages, what they carry, and the states of both controllers.  rfo.c tells the
 * protocol. */
#ifndef MODELS_RFO_H
#define MODELS_RFO_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

enum { /* L1 */
       I = 1 << 0,
       S = 1 << 1,
       E = 1 << 2,
       O = 1 << 3,
       M = 1 << 4,
       IS = 1 << 5,
       IM = 1 << 6,
       SM = 1 << 7,
       OM = 1 << 8,
       MI = 1 << 9,
       II = 1 << 10
};
enum { /* directory: EM is E or M in an L1; B_S, B_EM, B_O are blocked until the requester has what
          it asked for */
       D_I = 1 << 0,
       D_S = 1 << 1,
       D_EM = 1 << 2,
       D_O = 1 << 3,
       B_S = 1 << 4,
       B_EM = 1 << 5,
       B_O = 1 << 6,
       R = 1 << 7
};
enum { L1_STATES = 11, DIRECTORY_STATES = 8 };

/* GETS to PUT: request: L1 to directory; FWDS to INV: forward: directory to L1; DATA to PUTACK:
 * response, to L1; RDATA to UNB: response, to the directory. */
#define EVENTS(E)                                                                                  \
  E(GETS, "GETS"), E(GETM, "GETM"), E(PUT, "PUT"), E(FWDS, "FwdS"), E(FWDM, "FwdM"),               \
      E(RECALL, "Recall"), E(INV, "Inv"), E(DATA, "Data"), E(DATAE, "DataE"), E(ACNT, "AckCount"), \
      E(ACK, "Ack"), E(PUTACK, "PutAck"), E(RDATA, "RData"), E(RACK, "RAck"), E(UNB, "Unblock")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

#define L1_ALPHABET \
  (LOAD | STORE | ATOMIC | EVICT | FWDS | FWDM | RECALL | INV | DATA | DATAE | ACNT | ACK | PUTACK)
#define DIRECTORY_ALPHABET (GETS | GETM | PUT | EVICT | RDATA | RACK | UNB)

enum { REQUEST_NETWORK, FORWARD_NETWORK, RESPONSE_NETWORK, NETWORK_COUNT };

#define TEXT "QuickRelease 2.4.2"

static inline bool in_state(const struct step *s, uint32_t states) {
  return states >> s->state & 1;
}

#endif

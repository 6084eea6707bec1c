/* rfo: the messages, what they carry, and the states of both controllers.  rfo.c tells the
 * protocol. */
#ifndef MODELS_RFO_H
#define MODELS_RFO_H

#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"

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

enum rfo_event {
  EVENT_GETS = EVENT_OWN,
  EVENT_GETM,
  EVENT_PUT, /* request: L1 to directory */
  EVENT_FWDS,
  EVENT_FWDM,
  EVENT_RECALL,
  EVENT_INV, /* forward: directory to L1 */
  EVENT_DATA,
  EVENT_DATAE,
  EVENT_ACNT,
  EVENT_ACK,
  EVENT_PUTACK, /* response, to L1 */
  EVENT_RDATA,
  EVENT_RACK,
  EVENT_UNB, /* response, to the directory */
  EVENT_COUNT
};
#define GETS (1ull << EVENT_GETS)
#define GETM (1ull << EVENT_GETM)
#define PUT (1ull << EVENT_PUT)
#define FWDS (1ull << EVENT_FWDS)
#define FWDM (1ull << EVENT_FWDM)
#define RECALL (1ull << EVENT_RECALL)
#define INV (1ull << EVENT_INV)
#define DATA (1ull << EVENT_DATA)
#define DATAE (1ull << EVENT_DATAE)
#define ACNT (1ull << EVENT_ACNT)
#define ACK (1ull << EVENT_ACK)
#define PUTACK (1ull << EVENT_PUTACK)
#define RDATA (1ull << EVENT_RDATA)
#define RACK (1ull << EVENT_RACK)
#define UNB (1ull << EVENT_UNB)

#define L1_ALPHABET \
  (LOAD | STORE | ATOMIC | EVICT | FWDS | FWDM | RECALL | INV | DATA | DATAE | ACNT | ACK | PUTACK)
#define DIRECTORY_ALPHABET (GETS | GETM | PUT | EVICT | RDATA | RACK | UNB)

enum { REQUEST_NETWORK, FORWARD_NETWORK, RESPONSE_NETWORK, NETWORK_COUNT };

#define TEXT "QuickRelease 2.4.2"

static inline bool in_state(const struct step *s, uint32_t states) {
  return states >> s->state & 1;
}

#endif

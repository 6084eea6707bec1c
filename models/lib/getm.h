/* GETM: GPU eager transactional memory.  The thesis, chapter 4 (Ren and Lis, HPCA 2018); Figure
 * 4.6 cell by cell.
 *
 * A warp's transactions run at a logical time, warpts.  Each access asks the validation unit (VU)
 * of the location's LLC partition at once.  A load is granted when no later transaction has written
 * the line (warpts >= wts).  A store needs that none has read or written it (warpts >= wts, rts).
 * A granted store reserves the line for its warp.  A request in time for a line that another warp
 * has reserved waits in a stall buffer.  A grant stays right until the commit, so a commit needs no
 * answer.  The write log goes to the commit units (CU), which write the LLC and take the
 * reservations back.  A refused lane sends only the number of its writes.  Then the warp's time
 * moves beyond all times that it was refused for.  The distance is settled when the next round
 * begins: no other warp sees warpts before.  It may also be beyond the times that others have
 * reached by then.
 *
 * A warp is an SM of the machine, its lanes the SM's threads.  Lanes run freely (SIMT lock step is
 * a sub-behaviour) and end a round together.  Then all that have begun are at their commit or
 * refused (4.5.1).  Lanes that come later wait for the next.
 *
 * Times are ranks (machine/times.c).  `lastwr` is the figure's wts less one, the time of the last
 * writer's attempt itself.  So warpts >= wts is warpts > lastwr, which needs no "+ 1" between
 * ranks.  The page of getm lists the parameters and the inferred rows. */
#ifndef MODELS_LIB_GETM_H
#define MODELS_LIB_GETM_H

#include "models/lib/transactions.h"

#define EVENTS(E)                                                                                \
  E(ROUND, "ROUND"), E(RECALL, "RECALL"), E(LD, "LD"), E(ST, "ST"), E(LOG, "LOG"),               \
      E(STRAY_LOG, "LOG"), E(PLAIN, "PLAIN"), E(OK, "OK"), E(NACK, "NACK"), E(ANSWER, "ANSWER"), \
      E(ROLLOVER, "ROLLOVER")
enum { EVENTS_BEGIN = EVENT_TX - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
#define LOGS (LOG | STRAY_LOG)
static const char *const events[] = { TX_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum {
  UNIQUE,
  WAKE,
  ORDERED,
  INCARNATION,
  READER,
  STALL_BUFFER,
  APPROXIMATE,
  ROLLOVER_PARAMETER,
  TEXT,
  WAITING_BOUND,
  WRITES_BOUND
};
/* text: sentences of 4.4.1 that differ from Figure 4.6. */
enum { TEXT_FIGURE, TEXT_ABORTS_ONLY, TEXT_WTS_AT_WARPTS };
/* stall: Table 4.2 has four entries for each of four addresses in a partition. */
enum { STALL_ENTRIES = 4, STALL_CROWDED };
/* Times of a line, and of a message. */
enum { LASTWR, RTS };
enum { WARPTS };

static inline unsigned warp_of(const struct step *s, unsigned core) {
  return step_sm_of(s, step_controller_of_core(s, core));
}

#endif

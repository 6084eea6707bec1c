/* KILO TM and its descendants: lazy versioning, value-based validation at commit units.
 *
 * Sources: Fung, Singh, Brownsword and Aamodt, Hardware Transactional Memory for GPU Architectures
 * (MICRO 2011), by the thesis (2.2.2, 4.1, Figure 4.2 above, 4.3 (i) to (v)).  The thesis knows no
 * commit ids.  They are the released simulator's, as are the states of an entry,
 * the pointers and the second validation.  Parameter pass=2 does without: transactions take turns.
 *
 * A transaction keeps its writes to itself; its read log has the values that it saw.  At the commit
 * it takes a commit id and sends its logs to the commit units (CU), one at each LLC partition.
 * First round trip: each CU compares the read values with memory, in the order of the ids, and
 * answers.  Second: the core has all answers and says pass or fail.  The CUs write, in the
 * order of the ids, and acknowledge that.  Every CU gets every id (a SKIP if it has nothing to do).
 * It decides nothing while an older transaction may write a word that a younger one read.
 *
 * A warp is an SM of the machine, its lanes the SM's threads, as in getm.  Lanes run freely, send
 * when none of them runs any more, and go on together when all have committed or failed (4.1).  The
 * page of kilotm lists the inferred rows and the parameters; warptm has `intra` and `tcd`, eapg
 * `delay` and `disorder`. */
#ifndef MODELS_LIB_KILOTM_H
#define MODELS_LIB_KILOTM_H

#include "models/lib/redo_log.h"

#define EVENTS(E)                                                                               \
  E(SEND, "SEND"), E(ROUND, "ROUND"), E(DECIDE, "DECIDE"), E(WRITE, "WRITE"), E(LD, "LD"),      \
      E(PLAIN, "PLAIN"), E(READ_SET, "READ_SET"), E(WRITE_SET, "WRITE_SET"),                    \
      E(DONE_FILL, "DONE_FILL"), E(SKIP, "SKIP"), E(TX_PASS, "TX_PASS"), E(TX_FAIL, "TX_FAIL"), \
      E(ACQUIRE_ID, "ACQUIRE_ID"), E(ORDER, "ORDER"), E(OWN_ORDER, "ORDER"), E(VALUE, "VALUE"), \
      E(ANSWER, "ANSWER"), E(CU_PASS, "CU_PASS"), E(CU_FAIL, "CU_FAIL"),                        \
      E(DONE_COMMIT, "DONE_COMMIT"), E(INSERT, "INSERT"), E(REMOVE, "REMOVE"),                  \
      E(LATE_INSERT, "INSERT"), E(LATE_REMOVE, "REMOVE")
enum { EVENTS_BEGIN = EVENT_TX - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
#define ORDERS (ORDER | OWN_ORDER)
#define INSERTS (INSERT | LATE_INSERT)
#define REMOVES (REMOVE | LATE_REMOVE)
static const char *const events[] = { TX_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { QUEUE, GLOBAL, HAZARD, SKIPS, INTRA, TCD, PASS, DELAY, DISORDER };
/* pass: what an entry waits for before it is decided. */
enum { PASS_AT_ONCE, PASS_POINTER, PASS_IN_TURN };
enum { TCD_NONE, TCD_LITERAL, TCD_GUARDED };
/* A lane's time of its first load; the time of a line's last write, which an answer carries. */
enum { FIRST, LAST_WRITTEN = 0 };

/* The kinds, in order: the memory's must be the last. */
enum { KIND_WARP, KIND_VENDOR, KIND_CU };
static inline unsigned banks(const struct step *s) { return s->shape->placement.banks; }

/* About a core, and no line. */
static inline void send_about(struct step *s, unsigned type, unsigned to, unsigned core) {
  struct message *m = step_send(s, type, to);
  m->line = 0;
  m->request.core = (uint8_t)core;
}
/* Has `reader` read a word that `writer` writes? */
static inline bool reads_from(struct line *reader, struct line *writer) {
  EACH_WAITING(reader, entry)
  if (entry->event == EVENT_TX_LOAD && logged(writer, EVENT_TX_STORE, entry->line, entry->word))
    return true;
  return false;
}

#endif

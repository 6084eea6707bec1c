/* KILO TM and what was made of it: lazy versioning, value-based validation at commit units.
 *
 * Sources: Fung, Singh, Brownsword and Aamodt, Hardware Transactional Memory for GPU Architectures
 * (MICRO 2011), as the thesis tells it (2.2.2, 4.1, Figure 4.2 above, 4.3 (i) to (v)); the states
 * of a commit unit's entry by their names in the released simulator.
 *
 * A transaction reads memory and keeps its writes to itself; its read log has the values that it
 * saw.  At the commit it takes a commit id, and sends its logs to the commit units (CU), one at
 * each LLC partition.  First round trip: each CU compares the values that were read with what
 * memory holds, in the order of the ids, and answers.  Second: the core, which has heard all of
 * them, says pass or fail.  The CUs write, each in the order of the ids, and say when it is done.
 * Every CU hears of every id (a SKIP where it has nothing to do): it may decide nothing while an
 * older transaction might still write what a younger one has read.
 *
 * A warp is an SM of the kit, its lanes the SM's threads, as in getm.  They run freely against
 * each other, send when none of them runs any more, and go on together when all of them have
 * committed or failed (4.1: transactions are committed at warp level).  The page of kilotm lists
 * what was inferred, and the parameters; warptm has `intra` and `tcd`, eapg `delay` and
 * `disorder`. */
#ifndef MODELS_LIB_KILOTM_H
#define MODELS_LIB_KILOTM_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

#define EVENTS(E)                                                                                 \
  E(TX_BEGIN, "TX_BEGIN"), E(TX_LOAD, "TX_LOAD"), E(TX_STORE, "TX_STORE"),                        \
      E(TX_COMMIT, "TX_COMMIT"), E(TX_ABORT, "TX_ABORT"), E(SEND, "SEND"), E(ROUND, "ROUND"),     \
      E(DECIDE, "DECIDE"), E(WRITE, "WRITE"), E(LD, "LD"), E(PLAIN, "PLAIN"),                     \
      E(READ_SET, "READ_SET"), E(WRITE_SET, "WRITE_SET"), E(DONE_FILL, "DONE_FILL"),              \
      E(SKIP, "SKIP"), E(TX_PASS, "TX_PASS"), E(TX_FAIL, "TX_FAIL"), E(ACQUIRE_ID, "ACQUIRE_ID"), \
      E(ORDER, "ORDER"), E(OWN_ORDER, "ORDER"), E(VALUE, "VALUE"), E(ANSWER, "ANSWER"),           \
      E(CU_PASS, "CU_PASS"), E(CU_FAIL, "CU_FAIL"), E(DONE_COMMIT, "DONE_COMMIT"),                \
      E(INSERT, "INSERT"), E(REMOVE, "REMOVE"), E(LATE_INSERT, "INSERT"), E(LATE_REMOVE, "REMOVE")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
#define ORDERS (ORDER | OWN_ORDER)
#define INSERTS (INSERT | LATE_INSERT)
#define REMOVES (REMOVE | LATE_REMOVE)
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { QUEUE, GLOBAL, HAZARD, SKIPS, INTRA, TCD, PASS, DELAY, DISORDER };
enum { TCD_NONE, TCD_LITERAL, TCD_GUARDED };
/* A lane's time of its first load; a line's time of its last write, which an answer carries, too.
 */
enum { FIRST, LAST_WRITTEN = 0 };

/* The kinds, in order: the memory's must be the last. */
enum { KIND_WARP, KIND_VENDOR, KIND_CU };
static inline unsigned banks(const struct step *s) { return s->shape->placement.banks; }

/* About a core, and no line. */
static inline struct message *send_about(struct step *s, unsigned type, unsigned to,
                                         unsigned core) {
  struct message *m = step_send(s, type, to);
  m->line = 0;
  m->request.core = (uint8_t)core;
  return m;
}

/* --- a log: requests in line->queue of the lane's own line, at the core and at each CU --- */

static inline struct request *logged(struct line *log, unsigned event, unsigned line,
                                     unsigned word) {
  for (unsigned i = 0; i < log->waiting; i++)
    if (log->queue[i].event == event && log->queue[i].line == line && log->queue[i].word == word)
      return &log->queue[i];
  return NULL;
}
static inline bool has_logged(const struct line *log, unsigned event) {
  for (unsigned i = 0; i < log->waiting; i++)
    if (log->queue[i].event == event) return true;
  return false;
}
/* Has `reader` read what `writer` writes? */
static inline bool reads_from(struct line *reader, struct line *writer) {
  for (unsigned i = 0; i < reader->waiting; i++) {
    const struct request *entry = &reader->queue[i];
    if (entry->event == EVENT_TX_LOAD && logged(writer, EVENT_TX_STORE, entry->line, entry->word))
      return true;
  }
  return false;
}
static inline void clear_log(struct step *s, struct line *log) {
  struct line *line = s->line;
  s->line = log;
  while (log->waiting) step_dequeue(s, 0);
  s->line = line;
}

#endif

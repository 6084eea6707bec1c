/* KILO TM and what was made of it: lazy versioning, value-based validation at commit units.
 *
 * Sources: Fung, Singh, Brownsword and Aamodt, Hardware Transactional Memory for GPU Architectures
 * (MICRO 2011), as the thesis tells it (2.2.2, 4.1, Figure 4.2 above, 4.3 (i) to (v)); the states
 * of a commit unit's entry by their names in the released simulator.
 *
 * A transaction reads memory and keeps what it writes to itself; its read log has the values that
 * it saw.  At the commit it takes a commit id, and sends its logs to the commit units (CU), one at
 * each LLC partition.  First round trip: each CU compares the values that were read with what
 * memory holds, in the order of the ids, and answers.  Second: the core, which has heard all of
 * them, says pass or fail; the CUs write, each in the order of the ids, and say when it is done.
 * Every CU hears of every id (a SKIP where it has nothing to do), for it may decide nothing while
 * an older transaction might still turn out to write what a younger one has read.
 *
 * The ids are consecutive numbers, so that a CU knows of all the older ones.  Here the vendor tells
 * every CU of each id that it gives, in order (ORDER), which is the same knowledge without numbers;
 * a log that comes before its id waits.  A lane has at most one entry at a CU: a second id waits
 * until the first has left (INFERRED: a ring with one entry a lane).
 *
 * A warp is an SM of the kit, its lanes the SM's threads, as in getm: they run freely against each
 * other, send when none of them runs any more, and go on together when all of them have committed
 * or failed (4.1: transactions are committed at warp level).
 *
 * INFERRED throughout: a read of what the lane itself has written is served from its log.  A word
 * that is read again is asked for again (released simulator), and another value than the first
 * dooms the attempt at once: validation has the first alone to compare.  A CU does its first
 * validation when the log is complete (the simulator: as each part comes, and repeats it where a
 * part of an older log comes later; what comes of the two is the same, for nobody younger may write
 * in between).  Validation reads memory in one step.  Plain accesses go to memory and look at no
 * log (isolation is weak).  A zombie's endless loop is not cut short
 * (models/transactions/kilotm/T-ZOMBIE-SPIN.litmus): the thesis says nothing of it, the simulator
 * has a watchdog that validates.
 *
 * Parameters:
 *  queue    1: a CU has one write queue: what a transaction writes reaches the bank before what a
 * younger one does.  0: the writes of those that may write are on their way together. global   1:
 * one vendor gives ids to all.  0: each CU has its own order, that of arrival. hazard   1: a log
 * that has read what an older live one writes is validated again when that has left.  0: it is not.
 *  skip     1: a CU that a transaction has nothing for is told so.  0: it is not.
 *  intra, tcd: 0 here; models/transactions/warptm.
 *  delay, disorder: of EAPG's broadcasts; models/transactions/eapg, which alone has a state PAUSED.
 */
#ifndef MODELS_LIB_KILOTM_H
#define MODELS_LIB_KILOTM_H

#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"
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
static inline unsigned banks(const struct step *s) { return machine_placement(s->machine)->banks; }

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

#include "models/lib/kilotm_commit_unit.h"
#include "models/lib/kilotm_warp.h"

/* --- the vendor of ids --- */

static inline void tell_all(struct step *s) {
  for (unsigned bank = 0; bank < banks(s); bank++)
    send_about(s, EVENT_ORDER, step_controller_at(s, KIND_CU, bank), s->request->core);
}
static const char *const vendor_states[] = { "-" };
static const struct row vendor_rows[] = { ROW("4.1, one commit id after the other", 1u, ACQUIRE_ID,
                                              always, SAME, tell_all) };
#define KILOTM_VENDOR                                                                   \
  {                                                                                     \
    .name = "vendor",                                                                   \
    .table = { vendor_rows, 1, vendor_states, 1, 1u, events, EVENT_COUNT, ACQUIRE_ID }, \
    .instances = JUST_ONE, .lease = NO_LEASE                                            \
  }

#define KILOTM_NETWORKS \
  { "request", FIFO, 12 }, { "id", FIFO, 8 }, { "answer", UNORDERED, 12 }

/* What is prompt: parts of a log, which nobody is decided by before it is complete, as long as
 * there is a pass pointer; ids, which only order what comes later; SKIP and the core's verdict,
 * which allow more and forbid nothing; and answers, whose core goes on in a step of its own.  To
 * take any of them later is to take the step that follows from it later. */
static inline bool keeps_order(const struct step *s) { return step_parameter(s, PASS); }
#define PROMPT_ABOUT_CORE(name_, network_)                                                         \
  {                                                                                                \
    .name = name_, .network = network_, .has_core = true, .promises.ample = true, .no_line = true, \
    .lease = NO_LEASE                                                                              \
  }
#define KILOTM_MESSAGES(written_)                                                                 \
  [EVENT_LD] = { "LD", 0, .has_core = true, .flag = "again", .lease = NO_LEASE },                 \
  [EVENT_PLAIN] = { "PLAIN", 0, .has_core = true, .has_value = true, .lease = NO_LEASE },         \
  [EVENT_READ_SET] = { "READ_SET",                                                                \
                       0,                                                                         \
                       .has_core = true,                                                          \
                       .has_value = true,                                                         \
                       .promises.ample = true,                                                    \
                       .promises.ample_where = keeps_order,                                       \
                       .lease = NO_LEASE },                                                       \
  [EVENT_WRITE_SET] = { "WRITE_SET",                                                              \
                        0,                                                                        \
                        .has_core = true,                                                         \
                        .has_value = true,                                                        \
                        .promises.ample = true,                                                   \
                        .promises.ample_where = keeps_order,                                      \
                        .lease = NO_LEASE },                                                      \
  [EVENT_DONE_FILL] = { "DONE_FILL", 0, .has_core = true, .no_line = true, .lease = NO_LEASE },   \
  [EVENT_SKIP] = PROMPT_ABOUT_CORE("SKIP", 0), [EVENT_TX_PASS] = PROMPT_ABOUT_CORE("TX_PASS", 0), \
  [EVENT_TX_FAIL] = PROMPT_ABOUT_CORE("TX_FAIL", 0),                                              \
  [EVENT_ACQUIRE_ID] = PROMPT_ABOUT_CORE("ACQUIRE_ID", 1),                                        \
  [EVENT_ORDER] = PROMPT_ABOUT_CORE("ORDER", 1),                                                  \
  [EVENT_OWN_ORDER] = { "ORDER", 1, .has_core = true, .no_line = true, .lease = NO_LEASE },       \
  [EVENT_VALUE] = { "VALUE",                                                                      \
                    2,                                                                            \
                    .times = { written_ },                                                        \
                    .has_core = true,                                                             \
                    .has_value = true,                                                            \
                    .flag = "commits",                                                            \
                    .promises.ample = true,                                                       \
                    .lease = NO_LEASE },                                                          \
  [EVENT_ANSWER] = { "ANSWER",                                                                    \
                     2,                                                                           \
                     .has_core = true,                                                            \
                     .has_value = true,                                                           \
                     .promises.ample = true,                                                      \
                     .lease = NO_LEASE },                                                         \
  [EVENT_CU_PASS] = PROMPT_ABOUT_CORE("CU_PASS", 2),                                              \
  [EVENT_CU_FAIL] = PROMPT_ABOUT_CORE("CU_FAIL", 2),                                              \
  [EVENT_DONE_COMMIT] = PROMPT_ABOUT_CORE("DONE_COMMIT", 2)
#define KILOTM_PARAMETERS(intra_, tcd_)                                                         \
  { "queue", 1, 0, 1,                                                                           \
    "a commit unit writes what one transaction wrote before what a younger one did" },          \
      { "global", 1, 0, 1, "one vendor gives commit ids to all commit units" },                 \
      { "hazard", 1, 0, 1,                                                                      \
        "what an older live log writes is validated again when that has left" },                \
      { "skip", 1, 0, 1, "a commit unit hears of transactions that have nothing for it" },      \
      { "intra", intra_, 0, 1, "conflicts within a warp are resolved before the logs go out" }, \
      { "tcd", tcd_, 0, 2,                                                                      \
        "silent commit of read-only transactions: 0 none, 1 as told, 2 guarded" },              \
  {                                                                                             \
    "pass", 1, 0, 1, "an entry is decided after all older ones: the pass pointer"               \
  }

/* What the records have in common. */
#define KILOTM_RECORD                                                               \
  .events = events, .event_count = EVENT_COUNT,                                     \
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT, \
                    EVENT_TX_ABORT },                                               \
  .sm_is_warp = true, .lower = lower_plain, .core = CORE_IO,                        \
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT

#endif

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

enum {
  EVENT_TX_BEGIN = EVENT_OWN,
  EVENT_TX_LOAD,
  EVENT_TX_STORE,
  EVENT_TX_COMMIT,
  EVENT_TX_ABORT,
  EVENT_SEND,
  EVENT_ROUND,
  EVENT_DECIDE,
  EVENT_WRITE,
  EVENT_LD,
  EVENT_PLAIN,
  EVENT_READ_SET,
  EVENT_WRITE_SET,
  EVENT_DONE_FILL,
  EVENT_SKIP,
  EVENT_TX_PASS,
  EVENT_TX_FAIL,
  EVENT_ACQUIRE_ID,
  EVENT_ORDER,
  EVENT_OWN_ORDER,
  EVENT_VALUE,
  EVENT_ANSWER,
  EVENT_CU_PASS,
  EVENT_CU_FAIL,
  EVENT_DONE_COMMIT,
  EVENT_INSERT,
  EVENT_REMOVE,
  EVENT_LATE_INSERT,
  EVENT_LATE_REMOVE,
  EVENT_COUNT
};
#define TX_BEGIN (1ull << EVENT_TX_BEGIN)
#define TX_LOAD (1ull << EVENT_TX_LOAD)
#define TX_STORE (1ull << EVENT_TX_STORE)
#define TX_COMMIT (1ull << EVENT_TX_COMMIT)
#define TX_ABORT (1ull << EVENT_TX_ABORT)
#define SEND (1ull << EVENT_SEND)
#define ROUND (1ull << EVENT_ROUND)
#define DECIDE (1ull << EVENT_DECIDE)
#define WRITE (1ull << EVENT_WRITE)
#define LD (1ull << EVENT_LD)
#define PLAIN (1ull << EVENT_PLAIN)
#define READ_SET (1ull << EVENT_READ_SET)
#define WRITE_SET (1ull << EVENT_WRITE_SET)
#define DONE_FILL (1ull << EVENT_DONE_FILL)
#define SKIP (1ull << EVENT_SKIP)
#define TX_PASS (1ull << EVENT_TX_PASS)
#define TX_FAIL (1ull << EVENT_TX_FAIL)
#define ACQUIRE_ID (1ull << EVENT_ACQUIRE_ID)
#define ORDER (1ull << EVENT_ORDER | 1ull << EVENT_OWN_ORDER)
#define VALUE (1ull << EVENT_VALUE)
#define ANSWER (1ull << EVENT_ANSWER)
#define CU_PASS (1ull << EVENT_CU_PASS)
#define CU_FAIL (1ull << EVENT_CU_FAIL)
#define DONE_COMMIT (1ull << EVENT_DONE_COMMIT)
#define INSERT (1ull << EVENT_INSERT | 1ull << EVENT_LATE_INSERT)
#define REMOVE (1ull << EVENT_REMOVE | 1ull << EVENT_LATE_REMOVE)

static const char *const events[] = {
  "LOAD",      "STORE",    "ATOMIC",  "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE",    "EVICT",
  "EXPIRY",    "TX_BEGIN", "TX_LOAD", "TX_STORE",     "TX_COMMIT",     "TX_ABORT", "SEND",
  "ROUND",     "DECIDE",   "WRITE",   "LD",           "PLAIN",         "READ_SET", "WRITE_SET",
  "DONE_FILL", "SKIP",     "TX_PASS", "TX_FAIL",      "ACQUIRE_ID",    "ORDER",    "ORDER",
  "VALUE",     "ANSWER",   "CU_PASS", "CU_FAIL",      "DONE_COMMIT",   "INSERT",   "REMOVE",
  "INSERT",    "REMOVE"
};

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
#define PROMPT_ABOUT_CORE(name_, network_)                                                 \
  {                                                                                        \
    .name = name_, .network = network_, .has_core = true, .prompt = true, .no_line = true, \
    .lease = NO_LEASE                                                                      \
  }
#define KILOTM_MESSAGES(written_)                                                                 \
  [EVENT_LD] = { "LD", 0, .has_core = true, .flag = "again", .lease = NO_LEASE },                 \
  [EVENT_PLAIN] = { "PLAIN", 0, .has_core = true, .has_value = true, .lease = NO_LEASE },         \
  [EVENT_READ_SET] = { "READ_SET",       0,                                                       \
                       .has_core = true, .has_value = true,                                       \
                       .prompt = true,   .prompt_where = keeps_order,                             \
                       .lease = NO_LEASE },                                                       \
  [EVENT_WRITE_SET] = { "WRITE_SET",      0,                                                      \
                        .has_core = true, .has_value = true,                                      \
                        .prompt = true,   .prompt_where = keeps_order,                            \
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
                    .prompt = true,                                                               \
                    .lease = NO_LEASE },                                                          \
  [EVENT_ANSWER] = { "ANSWER",         2, .has_core = true, .has_value = true, .prompt = true,    \
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

#endif

/* GETM: GPU eager transactional memory.  The thesis, chapter 4 (Ren and Lis, HPCA 2018); Figure 4.6
 * cell by cell.
 *
 * A warp's transactions run at a logical time, warpts.  Each access asks the validation unit (VU)
 * of the location's LLC partition at once: a load is granted when no later transaction has written
 * the line (warpts >= wts), a store when none has read or written it (warpts >= wts, rts), and a
 * line that another warp has reserved makes who comes in time wait in a stall buffer.  A store that
 * is granted reserves the line for its warp.  What was granted stays right until the commit, so a
 * commit needs no answer: the write log goes to the commit units (CU), which write the LLC and take
 * the reservations back; of lanes that were refused only the number of their writes goes.  After
 * either the warp's time moves beyond all it was refused for.  By how much is settled when the next
 * round begins: nobody sees warpts before, and what others have reached by then it may be beyond,
 * too.
 *
 * A warp is an SM of the kit, its lanes the SM's threads; they run freely against each other (SIMT
 * lock step is a sub-behaviour), and end a round together: all that have begun have come to their
 * commit or have been refused (4.5.1).  Who comes later waits for the next.
 *
 * Times are ranks (kit/times.c).  `lastwr` is the figure's wts less one, the time of the last
 * writer's attempt itself: warpts >= wts is warpts > lastwr, which needs no "+ 1" between ranks.
 * "Later than all it was refused for" is any later rank: that contains + 1, every back-off, and
 * timestamps that other warps of the core have reached.  A warp's first time is any at all: warps
 * do not stay at 0 together, and an earlier kernel may have left them anywhere.  Nobody has begun
 * earlier than the first line was touched: no line has times then (0 in the thesis), which is below
 * all.
 *
 * Parameters choose between the text and its repairs:
 *  unique   0: as printed, two warps may have one timestamp.  Then each may read what the other
 * then writes (rts = warpts lets a store pass), and a cycle of such reads commits.  1: no two warps
 * ever share one (warp id as the low digits, say). wake     1: INFERRED: when a retried request
 * leaves the line free the next one is taken up, too.  2: INFERRED: and when it reserves the line,
 * those of its own warp that wait for it (for another word of the line). 0: 4.5.2 as printed: only
 * the oldest waiting request is retried, and a load takes no reservation whose release could wake
 * the next. ordered  1: INFERRED: a warp's log and its requests keep their order to each partition.
 * 0: the log may be overtaken: then a warp's next transaction may meet its own reservation, take
 * itself for the owner and read what was there before its own commit. incarnation 1: the owner test
 * asks for the time too (lastwr = warpts), which makes the order unnecessary.  0: as printed.
 *  approximate 1: 4.5.2: of a line that nobody has reserved the times may come back from the
 * approximate table, as late as those of any other line that shares its entries: any later times.
 * 2: none, too, which the section rules out.  0: they are precise. rollover see getm_rollover.h.
 * stall 4: Table 4.2, Figure 4.9: a partition's stall buffer has four addresses, with four requests
 * each. The four requests are counted, the four addresses are not.  5 contains what they do, and
 * any other way to share a buffer: a request that would wait may find it full at any time.  0: it
 * has no room. reader   1: INFERRED from the released simulator: a line remembers its first reader
 * at rts, and a store at that time by another warp is refused.  It forgets the second.  0: as
 * printed.
 *
 * INFERRED throughout: a read of what the lane itself has written is served from its log, and asks
 * nobody.  Conflicts between lanes of a warp are those on one word; the later access loses.  Each
 * lane's part of a log is one message a line.  Plain accesses go to the LLC and look at no metadata
 * (Figure 4.5: only transactional requests enter the VU): isolation is weak.  A refused request
 * that finds the stall buffer full is refused with its own time (4.5.2 says only that it aborts).
 */
#ifndef MODELS_LIB_GETM_H
#define MODELS_LIB_GETM_H

#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"
#include "models/lib/events.h"

#define EVENTS(E)                                                                                 \
  E(TX_BEGIN, "TX_BEGIN"), E(TX_LOAD, "TX_LOAD"), E(TX_STORE, "TX_STORE"),                        \
      E(TX_COMMIT, "TX_COMMIT"), E(TX_ABORT, "TX_ABORT"), E(ROUND, "ROUND"), E(RECALL, "RECALL"), \
      E(LD, "LD"), E(ST, "ST"), E(LOG, "LOG"), E(STRAY_LOG, "LOG"), E(PLAIN, "PLAIN"),            \
      E(OK, "OK"), E(NACK, "NACK"), E(ANSWER, "ANSWER"), E(ROLLOVER, "ROLLOVER")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
#define LOGS (LOG | STRAY_LOG)
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { UNIQUE, WAKE, ORDERED, INCARNATION, READER, STALL_BUFFER, APPROXIMATE, ROLLOVER_PARAMETER };
enum {
  STALL_ENTRIES = 4 /* Table 4.2: for each of four addresses in a partition */,
  STALL_CROWDED
};
/* Times of a line, and of a message. */
enum { LASTWR, RTS };
enum { WARPTS };

static inline unsigned warp_of(const struct step *s, unsigned core) {
  return step_sm_of(s, step_controller_of_core(s, core));
}

#include "models/lib/getm_rollover.h"
#include "models/lib/getm_vu.h"
#include "models/lib/getm_warp.h"

static inline bool always_rank(const struct setting *setting) {
  (void)setting;
  return true;
}
/* Two warps may refuse each other for ever.  Of requests: who waits in a stall buffer waits for
 * another's commit, to which a client need not come; and where there is no room to wait, none does
 * but for another lane of its warp. */
static inline struct progress_claim may_livelock(const struct setting *setting) {
  return (struct progress_claim){ .threads = PROGRESS_POSSIBLE,
                                  .requests = PROGRESS_POSSIBLE,
                                  .all_apart = !setting->values[STALL_BUFFER] };
}

#define GETM_NETWORKS                                                             \
  {                                                                               \
    { "request", FIFO, 12 }, { "log", UNORDERED, 6 }, { "answer", UNORDERED, 12 } \
  }
/* clang-format off */
#define GETM_MESSAGES \
  { \
    [EVENT_LD] = { "LD", 0, .has_core = true, .lease = NO_LEASE }, \
    [EVENT_ST] = { "ST", 0, .has_core = true, .lease = NO_LEASE }, \
    [EVENT_LOG] = { "LOG", 0, .has_core = true, .has_data = true, .has_count = true, \
        .flag = "commits+words", .lease = NO_LEASE }, \
    [EVENT_STRAY_LOG] = { "LOG", 1, .has_core = true, .has_data = true, .has_count = true, \
        .flag = "commits+words", .lease = NO_LEASE }, \
    [EVENT_PLAIN] = { "PLAIN", 0, .has_core = true, .has_value = true, .lease = NO_LEASE }, \
    [EVENT_OK] = { "OK", 2, .has_core = true, .has_value = true, .prompt = true, \
        .lease = NO_LEASE }, \
    [EVENT_NACK] = { "NACK", 2, .times = { "t" }, .has_core = true, .prompt = true, \
        .prompt_where = nobody_can_tell, .lease = NO_LEASE }, \
    [EVENT_ANSWER] = { "ANSWER", 2, .has_core = true, .has_value = true, .lease = NO_LEASE }, \
  }
/* clang-format on */
/* Tests in which a plain flag stands behind a commit, which is not acknowledged. */
#define GETM_NO_FENCE " RT-FENCE RT-FENCE+rlx-acq.sys RT-FENCE+acqrel.sys RT-SB RT-2+2W"
#define GETM_PARAMETERS(unique_)                                                                  \
  {                                                                                               \
    { "unique", unique_, 0, 1, "no two warps share a timestamp" },                                \
        { "wake", 2, 0, 2,                                                                        \
          "a retried request wakes: 0 nobody, 1 the next if it leaves its line free, 2 else its " \
          "warp's" },                                                                             \
        { "ordered", 1, 0, 1, "a warp's logs and requests keep their order to a partition" },     \
        { "incarnation", 0, 0, 1, "the owner test asks for the time of the reservation" },        \
        { "reader", 0, 0, 1, "a line remembers its first reader at rts" },                        \
        { "stall", STALL_ENTRIES, 0, STALL_CROWDED,                                               \
          "requests that the stall buffer holds for a line; 5: it may be full" },                 \
        { "approximate", 0, 0, 2,                                                                 \
          "times of lines that are not reserved: 0 precise, 1 that or later, 2 or forgotten" },   \
        { "rollover", 0, 0, 3,                                                                    \
          "timestamps: 0 never roll over, 1 do; 2 and attempts go on, 3 or logs are under way" }, \
  }

#endif

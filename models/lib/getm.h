/* GETM: GPU eager transactional memory.  The thesis, chapter 4 (Ren and Lis, HPCA 2018); Figure
 * 4.6 cell by cell.
 *
 * A warp's transactions run at a logical time, warpts.  Each access asks the validation unit (VU)
 * of the location's LLC partition at once.  A load is granted when no later transaction has
 * written the line (warpts >= wts), a store when none has read or written it (warpts >= wts, rts).
 * If another warp has reserved the line, a request that comes in time waits in a stall buffer.  A
 * store that is granted reserves the line for its warp.  What was granted stays right until the
 * commit, so a commit needs no answer.  The write log goes to the commit units (CU), which write
 * the LLC and take the reservations back; of lanes that were refused only the number of their
 * writes goes.  After either the warp's time moves beyond all that it was refused for.  By how
 * much is settled when the next round begins: no other warp sees warpts before, and it may be
 * beyond what others have reached by then, too.
 *
 * A warp is an SM of the kit, its lanes the SM's threads.  They run freely against each other
 * (SIMT lock step is a sub-behaviour), and end a round together: all that have begun have come to
 * their commit or have been refused (4.5.1).  Lanes that come later wait for the next.
 *
 * Times are ranks (kit/times.c).  `lastwr` is the figure's wts less one, the time of the last
 * writer's attempt itself:  warpts >= wts is warpts > lastwr, which needs no "+ 1" between ranks.
 * The page of getm lists the parameters, and what was inferred. */
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
    [EVENT_OK] = { "OK", 2, .has_core = true, .has_value = true, .promises.ample = true, \
        .lease = NO_LEASE }, \
    [EVENT_NACK] = { "NACK", 2, .times = { "t" }, .has_core = true, .promises.ample = true, \
        .promises.ample_where = nobody_can_tell, .lease = NO_LEASE }, \
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

/* What the records have in common. */
#define GETM_RECORD                                                                               \
  .not_modelled = "caches (transactions bypass the L1), SIMT lock step",                          \
  .kinds = { GETM_WARP, GETM_VU }, .events = events, .event_count = EVENT_COUNT,                  \
  .networks = GETM_NETWORKS, .network_count = 3, .messages = GETM_MESSAGES, .time = TIME_LOGICAL, \
  .always_rank = always_rank, .promises.past_is_none = true, .rollover.event = EVENT_ROLLOVER,    \
  .rollover.parameter = ROLLOVER_PARAMETER, .rollover.may = may_roll_over,                        \
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT,               \
                    EVENT_TX_ABORT },                                                             \
  .promises.reads_last = true, .sm_is_warp = true, .banks_matter = true, .lower = lower_plain,    \
  .core = CORE_IO, .progress = may_livelock,                                                      \
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT

#endif

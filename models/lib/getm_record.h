/* What the records of getm and getm-lex have in common. */
#ifndef MODELS_LIB_GETM_RECORD_H
#define MODELS_LIB_GETM_RECORD_H

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

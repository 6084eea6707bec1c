/* The common part of the records of getm and getm-lex. */
#ifndef MODELS_LIB_GETM_RECORD_H
#define MODELS_LIB_GETM_RECORD_H

#include "models/lib/getm_rollover.h"
#include "models/lib/getm_vu.h"
#include "models/lib/getm_warp.h"

/* Two warps may refuse each other for ever.  A request in a stall buffer waits for another's
 * commit, which a client need not reach.  Without room, a request waits only for lanes of its own
 * warp. */
static inline struct progress_claim may_livelock(const struct setting *setting) {
  return (struct progress_claim){ .threads = PROGRESS_POSSIBLE,
                                  .requests = PROGRESS_POSSIBLE,
                                  .all_apart = !setting->values[STALL_BUFFER] };
}

/* The bounds of a line at a VU: requests in its part of the stall buffer, and the count of a width
 * of #writes.  0: none. */
static inline bool within_bounds(const struct shape *shape, const struct local *const *locals) {
  int waiting = shape_parameter(shape, WAITING_BOUND),
      writes = shape_parameter(shape, WRITES_BOUND);
  for (unsigned l = 0; l < shape->lines; l++) {
    const struct line *line = &locals[shape_bank(shape, l)]->line[l];
    if ((waiting && line->waiting > waiting) || (writes && line->writes > writes)) return false;
  }
  return true;
}

#define GETM_MESSAGE(name_, network_, ...) \
  { name_, network_, .has_core = true, .lease = NO_LEASE, __VA_ARGS__ }
#define GETM_LOG .has_data = true, .has_count = true, .flag = "commits+words"
#define GETM_MESSAGES                                                              \
  [EVENT_LD] = GETM_MESSAGE("LD", 0), [EVENT_ST] = GETM_MESSAGE("ST", 0),          \
  [EVENT_LOG] = GETM_MESSAGE("LOG", 0, GETM_LOG),                                  \
  [EVENT_STRAY_LOG] = GETM_MESSAGE("LOG", 1, GETM_LOG),                            \
  [EVENT_PLAIN] = GETM_MESSAGE("PLAIN", 0, .has_value = true),                     \
  [EVENT_OK] = GETM_MESSAGE("OK", 2, .has_value = true, .promises.ample = true),   \
  [EVENT_NACK] = GETM_MESSAGE("NACK", 2, .times = { "t" }, .promises.ample = true, \
                              .promises.ample_where = nobody_can_tell),            \
  [EVENT_ANSWER] = GETM_MESSAGE("ANSWER", 2, .has_value = true)
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
        { "text", 0, 0, 2,                                                                        \
          "by 4.4.1's text: 1 warpts advances on aborts only, 2 wts is set to warpts; 0 Figure "  \
          "4.6" },                                                                                \
        { "waiting", 0, 0, 4, "claim that no more requests wait for a line; 0: no claim" },       \
        { "writes", 0, 0, 63, "claim that #writes of a line counts no more; 0: no claim" },       \
  }

/* Two warps of two lanes each, which store twice to a line: the least bounds, and one less. */
#define GETM_BOUNDS_VARIANTS(fails_)                                                      \
  { "bounds",                                                                             \
    "of two warps of two lanes two requests wait for a line at most, and #writes counts " \
    "to four",                                                                            \
    { { "waiting", 2 }, { "writes", 4 } },                                                \
    .fails = fails_,                                                                      \
    .invariants_claimed = CLAIM(PROPERTY_OWN) },                                          \
      { "short-buffer",                                                                   \
        "one request waits for a line at most",                                           \
        { { "waiting", 1 } },                                                             \
        .fails = fails_,                                                                  \
        .invariants_lost = CLAIM(PROPERTY_OWN),                                           \
        .shown_by = { .sms = 2, .threads = 3, .values = 1 } },                            \
  {                                                                                       \
    "narrow-count", "#writes counts to three", { { "writes", 3 } },                       \
        .fails = fails_, .invariants_lost = CLAIM(PROPERTY_OWN), .shown_by = {            \
          .sms = 1,                                                                       \
          .threads = 2,                                                                   \
          .values = 1                                                                     \
        }                                                                                 \
  }

#define GETM_RECORD                                                                              \
  TX_RECORD, .not_modelled = "caches (transactions bypass the L1), SIMT lock step",              \
             .kinds = { GETM_WARP, GETM_VU }, .network_count = 3, .messages = { GETM_MESSAGES }, \
             .networks = { { "request", FIFO, 12 },                                              \
                           { "log", UNORDERED, 6 },                                              \
                           { "answer", UNORDERED, 12 } },                                        \
             .time = TIME_LOGICAL, .always_rank = tx_always_rank, .promises.past_is_none = true, \
             .rollover.event = EVENT_ROLLOVER, .rollover.parameter = ROLLOVER_PARAMETER,         \
             .rollover.may = may_roll_over, .promises.reads_last = true, .sm_is_warp = true,     \
             .own_invariant.holds = within_bounds,                                               \
             .own_invariant.name = "waiting requests and #writes of a line keep their bounds",   \
             .banks_matter = true, .progress = may_livelock

#endif

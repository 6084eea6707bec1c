/* The common part of the records of rcc-sc and rcc-wo. */
#ifndef MODELS_LIB_RCC_TIME_RECORD_H
#define MODELS_LIB_RCC_TIME_RECORD_H

#include "models/lib/rcc_time_l1.h"
#include "models/lib/rcc_time_l2.h"
#include "models/lib/record.h"

/* 3.4.5: the periodic tick moves a clock that only a loop of hits would read. */
static inline struct progress_claim progress(const struct setting *setting) {
  return progress_of_leases(setting, setting->values[TICK_PARAMETER] == TICK_PERIODIC);
}
static inline bool always_rank(const struct setting *setting) {
  return setting->values[RANK_PARAMETER] != 0;
}

/* An answer moves now for all lines; a rollover flushes them all, and a fence may end a kernel. */
static inline bool lines_share_clock(const struct setting *setting) {
  return !setting->values[ROLLOVER_PARAMETER] && setting->values[SC_PARAMETER] <= SC_ON_SM_0;
}

#define RCC_L1(more_events_, ...)                                                                 \
  {                                                                                               \
    .name = "L1",                                                                                 \
    .table = TABLE(l1_rows, l1_states, I | V, events,                                             \
                   LOAD | STORE | ATOMIC | EVICT | EXPIRY | DATA | DATA_ATOMIC | RENEW | ACK |    \
                       TICK | ROLLOVER | (more_events_)),                                         \
    .internals = { { EVENT_EXPIRY, PER_LINE, expired, .urgent = true },                           \
                   { EVENT_EVICT, PER_LINE, .promises.deferred = true,                            \
                     .promises.only_loads_observe = true, .environment = true },                  \
                   { EVENT_TICK, ONCE, ticks, .environment = true, .fairness = FAIRNESS_WEAK } }, \
    .internal_count = 3, .instances = ONE_PER_SM, .start = l1_start, .permission = l1_permission, \
    .promises.renewable = l1_renewable, .promises.give_up = forget, .lease = D_EXP,               \
    .shows.mark = "epoch", .times = { "exp" }, __VA_ARGS__, .shows.reads = "gets",                \
    .shows.writes = "writes"                                                                      \
  }
#define RCC_L2                                                                                   \
  {                                                                                              \
    .name = "L2",                                                                                \
    .table = TABLE(l2_rows, l2_states, I | V, events,                                            \
                   GETS | WRITE | ATOMIC_TO_L2 | EVICT | MDATA | ROLLOVER),                      \
    .internals = { { EVENT_MDATA, PER_LINE, fetched },                                           \
                   { EVENT_EVICT, PER_LINE, .promises.deferred = true,                           \
                     .promises.deferred_if_alone = true, .environment = true } },                \
    .internal_count = 2, .instances = ONE_PER_BANK, .start = clock_start, .value = block_value,  \
    .version = l2_version, .promises.renews_from = l2_renews_from,                               \
    .promises.drop_dead_values = l2_forget, .lease = NO_LEASE,                                   \
    .times = { "exp", "ver", "lastrd", "lastwr" }, .shows.clock = "mnow", .shows.mark = "epoch", \
    .shows.line_flag = "words-written", .shows.memory = true, .shows.buffer = true               \
  }

#define RCC_TIMES(...) .has_core = true, .marks = { "epoch" }, .times = { __VA_ARGS__ }
#define RCC_MESSAGES                                                                     \
  MESSAGE(GETS, "GETS", 0, RCC_TIMES("now", "exp")),                                     \
      MESSAGE(WRITE, "WRITE", 0, RCC_TIMES("now"), .has_value = true),                   \
      MESSAGE(ATOMIC_TO_L2, "ATOMIC", 0, RCC_TIMES("now"), .has_value = true),           \
      [EVENT_DATA] = { "DATA", 1, RCC_TIMES(NULL, "exp", "ver"), .has_data = true,       \
                       .lease = M_EXP },                                                 \
      MESSAGE(DATA_ATOMIC, "DATA*", 1, RCC_TIMES(NULL, NULL, "ver"), .has_value = true), \
      [EVENT_RENEW] = { "RENEW", 1, RCC_TIMES(NULL, "exp"), .lease = M_EXP },            \
      MESSAGE(ACK, "ACK", 1, RCC_TIMES(NULL, NULL, "ver"))

#define RCC_PARAMETERS(tick_, tick_help_, order_, order_help_)                                     \
  PARAMETER(LEASE_PARAMETER, "lease", 1, 1, 12,                                                    \
            "longest lease granted, in logical time; every length from 1 on is tried"),            \
      PARAMETER(MNOW_PARAMETER, "mnow", 1, 0, 2,                                                   \
                "1: a write miss lands beyond mnow; 0: at mnow, as Figure 3.5b prints it; 2: "     \
                "beyond it, and an eviction raises it to the version alone"),                      \
      PARAMETER(MERGE_PARAMETER, "merge", 1, 0, MERGE_IN_IV,                                       \
                "1: merged loads are replayed; 0: they end with the GETS they merged on, as "      \
                "Figure 3.5a; 2: replayed, and in II none merges, as there"),                      \
      PARAMETER(RANK_PARAMETER, "rank", 0, 0, 1,                                                   \
                "1: keep only the order of timestamps, so that leases may have any length"),       \
      PARAMETER(TICK_PARAMETER, "tick", 0, 0, tick_, tick_help_),                                  \
      PARAMETER(RENEW_PARAMETER, "renew", 1, 0, 2,                                                 \
                "1: a RENEW that comes last leads from II to V; 0: to VI, as Figure 3.5a; 2: to "  \
                "V, and a copy that is evicted leaves its exp behind"),                            \
      PARAMETER(ROLLOVER_PARAMETER, "rollover", 0, 0, 2,                                           \
                "timestamps: 0 never roll over, 1 do, with an epoch bit, 2 as printed"),           \
      PARAMETER(ORDER_PARAMETER, order_, 0, 0, 1, order_help_),                                    \
      PARAMETER(                                                                                   \
          COMBINE_PARAMETER, "combine", 0, 0, 1,                                                   \
          "of writes that miss together: 0 the last to come stays, 1 that of the latest now"),     \
      PARAMETER(TEXT_PARAMETER, "text", 0, 0, 1,                                                   \
                "data that come in II: 0 lead to V or VI (Figure 3.5a), 1 are forwarded (3.4.3)"), \
      PARAMETER(ACK_PARAMETER, "ack", 1, 0, 1,                                                     \
                "a write that misses in I: 1 is acknowledged at once (3.4.4), 0 never is (Figure " \
                "3.5b)"),                                                                          \
      PARAMETER(                                                                                   \
          LASTRD_PARAMETER, "lastrd", 0, 0, 2,                                                     \
          "an MSHR's lastrd: 0 kept; elided, so that lastwr stands for it (3.4.4): 1 writes "      \
          "alone raise that, 2 reads do, too")
/* Both readings of 3.4.4, "can be elided to save space (lastwr would be used instead)". */
/* clang-format off */
#define ELIDED_LASTRD(fails_)                                                                      \
  { "elided-lastrd", "an MSHR has no lastrd: lastwr, which writes alone raise, stands for it "     \
                     "(3.4.4)", { { "lastrd", LASTRD_OF_WRITES }, { "lease", 2 } },                \
    .fails = fails_ },                                                                             \
  { "shared-lastwr", "an MSHR has no lastrd: lastwr, which reads raise, too, stands for it "       \
                     "(3.4.4, read otherwise)", { { "lastrd", LASTRD_SHARED } } }
/* clang-format on */

#define RCC_TIME_RECORD                                                                           \
  .not_modelled = "the predictor's policy (any lease may be granted), DRAM latency as messages",  \
  .events = events, .event_count = EVENT_COUNT, .network_count = 2, .messages = { RCC_MESSAGES }, \
  .time = TIME_LOGICAL, .always_rank = always_rank, .rollover.event = EVENT_ROLLOVER,             \
  .rollover.parameter = ROLLOVER_PARAMETER, .rollover.may = may_roll_over,                        \
  .promises.lines_share_clock = lines_share_clock, .promises.tick = EVENT_TICK,                   \
  .promises.tick_parameter = TICK_PARAMETER, .promises.outdates = is_repaired,                    \
  .promises.awaits_clock = awaits_clock, .progress = progress, .hooks = &hooks,                   \
  .banks_matter = true,                                                                           \
  .invariants = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL),                     \
  .promises.moves_data = true

#endif

/* Relativistic Cache Coherence: what its two forms, rcc-sc and rcc-wo, have in common.
 *
 * Source: thesis, ch. 3: rules 3.4.1, states 3.4.3, evictions 3.4.4, renewal and prediction 3.4.5,
 * the tables of Figure 3.5 row by row.  (X. Ren and M. Lis, HPCA 2017, is the same protocol.)
 * Read leases are granted in logical time.  A store never waits: it takes a time beyond every
 * lease, and its core's clock jumps there.  Three rules (3.4.1): a reader's now becomes at least
 * the version that it reads; a writer's version is at least its now and the last version, and lies
 * beyond the last lease.  `exp` is inclusive: a copy may be read while now <= exp.
 *
 * Every SM has one clock, `now`, for all of its warps.  A bank has `mnow`, the greatest time of
 * anything that it ever evicted.  With two views (3.4.6, rcc-wo) loads consult and raise a read
 * view of now, stores and atomics a write view, and a full fence sets both to the greater.
 *
 * The page of rcc-sc says where Figure 3.5 is silent, or breaks, and what was decided there (rows
 * marked INFERRED).  It also says which times states forget, and how time is made finite. */
#ifndef MODELS_LIB_RCC_TIME_H
#define MODELS_LIB_RCC_TIME_H

#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"
#include "models/lib/events.h"

struct rcc_time_hooks {
  bool two_views; /* stores have a view of now of their own */
};
static inline bool has_two_views(const struct machine *machine) {
  return ((const struct rcc_time_hooks *)machine_system(machine)->hooks)->two_views;
}
/* now, as loads and as stores see it. */
static inline uint8_t *read_view(struct local *local) { return &local->clock; }
static inline uint8_t *write_view(const struct machine *machine, struct local *local) {
  return has_two_views(machine) ? &local->stall[SECOND_CLOCK] : &local->clock;
}

enum {
  LEASE_PARAMETER,
  MNOW_PARAMETER,
  MERGE_PARAMETER,
  RANK_PARAMETER,
  TICK_PARAMETER,
  RENEW_PARAMETER,
  ROLLOVER_PARAMETER,
  ORDER_PARAMETER,
  COMBINE_PARAMETER,
  TEXT_PARAMETER,
  ACK_PARAMETER
};
enum { TICK_PERIODIC = 1, TICK_OF_LINES };
enum { MNOW_PRINTED, MNOW_BEYOND, MNOW_OF_VERSIONS };
enum { RENEW_PRINTED, RENEW_ENDS, RENEW_EVICTED };
enum { MERGE_PRINTED, MERGE_REPLAYED, MERGE_IN_IV };

#define EVENTS(E)                                                                   \
  E(GETS, "GETS"), E(WRITE, "WRITE"), E(ATOMIC_TO_L2, "ATOMIC"), E(DATA, "DATA"),   \
      E(DATA_ATOMIC, "DATA*"), E(RENEW, "RENEW"), E(ACK, "ACK"), E(MDATA, "MDATA"), \
      E(TICK, "TICK"), E(ROLLOVER, "ROLLOVER")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

/* Timestamps of a message, and of a line. */
enum { M_NOW, M_EXP, M_VER };
enum { D_EXP, D_VER, LASTRD, LASTWR };

static inline bool is_repaired(const struct machine *machine) {
  return machine_parameter(machine, MNOW_PARAMETER) == MNOW_BEYOND &&
         machine_parameter(machine, MERGE_PARAMETER) == MERGE_REPLAYED &&
         machine_parameter(machine, RENEW_PARAMETER) == RENEW_ENDS &&
         !machine_parameter(machine, ROLLOVER_PARAMETER) &&
         !machine_parameter(machine, COMBINE_PARAMETER) &&
         !machine_parameter(machine, TEXT_PARAMETER) && machine_parameter(machine, ACK_PARAMETER);
}

#include "models/lib/rcc_time_rollover.h"
#include "models/lib/rcc_time_l1.h"
#include "models/lib/rcc_time_l2.h"

/* 3.4.5: a loop that reads a copy moves no clock, so that without the periodic tick its lease never
 * ends. */
static inline struct progress_claim progress(const struct setting *setting) {
  if (setting->values[TICK_PARAMETER] != TICK_PERIODIC)
    return progress_with_endless_leases(setting);
  return (struct progress_claim){ .threads = PROGRESS_GUARANTEED, .requests = PROGRESS_GUARANTEED };
}

static inline bool always_rank(const struct setting *setting) {
  return setting->values[RANK_PARAMETER] != 0;
}

/* An answer moves now on, whatever line it is about, and copies of other lines expire by that; a
 * rollover flushes them all. */
static inline bool lines_share_clock(const struct setting *setting) {
  return !setting->values[ROLLOVER_PARAMETER];
}

/* --- what the records have in common --- */

#define RCC_CLOCKS                                                              \
  .promises.lines_share_clock = lines_share_clock, .promises.tick = EVENT_TICK, \
  .promises.tick_parameter = TICK_PARAMETER, .promises.outdates = is_repaired,  \
  .promises.awaits_clock = awaits_clock

#define RCC_L1(more_events, ...)                                                                   \
  {                                                                                                \
    .name = "L1",                                                                                  \
    .table = TABLE(l1_rows, l1_states, 1u << L1_I | 1u << L1_V, events,                            \
                   LOAD | STORE | ATOMIC | EVICT | EXPIRY | DATA | DATA_ATOMIC | RENEW | ACK |     \
                       TICK | ROLLOVER | (more_events)),                                           \
    .internals = { { .event = EVENT_EXPIRY,                                                        \
                     .over = PER_LINE,                                                             \
                     .enabled = expired,                                                           \
                     .urgent = true },                                                             \
                   { .event = EVENT_EVICT,                                                         \
                     .over = PER_LINE,                                                             \
                     .promises.deferred = true,                                                    \
                     .promises.only_loads_observe = true,                                          \
                     .environment = true },                                                        \
                   { .event = EVENT_TICK,                                                          \
                     .over = ONCE,                                                                 \
                     .enabled = ticks,                                                             \
                     .environment = true,                                                          \
                     .fairness = FAIRNESS_WEAK } },                                                \
    .internal_count = 3, .instances = ONE_PER_SM, .start_state = L1_I, .start = l1_start,          \
    .permission = l1_permission, .promises.renewable = l1_renewable, .promises.give_up = forget,   \
    .lease = D_EXP, .shows.mark = "epoch", .times = { "exp" }, __VA_ARGS__, .shows.reads = "gets", \
    .shows.writes = "writes"                                                                       \
  }
#define RCC_L2                                                                                   \
  {                                                                                              \
    .name = "L2",                                                                                \
    .table = TABLE(l2_rows, l2_states, 1u << L2_I | 1u << L2_V, events,                          \
                   GETS | WRITE | ATOMIC_TO_L2 | EVICT | MDATA | ROLLOVER),                      \
    .internals = { { .event = EVENT_MDATA, .over = PER_LINE, .enabled = fetched },               \
                   { .event = EVENT_EVICT,                                                       \
                     .over = PER_LINE,                                                           \
                     .promises.deferred = true,                                                  \
                     .promises.deferred_if_alone = true,                                         \
                     .environment = true } },                                                    \
    .internal_count = 2, .instances = ONE_PER_BANK, .start_state = L2_I, .start = l2_start,      \
    .value = l2_value, .version = l2_version, .promises.renews_from = l2_renews_from,            \
    .promises.drop_dead_values = l2_forget, .lease = NO_LEASE,                                   \
    .times = { "exp", "ver", "lastrd", "lastwr" }, .shows.clock = "mnow", .shows.mark = "epoch", \
    .shows.line_flag = "words-written", .shows.memory = true, .shows.buffer = true               \
  }

#define RCC_EPOCH .marks = { "epoch" }
/* clang-format off */
#define RCC_MESSAGES \
  { \
    [EVENT_GETS] = { "GETS", 0, { "now", "exp" }, .has_core = true, .lease = NO_LEASE, \
        RCC_EPOCH }, \
    [EVENT_WRITE] = { "WRITE", 0, { "now" }, .has_core = true, .has_value = true, \
        .lease = NO_LEASE, RCC_EPOCH }, \
    [EVENT_ATOMIC_TO_L2] = { "ATOMIC", 0, { "now" }, .has_core = true, .has_value = true, \
        .lease = NO_LEASE, RCC_EPOCH }, \
    [EVENT_DATA] = { "DATA", 1, { NULL, "exp", "ver" }, .has_data = true, .has_core = true, \
        .lease = M_EXP, RCC_EPOCH }, \
    [EVENT_DATA_ATOMIC] = { "DATA*", 1, { NULL, NULL, "ver" }, .has_value = true, \
        .has_core = true, .lease = NO_LEASE, RCC_EPOCH }, \
    [EVENT_RENEW] = { "RENEW", 1, { NULL, "exp" }, .has_core = true, .lease = M_EXP, \
        RCC_EPOCH }, \
    [EVENT_ACK] = { "ACK", 1, { NULL, NULL, "ver" }, .has_core = true, .lease = NO_LEASE, \
        RCC_EPOCH }, \
  }
/* clang-format on */

#define RCC_PARAMETERS(tick_, tick_help_, order_, order_help_)                                     \
  {                                                                                                \
    [LEASE_PARAMETER] = { "lease", 1, 1, 12,                                                       \
                          "longest lease granted, in logical time; every length from 1 on is "     \
                          "tried" },                                                               \
    [MNOW_PARAMETER] = { "mnow", 1, 0, 2,                                                          \
                         "1: a write miss lands beyond mnow; 0: at mnow, as Figure 3.5b prints "   \
                         "it; "                                                                    \
                         "2: beyond it, and an eviction raises it to the version alone" },         \
    [MERGE_PARAMETER] = { "merge", 1, 0, MERGE_IN_IV,                                              \
                          "1: merged loads are replayed; 0: they end with the GETS they merged "   \
                          "on, as Figure 3.5a; "                                                   \
                          "2: replayed, and in II none merges, as there" },                        \
    [RANK_PARAMETER] = { "rank", 0, 0, 1,                                                          \
                         "1: keep only the order of timestamps, so that leases may have any "      \
                         "length" },                                                               \
    [TICK_PARAMETER] = { "tick", 0, 0, tick_, tick_help_ },                                        \
    [RENEW_PARAMETER] = { "renew", 1, 0, 2,                                                        \
                          "1: a RENEW that comes last leads from II to V; 0: to VI, as "           \
                          "Figure 3.5a; "                                                          \
                          "2: to V, and a copy that is evicted leaves its exp behind" },           \
    [ROLLOVER_PARAMETER] = { "rollover", 0, 0, 2,                                                  \
                             "timestamps: 0 never roll over, 1 do, with an epoch bit, 2 as "       \
                             "printed" },                                                          \
    [ORDER_PARAMETER] = { order_, 0, 0, 1, order_help_ },                                          \
    [COMBINE_PARAMETER] = { "combine", 0, 0, 1,                                                    \
                            "of writes that miss together: 0 the last to come stays, 1 "           \
                            "that of the latest now" },                                            \
    [TEXT_PARAMETER] = { "text", 0, 0, 1,                                                          \
                         "data that come in II: 0 lead to V or VI (Figure 3.5a), 1 are forwarded " \
                         "(3.4.3)" },                                                              \
    [ACK_PARAMETER] = {                                                                            \
      "ack", 1, 0, 1,                                                                              \
      "a write that misses in I: 1 is acknowledged at once (3.4.4), 0 never is (Figure 3.5b)"      \
    },                                                                                             \
  }

/* What the records have in common. */
#define RCC_TIME_RECORD                                                                            \
  .not_modelled = "the predictor's policy (any lease may be granted), DRAM latency as messages",   \
  .published = { { 2, 3, 33, "thesis Table 3.5", NULL }, { 2, 2, 14, "thesis Table 3.5", NULL } }, \
  .events = events, .event_count = EVENT_COUNT, .network_count = 2, .messages = RCC_MESSAGES,      \
  .time = TIME_LOGICAL, .always_rank = always_rank, .rollover.event = EVENT_ROLLOVER,              \
  .rollover.parameter = ROLLOVER_PARAMETER, .rollover.may = may_roll_over, RCC_CLOCKS,             \
  .banks_matter = true,                                                                            \
  .invariants = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL),                      \
  .promises.moves_data = true

#endif

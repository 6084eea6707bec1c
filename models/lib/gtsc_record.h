/* The common part of the records of gtsc-sc and gtsc-rc. */
#ifndef MODELS_LIB_GTSC_RECORD_H
#define MODELS_LIB_GTSC_RECORD_H

#include "models/lib/gtsc_l1.h"
#include "models/lib/gtsc_l2.h"

/* A copy's lease ends no later than the L2 remembers, and its wts names its version.  A renewal
 * relies on that.  With an epoch bit this holds of L1s of the bank's epoch.  A request that waits
 * for DRAM has no times of the epoch before. */
static inline bool copy_is_remembered(const struct local *bank, const struct line *block,
                                      const struct line *copy) {
  bool here = 1u << block->state & V;
  if (copy->time[RTS] > (here ? block->time[RTS] : bank->clock)) return false;
  return !here || copy->time[WTS] != block->time[WTS] || !data_is_stale(&copy->data);
}
static inline bool leases_remembered(const struct shape *shape, const struct local *const *locals) {
  bool epochs = has_epochs(shape_parameter(shape, OVERFLOW_PARAMETER));
  bool naive = shape_parameter(shape, VISIBILITY_PARAMETER) == NAIVE;
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct local *bank = locals[shape_bank(shape, line)];
    const struct line *block = &bank->line[line];
    bool asks = block->time[ASKED_WTS] != NO_TIME || block->time[ASKED_TS] != NO_TIME;
    if (epochs && 1u << block->state & IP && block->flag != bank->flag && asks) return false;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct local *l1 = locals[shape_l1(shape, sm)];
      const struct line *copy = &l1->line[line];
      bool guessed = naive && 1u << copy->state & VW;
      if (copy->time[RTS] == NO_TIME || guessed || (epochs && l1->flag != bank->flag)) continue;
      if (!copy_is_remembered(bank, block, copy)) return false;
    }
  }
  return true;
}
static inline bool gtsc_always_rank(const struct setting *setting) {
  return setting->values[RANK_PARAMETER] != 0;
}
/* An access moves its warp's clock for all lines; a reset drops all lines. */
static inline bool gtsc_lines_share_clock(const struct setting *setting) {
  return !setting->values[OVERFLOW_PARAMETER];
}
#define LEASES_REMEMBERED \
  "the L2 remembers the end of every lease, and a copy of its block's wts is the newest"

#define GTSC_L1                                                                               \
  {                                                                                           \
    .name = "L1",                                                                             \
    .table = TABLE(l1_rows, l1_states, I | V, events,                                         \
                   LOAD | STORE | ATOMIC | FENCE | EVICT | BUSFILL | BUSRNW | BUSWRACK |      \
                       BUSATACK | OVERFLOW | TICK),                                           \
    .internals = { { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true }, \
                   { EVENT_TICK, PER_CORE, ticks, .environment = true,                        \
                     .fairness = FAIRNESS_WEAK } },                                           \
    .internal_count = 2, .instances = ONE_PER_SM, .permission = l1_permission,                \
    .promises.renewable = l1_renewable, .promises.give_up = copy_give_up,                     \
    .promises.drop_dead_values = l1_forget, .lease = RTS, .times = { "wts", "rts" },          \
    .shows.stall = "warp_ts", .shows.mark = "epoch", .shows.buffer = true                     \
  }
#define GTSC_L2                                                                                 \
  {                                                                                             \
    .name = "L2",                                                                               \
    .table = TABLE(l2_rows, l2_states, I | V, events,                                           \
                   BUSRD | BUSWR | BUSAT | EVICT | DRAMFILL | OVERFLOW),                        \
    .internals = { { EVENT_DRAMFILL, PER_LINE, fetched },                                       \
                   { EVENT_EVICT, PER_LINE, .promises.deferred = true,                          \
                     .promises.deferred_if_alone = true, .environment = true } },               \
    .internal_count = 2, .instances = ONE_PER_BANK, .start = clock_start, .value = block_value, \
    .version = block_version, .promises.renews_from = l2_renews_from,                           \
    .promises.drop_dead_values = l2_forget, .lease = NO_LEASE, .times = { "wts", "rts" },       \
    .shows.clock = "mem_ts", .shows.mark = "epoch", .shows.memory = true                        \
  }

#define LOGICAL CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL)
#define GTSC_RECORD                                                                                \
  .source = "Tabbakh, Qian, Annavaram, HPCA 2018",                                                 \
  .not_modelled = "DRAM latency as messages, coalescing in a warp", .kinds = { GTSC_L1, GTSC_L2 }, \
  .events = events, .event_count = EVENT_COUNT,                                                    \
  .networks = { { "request", UNORDERED, 12 }, { "response", UNORDERED, 12 } }, .network_count = 2, \
  .messages = { GTSC_MESSAGES }, .time = TIME_LOGICAL, .always_rank = gtsc_always_rank,            \
  .rollover.event = EVENT_OVERFLOW, .rollover.parameter = OVERFLOW_PARAMETER,                      \
  .rollover.may = may_overflow, .banks_matter = true,                                              \
  .promises.lines_share_clock = gtsc_lines_share_clock, .promises.tick = EVENT_TICK,               \
  .promises.tick_parameter = TICK_PARAMETER, .promises.outdates = is_plain,                        \
  .promises.awaits_clock = awaits_clock, .invariants = LOGICAL | CLAIM(PROPERTY_OWN),              \
  .own_invariant.holds = leases_remembered, .own_invariant.name = LEASES_REMEMBERED,               \
  .progress = gtsc_progress, .promises.moves_data = true, .client = LOAD | STORE | ATOMIC,         \
  .parameters = { GTSC_PARAMETERS }

/* Arguments: name, help, what else; the first tests that it fails, or those of an argument. */
#define GTSC_VARIANT(name_, help_, ...) \
  { name_, help_, __VA_ARGS__ }
#define GTSC_SET(name_, value_) .settings = { { name_, value_ } }
#define SHOWN_BY(...) .shown_by = { __VA_ARGS__ }
#define GTSC_VISIBILITY_VARIANTS(naive_, ack_)                                                     \
  GTSC_VARIANT("old-copy",                                                                         \
               "other warps read the old copy until a store is acknowledged (V-A, option 2)",      \
               GTSC_SET("visibility", OLD_COPY)),                                                  \
      GTSC_VARIANT("naive",                                                                        \
                   "a store is visible in its SM at a guessed time before it is acknowledged "     \
                   "(V-A, Figure 10)",                                                             \
                   GTSC_SET("visibility", NAIVE), .fails = naive_, .invariants_lost = LOGICAL,     \
                   SHOWN_BY(.sms = 2, .threads = 3, .values = 1)),                                 \
      GTSC_VARIANT("published-ack",                                                                \
                   "an acknowledged store keeps its copy, whatever its other words are (IV-D)",    \
                   GTSC_SET("ack", 0), .fails = ack_,                                              \
                   .invariants_lost = LOGICAL | CLAIM(PROPERTY_OWN), SHOWN_BY(.two_words = true)), \
      GTSC_VARIANT("overflow",                                                                     \
                   "timestamps overflow (V-D), and messages have the bit of their epoch",          \
                   GTSC_SET("overflow", 1), .invariants_unclaimed = LOGICAL)
#define GTSC_OVERFLOW_VARIANTS(overflow_, kernel_)                                                 \
  GTSC_VARIANT("printed-overflow",                                                                 \
               "timestamps overflow as printed: what is old is told by being large",               \
               GTSC_SET("overflow", 2), .fails = overflow_,                                        \
               .invariants_lost = LOGICAL | CLAIM(PROPERTY_OWN),                                   \
               SHOWN_BY(.sms = 2, .threads = 2, .values = 1)),                                     \
      GTSC_VARIANT("small-overflow",                                                               \
                   "timestamps overflow as printed, and none of an old request is large",          \
                   GTSC_SET("overflow", 3), .fails = overflow_,                                    \
                   .invariants_lost = LOGICAL | CLAIM(PROPERTY_OWN),                               \
                   SHOWN_BY(.sms = 2, .threads = 2, .values = 1)),                                 \
      GTSC_VARIANT("literal-reset",                                                                \
                   "timestamps overflow as printed, and a reset block has a lease (V-D)",          \
                   .settings = { { "overflow", AS_PRINTED }, { "reset", 1 } }, .fails = overflow_, \
                   .invariants_lost = LOGICAL | CLAIM(PROPERTY_OWN),                               \
                   SHOWN_BY(.sms = 2, .threads = 2, .values = 1)),                                 \
      GTSC_VARIANT("forward-all", "each load that misses sends its own request (V-B, option 1)",   \
                   GTSC_SET("forward", KEEPS_NEWEST)),                                             \
      GTSC_VARIANT(                                                                                \
          "kernel",                                                                                \
          "at a kernel's end L1s are flushed and timestamps reset (V-D); stores may be out",       \
          GTSC_SET("overflow", KERNEL), .invariants_unclaimed = LOGICAL),                          \
      GTSC_VARIANT("kernel-at-once", "the same, and loads may be out",                             \
                   GTSC_SET("overflow", KERNEL_AT_ONCE), .fails = kernel_,                         \
                   .invariants_lost = LOGICAL | CLAIM(PROPERTY_OWN),                               \
                   SHOWN_BY(.sms = 2, .threads = 2, .values = 1)),                                 \
      GTSC_VARIANT("no-lock", "a store that misses does not lock its block (IV-A2 to the letter)", \
                   GTSC_SET("lock", 0), .fails = "CoWRm",                                          \
                   .invariants_lost =                                                              \
                       CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER), \
                   SHOWN_BY(.sms = 1, .threads = 2, .values = 1)),                                 \
      GTSC_VARIANT(                                                                                \
          "second-store",                                                                          \
          "a block that is locked takes another warp's store; acks keep its copy, as published",   \
          .settings = { { "lock", SECOND_STORES }, { "ack", 0 } }, .fails = "CoWWm CoWR",          \
          .invariants_lost = LOGICAL | CLAIM(PROPERTY_OWN),                                        \
          SHOWN_BY(.sms = 1, .threads = 2, .values = 1)),                                          \
      GTSC_VARIANT("bare-barrier",                                                                 \
                   "a CTA barrier does not join the clocks of its warps (the paper has no word "   \
                   "on barriers)",                                                                 \
                   GTSC_SET("barrier", 0),                                                         \
                   .fails = "Barrier-fence-before Barrier-then-fence Barrier-then-release")

#endif

/* What the records of gtsc-sc and gtsc-rc have in common. */
#ifndef MODELS_LIB_GTSC_RECORD_H
#define MODELS_LIB_GTSC_RECORD_H

#include "models/lib/gtsc_overflow.h"
#include "models/lib/gtsc_l1.h"
#include "models/lib/gtsc_l2.h"

/* A copy's lease ends no later than the L2 remembers, and its wts names the version that it is
 * (what a renewal relies on).  With an epoch bit that holds of L1s of the bank's epoch, and a
 * request that waits for DRAM has no times of the epoch before. */
static inline bool leases_remembered(const struct shape *shape, const struct local *const *locals) {
  bool epochs = has_epochs(shape_parameter(shape, OVERFLOW_PARAMETER));
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct local *bank = locals[shape_bank(shape, line)];
    const struct line *block = &bank->line[line];
    if (epochs && block->state == L2_IP && block->flag != bank->flag &&
        (block->time[ASKED_WTS] != NO_TIME || block->time[ASKED_TS] != NO_TIME))
      return false;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct local *l1 = locals[shape_l1(shape, sm)];
      const struct line *copy = &l1->line[line];
      bool guessed = copy->state == L1_VW && shape_parameter(shape, VISIBILITY_PARAMETER) == NAIVE;
      if (copy->time[RTS] == NO_TIME || guessed || (epochs && l1->flag != bank->flag)) continue;
      if (block->state == L2_V ? copy->time[RTS] > block->time[RTS] : copy->time[RTS] > bank->clock)
        return false;
      if (block->state == L2_V && copy->time[WTS] == block->time[WTS] && data_is_stale(&copy->data))
        return false;
    }
  }
  return true;
}
#define LEASES_REMEMBERED \
  "the L2 remembers the end of every lease, and a copy of its block's wts is the newest"

#define GTSC_L1                                                                               \
  {                                                                                           \
    .name = "L1",                                                                             \
    .table = TABLE(l1_rows, l1_states, 1u << L1_I | 1u << L1_V, events,                       \
                   LOAD | STORE | ATOMIC | FENCE | EVICT | BUSFILL | BUSRNW | BUSWRACK |      \
                       BUSATACK | OVERFLOW | TICK),                                           \
    .internals = { { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true }, \
                   { EVENT_TICK, PER_CORE, ticks, .environment = true,                        \
                     .fairness = FAIRNESS_WEAK } },                                           \
    .internal_count = 2, .instances = ONE_PER_SM, .start_state = L1_I,                        \
    .permission = l1_permission, .promises.renewable = l1_renewable,                          \
    .promises.give_up = l1_give_up, .promises.drop_dead_values = l1_forget, .lease = RTS,     \
    .times = { "wts", "rts" }, .shows.stall = "warp_ts", .shows.mark = "epoch",               \
    .shows.buffer = true                                                                      \
  }
#define GTSC_L2                                                                             \
  {                                                                                         \
    .name = "L2",                                                                           \
    .table = TABLE(l2_rows, l2_states, 1u << L2_I | 1u << L2_V, events,                     \
                   BUSRD | BUSWR | BUSAT | EVICT | DRAMFILL | OVERFLOW),                    \
    .internals = { { EVENT_DRAMFILL, PER_LINE, fetched },                                   \
                   { EVENT_EVICT, PER_LINE, .promises.deferred = true,                      \
                     .promises.deferred_if_alone = true, .environment = true } },           \
    .internal_count = 2, .instances = ONE_PER_BANK, .start_state = L2_I, .start = l2_start, \
    .value = l2_value, .version = l2_version, .promises.renews_from = l2_renews_from,       \
    .promises.drop_dead_values = l2_forget, .lease = NO_LEASE, .times = { "wts", "rts" },   \
    .shows.clock = "mem_ts", .shows.mark = "epoch", .shows.memory = true                    \
  }

/* What the records have in common. */
#define GTSC_RECORD                                                                               \
  .source = "Tabbakh, Qian, Annavaram, HPCA 2018",                                                \
  .not_modelled =                                                                                 \
      "the flush at the end of a kernel, DRAM latency as messages, coalescing in a warp",         \
  .kinds = { GTSC_L1, GTSC_L2 }, .events = events, .event_count = EVENT_COUNT,                    \
  .networks = GTSC_NETWORKS, .network_count = 2, .messages = GTSC_MESSAGES, .time = TIME_LOGICAL, \
  .always_rank = gtsc_always_rank, .rollover.event = EVENT_OVERFLOW,                              \
  .rollover.parameter = OVERFLOW_PARAMETER, .rollover.may = may_overflow, .banks_matter = true,   \
  GTSC_CLOCKS,                                                                                    \
  .invariants =                                                                                   \
      CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_OWN),         \
  .own_invariant.holds = leases_remembered, .own_invariant.name = LEASES_REMEMBERED,              \
  .progress = gtsc_progress, .promises.moves_data = true, .client = LOAD | STORE | ATOMIC,        \
  .parameters = GTSC_PARAMETERS

/* Each argument: the tests that a variant fails. */
#define GTSC_VISIBILITY_VARIANTS(naive_, ack_)                                                  \
  { "old-copy",                                                                                 \
    "other warps read the old copy until a store is acknowledged (V-A, option 2)",              \
    { { "visibility", OLD_COPY } } },                                                           \
      { "naive",                                                                                \
        "a store is visible in its SM at a guessed time before it is acknowledged (V-A, "       \
        "Figure 10)",                                                                           \
        { { "visibility", NAIVE } },                                                            \
        .fails = naive_,                                                                        \
        .invariants_lost = CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_SWMR_LOGICAL),        \
        .shown_by = { .sms = 2, .threads = 3, .values = 1 } },                                  \
      { "published-ack",                                                                        \
        "an acknowledged store keeps its copy, whatever its other words are (IV-D)",            \
        { { "ack", 0 } },                                                                       \
        .fails = ack_,                                                                          \
        .invariants_lost =                                                                      \
            CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_OWN), \
        .shown_by = { .two_words = true } },                                                    \
  {                                                                                             \
    "overflow", "timestamps overflow (V-D), and messages have the bit of their epoch",          \
        { { "overflow", 1 } },                                                                  \
        .invariants_unclaimed = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL)    \
  }
#define GTSC_OVERFLOW_VARIANTS(overflow_)                                                       \
  { "printed-overflow",                                                                         \
    "timestamps overflow as printed: what is old is told by being large",                       \
    { { "overflow", 2 } },                                                                      \
    .fails = overflow_,                                                                         \
    .invariants_lost =                                                                          \
        CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_OWN),     \
    .shown_by = { .sms = 2, .threads = 2, .values = 1 } },                                      \
      { "small-overflow",                                                                       \
        "timestamps overflow as printed, and none of an old request is large",                  \
        { { "overflow", 3 } },                                                                  \
        .fails = overflow_,                                                                     \
        .invariants_lost =                                                                      \
            CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_OWN), \
        .shown_by = { .sms = 2, .threads = 2, .values = 1 } },                                  \
      { "no-lock",                                                                              \
        "a store that misses does not lock its block (IV-A2 to the letter)",                    \
        { { "lock", 0 } },                                                                      \
        .fails = "CoWRm",                                                                       \
        .invariants_lost =                                                                      \
            CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER),         \
        .shown_by = { .sms = 1, .threads = 2, .values = 1 } },                                  \
      { "second-store",                                                                         \
        "a block that is locked takes another warp's store; acks keep its copy, as "            \
        "published",                                                                            \
        { { "lock", SECOND_STORES }, { "ack", 0 } },                                            \
        .fails = "CoWWm CoWR",                                                                  \
        .invariants_lost =                                                                      \
            CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_OWN), \
        .shown_by = { .sms = 1, .threads = 2, .values = 1 } },                                  \
  {                                                                                             \
    "bare-barrier",                                                                             \
        "a CTA barrier does not join the clocks of its warps (the paper has no word "           \
        "on barriers)",                                                                         \
        { { "barrier", 0 } },                                                                   \
        .fails = "Barrier-fence-before Barrier-then-fence Barrier-then-release"                 \
  }

#endif

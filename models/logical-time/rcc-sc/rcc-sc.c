/* rcc-sc: Relativistic Cache Coherence, the sequentially consistent variant: one clock, now, for an
 * SM, and one access outstanding for each warp.  rcc_time.h tells the protocol and holds its
 * tables, Figure 3.5 row by row. */
#include "models/lib/rcc_time_record.h"

static const struct rcc_time_hooks hooks = { .two_views = false };

static const struct row l1_rows[] = {
#include "models/lib/rcc_time_l1_rows.h"
};

SYSTEM(rcc_sc) = {
  .name = "rcc-sc",
  .title = "Relativistic Cache Coherence, sequentially consistent: leases in logical time, stores "
           "never wait",
  RCC_TIME_RECORD,
  .published = {
    { 2, 3, 33, "thesis Table 3.5",
      "the thesis does not say what it counts; its Figure 3.5a has 32 pairs of a cell and a next "
      "state, and the clock's tick, which each state has here, is 3.4.5's" },
    { 2, 2, 14, "thesis Table 3.5",
      "the thesis does not say what it counts; its Figure 3.5b has 11 pairs of a cell and a next "
      "state" },
  },
  .source = "thesis ch. 3, Figure 3.5 (Ren and Lis, HPCA 2017)",
  .kinds = {
    RCC_L1(0, .shows.clock = "now"),
    RCC_L2,
  },
  .networks = { { "request", UNORDERED, 12 },
    { "response", UNORDERED, 12, .instead_where = 1 + ORDER_PARAMETER,
      .instead = { FIFO_PER_LINE } } },
  .lower = lower_plain,
  .barriers_within_sm = true,
  .claims = { [CORE_IO] = { true, "sc" } },
  .core = CORE_IO,
  .client = LOAD | STORE | ATOMIC,
  .parameters = { RCC_PARAMETERS(TICK_PERIODIC, "1: now may advance of itself (3.4.5, against "
                                              "livelock)", "ordered",
                               "1: answers to one block keep their order") },
  .variants = {
    ELIDED_LASTRD("SB"),
    { "text-order", "of writes that miss together the one of the latest now stays (3.4.4), not the "
                    "last to come (Figure 3.5b)", { { "combine", 1 } } },
    { "printed", "what Figure 3.5 prints of values: mnow without + 1, merged loads end with their "
                 "GETS (not what ends in deadlock)", { { "mnow", 0 }, { "merge", 0 } },
      .fails = "SB MP R",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) },
    { "printed-mnow", "only the mnow rule as printed", { { "mnow", 0 } }, .fails = "SB MP R",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) },
    { "printed-merge", "only the merged loads as printed", { { "merge", 0 } }, .fails = "SBm",
      .invariants_lost = CLAIM(PROPERTY_VALUE_LOGICAL),
      .shown_by = { .sms = 2, .threads = 3, .values = 1 } },
    { "printed-renew", "only II/RENEW as printed, and a clock that ticks: a line may be left in a "
                       "transient state that nothing ends", { { "renew", 0 }, { "tick", 1 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 2, .values = 1 } },
    { "printed-gets", "only II/load as printed, and a clock that ticks: each load sends a GETS of "
                      "its own, and VI has no RENEW", { { "merge", MERGE_IN_IV }, { "tick", 1 } },
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 3, .values = 1 } },
    { "printed-ack", "only I/WRITE as printed: a write that misses in I is not acknowledged, then "
                     "or later", { { "ack", 0 } }, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 1, .values = 1 } },
    { "evicted-lease", "an eviction from the L2 raises mnow to the block's version, and not to the "
                       "end of its last lease", { { "mnow", MNOW_OF_VERSIONS } },
      .fails = "MP SB R",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL),
      .shown_by = { .values = 1 } },
    { "evicted-exp", "an eviction from an L1 leaves the copy's exp behind, and a GETS asks for its "
                     "renewal", { { "renew", RENEW_EVICTED } }, .fails = "CoRR",
      .invariants_lost = CLAIM(PROPERTY_VALUE_LOGICAL), .shown_by = { .values = 1 } },
    { "text-data", "data that come in II are forwarded, and the block stays in II (3.4.3), for "
                   "which Figure 3.5a has V and VI", { { "text", 1 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 2, .values = 1 } },
    { "rollover", "timestamps roll over (3.4.4), and messages have the bit of their epoch",
      { { "rollover", 1 } }, /* a lease of the old epoch in flight reaches beyond all times */
      .invariants_unclaimed = CLAIM(PROPERTY_SWMR_LOGICAL) },
    { "printed-rollover", "timestamps roll over as printed: what is in flight keeps those of the "
                          "epoch before", { { "rollover", 2 } }, .fails = "MPm",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL),
      .shown_by = { .sms = 2, .threads = 2, .values = 1 } },
    { "ordered", "II/RENEW as printed, and answers to one block that keep their order",
      { { "renew", 0 }, { "ordered", 1 } } },
  },
};

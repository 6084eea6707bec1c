/* getm: GPU eager transactional memory as its flow chart has it.  getm.h tells the protocol and
 * what is inferred; getm_warp.h and getm_vu.h hold the tables.
 *
 * Serialisability is not claimed: between transactions of one timestamp a cycle of reads that each
 * miss the next one's write commits (getm-lex cures it). */
#include "models/lib/getm.h"

#define SKEW "T-WSKEW T-WSKEW+same-cta T-WSKEW-X T-WSKEW-COND T-WSKEW3"

SYSTEM(getm) = {
  .name = "getm",
  .title = "GETM: eager transactions by logical timestamps and reservations at the LLC; Figure 4.6 "
           "as printed",
  .source = "thesis ch. 4, Figure 4.6 (Ren and Lis, HPCA 2018)",
  .not_modelled = "caches (transactions bypass the L1), SIMT lock step",
  .kinds = {
    GETM_WARP,
    GETM_VU,
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = GETM_NETWORKS,
  .network_count = 3,
  .messages = GETM_MESSAGES,
  .time = TIME_LOGICAL,
  .always_rank = always_rank,
  .past_is_none = true,
  .rollover = EVENT_ROLLOVER,
  .rollover_parameter = ROLLOVER_PARAMETER,
  .may_roll_over = may_roll_over,
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT,
    EVENT_TX_ABORT },
  .reads_last = true,
  .sm_is_warp = true,
  .banks_matter = true,
  .lower = lower_plain,
  .claims = { [CORE_IO] = { true, "sc tsc-weak ttso-weak trcsc-weak tptx-weak",
      .fails = SKEW " T-LB" GETM_NO_FENCE } },
  .core = CORE_IO,
  .progress = may_livelock,
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT,
  .parameters = GETM_PARAMETERS(0),
  .variants = {
    { "serialisable", "with the thesis's claim, that committed transactions are serialisable",
      .fails = SKEW " T-LB" GETM_NO_FENCE, .invariants_lost = CLAIM(PROPERTY_SERIALISABLE),
      .shown_by = { .lines = 2, .values = 1 } },
    { "last-reader", "each line remembers its first reader at rts, and refuses others' stores at "
                     "that time", { { "reader", 1 } },
      .fails = "T-WSKEW-X T-WSKEW-COND" GETM_NO_FENCE },
    { "full", "stall buffers have no room: who meets a reservation is refused", { { "stall", 0 } },
      .fails = SKEW " T-LB" GETM_NO_FENCE },
    { "crowded", "stall buffers may be full at any time: who meets a reservation waits, or is "
                 "refused", { { "stall", STALL_CROWDED } }, .fails = SKEW " T-LB" GETM_NO_FENCE },
    { "rollover", "timestamps roll over (4.5.2): running attempts are given up, and logs are in "
                  "before", { { "rollover", 1 } }, .fails = SKEW " T-LB" GETM_NO_FENCE },
  },
};

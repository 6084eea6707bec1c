/* getm-lex: GETM with timestamps that no two warps share.  models/getm/getm.h tells the protocol. */
#include "models/getm/getm.h"

SYSTEM(getm_lex) = {
  .name = "getm-lex",
  .title = "GETM with unique timestamps: the flow chart as it is, and no two warps at one time",
  .source = "thesis ch. 4, Figure 4.6 (Ren and Lis, HPCA 2018); unique timestamps: INFERRED",
  .not_modelled = "caches (transactions bypass the L1), the tables' capacity and their overestimates, rollover, SIMT lock step",
  .kinds = { GETM_WARP, GETM_VU },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = GETM_NETWORKS,
  .network_count = 3,
  .messages = GETM_MESSAGES,
  .time = TIME_LOGICAL,
  .always_rank = always_rank,
  .past_is_none = true,
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT, EVENT_TX_ABORT },
  .sm_is_warp = true,
  .banks_matter = true,
  .lower = lower_plain,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc tsc-weak", .fails = "RT-FENCE" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY),
  .progress = may_livelock,
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT,
  .parameters = GETM_PARAMETERS(1),
  .variants = {
    { "wake-one", "4.5.2 as printed: a release wakes the oldest waiting request only", { { "wake", 0 } },
      .fails = "RT-FENCE", .invariants_lost = CLAIM(PROPERTY_DEADLOCK), .shown_by = { .sms = 3, .values = 1 } },
    { "unordered", "a warp's log may be overtaken by its next transaction's requests", { { "ordered", 0 } },
      .fails = "T-INC1x2 T-INC2x2 T-INC2+same-cta T-INC3+two-cta T-WSKEW+same-cta T-XFER+same-cta T-MP T-MP+same-cta T-ABA "
               "T-ABA-half T-ISA2 T-RWC T-S T-WIDE T-WIDE-R RT-STALE RT-OWN RT-FENCE",
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_DEADLOCK) |
                         CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .values = 1 } },
    { "incarnation", "so may it here, and the owner test asks for the time of the reservation, which cures it",
      { { "ordered", 0 }, { "incarnation", 1 } }, .fails = "RT-FENCE RT-OWN" },
  },
};

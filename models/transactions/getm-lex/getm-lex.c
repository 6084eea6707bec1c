/* getm-lex: GETM (models/lib/getm.h) with timestamps that no two warps share. */
#include "models/lib/getm_record.h"

SYSTEM(getm_lex) = {
  .name = "getm-lex",
  .title = "GETM with unique timestamps: the flow chart as it is, and no two warps at one time",
  GETM_RECORD,
  .source = "thesis ch. 4, Figure 4.6 (Ren and Lis, HPCA 2018); unique timestamps: INFERRED",
  .claims = { [CORE_IO] = { true, TX_WEAK_MODELS, .fails = GETM_NO_FENCE } },
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY),
  .parameters = GETM_PARAMETERS(1),
  .variants = {
    { "strict", "with a claim that is not made, that the order of transactions agrees with real "
                "time", .fails = GETM_NO_FENCE, .invariants_lost = CLAIM(PROPERTY_STRICT),
      .shown_by = { .sms = 3, .lines = 2, .values = 1 } },
    { "wake-one", "4.5.2 as printed: a release wakes the oldest waiting request only",
      { { "wake", 0 } }, .fails = GETM_NO_FENCE, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 3, .values = 1 } },
    { "wake-next", "as here, but who reserves a line leaves those of its own warp waiting for it",
      { { "wake", 1 } }, .fails = GETM_NO_FENCE, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 2, .threads = 3, .values = 1, .two_words = true } },
    { "unordered", "a warp's log may be overtaken by its next transaction's requests",
      { { "ordered", 0 } },
      .fails = "T-CoWW-2 T-INC1x2 T-INC2x2 T-INC2+same-cta T-INC3+two-cta T-WSKEW+same-cta "
               "T-XFER+same-cta T-MP T-MP+same-cta T-ABA T-ABA-half T-ISA2 T-RWC T-S T-WIDE "
               "T-WIDE-R RT-STALE RT-OWN" GETM_NO_FENCE,
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) |
          CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER), .shown_by = { .sms = 1, .values = 1 } },
    { "approximate", "4.5.2: metadata of what is not reserved may come back later than they were",
      { { "approximate", 1 } }, .fails = GETM_NO_FENCE },
    { "forgetful", "and earlier: what the approximate table must not do", { { "approximate", 2 } },
      .fails = "T-INC2 T-WSKEW",
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY),
      .shown_by = { .lines = 1, .values = 1 } },
    { "aborts-only", "4.4.1's text: warpts advances when transactions abort, and not at a commit",
      { { "text", TEXT_ABORTS_ONLY } }, .fails = GETM_NO_FENCE },
    { "wts-at-warpts", "4.4.1's text: a store sets wts to warpts, not one higher",
      { { "text", TEXT_WTS_AT_WARPTS } }, .fails = GETM_NO_FENCE },
    { "full", "stall buffers have no room: who meets a reservation is refused", { { "stall", 0 } },
      .fails = GETM_NO_FENCE },
    { "crowded", "stall buffers may be full at any time: who meets a reservation waits, or is "
                 "refused", { { "stall", STALL_CROWDED } }, .fails = GETM_NO_FENCE },
    GETM_BOUNDS_VARIANTS(GETM_NO_FENCE),
    { "rollover", "timestamps roll over (4.5.2): running attempts are given up, and logs are in "
                  "before", { { "rollover", 1 } }, .fails = GETM_NO_FENCE },
    { "rollover-runs-on", "running attempts outlive the flush of the tables", { { "rollover", 2 } },
      .fails = "T-INC2 T-WSKEW T-MP T-XFER" GETM_NO_FENCE,
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) |
          CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY),
      .shown_by = { .lines = 1, .values = 1 } },
    { "rollover-misses-logs", "the tables are flushed while logs are under way",
      { { "rollover", 3 } }, .fails = "T-INC2x2" GETM_NO_FENCE,
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) |
          CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY),
      .shown_by = { .lines = 1, .values = 1 } },
    { "incarnation", "so may it here, and the owner test asks for the time of the reservation, "
                     "which cures it", { { "ordered", 0 }, { "incarnation", 1 } },
      .fails = "RT-OWN" GETM_NO_FENCE },
  },
};

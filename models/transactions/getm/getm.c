/* getm: GPU eager transactional memory as its flow chart has it; models/lib/getm.h has the
 * protocol.
 *
 * Serialisability is not claimed.  Transactions of one timestamp can commit although each has read
 * a word before the next one's write of it, in a cycle (getm-lex cures it).  Snapshot isolation is
 * claimed: every other edge leads to a later time. */
#include "models/lib/getm_record.h"

#define SKEWS "T-WSKEW T-WSKEW+same-cta T-WSKEW-X T-WSKEW-COND T-WSKEW3 T-LB" GETM_NO_FENCE

SYSTEM(getm) = {
  .name = "getm",
  .title = "GETM: eager transactions by logical timestamps and reservations at the LLC; Figure 4.6 "
           "as printed",
  GETM_RECORD,
  .source = "thesis ch. 4, Figure 4.6 (Ren and Lis, HPCA 2018)",
  .claims = { [CORE_IO] = { true, TX_WEAK_MODELS " si", .fails = SKEWS } },
  .invariants = CLAIM(PROPERTY_SNAPSHOT),
  .parameters = GETM_PARAMETERS(0),
  .variants = {
    { "serialisable", "with the thesis's claim, that committed transactions are serialisable",
      .fails = SKEWS, .invariants_lost = CLAIM(PROPERTY_SERIALISABLE),
      .shown_by = { .lines = 2, .values = 1 } },
    { "last-reader", "each line remembers its first reader at rts, and refuses others' stores at "
                     "that time", { { "reader", 1 } },
      .fails = "T-WSKEW-X T-WSKEW-COND" GETM_NO_FENCE },
    { "aborts-only", "4.4.1's text: warpts advances when transactions abort, and not at a commit",
      { { "text", TEXT_ABORTS_ONLY } }, .fails = SKEWS " T-SB-3" },
    { "wts-at-warpts", "4.4.1's text: a store sets wts to warpts, not one higher",
      { { "text", TEXT_WTS_AT_WARPTS } },
      .fails = SKEWS " T-INC2",
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_SNAPSHOT),
      .shown_by = { .lines = 2, .values = 1 } },
    { "forgetful", "times of lines that are not reserved may be forgotten (a planted fault)",
      { { "approximate", 2 } }, .fails = SKEWS " T-INC2",
      .invariants_lost = CLAIM(PROPERTY_SNAPSHOT), .shown_by = { .lines = 1, .values = 1 } },
    { "full", "stall buffers have no room: who meets a reservation is refused", { { "stall", 0 } },
      .fails = SKEWS },
    { "crowded", "stall buffers may be full at any time: who meets a reservation waits, or is "
                 "refused", { { "stall", STALL_CROWDED } }, .fails = SKEWS },
    GETM_BOUNDS_VARIANTS(SKEWS),
    { "rollover", "timestamps roll over (4.5.2): running attempts are given up, and logs are in "
                  "before", { { "rollover", 1 } }, .fails = SKEWS },
  },
};

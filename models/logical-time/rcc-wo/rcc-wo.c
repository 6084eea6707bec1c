/* rcc-wo: Relativistic Cache Coherence, the weakly ordered variant (thesis, 3.4.6).
 *
 * models/lib/rcc_time.h describes the protocol.  The tables are Figure 3.5's, and the L2's are the
 * same to the letter.  Here an SM keeps two views of now.  Loads consult and raise the read view,
 * stores and atomics the write view; "full fence operations require only that the read view and
 * write view now values be set to whichever is larger".  Accesses of one warp may overlap.  So a
 * store no longer ends the leases of other blocks.  The thesis has one paragraph; README.md lists
 * what was inferred. */
#include "models/lib/rcc_time_record.h"

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  if (instruction->opcode == OP_FENCE || instruction->opcode == OP_BARRIER) {
    out[0] = lower_micro_fence(true);
    return 1;
  }
  if (!lower_plain(shape, instruction, out)) return 0;
  if (instruction->order == ORDER_WEAK) return 1;
  out[1] = out[0];
  out[0] = out[2] = lower_micro_fence(true);
  return 3;
}

static const struct rcc_time_hooks hooks = { .two_views = true };

static const struct row l1_rows[] = {
#include "models/lib/rcc_time_l1_rows.h"
  ROW("3.4.6 full fence", I | V | IV | II | VI, FENCE, always, SAME, join_views),
};

SYSTEM(rcc_wo) = {
  .name = "rcc-wo",
  .title = "Relativistic Cache Coherence, weakly ordered: loads and stores have views of now of "
           "their own",
  RCC_TIME_RECORD,
  .source = "thesis ch. 3, section 3.4.6 and Figure 3.5",
  .kinds = {
    RCC_L1(FENCE, .shows.clock = "read-view", .shows.second_clock = "write-view"),
    RCC_L2,
  },
  .networks = { { "request", UNORDERED, 12 },
    { "response", FIFO_PER_LINE, 12, .instead_where = 1 + ORDER_PARAMETER,
      .instead = { UNORDERED } } },
  .lower = lower,
  .barriers_within_sm = true,
  .claims = { [CORE_IO] = { true, "wo" }, [CORE_GPU] = { true, "wo" },
    [CORE_WEAK] = { true, "wo" } },
  .core = CORE_GPU,
  .same_address_interlock = true,
  .client = LOAD | STORE | ATOMIC | FENCE,
  .parameters = { RCC_PARAMETERS(TICK_OF_LINES, "1: the read view may advance of itself (3.4.5, "
                                              "against livelock); 2: either, as other lines move "
                                              "them", "unordered",
                               "1: answers to one block may overtake each other") },
  .variants = {
    { "text-order", "of writes that miss together the one of the latest now stays (3.4.4), not the "
                    "last to come (Figure 3.5b)", { { "combine", 1 } } },
    { "printed-mnow", "the mnow rule as printed: a write miss lands inside a lease that is still "
                      "out", { { "mnow", 0 } },
      .fails = "MP+F.sc.sys MP+acqrel.sys SB+F.sc.sys R+F.sc.sys",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) },
    { "rollover", "timestamps roll over (3.4.4), and messages have the bit of their epoch",
      { { "rollover", 1 } }, .invariants_unclaimed = CLAIM(PROPERTY_SWMR_LOGICAL) },
    /* as of rcc-sc:rollover */
    { "printed-rollover", "timestamps roll over as printed: what is in flight keeps those of the "
                          "epoch before", { { "rollover", 2 } },
      .fails = "MP+F.sc.sys MP+acqrel.sys SB+F.sc.sys",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL),
      .shown_by = { .sms = 2, .threads = 2, .values = 1 } },
    { "unordered", "answers to one block may overtake each other on the way to an L1",
      { { "unordered", 1 } }, .fails = "CoWRm" },
  },
};

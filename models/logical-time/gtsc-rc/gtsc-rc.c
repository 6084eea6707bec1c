/* gtsc-rc: G-TSC with release consistency: a warp may have many accesses outstanding, and a fence
 * waits for them.
 *
 * models/lib/gtsc.h tells the protocol; the tables are the same, row for row.  The paper says of
 * RC (II-B, V, VI-B) that it "allows re-ordering of memory operations to different addresses",
 * "the programmers can affirm the order using fence", and no fence waits for a completion time as
 * TC-weak's do.  README.md lists what was inferred. */
#include "models/lib/gtsc.h"

static unsigned lower(const struct machine *machine, const struct instruction *instruction,
                      struct micro *out) {
  if (instruction->opcode == OP_BARRIER)
    return machine_parameter(machine, BARRIER_PARAMETER) ? joined_barrier(out) : 0;
  if (instruction->opcode == OP_FENCE) {
    out[0] = lower_micro_fence(false);
    return 1;
  }
  unsigned count = lower_plain(machine, instruction, out);
  enum order order = instruction->order;
  if (!count) return 0;
  out[0].blocks = order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SC;
  out[0].waits = order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SC;
  return count;
}

SYSTEM(gtsc_rc) = {
  .name = "gtsc-rc",
  .title = "G-TSC, release consistent: accesses of a warp overlap, and only fences wait for them",
  GTSC_RECORD,
  .lower = lower,
  .claims = { [CORE_GPU] = { true, "rcpc-mca" }, [CORE_WEAK] = { true, "rcpc-mca" } },
  .core = CORE_GPU,
  .variants = {
    { "old-copy", "other warps read the old copy until a store is acknowledged (V-A, option 2)",
      { { "visibility", OLD_COPY } } },
    { "naive", "a store is visible in its SM at a guessed time before it is acknowledged (V-A, "
               "Figure 10)", { { "visibility", NAIVE } },
      .fails = "WRC+F.sc.sys WRC+acqrel.sys RWC+F.sc.sys WWC+F.sc.sys IRIW+F.sc.sys",
      .invariants_lost = CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_SWMR_LOGICAL),
      .shown_by = { .sms = 2, .threads = 3, .values = 1 } },
    { "published-ack", "an acknowledged store keeps its copy, whatever its other words are (IV-D)",
      { { "ack", 0 } }, .fails = "SB+F.sc.sys R+F.sc.sys",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) |
          CLAIM(PROPERTY_OWN), .shown_by = { .two_words = true } },
    { "overflow", "timestamps overflow (V-D), and messages have the bit of their epoch",
      { { "overflow", 1 } },
      .invariants_unclaimed = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) },
    { "unanswered-overflow", "with the bit, timestamps may overflow again before each request of "
                             "the epoch before is answered", { { "overflow", 4 } },
      .fails = "MPm-st-acq+acqrel.sys MP3-st-acq+acqrel.sys",
      .invariants_unclaimed = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) },
    { "printed-overflow", "timestamps overflow as printed: what is old is told by being large",
      { { "overflow", 2 } }, .fails = "MP+F.sc.sys SB+F.sc.sys",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) |
          CLAIM(PROPERTY_OWN), .shown_by = { .sms = 2, .threads = 2, .values = 1 } },
    { "small-overflow", "timestamps overflow as printed, and none of an old request is large",
      { { "overflow", 3 } }, .fails = "MP+F.sc.sys SB+F.sc.sys",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) |
          CLAIM(PROPERTY_OWN), .shown_by = { .sms = 2, .threads = 2, .values = 1 } },
    { "no-lock", "a store that misses does not lock its block (IV-A2 to the letter)",
      { { "lock", 0 } }, .fails = "CoWRm",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 2, .values = 1 } },
    { "second-store", "a block that is locked takes another warp's store; acks keep its copy, as "
                      "published", { { "lock", SECOND_STORES }, { "ack", 0 } },
      .fails = "CoWWm CoWR",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) |
          CLAIM(PROPERTY_OWN), .shown_by = { .sms = 1, .threads = 2, .values = 1 } },
    { "bare-barrier", "a CTA barrier does not join the clocks of its warps (the paper has no word "
                      "on barriers)", { { "barrier", 0 } },
      .fails = "Barrier-fence-before Barrier-then-fence Barrier-then-release" },
  },
};

/* gtsc-rc: G-TSC (models/lib/gtsc.h) with release consistency: a warp may have many accesses
 * outstanding, and a fence waits for them.
 *
 * The tables are gtsc-sc's.  The paper says of RC (II-B, V, VI-B) that it "allows re-ordering of
 * memory operations to different addresses"; "the programmers can affirm the order using fence".
 * No fence waits for a completion time as TC-weak's do.  README.md has the inferred rules. */
#include "models/lib/gtsc_record.h"

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  if (instruction->opcode == OP_BARRIER)
    return shape_parameter(shape, BARRIER_PARAMETER) ? joined_barrier(out) : 0;
  if (instruction->opcode == OP_FENCE) {
    out[0] = lower_micro_fence(false);
    return 1;
  }
  unsigned count = lower_plain(shape, instruction, out);
  if (!count) return 0;
  out[0].blocks = lower_acquires(instruction);
  out[0].waits = lower_releases(instruction);
  return count;
}

SYSTEM(gtsc_rc) = {
  .name = "gtsc-rc",
  .title = "G-TSC, release consistent: accesses of a warp overlap, and only fences wait for them",
  GTSC_RECORD,
  .lower = lower,
  .barriers_within_sm = true,
  .claims = { [CORE_GPU] = { true, "rcpc-mca" }, [CORE_WEAK] = { true, "rcpc-mca" } },
  .core = CORE_GPU,
  .variants = {
    GTSC_VISIBILITY_VARIANTS(
        "WRC+F.sc.sys WRC+acqrel.sys RWC+F.sc.sys WWC+F.sc.sys IRIW+F.sc.sys",
        "SB+F.sc.sys R+F.sc.sys"),
    { "unanswered-overflow", "with the bit, timestamps may overflow again before each request of "
                             "the epoch before is answered", { { "overflow", 4 } },
      .fails = "MPm-st-acq+acqrel.sys MP3-st-acq+acqrel.sys",
      .invariants_unclaimed = LOGICAL },
    { "epochs", "the same, with two bits, and nothing that is two overflows old when timestamps "
                "overflow again", { { "overflow", 7 }, { "epoch-bits", 2 } },
      .invariants_unclaimed = LOGICAL },
    GTSC_OVERFLOW_VARIANTS("MP+F.sc.sys SB+F.sc.sys", "MPm+acqrel.sys"),
  },
};

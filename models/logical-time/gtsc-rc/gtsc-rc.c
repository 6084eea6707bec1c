/* gtsc-rc: G-TSC with release consistency: a warp may have many accesses outstanding, and a fence
 * waits for them.
 *
 * models/lib/gtsc.h tells the protocol; the tables are the same, row for row.  The paper says of
 * RC (II-B, V, VI-B) that it "allows re-ordering of memory operations to different addresses",
 * "the programmers can affirm the order using fence", and no fence waits for a completion time as
 * TC-weak's do.  README.md lists what was inferred. */
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
    GTSC_VISIBILITY_VARIANTS(
        "WRC+F.sc.sys WRC+acqrel.sys RWC+F.sc.sys WWC+F.sc.sys IRIW+F.sc.sys",
        "SB+F.sc.sys R+F.sc.sys"),
    { "unanswered-overflow", "with the bit, timestamps may overflow again before each request of "
                             "the epoch before is answered", { { "overflow", 4 } },
      .fails = "MPm-st-acq+acqrel.sys MP3-st-acq+acqrel.sys",
      .invariants_unclaimed = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) },
    GTSC_OVERFLOW_VARIANTS("MP+F.sc.sys SB+F.sc.sys"),
  },
};

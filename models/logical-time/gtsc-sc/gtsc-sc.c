/* gtsc-sc: G-TSC (models/lib/gtsc.h) with sequentially consistent warps: each keeps one access
 * outstanding, and fences have nothing to wait for.
 *
 * Section V-A's two ways to handle an unacknowledged store are the system itself and its variant
 * `old-copy`. The variant `naive` is the one that the paper shows to be wrong (Figure 10).
 * `published-ack` keeps a copy whose other words may be old. */
#include "models/lib/gtsc_record.h"

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  if (instruction->opcode == OP_BARRIER && shape_parameter(shape, BARRIER_PARAMETER))
    return joined_barrier(out);
  return lower_plain(shape, instruction, out);
}

SYSTEM(gtsc_sc) = {
  .name = "gtsc-sc",
  .title = "G-TSC, sequentially consistent: a clock for each warp, leases in logical time, an L2 "
           "that is not inclusive",
  GTSC_RECORD,
  .lower = lower,
  .barriers_within_sm = true,
  .claims = { [CORE_IO] = { true, "sc" } },
  .core = CORE_IO,
  .variants = {
    GTSC_VISIBILITY_VARIANTS("WRC RWC IRIW WWC", "SB R"),
    GTSC_OVERFLOW_VARIANTS("MP SB", "MPm"),
  },
};

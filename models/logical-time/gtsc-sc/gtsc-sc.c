/* gtsc-sc: G-TSC with sequentially consistent warps: each keeps one access outstanding, and fences
 * have nothing to wait for.
 *
 * gtsc.h tells the protocol, where it comes from and what had to be decided; gtsc_l1.h and
 * gtsc_l2.h are its tables.  Section V-A's two ways to handle a store that is not acknowledged are
 * the system itself and its variant `old-copy`; the one that the paper shows to be wrong (Figure
 * 10) is `naive`. `published-ack` keeps a copy whose other words nobody vouches for. */
#include "models/lib/gtsc.h"

static unsigned lower(const struct machine *machine, const struct instruction *instruction,
                      struct micro *out) {
  if (instruction->opcode == OP_BARRIER && machine_parameter(machine, BARRIER_PARAMETER))
    return joined_barrier(out);
  return lower_plain(machine, instruction, out);
}

SYSTEM(gtsc_sc) = {
  .name = "gtsc-sc",
  .title = "G-TSC, sequentially consistent: a clock for each warp, leases in logical time, an L2 "
           "that is not inclusive",
  GTSC_RECORD,
  .lower = lower,
  .claims = { [CORE_IO] = { true, "sc" } },
  .core = CORE_IO,
  .variants = {
    { "old-copy", "other warps read the old copy until a store is acknowledged (V-A, option 2)",
      { { "visibility", OLD_COPY } } },
    { "naive", "a store is visible in its SM at a guessed time before it is acknowledged (V-A, "
               "Figure 10)", { { "visibility", NAIVE } }, .fails = "WRC RWC IRIW WWC",
      .invariants_lost = CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_SWMR_LOGICAL),
      .shown_by = { .sms = 2, .threads = 3, .values = 1 } },
    { "published-ack", "an acknowledged store keeps its copy, whatever its other words are (IV-D)",
      { { "ack", 0 } }, .fails = "SB R",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) |
          CLAIM(PROPERTY_OWN), .shown_by = { .two_words = true } },
    { "overflow", "timestamps overflow (V-D), and messages have the bit of their epoch",
      { { "overflow", 1 } },
      .invariants_unclaimed = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) },
    { "printed-overflow", "timestamps overflow as printed: what is old is told by being large",
      { { "overflow", 2 } }, .fails = "MP SB",
      .invariants_lost = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) |
          CLAIM(PROPERTY_OWN), .shown_by = { .sms = 2, .threads = 2, .values = 1 } },
    { "small-overflow", "timestamps overflow as printed, and none of an old request is large",
      { { "overflow", 3 } }, .fails = "MP SB",
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

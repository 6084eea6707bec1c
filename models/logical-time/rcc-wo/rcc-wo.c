/* rcc-wo: Relativistic Cache Coherence, the weakly ordered variant (thesis, 3.4.6).
 *
 * models/lib/rcc_time.h describes the protocol.  The tables are Figure 3.5's, and the L2's are the
 * same to the letter.  Here an SM keeps two views of now.  Loads consult and raise the read view,
 * stores and atomics the write view; "full fence operations require only that the read view and
 * write view now values be set to whichever is larger".  Accesses of one warp may overlap.  So a
 * store no longer ends the leases of other blocks.  The thesis has one paragraph; README.md lists
 * what was inferred. */
#include "models/lib/rcc_time_record.h"

/* INFERRED: it waits for its thread's answers, since a view does not know yet what they will make
 * of it.  With fence=0 it stalls nothing, as 3.4.6 and 7.2 have it. */
static struct micro full_fence(const struct shape *shape) {
  struct micro fence = lower_micro_fence(true);
  fence.waits = shape_parameter(shape, FENCE_PARAMETER) != FENCE_AT_ONCE;
  return fence;
}

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  if (instruction->opcode == OP_FENCE || instruction->opcode == OP_BARRIER) {
    out[0] = full_fence(shape);
    if (kernels_differ(shape)) out[0].scope = SCOPE_SYSTEM; /* so that the L1 sees a kernel end */
    return 1;
  }
  if (!lower_plain(shape, instruction, out)) return 0;
  if (instruction->order == ORDER_WEAK) return 1;
  out[1] = out[0];
  out[0] = out[2] = full_fence(shape);
  return 3;
}

/* "The hardware memory model in GPUs could be chosen at boot time ... or even at runtime" (3.6.1):
 * some SMs, or some kernels, run sequentially consistent.  The first fence or barrier ends a
 * kernel.  An SM of that kind has one clock, and its threads keep one access outstanding. */
static bool one_outstanding(const struct shape *shape, unsigned sm, bool behind_fence) {
  switch (shape_parameter(shape, SC_PARAMETER)) {
  case SC_ON_SM_0: return sm == 0;
  case SC_BEHIND_FENCE: return behind_fence;
  case SC_BEFORE_FENCE: return !behind_fence;
  default: return false;
  }
}
static bool names_an_sm(const struct setting *setting) {
  return setting->values[SC_PARAMETER] == SC_ON_SM_0;
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
    RCC_L1(FENCE, .shows.clock = "read-view", .shows.second_clock = "write-view",
           .shows.count = "kernel"),
    RCC_L2,
  },
  .networks = { { "request", UNORDERED, 12 },
    { "response", FIFO_PER_LINE, 12, .instead_where = 1 + ORDER_PARAMETER,
      .instead = { UNORDERED } } },
  .lower = lower,
  .one_outstanding = one_outstanding,
  .asymmetric = names_an_sm,
  .barriers_within_sm = true,
  .claims = { [CORE_IO] = { true, "wo" }, [CORE_GPU] = { true, "wo" },
    [CORE_WEAK] = { true, "wo" } },
  .core = CORE_GPU,
  .same_address_interlock = true,
  .client = LOAD | STORE | ATOMIC | FENCE,
  .parameters = { RCC_PARAMETERS(TICK_OF_LINES, "1: the read view may advance of itself (3.4.5, "
                                              "against livelock); 2: either, as other lines move "
                                              "them", "unordered",
                               "1: answers to one block may overtake each other"),
    PARAMETER(FENCE_PARAMETER, "fence", 1, 0, 2,
              "1: a fence waits for its thread's answers, and joins the views; 0: it joins them at "
              "once, and stalls nothing (3.4.6, 7.2); 2: it waits, and joins nothing"),
    PARAMETER(SC_PARAMETER, "sc", 0, 0, 3,
              "sequentially consistent (3.6.1) are: 0 none; 1 SM 0; 2 a thread behind its first "
              "fence or barrier, which ends a kernel; 3 before it") },
  .variants = {
    { "literal-fence", "a fence stalls nothing and only joins the views (3.4.6, 7.2)",
      { { "fence", 0 } }, .fails = "MP+F.sc.sys SB+F.sc.sys" },
    { "mixed", "SM 0 runs sequentially consistent, and the others weakly ordered (3.6.1)",
      { { "sc", SC_ON_SM_0 } } },
    { "sc-kernel", "a thread's first fence or barrier ends a weakly ordered kernel, and behind it "
                   "one runs that is sequentially consistent (3.6.1)",
      { { "sc", SC_BEHIND_FENCE } } },
    { "wo-kernel", "the same the other way round", { { "sc", SC_BEFORE_FENCE } } },
    { "unjoined-kernel", "as sc-kernel, but the end of a kernel leaves the views apart",
      { { "sc", SC_BEHIND_FENCE }, { "fence", FENCE_APART } }, .fails = "SB+F.sc.sys" },
    { "undrained-kernel", "as sc-kernel, but the end of a kernel waits for no answer",
      { { "sc", SC_BEHIND_FENCE }, { "fence", FENCE_AT_ONCE } } },
    ELIDED_LASTRD("SB+F.sc.sys"),
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

/* quickrelease: write-combining caches wrapped by FIFOs.  A release is a marker that follows the
 * writes through the FIFOs of all levels.  An eviction from the last write cache invalidates the
 * read caches of all.  An acquire is an ordinary load.
 *
 * Source: Hechtman et al., QuickRelease (HPCA 2014), 3.1.1 writes, 3.1.2 reads, 3.1.3
 * synchronisation, 3.2 split caches.  Its figure 2 is the machine: compute units (CU, our SMs) with
 * rL1, wL1 and S-FIFO1, an L2 with rL2, wL2 and S-FIFO2.  No table is printed: each row cites its
 * sentence.  "Writes never receive an ack."  README.md lists where the paper is silent, and what
 * was decided.
 *
 * Claims: the paper assumes "that the memory system implementation must obey RC" (2.3).  It says of
 * HSA's LdAcq and StRel that they "will be sequentially consistent", and that a finalizer may help
 * with that.  The caches alone do not do it.  A wavefront goes on before its StRel's store is
 * visible, and a load may hit a copy whose invalidation has not come (SB, R).  And a CU may read a
 * word in wL2 while read caches of others have old copies of it (RWC, IRIW).  results/findings.md
 * has the traces. */
#include "models/release/quickrelease/claims.h"

/* An acquire holds back what comes after it; a release waits for what came before. */
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  bool acquire = lower_acquires(instruction), release = lower_releases(instruction);
  unsigned count = 0, store = release ? EVENT_STORE_RELEASE : EVENT_STORE;
  switch (instruction->opcode) {
  case OP_FENCE:
  case OP_BARRIER: out[count++] = lower_micro_fence(true); break;
  case OP_LOAD: out[count++] = lower_micro_access(EVENT_LOAD, false, acquire); break;
  case OP_STORE:
    out[count++] = lower_micro_access(store, release, release);
    if (release && shape_parameter(shape, PARAMETER_STREL_WAIT))
      out[count++] = lower_micro_fence(true);
    break;
  case OP_RMW:
    if (release) out[count++] = lower_micro_fence(true);
    out[count++] = lower_micro_access(EVENT_ATOMIC, release, acquire);
    break;
  default: break;
  }
  return count;
}

/* A marker that waits for all invalidations may wait for ever while others write two lines: there
 * is always one under way. */
static struct progress_claim progress(const struct setting *setting) {
  int waits = setting->values[PARAMETER_WAITS];
  if (waits == WAITS_FOR_NONE || waits == WAITS_FOR_ITS_OWN)
    return (struct progress_claim){ .threads = PROGRESS_GUARANTEED,
                                    .requests = PROGRESS_GUARANTEED };
  return (struct progress_claim){ .threads = PROGRESS_POSSIBLE,
                                  .requests = PROGRESS_POSSIBLE,
                                  .all_without_loops = true };
}

/* The bound of a marker's delay counts invalidations of all lines together. */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_WAITS] != WAITS_FOR_ITS_OWN &&
         setting->values[PARAMETER_WAITS] != WAITS_FOR_ALL_BOUNDED;
}

SYSTEM(quickrelease) = {
  .name = "quickrelease",
  .title = "QuickRelease: writes and release markers in FIFOs, evictions that invalidate "
           "everybody, acquires for nothing",
  .source = "QuickRelease (HPCA 2014), 3.1 and 3.2",
  .not_modelled = "wL3 and the length of the S-FIFOs (no step depends on them), the write marker "
                  "of an atomic, the CPU cluster, the order of writes between two markers, "
                  "capacity and associativity (evictions come at any time)",
  .kinds = {
    { .name = "CU",
      .table = TABLE(cu_rows, cu_states, I | V | W, events,
                     LOAD | STORE | ATOMIC | STORE_RELEASE | FENCE | EVICT | DATA | AACK | INV |
                         RELACK | WRITE_THROUGH | MARKER),
      .internals = {
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true },
        { EVENT_WRITE_THROUGH, PER_LINE },
        { EVENT_MARKER, ONCE },
      },
      .internal_count = 3, .instances = ONE_PER_SM, .extra_line_per_core = true,
      .state_of = cu_state, .keeps = cu_keeps, .promises.context = beside,
      .promises.context_of = beside_others, .lease = NO_LEASE, .shows.stall = "fence",
      .shows.writes = "s-fifo", .shows.buffer = true },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, L2_V | L2_W | L2_I, events,
                     RD | WR | ATOM | MARK | INVACK | WRITE_THROUGH | MARKER | MEM_DATA | EVICT),
      .internals = {
        { EVENT_WRITE_THROUGH, PER_LINE },
        { EVENT_MARKER, ONCE },
        { EVENT_MEM_DATA, PER_LINE },
        { EVENT_EVICT, PER_LINE, .environment = true },
      },
      .internal_count = 4, .instances = JUST_ONE, .extra_line_per_core = true, .state_of = l2_state,
      .start = l2_start, .value = memory_value, .keeps = l2_keeps, .promises.context = beside,
      .promises.context_of = beside_others, .lease = NO_LEASE, .shows.pending = "unacknowledged",
      .shows.writes = "s-fifo", .shows.memory = true, .shows.reads = "place of invalidations",
      .shows.held = "waiting" },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "request", FIFO, 6, .instead_where = 1 + PARAMETER_UNORDERED_REQUESTS,
      .instead = { UNORDERED } },
    { "response", UNORDERED, 6, .instead_where = 1 + PARAMETER_ORDERED, .instead = { FIFO } },
    { "ack", UNORDERED, 12 } },
  .network_count = 3,
  .messages = {
    MESSAGE(RD, "Rd", REQUEST_NETWORK),
    MESSAGE(WR, "Wr", REQUEST_NETWORK, .has_data = true, .flag = "words"),
    MESSAGE(ATOM, "Atom", REQUEST_NETWORK, .has_core = true, .has_value = true),
    MESSAGE(MARK, "Mark", REQUEST_NETWORK, .has_core = true, .no_line = true),
    MESSAGE(INVACK, "InvAck", ACK_NETWORK),
    MESSAGE(DATA, "Data", RESPONSE_NETWORK, .has_data = true),
    MESSAGE(AACK, "AtomResp", RESPONSE_NETWORK, .has_core = true, .has_value = true),
    MESSAGE(INV, "Inv", RESPONSE_NETWORK),
    MESSAGE(RELACK, "RelAck", RESPONSE_NETWORK, .has_core = true, .no_line = true),
  },
  .lower = lower,
  .claims = { [CORE_IO] = { true, "ptx-6.0" }, [CORE_GPU] = { true, "ptx-6.0" },
    [CORE_WEAK] = { true, "ptx-6.0" } },
  .core = CORE_GPU,
  .same_address_interlock = true,
  .invariants = CLAIM(PROPERTY_OWN),
  .own_invariant.holds_in_flight = copies_hold,
  .own_invariant.name = "no word that was stored is lost, no copy is older than its CU's own "
                        "stores, an old one is of a line in wL2, or one whose invalidation is on "
                        "its way and is counted, and a marker leaves after all that came before "
                        "it, and a load reads the word that wL1 has",
  .progress = progress,
  .promises.moves_data = true,
  .promises.sms_not_alike = "it counts acknowledgements, and a message names the thread of another "
                            "SM (pairs)",
  .client = LOAD | STORE | ATOMIC | STORE_RELEASE | FENCE,
  .promises.per_address = per_address,
  .parameters = {
    [PARAMETER_ORDERED] = { "ordered", 0, 0, 1, "1: responses keep their order, and invalidations "
                                                "are not acknowledged" },
    [PARAMETER_WAITS] = { "waits", 0, 0, 3, "which invalidations a marker waits for: 0 all; 1 "
                                            "none, and nobody does; 2 those of what came before "
                                            "it; 3 all, and the bound of 3.1.2 is claimed" },
    [PARAMETER_UNORDERED_REQUESTS] = { "unordered-requests", 0, 0, 1,
      "1: a CU's requests may overtake each other" },
    [PARAMETER_EARLY_MARK] = { "early-mark", 0, 0, 2, "where a marker is acknowledged: 0 leaving "
                                                      "the last S-FIFO; 1 entering S-FIFO2; 2 "
                                                      "leaving S-FIFO1" },
    [PARAMETER_OWN_WRITES] = { "own-writes", 0, 0, 1, "1: an S-FIFO1 for each wavefront, not for "
                                                      "the CU" },
    [PARAMETER_STREL_WAIT] = { "strel-wait", 0, 0, 1, "1: a wavefront waits for its release's own "
                                                      "store, too" },
    [PARAMETER_NO_WRITTEN_BIT] = { "no-written-bit", 0, 0, 1,
      "1: a load that hits rL1 does not look into wL1" },
    [PARAMETER_KEPT_BLOCK] = { "kept-block", 0, 0, 1, "1: an eviction from wL1 leaves the block in "
                                                      "rL1" },
    [PARAMETER_UNTOLD] = { "untold", 0, 0, 3, "who is not told of an eviction from wL2: 1 a fetch "
                                              "that is out (nor of one from wL1); 2 its writer; "
                                              "3 a fetch of rL2 (with rl2=1)" },
    [PARAMETER_WHOLE_LINES] = { "whole-lines", 0, 0, 1, "1: the rest of rL1's copy goes with what "
                                                        "leaves wL1" },
    [PARAMETER_RL2] = { "rl2", 0, 0, 1, "1: rL2 is apart from memory, and fetches" },
    [PARAMETER_PAST_WORDS] = { "past-words", 0, 0, 1, "1: an atomic leaves before the words that "
                                                      "its line has in wL1" },
  },
  .variants = {
    { "ordered", "responses keep their order, in place of acknowledgements", { { "ordered", 1 } } },
    { "strel-wait", "a wavefront waits for its release's own store", { { "strel-wait", 1 } } },
    { "uncounted", "neither order nor acknowledgements: nobody knows when an invalidation has come",
      { { "waits", 1 } },
      .fails = "Barrier-then-fence Barrier-then-release MP-two-stores+F.sc.sys MP3+F.sc.sys "
               "MP3+acqrel.gpu MP3+acqrel.sys+diff-gpu MPpre+F.sc.sys ISA2d+acqrel.sys "
               "TryLock+F.ar.sys TryLock+acqrel.sys MP+F.ar.sys MP+F.sc.sys MP+acqrel.gpu "
               "MP+acqrel.sys MP+plain+F.sc.sys MPd+F.ar.sys MPd+F.sc-acq.sys MPd+acqrel.sys "
               "MPd+plain-flag+F.sc.sys MPd+rel-F.ar.sys MPd+rel-then-rlx MPd+rmw-chain R+F.sc.sys "
               "R+plain+F.sc.sys MP-at+acqrel.sys SB+F.sc.sys SB+plain+F.sc.sys ISA2d+cta-then-gpu "
               "ISA2d+gpu-then-cta ISA2d+gpu-then-sys ISA2d+sys-then-gpu MP+rlx.cta+F.sc.sys "
               "MPd+F.ar.gpu-F.ar.sys MPd+acqrel.gpu MPd+acqrel.sys+diff-gpu MPd+rel.sys-acq.gpu "
               "SB+F.sc.gpu WRCd+cta-then-gpu Spin+F.ar.sys Spin+acqrel.sys WRC+F.ar.sys "
               "WRC+F.sc.sys WRC+acqrel.sys WRCd+rlx+acqrel.sys", LOSES_OWN(1, 1, 1, 1) },
    { "unordered-requests", "reads and markers may overtake a CU's writes", /* and most others */
      .settings = { { "unordered-requests", 1 } }, .fails = "MP+acqrel.sys CoWW CoWR",
      LOSES_OWN(1, 1, 1, 1) },
    { "early-mark", "a release waits until its writes are in wL2, and not for invalidations",
      { { "early-mark", 1 } },
      .fails = "Barrier-then-fence Barrier-then-release MP3+F.sc.sys MP3+acqrel.gpu "
               "MP3+acqrel.sys+diff-gpu MPpre+F.sc.sys MP+F.ar.sys MP+F.sc.sys MP+acqrel.gpu "
               "MP+acqrel.sys MP+plain+F.sc.sys MPd+F.ar.sys MPd+F.sc-acq.sys MPd+acqrel.sys "
               "MPd+plain-flag+F.sc.sys MPd+rel-F.ar.sys MPd+rel-then-rlx MP-at+acqrel.sys "
               "MP+rlx.cta+F.sc.sys MPd+F.ar.gpu-F.ar.sys MPd+acqrel.gpu MPd+acqrel.sys+diff-gpu "
               "MPd+rel.sys-acq.gpu WRCd+cta-then-gpu Spin+F.ar.sys Spin+acqrel.sys "
               "WRCd+rlx+acqrel.sys", LOSES_OWN(1, 1, 1, 1) },
    { "l1-release", "a release ends where its writes have left the CU",
      { { "early-mark", ENDS_IN_L1 } }, .fails = "MP+acqrel.sys", LOSES_OWN(1, 1, 1, 1) },
    { "own-writes", "an S-FIFO for each wavefront", { { "own-writes", 1 } },
      .fails = "IRIW+F.sc.sys RWC+F.sc.sys WRCd+cta-then-gpu WRC+F.ar.sys WRC+F.sc.sys "
               "WRC+acqrel.sys WRCd+rlx+acqrel.sys WWC+F.sc.sys WWC+acqrel.sys",
      LOSES_OWN(1, 2, 1, 1) },
    { "no-written-bit", "a load that hits rL1 does not look into wL1", { { "no-written-bit", 1 } },
      .fails = "CoWR", LOSES_OWN(1, 1, 1, 2) },
    { "kept-block", "an eviction from wL1 leaves the block in rL1", { { "kept-block", 1 } },
      .fails = "CoWR", LOSES_OWN(1, 1, 1, 1) },
    { "untold-fetch", "evictions and invalidations do not reach a fetch that is out",
      { { "untold", FETCHES_UNTOLD } },
      .fails = "CoWRm CoRR-beside-acq-same.sys CoRR-own-flush-beside-acq.sys CoRR2+rlx "
               "CoRRm+acq.sys CoRRm CoWR-beside-acq.sys CoWR-given-up CoWR-owned-line CoWR-reader "
               "CoWRm-two-stores CoWRf+rel.sys CoWRm-RRb+rlx CoWWm MP3+F.sc.sys MP3+acqrel.gpu "
               "MP3+acqrel.sys+diff-gpu MP3-acq+acqrel.sys MP3-st-acq+acqrel.sys "
               "MP3d+acqrel.sys+diff-gpu MP3d-rlx+acqrel.sys MPm+acqrel.sys MPm-st-acq+acqrel.sys "
               "MPpre+F.sc.sys SB+rfi SBm+F.sc.sys SBpre+F.sc.sys SBpre-at+F.sc.sys "
               "Peterson+FF.sc.sys MPd-rewritten+acqrel.sys+diff-gpu", LOSES_OWN(1, 2, 1, 1) },
    { "untold-writer", "an eviction from wL2 does not invalidate the CU that has written all of "
                       "its words", { { "untold", WRITERS_UNTOLD } } },
    { "whole-lines", "what leaves wL1 takes the rest of rL1's copy with it",
      { { "whole-lines", 1 } },
      .fails = "SB+F.sc.sys CoWR-owned-line MP-own-flag-line+acqrel.sys MP-owned-line+acqrel.sys",
      .invariants_lost = CLAIM(PROPERTY_OWN),
      .shown_by = { .sms = 1, .threads = 1, .lines = 1, .values = 1, .two_words = true } },
    { "rl2", "rL2 is apart from memory", { { "rl2", 1 } } },
    { "untold-l2-fetch", "an eviction from wL2 does not reach rL2's fetch that is out",
      { { "rl2", 1 }, { "untold", L2_FETCH_UNTOLD } },
      .fails = "MP3+acqrel.gpu MP3+F.sc.sys MPpre+F.sc.sys", LOSES_OWN(1, 2, 1, 1) },
    { "past-words", "an atomic leaves before the words that its line has in wL1",
      { { "past-words", 1 } }, .fails = "CoWR-at+rel.sys", LOSES_OWN(1, 1, 1, 1) },
    { "own-invalidations", "a marker waits for the invalidations of what came before it, and no "
                           "others",
      { { "waits", WAITS_FOR_ITS_OWN } } },
    { "bounded", "a marker waits for all invalidations under way, and claims the bound of 3.1.2",
      { { "waits", WAITS_FOR_ALL_BOUNDED } }, LOSES_OWN(1, 1, 2, 1) },
  },
};

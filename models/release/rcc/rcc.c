/* rcc: release consistency-directed coherence.  Caches do not track who has a line.  A release
 * writes all that its L1 has dirty back to the L2.  An acquire drops all that its L1 has valid.
 *
 * Source: Nagarajan, Sorin, Hill, Wood, A Primer on Memory Consistency and Cache Coherence, 2nd
 * ed., 10.1.4, tables 10.12 (L1) and 10.13 (L2): write-back, write-allocate L1s.  "Upon a store
 * marked release, all dirty blocks in the L1, except the one written by the release, are written
 * to the L2.  Then, the block written by the release is written to the L2 [...]  A load marked
 * acquire reads a fresh copy of the block from the L2.  Then, all valid blocks in the L1, other
 * than the one read by the acquire, are self-invalidated."  At CTA scope neither is done.  (The
 * thesis's RCC is rcc-sc.)
 *
 * The tables name two states, I and V, and one step for a miss.  Here requests and answers are
 * steps of their own.  README.md lists what was inferred for that, each with its reason.
 *
 * The record claims neither a single writer nor the newest value in every copy.  The claims are in
 * models/lib/rcc_claims.c: dirty words are not lost, and a copy is not older than its SM's own
 * store.  They also say which copies acquires and releases leave. */
#include "models/lib/rcc.h"
#include "models/lib/memory.h"

enum { EVENT_FLUSH = EVENT_RCC, EVENT_OTHERS, EVENT_COUNT };
enum { PARAMETER_CTA_ATOMICS = 3 };
static const char *const events[] = { RCC_EVENT_NAMES, "FLUSH", "OTHERS" };
#include "models/lib/rcc_l1_table.h"
#include "models/lib/rcc_claims.h"

static const char *const l2_states[] = { "V" };
enum { L2_V = 1 << 0 };

/* --- the L1 --- */

static const struct row l1_rows[] = {
  RCC_L1_ACCESSES,

  INFERRED("Fence: nothing is dirty", ANY, FENCE, all_clean, SAME, invalidate_all, done),
  INFERRED("Fence", ANY, FENCE, not_all_clean, SAME, flush, keep_fence),

  RCC_L1_ANSWERS,
};

/* --- the L2 --- */

static const struct row l2_rows[] = {
  ROW("10.13 V/GetV", L2_V, GETV, always, SAME, l2_data),
  ROW("10.13 V/Write-back", L2_V, WB, always, SAME, l2_merge, l2_ack),
  INFERRED("V/Atomic", L2_V, ATOMIC_UP, always, SAME, l2_atomic),
};

/* --- for the record --- */

/* A silent eviction is deferred, except where a release waits on the line: an event of the L1's own
 * ends that wait. */
GUARD(lazy_evict, s->state == (unsigned)__builtin_ctz(V) && waiting_release(s) < 0)
GUARD(evict, s->state == (unsigned)__builtin_ctz(V) && waiting_release(s) >= 0)

SYSTEM(rcc) = {
  .name = "rcc",
  .title = "release consistency-directed coherence: releases write back all that is dirty, "
           "acquires drop all that is valid",
  RCC_RECORD,
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), more than one GPU, dirty lines "
                  "that survive an acquire, relaxed accesses that go to the L2, "
                  "capacity and associativity (evictions come at any time), "
                  LOWER_NOT_MODELLED,
  .kinds = {
    RCC_L1(0),
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, L2_V, events, GETV | WB | ATOMIC_UP),
      .instances = ONE_PER_BANK, .value = memory_value, .keeps = rcc_l2_keeps, .lease = NO_LEASE,
      .shows.memory = true },
  },
  .messages = { RCC_MESSAGES() },
  .lower = release_lower,
  .claims = { [CORE_IO] = { true, "ptx-6.0 hsa" }, [CORE_GPU] = { true, "ptx-6.0 hsa" },
    [CORE_WEAK] = { true, "ptx-6.0 hsa" } },
  .own_invariant.holds_in_flight = rcc_words_are_kept,
  .own_invariant.of_one_sm = true,
  .own_invariant.name = "no dirty word is lost, no copy is older than its SM's own store, an "
                        "acquire leaves no other clean copy in its L1, and a release no word that "
                        "was dirty before it",
  .progress = release_progress_with_stalled_acquires,
  .hooks = &(const struct release_hooks){ .inv_all = EVENT_INV_ALL, .flush = EVENT_FLUSH,
    .acquire = PARAMETER_ACQUIRE, .cta_atomics = PARAMETER_CTA_ATOMICS },
  .promises.per_address = record_always_per_address,
  .parameters = {
    RCC_UNSCOPED,
    [PARAMETER_STALE_WORDS] = { "stale-words", 0, 0, STALE_WORDS_KEPT,
      "1: a poisoned fetch keeps all words that the SM has written, dirty or not; 2: so does the "
      "line into which a fill is installed" },
    [PARAMETER_ACQUIRE] = { "acquire", 0, 0, ACQUIRE_DROPS_NOTHING,
      "1: an acquire overwrites its dirty words; 2: a fence invalidates before it waits; 3: an "
      "acquire joins a fetch; 4: and reads what its SM has written since; 5: loads read a release "
      "before the L2 has it; 6: a release ends in the L1; 7: an acquire leaves the L1 as it is" },
    [PARAMETER_CTA_ATOMICS] = { CTA_ATOMICS_PARAMETER },
  },
  .variants = {
    { "unscoped", "CTA scope is GPU scope", { { "unscoped", 1 } },
      .memory_models = "rcsc ptx-6.0 hsa" },
    { "stale-words", "a poisoned fetch keeps words that have been written back",
      { { "stale-words", 1 } }, .fails = "MP-back+acqrel.sys", LOSES_OWN(1, 2, 1, 1) },
    { "keep-words", "a fill is installed around words that have been written back while it was out",
      { { "stale-words", STALE_WORDS_KEPT } },
      .fails = "CoRR-beside-rel-chain.sys CoRR-acq-beside-rel-chain.sys "
               "MPd-beside-rel-chain+acqrel.sys CoRR-acq-chain+rel.gpu+diff-gpu",
      LOSES_OWN(1, 2, 1, 1) },
    { "overwrite", "an acquire takes the L2's copy of its line over what is dirty there",
      { { "acquire", ACQUIRE_OVERWRITES } }, .fails = "CoWR+acq.sys", LOSES_OWN(1, 1, 1, 1) },
    { "joined-acquire", "an acquire joins another thread's fetch of its line",
      { { "acquire", ACQUIRE_JOINS } }, .memory_models = "ptx-6.0" }, /* it does not claim hsa */
    { "merged-acquire", "an acquire reads what its SM has written while it was out",
      { { "acquire", ACQUIRE_MERGED } },
      .fails = "IRIW+acqrel.sys IRIW+acqrel.sys+diff-gpu IRIW+acqrel.gpu IRIW+rlx+acq.sys "
               "RWC+acqrel.sys" },
    { "early-release", "other threads of the SM read a release before the L2 has it",
      { { "acquire", RELEASE_EARLY } }, .memory_models = "ptx-6.0" }, /* it does not claim hsa */
    { "release-l1", "a release ends in the L1, though its scope is wider",
      { { "acquire", RELEASE_LOCAL } }, .fails = "MP+acqrel.sys MPd+acqrel.sys",
      LOSES_OWN(1, 1, 2, 1) },
    { "no-inv", "an acquire, or a fence, leaves the L1 as it is",
      { { "acquire", ACQUIRE_DROPS_NOTHING } }, .fails = "MPd+acqrel.sys MP+F.sc.sys",
      LOSES_OWN(1, 1, 1, 1) },
    { "early-fence", "a fence invalidates before its write-backs have been acknowledged",
      { { "acquire", ACQUIRE_EARLY } }, .fails = "SBm+F.sc.sys", LOSES_OWN(1, 1, 1, 1) },
    CTA_ATOMICS_VARIANT,
  },
};

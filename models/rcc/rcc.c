/* rcc: release consistency-directed coherence.  Nobody tracks who has a line: a release writes all
 * that its L1 has dirty back to the L2, and an acquire drops all that its L1 has valid.
 *
 * Source: Nagarajan, Sorin, Hill, Wood, A Primer on Memory Consistency and Cache Coherence, 2nd
 * ed., 10.1.4, tables 10.12 (L1) and 10.13 (L2): write-back, write-allocate L1s.  "Upon a store
 * marked release, all dirty blocks in the L1, except the one written by the release, are written to
 * the L2.  Then, the block written by the release is written to the L2 [...]  A load marked acquire
 * reads a fresh copy of the block from the L2.  Then, all valid blocks in the L1, other than the
 * one read by the acquire, are self-invalidated."  At CTA scope neither is done.  (The thesis's RCC
 * is another: rcc-sc.)
 *
 * The tables name two states, I and V, and one step for a miss.  Requests and answers are split
 * here; what follows is INFERRED:
 *   - IV: a GetV is out.  VG: one is out for an acquire, and the old copy still serves plain loads.
 * IP: something is out and no fill may be installed, because an acquire or a fence of the SM has
 * come after it (or it is an atomic).
 *   - A store is done when its word is in the L1, before the rest of the line is; the fill leaves
 * the SM's own words alone.
 *   - A line has one write-back out at most, and no GetV is sent from I while it is: no network
 * need keep order.  A release, or a fence, that finds a dirty line with an older write-back out
 * owes it another, which leaves with the acknowledgement.
 *   - A release begins by writing back the other dirty lines, waits until no write-back of the SM
 * is out (those of evictions count: they may carry stores that came before), writes, writes its own
 * line back, and is done when the L2 has that.
 *   - Nobody reads a release before the L2 has it, though its line stays: an acquire of CTA scope
 * could, and one of wider scope that follows it read the old value of another line at the L2
 * (variant `early-release`: PTX allows that, HSA does not).
 *   - An acquire first has its own line's dirty words written back: it must not read another
 * thread's store before the L2 has it.  It reads what the L2 sends.  The invalidation comes with
 * that answer, not with the request, and reaches fetches that are out.  A line that is dirty is
 * written back by it, not kept.
 *   - A fetch that is poisoned (IP) keeps its dirty words alone.  Words that were written back
 * since it was sent look like the SM's own, but others may have written them before the acquire
 * (variant `stale-words`).
 *   - So is a fill not installed, nor its line kept, where a word has been written back while it
 * was out: it may be older than that word, or newer, and whom it serves, an acquire or a plain
 * load, reads no older one behind it (variant `keep-words`).  A release that misses keeps nothing
 * of what it fetches, but loads that wait are served.
 *   - A dirty line may be written back at any time; the eviction of a dirty line is that, and then
 * the eviction of a clean one. Where progress is asked for, it is written back sooner or later:
 * nobody could ask for it (docs/internals/liveness.md).
 *   - Atomics, which the source has not: performed at the L2, behind a fence where they release,
 * and followed by an acquire load of their word where they acquire (kit/lower.h); the line is
 * written back first, and dropped.  A fence writes everything back, waits, and then invalidates; in
 * that order.
 *   - A relaxed access is a plain one, as in the source; .sys scope is .gpu scope: there is one
 * GPU.
 *
 * Nothing tells a miss of the L2, or its evictions: it has no sharers to remember, so it is memory
 * that answers at once.
 *
 * Claims.  No single writer and no newest value in every copy; what it does claim is in claims.h:
 * that dirty words are not lost, that a copy is not older than its SM's own store, what an acquire
 * drops and what a release writes back. */
#include "models/rcc/rcc.h"

enum { EVENT_FLUSH = EVENT_RCC, EVENT_OTHERS, EVENT_COUNT };
static const char *const events[] = { RCC_EVENT_NAMES, "FLUSH", "OTHERS" };
#include "models/rcc/l1-table.h"
#include "models/rcc/claims.h"

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

/* A silent eviction is lazy unless a release is to come upon the line of itself. */
static bool lazy_evict(const struct step *s) {
  return s->state == (unsigned)__builtin_ctz(V) && waiting_release(s) < 0;
}
static bool evict(const struct step *s) {
  return s->state == (unsigned)__builtin_ctz(V) && waiting_release(s) >= 0;
}

static const struct data *l2_value(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}

SYSTEM(rcc) = {
  .name = "rcc",
  .title = "release consistency-directed coherence: releases write back all that is dirty, "
           "acquires drop all that is valid",
  .source = "Primer, 2nd ed., 10.1.4, tables 10.12 and 10.13",
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), more than one GPU, dirty lines "
                  "that survive an acquire, relaxed "
                  "accesses that go to the L2, atomics at CTA scope in the L1, capacity and "
                  "associativity (evictions come at any "
                  "time), " LOWER_NOT_MODELLED,
  .kinds = { { .name = "L1",
               .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_states, 6, I | V, events,
                          EVENT_COUNT,
                          REQUESTS | EVICT | DATA | WBACK | AACK | WRITE_BACK | RELEASE | INV_ALL |
                              FLUSH | OTHERS },
               .internals = { { .event = EVENT_EVICT,
                                .over = PER_LINE,
                                .enabled = lazy_evict,
                                .lazy = true,
                                .environment = true },
                              { .event = EVENT_EVICT,
                                .over = PER_LINE,
                                .enabled = evict,
                                .environment = true },
                              { .event = EVENT_WRITE_BACK, .over = PER_LINE },
                              { .event = EVENT_RELEASE, .over = PER_LINE },
                              { .event = EVENT_INV_ALL,
                                .over = PER_LINE,
                                .enabled = others_acquire,
                                .environment = true },
                              { .event = EVENT_FLUSH,
                                .over = PER_LINE,
                                .enabled = others_release,
                                .environment = true },
                              { .event = EVENT_OTHERS,
                                .over = PER_LINE,
                                .enabled = others_are_acknowledged,
                                .environment = true,
                                .while_beside = WRITE_BACK_IS_OUT } },
               .internal_count = 7,
               .instances = ONE_PER_SM,
               .state_of = l1_state,
               .keeps = l1_keeps,
               .beside = beside,
               .beside_others = beside_others,
               .lease = NO_LEASE,
               .count_name = "unacknowledged",
               .pending_name = "waits",
               .writes_name = "out",
               .line_flag_name = "own" },
             { .name = "L2",
               .table = { l2_rows, sizeof l2_rows / sizeof *l2_rows, l2_states, 1, L2_V, events,
                          EVENT_COUNT, GETV | WB | ATOMIC_UP },
               .instances = ONE_PER_BANK,
               .value = l2_value,
               .keeps = l2_keeps,
               .lease = NO_LEASE,
               .shows_memory = true } },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "up", UNORDERED, 12 }, { "down", UNORDERED, 12 } },
  .network_count = 2,
  .messages = { RCC_MESSAGES() },
  .lower = rcc_lower,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "ptx-6.0 hsa" },
              [CORE_GPU] = { .offered = true, .memory_models = "ptx-6.0 hsa" },
              [CORE_WEAK] = { .offered = true, .memory_models = "ptx-6.0 hsa" } },
  .core = CORE_GPU,
  .invariants = CLAIM(PROPERTY_OWN),
  .invariant_in_flight = words_are_kept,
  .invariant_name = "no dirty word is lost, no copy is older than its SM's own store, an acquire "
                    "leaves no other clean copy in "
                    "its L1, and a release no word that was dirty before it",
  .not_of_ports = true,
  .progress = progress_with_stalled_acquires,
  .moves_data = true,
  .client = REQUESTS,
  .lines_alone = record_lines_always_alone,
  .parameters = { RCC_UNSCOPED,
                  [PARAMETER_STALE_WORDS] = { "stale-words", 0, 0, STALE_WORDS_KEPT,
                                              "1: a poisoned fetch keeps all words that the SM has "
                                              "written, dirty or not; "
                                              "2: so does the line into which a fill is "
                                              "installed" },
                  [PARAMETER_ACQUIRE] = { "acquire", 0, 0, ACQUIRE_DROPS_NOTHING,
                                          "1: an acquire overwrites its dirty words; 2: a fence "
                                          "invalidates before it waits; "
                                          "3: an acquire joins a fetch; 4: and reads what its SM "
                                          "has written since; 5: loads "
                                          "read a release before the L2 has it; 6: a release ends "
                                          "in the L1; 7: an acquire "
                                          "leaves the L1 as it is" } },
  .variants = { { .name = "unscoped",
                  .help = "CTA scope is GPU scope",
                  .settings = { { "unscoped", 1 } },
                  .memory_models = "rcsc ptx-6.0 hsa" },
                { .name = "stale-words",
                  .help = "a poisoned fetch keeps words that have been written back",
                  .settings = { { "stale-words", 1 } },
                  .fails = "MP-back+acqrel.sys",
                  .invariants_lost = CLAIM(PROPERTY_OWN),
                  .shown_by = { .sms = 1, .threads = 2, .lines = 1, .values = 1 } },
                { .name = "keep-words",
                  .help = "a fill is installed around words that have been written back while it "
                          "was out",
                  .settings = { { "stale-words", STALE_WORDS_KEPT } },
                  .fails = "CoRR-beside-rel-chain.sys CoRR-acq-beside-rel-chain.sys "
                           "MPd-beside-rel-chain+acqrel.sys "
                           "CoRR-acq-chain+rel.gpu+diff-gpu",
                  .invariants_lost = CLAIM(PROPERTY_OWN),
                  .shown_by = { .sms = 1, .threads = 2, .lines = 1, .values = 1 } },
                { .name = "overwrite",
                  .help = "an acquire takes the L2's copy of its line over what is dirty there",
                  .settings = { { "acquire", ACQUIRE_OVERWRITES } },
                  .fails = "CoWR+acq.sys",
                  .invariants_lost = CLAIM(PROPERTY_OWN),
                  .shown_by = { .sms = 1, .threads = 1, .lines = 1, .values = 1 } },
                { .name = "joined-acquire",
                  .help = "an acquire joins another thread's fetch of its line",
                  .settings = { { "acquire", ACQUIRE_JOINS } },
                  .memory_models = "ptx-6.0" }, /* and so not hsa */
                { .name = "merged-acquire",
                  .help = "an acquire reads what its SM has written while it was out",
                  .settings = { { "acquire", ACQUIRE_MERGED } },
                  .fails = "IRIW+acqrel.sys IRIW+acqrel.sys+diff-gpu IRIW+acqrel.gpu "
                           "IRIW+rlx+acq.sys RWC+acqrel.sys" },
                { .name = "early-release",
                  .help = "other threads of the SM read a release before the L2 has it",
                  .settings = { { "acquire", RELEASE_EARLY } },
                  .memory_models = "ptx-6.0" }, /* nor this */
                { .name = "release-l1",
                  .help = "a release ends in the L1, though its scope is wider",
                  .settings = { { "acquire", RELEASE_LOCAL } },
                  .fails = "MP+acqrel.sys MPd+acqrel.sys",
                  .invariants_lost = CLAIM(PROPERTY_OWN),
                  .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
                { .name = "no-inv",
                  .help = "an acquire, or a fence, leaves the L1 as it is",
                  .settings = { { "acquire", ACQUIRE_DROPS_NOTHING } },
                  .fails = "MPd+acqrel.sys MP+F.sc.sys",
                  .invariants_lost = CLAIM(PROPERTY_OWN),
                  .shown_by = { .sms = 1, .threads = 1, .lines = 1, .values = 1 } },
                { .name = "early-fence",
                  .help = "a fence invalidates before its write-backs have been acknowledged",
                  .settings = { { "acquire", ACQUIRE_EARLY } },
                  .fails = "SBm+F.sc.sys",
                  .invariants_lost = CLAIM(PROPERTY_OWN),
                  .shown_by = { .sms = 1, .threads = 1, .lines = 1, .values = 1 } } },
};

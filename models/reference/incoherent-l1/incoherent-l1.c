/* incoherent-l1: wt without its coherence: nothing is ever invalidated.
 *
 * An acquire may hit in the L1, and a fence only waits for the SM's writes, against QuickRelease
 * (HPCA 2014) 2.2.  It must fail every test whose outcome hangs on a stale copy that was there
 * before the test began.  A checker that passes it checks nothing.  The rows are those of wt
 * without INV_ALL, all INFERRED.  Its claims are wt's, without that of an acquire. */
#include "models/lib/write_through_claims.h"
#include "models/lib/write_through_l1.h"

/* A stale copy breaks all but coherence of one word, tests on a single SM, and what the model
 * leaves open. */
#define FAILS                                                                                     \
  "Barrier-then-* MP* IRIW+F.sc.sys ISA2+F.*.sys ISA2+acqrel.sys ISA2+plain+F.sc.sys ISA2d+* "    \
  "!ISA2d+gpu-then-cta-diff Peterson+F* TicketLock* TryLock* SpinLock* R+F.sc.sys "               \
  "R+plain+F.sc.sys RWC+F.sc.sys SB+F.sc.sys SB+plain+F.sc.sys SBpre* SB+F.sc.gpu WRCd+* Spin+* " \
  "Spin-handshake* SBm+F.sc.sys n6+acqrel.sys WRC+F.*.sys WRC+acqrel.sys !*+same-cta !MPh* !MPm"

static const struct row l1_rows[] = {
  INFERRED(RULES, I, LOAD | LOAD_ACQUIRE, always, IV, gets, merge),
  INFERRED(RULES, V, LOAD | LOAD_ACQUIRE, always, V, hit),
  INFERRED(RULES, IV, LOAD | LOAD_ACQUIRE, always, IV, merge),
  INFERRED(RULES, II, LOAD | LOAD_ACQUIRE, always, II, gets),

  INFERRED(RULES, I, STORE, always, I, write),
  INFERRED(RULES, V, STORE, always, V, update, write),
  INFERRED(RULES, IV | II, STORE, always, II, write),

  INFERRED(RULES, I | IV | II, ATOMIC, always, II, atomic),
  INFERRED(RULES, V, ATOMIC, always, II, drop, atomic),

  INFERRED(RULES, I, STORE_RELEASE, drained, I, write),
  INFERRED(RULES, V, STORE_RELEASE, drained, V, update, write),
  INFERRED(RULES, IV | II, STORE_RELEASE, drained, II, write),
  STALL(RULES, ANY, STORE_RELEASE, draining),

  INFERRED(RULES, ANY, FENCE, drained, SAME, pass),
  STALL(RULES, ANY, FENCE, draining),

  INFERRED(RULES, V, EVICT, always, I, drop),
  STALL(RULES, I | IV | II, EVICT, always),

  NEVER(RULES, I | V, DATA | DATA_ACQUIRE | AACK),
  INFERRED(RULES, IV, DATA | DATA_ACQUIRE, always, V, install, serve),
  INFERRED(RULES, II, DATA | DATA_ACQUIRE, last, I, serve),
  INFERRED(RULES, II, DATA | DATA_ACQUIRE, not_last, II, serve),
  NEVER(RULES, IV, AACK),
  INFERRED(RULES, II, AACK, last, I, complete_atomic),
  INFERRED(RULES, II, AACK, not_last, II, complete_atomic),
  INFERRED(RULES, ANY, ACK, always, SAME, written),
};

#define FAILS_OF_CLUSTERS                                                             \
  "Cluster-MP Cluster-MP+F.ar+rlx Cluster-SB Cluster-three Cluster-two-rounds "       \
  "ISA2+cluster-then-gpu ISA2+gpu-then-cluster ISA2+F.rel-F.acq.gpu SB+F.sc.cluster " \
  "SB+F.sc.gpu+diff-cluster SB+membar.gl Vector-four"

/* A thread that reads an old value may wait for what will not come again. */
static struct progress_claim progress(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ .threads = PROGRESS_NONE, .requests = PROGRESS_GUARANTEED };
}

SYSTEM(incoherent_l1) = {
  .name = "incoherent-l1",
  .title = "write-through L1s that nobody ever invalidates: no coherence at all, and it must fail",
  .source = "wt (QuickRelease 2.2, 2.4.1) without its invalidations",
  .not_modelled = "as wt",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     REQUESTS | EVICT | DATA |
                         DATA_ACQUIRE | ACK | AACK),
      .internals = {
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .promises.only_loads_observe = true,
          .environment = true },
      },
      .internal_count = 1, .instances = ONE_PER_SM, .start_state = L1_I, .idle = l1_idle,
      .keeps = write_through_keeps_stores, .lease = NO_LEASE, .shows.count = "unacknowledged",
      .shows.reads = "out" },
    WRITE_THROUGH_L2(.keeps = write_through_l2_keeps),
  },
  WRITE_THROUGH_RECORD(),
  .lower = lower_scoped,
  .claims = { [CORE_GPU] = { true, "ptx-6.0", .fails = FAILS " " FAILS_OF_CLUSTERS } },
  .invariants = CLAIM(PROPERTY_OWN),
  .own_invariant.holds_in_flight = write_through_all_under_way,
  .own_invariant.of_one_sm = true,
  .own_invariant.name = "no access is lost, no copy lacks a word or is older than its SM's own "
                        "store, and a release waits for every store of its SM",
  .promises.not_of_ports = true,
  .progress = progress,
  .client = REQUESTS,
};

/* wt: write-through L1s, invalidated by acquires: what GPUs have today.
 *
 * Sources: QuickRelease (HPCA 2014) 2.2, 2.4.1; thesis 5.3, 5.4.2; card 01, section 4.  None prints a table: every row is
 * INFERRED from the rules they state.  A store goes through to the L2 and allocates nothing; a release waits until every write of
 * its SM is acknowledged; an acquire invalidates the whole L1.
 *
 * IV: a miss is out, and its fill may be installed.  II: something is out, and no fill may be installed.
 *  - The invalidation happens when the acquire's value returns, not when it is sent (card 01, 9.a), and it reaches misses in
 *    flight (IV becomes II: 9.a'), or another warp could bring an old line back between the two.
 *  - Unacknowledged writes are counted for the SM, not for the thread (9.b), or a release would not be cumulative over CTA scope.
 *  - QuickRelease's write-through L1 relies on in-order responses instead of counting; the count needs no order. */
#include "models/wt/write-through-l1.h"

static void invalidate_all(struct step *s) { signal_all(s, EVENT_INV_ALL); }

static const struct row l1_rows[] = {
  INFERRED(CARD, I, LOAD, always, IV, gets, merge),
  INFERRED(CARD, V, LOAD, always, V, hit),
  INFERRED(CARD, IV, LOAD, always, IV, merge),
  INFERRED(CARD, II, LOAD, always, II, gets),

  INFERRED(CARD, I, STORE, always, I, write),
  INFERRED(CARD, V, STORE, always, V, update, write),
  INFERRED(CARD, IV | II, STORE, always, II, write),

  INFERRED(CARD, I | IV | II, ATOMIC, always, II, atomic),
  INFERRED(CARD, V, ATOMIC, always, II, drop, atomic),

  INFERRED(CARD, I | IV | II, LOAD_ACQUIRE, always, II, gets),
  INFERRED(CARD, V, LOAD_ACQUIRE, always, II, drop, gets),

  INFERRED(CARD, I, STORE_RELEASE, drained, I, write),
  INFERRED(CARD, V, STORE_RELEASE, drained, V, update, write),
  INFERRED(CARD, IV | II, STORE_RELEASE, drained, II, write),
  STALL(CARD, ANY, STORE_RELEASE, draining),

  INFERRED(CARD, ANY, FENCE, drained, SAME, invalidate_all, pass),
  STALL(CARD, ANY, FENCE, draining),

  INFERRED(CARD, V, EVICT, always, I, drop),
  STALL(CARD, I | IV | II, EVICT, always),

  INFERRED(CARD, I | II, INV_ALL, always, SAME),
  INFERRED(CARD, V, INV_ALL, always, I, drop),
  INFERRED(CARD, IV, INV_ALL, always, II),

  NEVER(CARD, I | V, DATA | DATA_ACQUIRE | AACK),
  INFERRED(CARD, IV, DATA, always, V, install, serve),
  INFERRED(CARD, II, DATA, last, I, serve),
  INFERRED(CARD, II, DATA, not_last, II, serve),
  NEVER(CARD, IV, DATA_ACQUIRE | AACK),
  INFERRED(CARD, II, DATA_ACQUIRE, last, I, serve, invalidate_all),
  INFERRED(CARD, II, DATA_ACQUIRE, not_last, II, serve, invalidate_all),
  INFERRED(CARD, II, AACK, last, I, complete_atomic),
  INFERRED(CARD, II, AACK, not_last, II, complete_atomic),
  INFERRED(CARD, ANY, ACK, always, SAME, written),
};

SYSTEM(wt) = {
  .name = "wt",
  .title = "write-through L1s, invalidated whole by every acquire beyond the CTA",
  .source = "QuickRelease (HPCA 2014) 2.2, 2.4.1; thesis 5.3; card 01 section 4",
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), write combining, byte masks, QuickRelease's in-order responses",
  .kinds = {
    { .name = "L1",
      .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_states, 4, I | V, events, EVENT_COUNT,
                 LOAD | STORE | ATOMIC | LOAD_ACQUIRE | STORE_RELEASE | FENCE | EVICT | DATA | DATA_ACQUIRE | ACK | AACK | INV_ALL },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .lazy = true, .only_loads_tell = true, .environment = true } }, .internal_count = 1,
      .instances = ONE_PER_SM, .start_state = L1_I, .idle = l1_idle, .lease = NO_LEASE, .count_name = "unacknowledged",
      .reads_name = "out" },
    WRITE_THROUGH_L2,
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = WRITE_THROUGH_NETWORKS,
  .network_count = 2,
  .messages = WRITE_THROUGH_MESSAGES,
  .lower = lower_write_through,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "ptx-6.0 hsa" },
              [CORE_GPU] = { .offered = true, .memory_models = "ptx-6.0 hsa" },
              [CORE_WEAK] = { .offered = true, .memory_models = "ptx-6.0 hsa" } },
  .core = CORE_GPU,
  .client = LOAD | STORE | ATOMIC | LOAD_ACQUIRE | STORE_RELEASE | FENCE,
};

/* incoherent-l1: wt without its coherence: nothing is ever invalidated.
 *
 * Card 01, sections 4 and 11.  An acquire may hit in the L1, and a fence only waits for the SM's writes.  It must fail every test
 * whose outcome hangs on a stale copy that was there before the test began; that is what it is for: a checker that passes it
 * checks nothing.  The rows are those of wt without INV_ALL, and every one is INFERRED like those. */
#include "models/wt/write-through-l1.h"

/* What a stale copy breaks: everything but coherence of one word, what one SM does alone, and what the model leaves open. */
#define FAILS                                                                                                          \
  "Barrier-then-* MP* IRIW+F.sc.sys ISA2+F.*.sys ISA2+acqrel.sys ISA2+plain+F.sc.sys ISA2d+* !ISA2d+gpu-then-cta-diff "  \
  "Peterson+F* TicketLock* TryLock* SpinLock* R+F.sc.sys R+plain+F.sc.sys RWC+F.sc.sys SB+F.sc.sys SB+plain+F.sc.sys "    \
  "SB+F.sc.gpu WRCd+* Spin+* Spin-handshake* WRC+F.*.sys WRC+acqrel.sys !*+same-cta !MPh* !MPm*"

static const struct row l1_rows[] = {
  INFERRED(CARD, I, LOAD | LOAD_ACQUIRE, always, IV, gets, merge),
  INFERRED(CARD, V, LOAD | LOAD_ACQUIRE, always, V, hit),
  INFERRED(CARD, IV, LOAD | LOAD_ACQUIRE, always, IV, merge),
  INFERRED(CARD, II, LOAD | LOAD_ACQUIRE, always, II, gets),

  INFERRED(CARD, I, STORE, always, I, write),
  INFERRED(CARD, V, STORE, always, V, update, write),
  INFERRED(CARD, IV | II, STORE, always, II, write),

  INFERRED(CARD, I | IV | II, ATOMIC, always, II, atomic),
  INFERRED(CARD, V, ATOMIC, always, II, drop, atomic),

  INFERRED(CARD, I, STORE_RELEASE, drained, I, write),
  INFERRED(CARD, V, STORE_RELEASE, drained, V, update, write),
  INFERRED(CARD, IV | II, STORE_RELEASE, drained, II, write),
  STALL(CARD, ANY, STORE_RELEASE, draining),

  INFERRED(CARD, ANY, FENCE, drained, SAME, pass),
  STALL(CARD, ANY, FENCE, draining),

  INFERRED(CARD, V, EVICT, always, I, drop),
  STALL(CARD, I | IV | II, EVICT, always),

  NEVER(CARD, I | V, DATA | DATA_ACQUIRE | AACK),
  INFERRED(CARD, IV, DATA | DATA_ACQUIRE, always, V, install, serve),
  INFERRED(CARD, II, DATA | DATA_ACQUIRE, last, I, serve),
  INFERRED(CARD, II, DATA | DATA_ACQUIRE, not_last, II, serve),
  NEVER(CARD, IV, AACK),
  INFERRED(CARD, II, AACK, last, I, complete_atomic),
  INFERRED(CARD, II, AACK, not_last, II, complete_atomic),
  INFERRED(CARD, ANY, ACK, always, SAME, written),
};

SYSTEM(incoherent_l1) = {
  .name = "incoherent-l1",
  .title = "write-through L1s that nobody ever invalidates: no coherence at all, and it must fail",
  .source = "wt (QuickRelease 2.2, 2.4.1) without its invalidations",
  .not_modelled = "as wt",
  .kinds = {
    { .name = "L1",
      .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_states, 4, I | V, events, EVENT_COUNT,
                 LOAD | STORE | ATOMIC | LOAD_ACQUIRE | STORE_RELEASE | FENCE | EVICT | DATA | DATA_ACQUIRE | ACK | AACK },
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
  .claims = { [CORE_GPU] = { .offered = true, .memory_models = "ptx-6.0", .fails = FAILS } },
  .core = CORE_GPU,
  .client = LOAD | STORE | ATOMIC | LOAD_ACQUIRE | STORE_RELEASE | FENCE,
};

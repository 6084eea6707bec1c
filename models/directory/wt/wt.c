/* wt: write-through L1s, invalidated by acquires: what GPUs have today.
 *
 * Sources: QuickRelease (HPCA 2014) 2.2, 2.4.1; thesis 5.3, 5.4.2.  None prints a table: every row
 * is INFERRED from the rules that they state.  A store goes through to the L2 and allocates
 * nothing.  A release waits until every write of its SM is acknowledged.  An acquire invalidates
 * the whole L1 when its value returns.  IV: a miss is out, and its fill may be installed.  II:
 * something is out, and no fill may be installed.  README.md lists what was decided.
 *
 * Claims: an acquire and a fence leave no copy, and no fill to come, in their L1.
 * models/lib/write_through_claims.c has the claims on accesses and copies. */
#include "protocol/claims.h"
#include "models/lib/write_through_claims.h"
#include "models/lib/write_through_l1.h"

enum { PARAMETER_EARLY = PARAMETER_UNORDERED + 1, PARAMETER_FILLS };

static void invalidate_all(struct step *s) { step_signal_all(s, EVENT_INV_ALL); }

/* An acquire invalidates when its value returns (variant early-acquire: when it is sent). */
enum { ACQUIRES_EARLY = 1, RELEASES_EARLY };
GUARD(early, step_parameter(s, PARAMETER_EARLY) == ACQUIRES_EARLY)
/* A release waits for every write of its SM (variant own-stores: for those of its own thread). */
GUARD(counts_own_stores, step_parameter(s, PARAMETER_EARLY) == RELEASES_EARLY)
/* A fill that is out when an acquire invalidates is not installed (variant keep-fills: it is). */
GUARD_PAIR(keeps_fills, drops_fills, step_parameter(s, PARAMETER_FILLS))
static void gets_acquire(struct step *s) {
  gets(s);
  if (early(s)) invalidate_all(s);
}
static void invalidate_acquired(struct step *s) {
  if (!early(s)) invalidate_all(s);
}

static const struct row l1_rows[] = {
  INFERRED(RULES, I, LOAD, always, IV, gets, merge),
  INFERRED(RULES, V, LOAD, always, V, hit),
  INFERRED(RULES, IV, LOAD, always, IV, merge),
  INFERRED(RULES, II, LOAD, always, II, gets),

  INFERRED(RULES, I, STORE, always, I, write),
  INFERRED(RULES, V, STORE, always, V, update, write),
  INFERRED(RULES, IV | II, STORE, always, II, write),

  INFERRED(RULES, I | IV | II, ATOMIC, always, II, atomic),
  INFERRED(RULES, V, ATOMIC, always, II, drop, atomic),

  INFERRED(RULES, I | IV | II, LOAD_ACQUIRE, always, II, gets_acquire),
  INFERRED(RULES, V, LOAD_ACQUIRE, always, II, drop, gets_acquire),

  INFERRED(RULES, I, STORE_RELEASE, drained, I, write),
  INFERRED(RULES, V, STORE_RELEASE, drained, I, drop, write),
  INFERRED(RULES, IV | II, STORE_RELEASE, drained, II, write),
  STALL(RULES, ANY, STORE_RELEASE, draining),

  INFERRED(RULES, ANY, FENCE, drained, SAME, invalidate_all, pass),
  STALL(RULES, ANY, FENCE, draining),

  INFERRED(RULES, V, EVICT, always, I, drop),
  STALL(RULES, I | IV | II, EVICT, always),

  INFERRED(RULES, I | II, INV_ALL, always, SAME),
  INFERRED(RULES, V, INV_ALL, always, I, drop),
  INFERRED(RULES, IV, INV_ALL, drops_fills, II),
  VARIANT("IV/INV_ALL (keep-fills)", IV, INV_ALL, keeps_fills, SAME),

  NEVER(RULES, I | V, DATA | DATA_ACQUIRE | AACK),
  INFERRED(RULES, IV, DATA, always, V, install, serve),
  INFERRED(RULES, II, DATA, last, I, serve),
  INFERRED(RULES, II, DATA, not_last, II, serve),
  NEVER(RULES, IV, DATA_ACQUIRE | AACK),
  INFERRED(RULES, II, DATA_ACQUIRE, last, I, serve, invalidate_acquired),
  INFERRED(RULES, II, DATA_ACQUIRE, not_last, II, serve, invalidate_acquired),
  INFERRED(RULES, II, AACK, last, I, complete_atomic),
  INFERRED(RULES, II, AACK, not_last, II, complete_atomic),
  INFERRED(RULES, ANY, ACK, always, SAME, written),
};

/* --- what it claims --- */

static bool is_invalidated(const struct step *s) {
  for (unsigned line = 0; line < s->shape->lines; line++)
    if (1u << s->local->line[line].state & (V | IV)) return false;
  return true;
}
static bool l1_keeps(const struct step *s, const struct local *before) {
  if (step_answers(s, LOAD_ACQUIRE | FENCE) && !is_invalidated(s)) return false;
  return write_through_keeps_stores(s, before);
}

/* While an SM goes on storing, some store of it is always on its way.  A release of another thread
 * there waits until none is. */
static struct progress_claim progress(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ .threads = PROGRESS_POSSIBLE, .requests = PROGRESS_GUARANTEED };
}

static const struct write_through_hooks hooks = { counts_own_stores };

SYSTEM(wt) = {
  .name = "wt",
  .title = "write-through L1s, invalidated whole by every acquire beyond the CTA",
  .source = "QuickRelease (HPCA 2014) 2.2, 2.4.1; thesis 5.3",
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), write combining, byte masks, "
                  "QuickRelease's in-order responses, " LOWER_NOT_MODELLED,
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     REQUESTS | EVICT | DATA |
                         DATA_ACQUIRE | ACK | AACK | INV_ALL),
      .internals = {
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .promises.only_loads_observe = true,
          .environment = true },
      },
      .internal_count = 1, .instances = ONE_PER_SM, .start_state = L1_I, .idle = l1_idle,
      .keeps = l1_keeps, .lease = NO_LEASE, .shows.count = "unacknowledged", .shows.reads = "out" },
    WRITE_THROUGH_L2(.keeps = write_through_l2_keeps),
  },
  WRITE_THROUGH_RECORD(UNORDERED_REQUESTS),
  .lower = lower_scoped,
  .claims = ON_ALL_CORES("ptx-6.0 hsa"),
  .invariants = CLAIM(PROPERTY_OWN),
  .own_invariant.holds_in_flight = write_through_all_under_way,
  .own_invariant.name = "no access is lost, no copy lacks a word or is older than its SM's own "
                        "store, an acquire leaves no copy in its L1, and a release waits for every "
                        "store of its SM",
  .promises.not_of_ports = true,
  .progress = progress,
  .hooks = &hooks,
  .client = REQUESTS,
  .parameters = {
    UNORDERED_PARAMETER,
    [PARAMETER_EARLY] = { "early", 0, 0, 2, "1: an acquire invalidates when it is sent; 2: a "
                                            "release waits for its own thread's stores alone" },
    [PARAMETER_FILLS] = { "keep-fills", 0, 0, 1, "1: it keeps what is out when it invalidates" },
  },
  .variants = {
    { UNORDERED_VARIANT, .fails = "CoWR", LOSES_OWN(1, 1, 1, 1) },
    { "early-acquire", "an acquire invalidates when it is sent, not when its value returns",
      { { "early", 1 } }, .fails = "MP3+acqrel.gpu", LOSES_OWN(1, 2, 2, 1) },
    { "own-stores", "a release, or a fence, waits for its own thread's stores, not for all of its "
                    "SM", { { "early", 2 } }, .fails = "WRCd+cta-then-gpu", LOSES_OWN(1, 2, 1, 1) },
    { "keep-fills", "an acquire keeps what is out when it invalidates", { { "keep-fills", 1 } },
      .fails = "MP3+acqrel.gpu", LOSES_OWN(1, 2, 1, 1) },
  },
};

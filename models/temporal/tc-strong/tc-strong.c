/* tc-strong: temporal coherence that keeps a single writer or many readers at any (physical) time.
 *
 * models/lib/tc.h has the sources.  Tables 10.5 (L1) and 10.6 (L2) are the Primer's (2nd ed.).  A
 * write waits at the L2 until every lease of the block has run out, unless its sender holds the
 * only one.  State P is for that, and WriteV(t) proves it by naming the end of its lease.
 *
 * With `io` cores, which the thesis calls naive SC, fences do nothing.  With `gpu` cores a fence
 * waits for acknowledgements and for no cache.  README.md has the claims, and the inferences. */
#include "models/lib/tc.h"

enum { PARAMETER_OVERTAKE = PARAMETER_TC };

/* --- L1: Primer table 10.5 --- */

/* A block whose WriteV is out takes no store.  (Variant second-write: it does, and is in VV, or II,
 * until all have been acknowledged.) */
GUARD_PAIR(writes_again, store_waits, pending(s) == WRITES_AGAIN)
static unsigned l1_state(const struct local *local, unsigned at) {
  unsigned state = local->line[at].state;
  if (!local->line[at].writes) return state;
  return state == STATE_I   ? (unsigned)__builtin_ctz(II)
         : state == STATE_V ? (unsigned)__builtin_ctz(VV)
                            : state;
}

static const struct row l1_rows[] = {
  TC_L1_ROWS("10.5"),

  ROW("10.5 I/Store, Write-Ack", II, WRITE_ACK, always, I, complete),
  INFERRED("II: Atomic-Ack", II, ATOMIC_ACK, always, I, complete),
  NEVER("II", II, EVICT | EXPIRY | DATA),

  STALL("VV: waits", VV, STORE, store_waits),
  VARIANT("VV: it is sent, too (second-write)", VV, STORE, writes_again, SAME, write_valid),
  STALL("VV: waits", VV, ATOMIC, always),
  STALL("VV: waits", VV, LOAD, load_waits),
  VARIANT("VV: it hits (pending-old)", VV, LOAD, reads_old, SAME, hit),
  VARIANT("VV: it hits (pending-new)", VV, LOAD, reads_new, SAME, hit_written),
  INFERRED("VV: evicted", VV, EVICT, always, II, drop),
  INFERRED("VV: expired", VV, EXPIRY, always, II, drop),
  ROW("10.5 V/Store, Write-Ack", VV, WRITE_ACK, always, V, take_written, complete),
  NEVER("VV", VV, DATA | ATOMIC_ACK),

  SKEW_ROW(I | V | IV | II | VV, move_l1_ahead),
};

/* --- L2: Primer table 10.6 --- */

/* One write of each SM to a block can wait, so held writes are a set of SMs.  A WriteV that waits
 * in P cannot become the sole holder's: its t and the block's TS count down together. */
static void hold(struct step *s) {
  if (!step_parameter(s, PARAMETER_OVERTAKE)) sm_set_add(&s->line->held, sender(s));
}
static void release(struct step *s) { sm_set_remove(&s->line->held, sender(s)); }
GUARD(free_of_writes, sm_set_is_empty(s->line->held))
GUARD(write_waits, !sm_set_is_empty(s->line->held))
GUARD(free_and_clean, free_of_writes(s) && clean(s))
GUARD(free_and_dirty, free_of_writes(s) && dirty(s))

static const struct row l2_rows[] = {
  TC_L2_INVALID_ROWS("10.6"),

  ROW("10.6 P/GetV(t)", P, GETV, free_of_writes, S, grant),
  STALL("queues behind a write", P, GETV, write_waits),
  STALL("10.6 P/Write", P, WRITE, always, hold),
  ROW("10.6 P/WriteV(t), t = TS", P, WRITEV, sole, SAME, write, ack_sole),
  STALL("10.6 P/WriteV(t), t != TS", P, WRITEV, not_sole, hold),
  STALL("P/Atomic", P, ATOMIC_WRITE, always, hold),
  ROW("10.6 P/Expiry", P, EXPIRY, always, E),
  STALL("10.6 P/Eviction", P, EVICT, always),
  NEVER("10.6 P", P, MEM_DATA | MEM_ACK),

  ROW("10.6 S/GetV(t)", S, GETV, free_of_writes, SAME, grant),
  STALL("queues behind a write", S, GETV, write_waits),
  STALL("10.6 S/Write, S/WriteV(t)", S, WRITE | WRITEV, always, hold),
  STALL("S/Atomic", S, ATOMIC_WRITE, always, hold),
  ROW("10.6 S/Expiry", S, EXPIRY, always, E),
  STALL("10.6 S/Eviction", S, EVICT, always),
  NEVER("10.6 S", S, MEM_DATA | MEM_ACK),

  ROW("10.6 E/GetV(t)", E, GETV, free_of_writes, P, grant),
  STALL("queues behind a write", E, GETV, write_waits),
  ROW("10.6 E/Write, E/WriteV(t)", E, WRITE | WRITEV, always, SAME, release, write, ack),
  INFERRED("E/Atomic", E, ATOMIC_WRITE, always, SAME, release, read_modify_write),
  ROW("10.6 E/Eviction", E, EVICT, free_and_dirty, EI, write_back),
  INFERRED("E/Eviction, clean", E, EVICT, free_and_clean, I, forget),
  STALL("a write waits", E, EVICT, write_waits),
  NEVER("10.6 E", E, EXPIRY | MEM_DATA | MEM_ACK),

  TC_L2_TRANSIENT_ROWS("10.6"),

  SKEW_ROW(I | P | S | E | IP | IS | IE | EI, move_l2_ahead),
};

static struct progress_claim progress(const struct setting *setting) {
  return lease_progress(setting, setting->values[PARAMETER_OVERTAKE]);
}

SYSTEM(tc_strong) = {
  .name = "tc-strong",
  .title = "temporal coherence, strong: leases in physical time, writes wait for them to end",
  TC_RECORD,
  .source = "Singh et al., HPCA 2013; Primer 2nd ed., tables 10.5 and 10.6",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events, L1_ALPHABET),
      .internals = { LEASE_INTERNALS(l1_expired), L1_SKEW_INTERNAL },
      .internal_count = 3, .instances = ONE_PER_SM, .state_of = l1_state, .permission = permission,
      .lease = NO_LEASE, .times = { "TS" }, .shows.mark = "ahead" },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | P | S | E, events, L2_ALPHABET),
      .internals = TC_INTERNALS,
      .internal_count = 5, .instances = ONE_PER_BANK, .value = value, .lease = NO_LEASE,
      .times = { "TS" }, .shows.held = "held writes of", .shows.sharers = true,
      .shows.line_flag = "ahead",
      .shows.memory = true },
  },
  .published = {
    { 2, 3, 27, "thesis table 3.5, TCS L1", TC_L1_DIFFERS },
    { 4, 4, 23, "thesis table 3.5, TCS L2", TC_L2_DIFFERS },
  },
  RECORD_EVENTS(STRONG_MESSAGES),
  .promises.lines_share_clock = l1_clocks_agree,
  .lower = copies_lower_fenced,
  .claims = { [CORE_IO] = { true, "sc" }, [CORE_GPU] = { true, "xc" } },
  ONE_VALUE_RECORD,
  .own_invariant.name = "every readable copy is covered by the L2's lease, and a block in P has "
                        "one",
  .progress = progress,
  .parameters = {
    TC_PARAMETERS(WRITES_AGAIN, "; 3: a store beside one is sent", 1, ""),
    [PARAMETER_OVERTAKE] = { "overtake", 0, 0, 1, "1: reads may overtake a write that waits" },
  },
  .variants = {
    { "overtake", "reads overtake a write that waits, and may keep it waiting for ever",
      { { "overtake", 1 } } },
    { "pending-old", "a load may read the old value while a WriteV of its SM is out",
      { { "pending", READS_OLD } }, .fails = "WRC RWC IRIW",
      .invariants_lost = CLAIM(PROPERTY_DATA_VALUE) },
    { "pending-new", "a load may read the new value while a WriteV of its SM is out",
      { { "pending", READS_NEW } }, .fails = "RWC", .invariants_lost = CLAIM(PROPERTY_LOAD_VALUE),
      .shown_by = { .threads = 3 } },
    { "second-write", "a store is sent while a WriteV of its SM is out, and the copy is kept",
      { { "pending", WRITES_AGAIN } }, .fails = "CoWWm",
      .invariants_lost = CLAIM(PROPERTY_DATA_VALUE),
      .shown_by = { .sms = 1, .threads = 2, .lines = 1, .values = 1 } },
    { "early-expiry", "to the L2 a lease has ended at now = TS, when L1s still read the copy",
      { { "early", EARLY_EXPIRY } }, .fails = "MP",
      .invariants_lost = CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_OWN) },
    { "printed", "no row for a WriteV of a block that the L2 has not (table 10.6)",
      { { "printed", 1 } }, .invariants_lost = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) },
    L1S_AHEAD(),
    BANKS_AHEAD(.fails = "MP SB R",
                .invariants_lost = CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_OWN)),
    SKEW_MARGIN,
  },
};

/* tc-strong: temporal coherence that keeps a single writer or many readers at any (physical) time.
 *
 * models/lib/tc.h tells the protocol.  The figures are the Primer's (2nd ed.) tables 10.5 (L1) and
 * 10.6 (L2).  A write waits at the L2 until every lease of the block has run out, unless its
 * sender holds the only one.  State P is for that, and WriteV(t) proves it by naming the end of
 * its lease.  README.md lists what was inferred.
 *
 * Claims: with `io` cores (each thread has one access outstanding, which the thesis calls naive
 * SC) fences do nothing and the system is sequentially consistent.  With `gpu` cores stores are
 * posted: later accesses pass them, and a fence waits for their acknowledgements, nothing else.  A
 * write is performed at one time for all, so that is the Primer's XC (and PSO, but for atomics,
 * which do not wait for the stores before them).  Single writer, many readers shows as the
 * data-value invariant: no copy that a load may hit is older than the last store performed.
 * (Write-through L1s never hold the right to write, so permissions alone would say nothing.) No
 * load is told what was overwritten before it was issued, or what is yet to be stored. */
#include "models/lib/tc.h"

enum { PARAMETER_OVERTAKE = PARAMETER_TC };

/* --- L1: Primer table 10.5 --- */

/* A block whose WriteV is out takes no store (variant second-write: it takes others', and is in VV,
 * or II, until all of them have been acknowledged). */
static bool writes_again(const struct step *s) { return pending(s) == WRITES_AGAIN; }
static bool store_waits(const struct step *s) { return !writes_again(s); }
static unsigned l1_state(const struct local *local, unsigned at) {
  unsigned state = local->line[at].state;
  if (!local->line[at].writes) return state;
  return state == STATE_I   ? (unsigned)__builtin_ctz(II)
         : state == STATE_V ? (unsigned)__builtin_ctz(VV)
                            : state;
}

static const struct row l1_rows[] = {
  ROW("10.5 I/Load", I, LOAD, always, IV, join, ask),
  ROW("10.5 I/Store", I, STORE, always, II, write_through),
  INFERRED("I/Atomic", I, ATOMIC, always, II, write_atomic),
  NEVER("10.5 I", I, EVICT | EXPIRY | DATA | WRITE_ACK | ATOMIC_ACK),

  ROW("10.5 V/Load", V, LOAD, always, SAME, hit),
  ROW("10.5 V/Store", V, STORE, always, VV, write_valid),
  INFERRED("V/Atomic", V, ATOMIC, always, II, drop, write_atomic),
  ROW("10.5 V/Eviction", V, EVICT, always, I, drop),
  ROW("10.5 V/Expiry", V, EXPIRY, always, I, drop),
  NEVER("10.5 V", V, DATA | WRITE_ACK | ATOMIC_ACK),

  INFERRED("IV: joins", IV, LOAD, always, SAME, join),
  STALL("IV: waits", IV, STORE | ATOMIC, always),
  ROW("10.5 I/Load, Data", IV, DATA, live, V, install, serve_all),
  INFERRED("IV: Data expired on its way", IV, DATA, dead_alone, I, serve_one),
  INFERRED("IV: Data expired, others joined", IV, DATA, dead_joined, SAME, serve_one, ask),
  NEVER("IV", IV, EVICT | EXPIRY | WRITE_ACK | ATOMIC_ACK),

  STALL("II: waits", II, LOAD | STORE | ATOMIC, always),
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
};

/* --- L2: Primer table 10.6 --- */

/* One write of each SM to a block can wait; held writes are a set of SMs.  A WriteV that waited in
 * P cannot become the sole holder's there: its t and the block's TS both count down, and no read
 * may extend TS. */
static void hold(struct step *s) {
  if (!step_parameter(s, PARAMETER_OVERTAKE)) s->line->held |= (uint8_t)(1u << sender(s));
}
static void release(struct step *s) { s->line->held &= (uint8_t) ~(1u << sender(s)); }
static bool free_of_writes(const struct step *s) { return s->line->held == 0; }
static bool write_waits(const struct step *s) { return s->line->held != 0; }
static bool free_and_clean(const struct step *s) { return free_of_writes(s) && clean(s); }
static bool free_and_dirty(const struct step *s) { return free_of_writes(s) && dirty(s); }

static const struct row l2_rows[] = {
  ROW("10.6 I/GetV(t)", I, GETV, always, IP, fetch, note_reader),
  ROW("10.6 I/Write", I, WRITE, always, IE, fetch, note_writer),
  INFERRED("I/WriteV: the lease ran out, the block was evicted", I, WRITEV, has_row, IE, fetch,
           note_writer),
  INFERRED("I/Atomic", I, ATOMIC_WRITE, always, IE, fetch, note_writer),
  NEVER_WHEN("10.6 I: not printed", I, WRITEV, has_no_row),
  NEVER("10.6 I", I, EXPIRY | EVICT | MEM_DATA | MEM_ACK),

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

  INFERRED("IP: another reader", IP, GETV, always, IS, note_reader),
  INFERRED("IS: another reader", IS, GETV, always, SAME, note_reader),
  STALL("waits for DRAM", IP | IS, WRITE | WRITEV | ATOMIC_WRITE | EVICT, always),
  ROW("10.6 I/GetV(t), MemData", IP, MEM_DATA, always, P, fill, grant_noted),
  INFERRED("IS: MemData", IS, MEM_DATA, always, S, fill, grant_noted),
  NEVER("IP, IS", IP | IS, EXPIRY | MEM_ACK),

  STALL("waits for DRAM", IE, GETV | WRITE | WRITEV | ATOMIC_WRITE | EVICT, always),
  ROW("10.6 I/Write, MemData", IE, MEM_DATA, always, E, fill, perform_noted),
  NEVER("IE", IE, EXPIRY | MEM_ACK),

  STALL("waits for DRAM", EI, GETV | WRITE | WRITEV | ATOMIC_WRITE, always),
  ROW("10.6 E/Eviction, MemAck", EI, MEM_ACK, always, I, taken_back, forget),
  NEVER("EI", EI, EXPIRY | EVICT | MEM_DATA),
};

/* With one access outstanding a fence has nothing to wait for; else it waits for its own thread's,
 * and for no cache. */
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  if (shape->setting.core == CORE_IO) return lower_plain(shape, instruction, out);
  unsigned count = lower_fenced(shape, instruction, out);
  for (unsigned i = 0; i < count; i++)
    if (out[i].kind == MICRO_FENCE) out[i] = lower_micro_fence(false);
  return count;
}

/* A write waits for leases of reads that overtake again and again; where they last one tick, the
 * write may slip in between. */
static struct progress_claim progress(const struct setting *setting) {
  bool starves = setting->values[PARAMETER_OVERTAKE] && setting->values[PARAMETER_LEASE] > 1;
  enum progress_level level = starves ? PROGRESS_POSSIBLE : PROGRESS_GUARANTEED;
  return (struct progress_claim){ .threads = level, .requests = level };
}

SYSTEM(tc_strong) = {
  .name = "tc-strong",
  .title = "temporal coherence, strong: leases in physical time, writes wait for them to end",
  TC_RECORD,
  .source = "Singh et al., HPCA 2013; Primer 2nd ed., tables 10.5 and 10.6",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events, L1_ALPHABET),
      .internals = TC_L1_INTERNALS,
      .internal_count = 2, .instances = ONE_PER_SM, .state_of = l1_state, .permission = permission,
      .lease = NO_LEASE, .times = { "TS" } },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | P | S | E, events, L2_ALPHABET),
      .internals = TC_L2_INTERNALS,
      .internal_count = 4, .instances = ONE_PER_BANK, .value = value, .lease = NO_LEASE,
      .times = { "TS" }, .shows.held = "held writes of", .shows.sharers = true,
      .shows.memory = true },
  },
  .published = {
    { 2, 3, 27, "thesis table 3.5, TCS L1", "the companion table of HPCA 2013 that it counts is "
                                            "not public; here the rows that the Primer's stable "
                                            "table has, with the answer to each request as a row "
                                            "of its own" },
    { 4, 4, 23, "thesis table 3.5, TCS L2", "likewise; an atomic, and a merged read of a block "
                                            "that DRAM owes, are rows of ours that no source has "
                                            "and that are not counted" },
  },
  .messages = TC_MESSAGES(NULL),
  .promises.lines_share_clock = record_lines_always_share_clock,
  .lower = lower,
  .claims = { [CORE_IO] = { true, "sc" }, [CORE_GPU] = { true, "xc" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE) |
      CLAIM(PROPERTY_OWN),
  .own_invariant.name = "every readable copy is covered by the L2's lease, and a block in P has "
                        "one",
  .progress = progress,
  .client = LOAD | STORE | ATOMIC,
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
  },
};

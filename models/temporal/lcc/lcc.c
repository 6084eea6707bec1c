/* lcc: Library Cache Coherence.  Every copy has a lease in physical time.  A store waits at the L2
 * until the last has run out, and reads go on meanwhile.
 *
 * Source: Shim, Cho, Lis, Khan, Devadas, "Library cache coherence", MIT CSAIL TR 2011-027, as G-TSC
 * (HPCA 2018, section I) and the thesis (7.1) describe it.  The thesis calls it equivalent to its
 * TC-strong baseline.  The Primer (2nd ed., 10.1) has that protocol's tables (10.5, 10.6), whose
 * rows are named where one is the same.  The library is the set of timestamps that the shared cache
 * keeps.  Copies invalidate themselves when their lease ends.  A store to an unexpired block is
 * delayed until then.  Meanwhile "reads on a cache block [are allowed] to take place while a write
 * to the block is being delayed, without breaking sequential consistency" (abstract of the report).
 * Its size does not depend on the number of cores, so it does not say who holds a copy.
 * TC-strong's state P, and its WriteV, which spare the only holder the wait, are TC's own and are
 * not here.
 *
 * models/lib/physical_lease.h has leases and the states of an L1.  II and VV wait for a store or
 * an atomic.  The states of the L2, the transient ones INFERRED: I, S (a lease may run), E
 * (all have run out); IS, IE DRAM is asked, for readers, for a write; EI DRAM takes the block back;
 * SW a write waits for the leases to end.  README.md has the claims. */
#include "models/lib/physical_lease.h"

enum { S = 1 << 1, E = 1 << 2, IS = 1 << 3, IE = 1 << 4, EI = 1 << 5, SW = 1 << 6 };
static const char *const l2_states[] = { "I", "S", "E", "IS", "IE", "EI", "SW" };

#define MESSAGES(M)                                                       \
  M(GET, "Get", REQUEST)                                                  \
  M(WRITE, "Write", REQUEST, .has_value = true, .has_core = true)         \
  M(ATOMIC_WRITE, "Atomic", REQUEST, .has_value = true, .has_core = true) \
  M(DATA, "Data", RESPONSE, .times = { "TS" }, .has_data = true)          \
  M(WRITE_ACK, "Write-Ack", RESPONSE, .has_core = true)                   \
  M(ATOMIC_ACK, "Atomic-Ack", RESPONSE, .has_value = true, .has_core = true)
/* DUE: the write that waits has its turn. */
#define INSIDE(E) E(MEM_DATA, "MemData") E(MEM_ACK, "MemAck") E(DUE, "Due") E(AHEAD, "AHEAD")
DECLARE_EVENTS(MESSAGES, INSIDE);
enum { PARAMETER_EXTEND = PARAMETER_MODEL, PARAMETER_MERGE };

/* --- the L1 --- */

GUARD(serves_all, s->line->waiting == 1 || step_parameter(s, PARAMETER_MERGE))
GUARD(dead_alone, !live(s) && serves_all(s))
GUARD(dead_joined, !live(s) && !serves_all(s))
static void ask(struct step *s) { step_send(s, EVENT_GET, home(s)); }
static void write_through(struct step *s) {
  pass_request(s, s->request->event == EVENT_ATOMIC ? EVENT_ATOMIC_WRITE : EVENT_WRITE);
}

static const struct row l1_rows[] = {
  ROW("10.5 I/Load", I, LOAD, always, IV, join, ask),
  ROW("10.5 I/Store", I, STORE, always, II, write_through),
  INFERRED("I/Atomic", I, ATOMIC, always, II, write_through),
  NEVER("10.5 I", I, EVICT | EXPIRY | DATA | WRITE_ACK | ATOMIC_ACK),

  ROW("10.5 V/Load", V, LOAD, always, SAME, hit),
  ROW("10.5 V/Store", V, STORE, always, VV, write_through),
  INFERRED("V/Atomic", V, ATOMIC, always, VV, write_through),
  ROW("10.5 V/Eviction", V, EVICT, always, I, drop),
  ROW("10.5 V/Expiry", V, EXPIRY, always, I, drop),
  NEVER("10.5 V", V, DATA | WRITE_ACK | ATOMIC_ACK),

  INFERRED("IV: joins", IV, LOAD, always, SAME, join),
  STALL("IV: waits", IV, STORE | ATOMIC, always),
  ROW("10.5 I/Load, Data", IV, DATA, live, V, install, serve_all),
  INFERRED("IV: Data expired on its way", IV, DATA, dead_alone, I, serve_all),
  INFERRED("IV: Data expired, others joined", IV, DATA, dead_joined, SAME, serve_one, ask),
  NEVER("IV", IV, EVICT | EXPIRY | WRITE_ACK | ATOMIC_ACK),

  STALL("II: waits", II, LOAD | STORE | ATOMIC, always),
  ROW("10.5 I/Store, Write-Ack", II, WRITE_ACK, always, I, complete),
  INFERRED("II: Atomic-Ack", II, ATOMIC_ACK, always, I, complete),
  NEVER("II", II, EVICT | EXPIRY | DATA),

  INFERRED("VV: the old value, while the store is delayed", VV, LOAD, always, SAME, hit),
  STALL("VV: waits", VV, STORE | ATOMIC, always),
  INFERRED("VV: evicted", VV, EVICT, always, II, drop),
  INFERRED("VV: expired", VV, EXPIRY, always, II, drop),
  NEVER("VV: the copy's lease ends first", VV, DATA | WRITE_ACK | ATOMIC_ACK),

  SKEW_ROW(I | V | IV | II | VV, move_l1_ahead),
};

/* --- the L2 and its library --- */

static void hold(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  join(s);
}
static void fill(struct step *s) { s->line->data = s->line->memory; }
static unsigned longest(const struct step *s) {
  return (unsigned)step_parameter(s, PARAMETER_LEASE);
}
static void grant(struct step *s) { lease_to(s, EVENT_DATA, sender(s), longest(s)); }
static void grant_noted(struct step *s) {
  SM_SET_EACH(sm, s->line->sharers) lease_to(s, EVENT_DATA, sm, longest(s));
  s->line->sharers = 0;
}
/* A lease that ends no later than those that the write waits for. */
static void grant_within(struct step *s) {
  unsigned over = ended_in_l2(s) + margin(s);
  unsigned left = s->line->time[TS] > over ? s->line->time[TS] - over : 0;
  bool within = left < longest(s) && !step_parameter(s, PARAMETER_EXTEND);
  lease_to(s, EVENT_DATA, sender(s), within ? left : longest(s));
}
static void perform_for(struct step *s, const struct request *request, unsigned sm) {
  unsigned type = request->event == EVENT_ATOMIC ? EVENT_ATOMIC_ACK : EVENT_WRITE_ACK;
  int64_t old = perform_on(s, &s->line->data, request);
  s->line->dirty = 1;
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->request = *request;
  message->request.value = answer_of(request, old);
}
static void write(struct step *s) { perform_for(s, s->request, sender(s)); }
static void write_held(struct step *s) {
  struct request request = step_dequeue(s, 0);
  perform_for(s, &request, s->line->owner);
  s->line->owner = NO_ONE;
}
static void write_back(struct step *s) { s->line->memory = s->line->data; }
static void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[TS] = 0;
  s->line->dirty = 0;
}

static const struct row l2_rows[] = {
  ROW("10.6 I/GetV(t)", I, GET, always, IS, note_reader),
  ROW("10.6 I/Write", I, WRITE, always, IE, hold),
  INFERRED("I/Atomic", I, ATOMIC_WRITE, always, IE, hold),
  NEVER("10.6 I", I, EXPIRY | EVICT | MEM_DATA | MEM_ACK | DUE),

  ROW("10.6 S/GetV(t)", S, GET, always, SAME, grant),
  ROW("LCC: the write is delayed", S, WRITE, always, SW, hold),
  INFERRED("S/Atomic", S, ATOMIC_WRITE, always, SW, hold),
  ROW("10.6 S/Expiry", S, EXPIRY, always, E),
  STALL("10.6 S/Eviction", S, EVICT, always),
  NEVER("10.6 S", S, MEM_DATA | MEM_ACK | DUE),

  ROW("LCC: reads go on", SW, GET, always, SAME, grant_within),
  STALL("SW: another write", SW, WRITE | ATOMIC_WRITE, always),
  STALL("10.6 S/Eviction", SW, EVICT, always),
  ROW("LCC: all copies have expired", SW, DUE, always, E, write_held),
  NEVER("SW", SW, EXPIRY | MEM_DATA | MEM_ACK),

  ROW("10.6 E/GetV(t)", E, GET, always, S, grant),
  ROW("10.6 E/Write", E, WRITE, always, SAME, write),
  INFERRED("E/Atomic", E, ATOMIC_WRITE, always, SAME, write),
  ROW("10.6 E/Eviction", E, EVICT, dirty, EI, write_back),
  INFERRED("E/Eviction, clean", E, EVICT, clean, I, forget),
  NEVER("10.6 E", E, EXPIRY | MEM_DATA | MEM_ACK | DUE),

  INFERRED("IS: another reader", IS, GET, always, SAME, note_reader),
  STALL("waits for DRAM", IS, WRITE | ATOMIC_WRITE | EVICT, always),
  ROW("10.6 I/GetV(t), MemData", IS, MEM_DATA, always, S, fill, grant_noted),
  NEVER("IS", IS, EXPIRY | MEM_ACK | DUE),

  STALL("waits for DRAM", IE, GET | WRITE | ATOMIC_WRITE | EVICT, always),
  ROW("10.6 I/Write, MemData", IE, MEM_DATA, always, E, fill, write_held),
  NEVER("IE", IE, EXPIRY | MEM_ACK | DUE),

  STALL("waits for DRAM", EI, GET | WRITE | ATOMIC_WRITE, always),
  ROW("10.6 E/Eviction, MemAck", EI, MEM_ACK, always, I, forget),
  NEVER("EI", EI, EXPIRY | EVICT | MEM_DATA | DUE),

  SKEW_ROW(I | S | E | IS | IE | EI | SW, move_l2_ahead),
};

/* --- the record --- */

GUARD(l2_expired, in_state(s, S) && s->line->time[TS] <= ended_in_l2(s))
GUARD(due, in_state(s, SW) && s->line->time[TS] <= ended_in_l2(s))
GUARD(dram_reads, in_state(s, IS | IE))
GUARD(dram_wrote, in_state(s, EI))
static enum permission permission(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (V | VV) ? PERMISSION_READ : PERMISSION_NONE;
}
static bool leases_covered(const struct shape *shape, const struct local *const *locals) {
  return lease_covers(shape, locals, S | SW, 0);
}
static struct progress_claim progress(const struct setting *setting) {
  return lease_progress(setting, setting->values[PARAMETER_EXTEND]);
}

SYSTEM(lcc) = {
  .name = "lcc",
  .title = "library cache coherence: leases in physical time, stores wait for the last to end, "
           "reads go on",
  .source = "Shim et al., MIT TR 2011-027, as told by G-TSC I and the thesis 7.1; Primer 2nd ed., "
            "tables 10.5 and 10.6",
  .not_modelled = "the report's choice of timestamps (every lease is tried), rollover of "
                  "timestamps, skew of more than a tick, capacity and associativity "
                  "(evictions come at any time instead), scopes (the source has none)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     LOAD | STORE | ATOMIC | EVICT | EXPIRY | AHEAD | DATA | WRITE_ACK |
                       ATOMIC_ACK),
      .internals = { LEASE_INTERNALS(l1_expired), L1_SKEW_INTERNAL },
      .internal_count = 3, .instances = ONE_PER_SM, .permission = permission, .lease = NO_LEASE,
      .times = { "TS" }, .shows.mark = "ahead" },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | S | E, events,
                     GET | WRITE | ATOMIC_WRITE | EVICT | EXPIRY | AHEAD | MEM_DATA | MEM_ACK |
                       DUE),
      .internals = {
        LEASE_INTERNALS(l2_expired),
        { EVENT_MEM_DATA, PER_LINE, dram_reads },
        { EVENT_MEM_ACK, PER_LINE, dram_wrote },
        { EVENT_DUE, PER_LINE, due },
        L2_SKEW_INTERNAL,
      },
      .internal_count = 6, .instances = ONE_PER_BANK, .value = value, .lease = NO_LEASE,
      .times = { "TS" }, .shows.sharers = true, .shows.owner = true, .shows.memory = true,
      .shows.line_flag = "ahead" },
  },
  RECORD_EVENTS(MESSAGES),
  .networks = LEASE_NETWORKS,
  .network_count = NETWORK_COUNT,
  .time = TIME_REMAINING,
  .promises.lines_share_clock = l1_clocks_agree,
  .lower = copies_lower_fenced,
  .claims = { [CORE_IO] = { true, "sc" }, [CORE_GPU] = { true, "xc" } },
  .same_address_interlock = true,
  ONE_VALUE_RECORD,
  .own_invariant.holds = leases_covered,
  .own_invariant.name = "every readable copy is covered by a lease that the library remembers",
  .progress = progress,
  .parameters = {
    LEASE_PARAMETER,
    [PARAMETER_EXTEND] = { "extend", 0, 0, 1, "1: a read may extend the leases that a write waits "
                                              "for" },
    [PARAMETER_MERGE] = { "merge", 0, 0, 1, "1: data that expired on its way serves the loads that "
                                            "joined, too" },
  },
  .variants = {
    { "extend", "a read extends the leases that a write waits for, and may keep it waiting for "
                "ever", { { "extend", 1 } } },
    { "dead-merge", "data that expired on its way serves the loads that joined", { { "merge", 1 } },
      .fails = "MPm SBm", .invariants_lost = CLAIM(PROPERTY_LOAD_VALUE),
      .shown_by = { .threads = 3 } },
    L1S_AHEAD(),
    BANKS_AHEAD(.fails = "MP SB R",
                .invariants_lost = CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_OWN) |
                                   CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)),
    SKEW_MARGIN,
  },
};

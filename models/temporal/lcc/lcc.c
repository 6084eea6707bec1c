/* lcc: Library Cache Coherence.  Every copy has a lease in physical time.  A store waits at the L2
 * until the last has run out, and reads go on meanwhile.
 *
 * Source: Shim, Cho, Lis, Khan, Devadas, "Library cache coherence", MIT CSAIL TR 2011-027, as
 * G-TSC (HPCA 2018, section I) and the thesis (7.1) tell it, which calls it equivalent to its
 * TC-strong baseline.  The Primer (2nd ed., 10.1) has that protocol's tables (10.5, 10.6), whose
 * rows are named where one is the same.  The library is the set of timestamps that the shared
 * cache keeps.  Copies invalidate themselves when their lease ends, a store to an unexpired block
 * is delayed until then, and "reads on a cache block [are allowed] to take place while a write to
 * the block is being delayed, without breaking sequential consistency" (abstract of the report).
 * Its size does not depend on the number of cores, so it does not say who holds a copy.
 * TC-strong's state P, and its WriteV, which spare the only holder the wait, are TC's own and are
 * not here.
 *
 * A timestamp TS is kept as what remains of it, as in models/lib/tc.h.  States, the transient ones
 * INFERRED:
 *   - L1: I, V; IV a load is out, and loads join it; II a store or an atomic is out, and there
 *     is no copy; VV it is out beside a copy whose lease still runs;
 *   - L2: I, S (a lease may run), E (all have run out); IS, IE DRAM is asked, for readers, for a
 *     write; EI DRAM takes the block back; SW a write waits for the leases to end.
 *
 * Claims: with `io` cores sequential consistency.  With `gpu` cores a store is performed at one
 * time for all: the Primer's XC.  No copy that a load may hit is older than the last store
 * performed.  No load is told what was overwritten before it was issued. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

enum { STATE_I, STATE_V, STATE_IV, STATE_II, STATE_VV };
enum { I = 1 << 0 };
enum { V = 1 << 1, IV = 1 << 2, II = 1 << 3, VV = 1 << 4 };                          /* L1 */
enum { S = 1 << 1, E = 1 << 2, IS = 1 << 3, IE = 1 << 4, EI = 1 << 5, SW = 1 << 6 }; /* L2 */
static const char *const l1_states[] = { "I", "V", "IV", "II", "VV" };
static const char *const l2_states[] = { "I", "S", "E", "IS", "IE", "EI", "SW" };

/* GET to ATOMIC_WRITE: request: L1 to L2; DATA to ATOMIC_ACK: response: L2 to L1; MEM_DATA to DUE:
 * inside the L2; DUE: the write that waits has its turn. */
#define EVENTS(E)                                                                     \
  E(GET, "Get"), E(WRITE, "Write"), E(ATOMIC_WRITE, "Atomic"), E(DATA, "Data"),       \
      E(WRITE_ACK, "Write-Ack"), E(ATOMIC_ACK, "Atomic-Ack"), E(MEM_DATA, "MemData"), \
      E(MEM_ACK, "MemAck"), E(DUE, "Due")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };
enum { TS }; /* which time of a line, and of a message */
enum { PARAMETER_LEASE, PARAMETER_EXTEND, PARAMETER_MERGE };

/* --- the L1 --- */

static bool live(const struct step *s) { return step_incoming(s)->time[TS] > 0; }
static bool serves_all(const struct step *s) {
  return s->line->waiting == 1 || step_parameter(s, PARAMETER_MERGE);
}
static bool dead_alone(const struct step *s) { return !live(s) && serves_all(s); }
static bool dead_joined(const struct step *s) { return !live(s) && !serves_all(s); }

static void ask(struct step *s) { step_send(s, EVENT_GET, step_controller_of_line(s, s->at)); }
static void join(struct step *s) { step_enqueue(s, s->request); }
static void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }
static void write_through(struct step *s) {
  unsigned type = s->request->event == EVENT_ATOMIC ? EVENT_ATOMIC_WRITE : EVENT_WRITE;
  step_send(s, type, step_controller_of_line(s, s->at))->request = *s->request;
}

static void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[TS] = 0;
}

static void install(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[TS] = step_incoming(s)->time[TS];
}

static void serve_one(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply_word(s, &request, &step_incoming(s)->data);
}
static void serve_all(struct step *s) {
  while (s->line->waiting) serve_one(s);
}

static void complete(struct step *s) { step_reply(s, s->request, s->request->value); }

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
};

/* --- the L2 and its library --- */

static unsigned sender(const struct step *s) { return step_sm_of(s, step_incoming(s)->from); }
static bool clean(const struct step *s) { return !s->line->dirty; }
static bool dirty(const struct step *s) { return s->line->dirty; }

static void note_reader(struct step *s) { s->line->sharers |= (uint8_t)(1u << sender(s)); }
static void hold(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  step_enqueue(s, s->request);
}

static void fill(struct step *s) { s->line->data = s->line->memory; }

/* A lease of any length up to `greatest`; the block's own time is the latest of all that were
 * given. */
static void grant_to(struct step *s, unsigned sm, unsigned greatest) {
  unsigned lease = step_choose(s, greatest + 1);
  struct message *message = step_send(s, EVENT_DATA, step_controller_of_sm(s, sm));
  message->time[TS] = (uint8_t)lease;
  message->data = s->line->data;
  s->line->time[TS] = (uint8_t)time_later(s->line->time[TS], lease);
}

static void grant(struct step *s) {
  grant_to(s, sender(s), (unsigned)step_parameter(s, PARAMETER_LEASE));
}
static void grant_noted(struct step *s) {
  for (unsigned sm = 0; s->line->sharers >> sm; sm++)
    if (s->line->sharers >> sm & 1) grant_to(s, sm, (unsigned)step_parameter(s, PARAMETER_LEASE));
  s->line->sharers = 0;
}

/* A lease that ends no later than what the write waits for. */
static void grant_within(struct step *s) {
  unsigned longest = (unsigned)step_parameter(s, PARAMETER_LEASE), left = s->line->time[TS];
  grant_to(s, sender(s), step_parameter(s, PARAMETER_EXTEND) || left > longest ? longest : left);
}

static void perform_for(struct step *s, const struct request *request, unsigned sm) {
  bool atomic = request->event == EVENT_ATOMIC;
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request_result(request, old));
  s->line->dirty = 1;
  struct message *message =
      step_send(s, atomic ? EVENT_ATOMIC_ACK : EVENT_WRITE_ACK, step_controller_of_sm(s, sm));
  message->request = *request;
  message->request.value = atomic ? old : 0;
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
};

/* --- the record --- */

static bool l1_expired(const struct step *s) {
  return 1u << s->state & (V | VV) && s->line->time[TS] == 0;
}
static bool l2_expired(const struct step *s) {
  return 1u << s->state & S && s->line->time[TS] == 0;
}
static bool due(const struct step *s) { return 1u << s->state & SW && s->line->time[TS] == 0; }
static bool dram_reads(const struct step *s) { return 1u << s->state & (IS | IE); }
static bool dram_wrote(const struct step *s) { return 1u << s->state & EI; }

static enum permission permission(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (V | VV) ? PERMISSION_READ : PERMISSION_NONE;
}

static const struct data *value(const struct local *local, unsigned line) {
  const struct line *at = &local->line[line];
  return at->state == STATE_I ? &at->memory : &at->data;
}

/* Every readable copy is covered by a lease that the library still remembers, which is inclusion,
 * too. */
static bool leases_covered(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      if (!(1u << copy->state & (V | VV))) continue;
      if (!(1u << bank->state & (S | SW)) || copy->time[TS] > bank->time[TS]) return false;
    }
  }
  return true;
}

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

/* A write waits for leases that are extended again and again; where they last one tick, the write
 * may slip in between. */
static struct progress_claim progress(const struct setting *setting) {
  bool starves = setting->values[PARAMETER_EXTEND] && setting->values[PARAMETER_LEASE] > 1;
  enum progress_level level = starves ? PROGRESS_POSSIBLE : PROGRESS_GUARANTEED;
  return (struct progress_claim){ .threads = level, .requests = level };
}

SYSTEM(lcc) = {
  .name = "lcc",
  .title = "library cache coherence: leases in physical time, stores wait for the last to end, "
           "reads go on",
  .source = "Shim et al., MIT TR 2011-027, as told by G-TSC I and the thesis 7.1; Primer 2nd ed., "
            "tables 10.5 and 10.6",
  .not_modelled = "the report's choice of timestamps (every lease is tried), rollover of "
                  "timestamps, skew between the caches' clocks, capacity and associativity "
                  "(evictions come at any time instead), scopes (the source has none)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     LOAD | STORE | ATOMIC | EVICT | EXPIRY | DATA | WRITE_ACK | ATOMIC_ACK),
      .internals = {
        { EVENT_EXPIRY, PER_LINE, l1_expired, .urgent = true },
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .permission = permission, .lease = NO_LEASE,
      .times = { "TS" } },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | S | E, events,
                     GET | WRITE | ATOMIC_WRITE | EVICT | EXPIRY | MEM_DATA | MEM_ACK | DUE),
      .internals = {
        { EVENT_EXPIRY, PER_LINE, l2_expired, .urgent = true },
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true },
        { EVENT_MEM_DATA, PER_LINE, dram_reads },
        { EVENT_MEM_ACK, PER_LINE, dram_wrote },
        { EVENT_DUE, PER_LINE, due },
      },
      .internal_count = 5, .instances = ONE_PER_BANK, .value = value, .lease = NO_LEASE,
      .times = { "TS" }, .shows.sharers = true, .shows.owner = true, .shows.memory = true },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "request", UNORDERED, 12 }, { "response", UNORDERED, 12 } },
  .network_count = 2,
  .messages = {
    [EVENT_GET] = { "Get", 0, .lease = NO_LEASE },
    [EVENT_WRITE] = { "Write", 0, .has_value = true, .has_core = true, .lease = NO_LEASE },
    [EVENT_ATOMIC_WRITE] = { "Atomic", 0, .has_value = true, .has_core = true, .lease = NO_LEASE },
    [EVENT_DATA] = { "Data", 1, { "TS" }, .has_data = true, .lease = NO_LEASE },
    [EVENT_WRITE_ACK] = { "Write-Ack", 1, .has_core = true, .lease = NO_LEASE },
    [EVENT_ATOMIC_ACK] = { "Atomic-Ack", 1, .has_value = true, .has_core = true,
      .lease = NO_LEASE },
  },
  .time = TIME_REMAINING,
  .promises.lines_share_clock = record_lines_always_share_clock,
  .lower = lower,
  .claims = { [CORE_IO] = { true, "sc" }, [CORE_GPU] = { true, "xc" } },
  .core = CORE_IO,
  .same_address_interlock = true,
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE) |
      CLAIM(PROPERTY_OWN),
  .own_invariant.holds = leases_covered,
  .own_invariant.name = "every readable copy is covered by a lease that the library remembers",
  .progress = progress,
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC,
  .parameters = {
    [PARAMETER_LEASE] = { "lease", 1, 0, 60, "the longest lease; every shorter one is tried too" },
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
  },
};

/* rcc-o: release consistency-directed coherence that tracks ownership.  A store owns its line before it is done, so that a
 * release has nothing to write back; an acquire drops what is valid and not owned, and nothing where it reads its SM's own store.
 *
 * Source: Nagarajan, Sorin, Hill, Wood, A Primer on Memory Consistency and Cache Coherence, 2nd ed., 10.1.4, "Exploiting
 * ownership", tables 10.15 (L1) and 10.16 (L2): states I, V, O; GetV, GetO, and a request of the L2 to the owner to write back.
 * Valid copies of others are not invalidated when a line gets an owner: an acquire does that, as in rcc.
 *
 * The tables name stable states.  The transient ones, and what follows from them, are INFERRED:
 *   - IV, VG, IP: a GetV is out, as in rcc.  IO, VO: a GetO is out, beside no copy or an old one, which still serves plain loads;
 *     the store waits in the line's MSHR, and nobody sees it before the line is owned.  So a release need wait for its own
 *     thread's stores only (its core sees to that): what its thread has seen of others on the SM is owned.
 *   - OI: an eviction of an owned line is out (PutO).  A ReqWB that crosses it is answered by NoData; the L2 waits for both, and
 *     only then acknowledges the PutO, so that no ReqWB is left that could meet a later ownership.  A ReqWB that overtakes the
 *     Grant waits for it.  No network need keep order.
 *   - The L2 has one transaction a line at a time; what comes meanwhile waits.
 *   - An acquire of an owned line is a plain hit, as table 10.15 has it, only of a word that this SM has stored itself (`own`).
 *     The line may have been taken over after another SM's release of this very word: by a read-modify-write, which carries
 *     the release on, or by a store to another word of the line.  Then the acquire invalidates like any other, without a fetch
 *     (variant `printed`: it does not).  A store of this SM that comes after another's release of the word does not carry it on, and
 *     PTX lets the acquire read it and acquire nothing; an order of all acquires and releases, as HSA's and RCsc's, does not
 *     (n6+acqrel.sys).  Where the first acquire of a word since the line is owned invalidates, both hold (`acquire-anew`).
 *   - The L2 evicts an owned line by asking for it back (`recall`).  Left out by default, since it adds no outcome: an owner that
 *     keeps the line reads and writes what one that was made a mere holder, and asks again, does; where an acquire drops the
 *     copy, the owner's own eviction does as much; and the L2's requests to the owner only delay what it would answer itself.
 *   - Atomics own the line and are performed in the L1.  A fence beyond the CTA drops what is not owned.
 *   - A relaxed access is a plain one; .sys scope is .gpu scope: there is one GPU.
 *
 * Claims.  Old copies stay, so neither a single writer nor the last store in every copy; but what is owned is the last store, and
 * what is in the L2 where nobody owns; no copy lacks a word; a fill is what the L2 has sent; and what an acquire, or a fence,
 * leaves in its L1 is owned, or what it has just read. */
#include "kit/claims.h"
#include "kit/step.h"
#include "kit/system.h"
#include "models/rcc/lower.h"
#include "models/rcc/networks.h"

enum { I = 1 << 0, V = 1 << 1, O = 1 << 2, IV = 1 << 3, VG = 1 << 4, IP = 1 << 5, IO = 1 << 6, VO = 1 << 7, OI = 1 << 8,
       ANY = (1 << 9) - 1, HOLDS = V | O | VG | VO };
static const char *const l1_states[] = { "I", "V", "O", "IV", "VG", "IP", "IO", "VO", "OI" };
enum { L2_V = 1 << 0, L2_O = 1 << 1, OV = 1 << 2, OO = 1 << 3, OE = 1 << 4 };
static const char *const l2_states[] = { "V", "O", "OV", "OO", "OE" };

enum {
  EVENT_GETV = EVENT_OWN, EVENT_GETO, EVENT_PUTO, EVENT_OWNWB, EVENT_NODATA, /* up: L1 to L2 */
  EVENT_DATA, EVENT_GRANT, EVENT_REQWB, EVENT_PUTACK,                        /* down: L2 to L1 */
  EVENT_INV_ALL,                                                             /* inside an L1 */
  EVENT_COUNT
};
#define GETV (1ull << EVENT_GETV)
#define GETO (1ull << EVENT_GETO)
#define PUTO (1ull << EVENT_PUTO)
#define OWNWB (1ull << EVENT_OWNWB)
#define NODATA (1ull << EVENT_NODATA)
#define DATA (1ull << EVENT_DATA)
#define GRANT (1ull << EVENT_GRANT)
#define REQWB (1ull << EVENT_REQWB)
#define PUTACK (1ull << EVENT_PUTACK)
#define INV_ALL (1ull << EVENT_INV_ALL)
static const char *const events[] = { "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY",
                                      "GetV", "GetO", "PutO", "OwnWB", "NoData", "Data", "Grant", "ReqWB", "PutAck", "INV_ALL" };
#define WRITES (STORE | STORE_RELEASE | ATOMIC)

enum { PARAMETER_PRINTED = PARAMETER_UNSCOPED + 1, PARAMETER_RECALL, PARAMETER_EARLY_PUTACK, PARAMETER_APART };
enum { RECALLS = 1, FORGETS };
enum { NEVER_ANEW = 1, ACQUIRES_ANEW }; /* printed */

/* --- the L1 --- */

static unsigned home(const struct step *s) { return controller_of_line(s, s->at); }
static void keep(struct step *s) { enqueue(s, s->request); }
static void getv(struct step *s) { send(s, EVENT_GETV, home(s)); }
static void geto(struct step *s) { send(s, EVENT_GETO, home(s)); }
static void hit(struct step *s) { reply(s, s->request, s->line->data.word[s->request->word]); }
static void done(struct step *s) { reply(s, s->request, 0); }

static void write_for(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request_result(request, old));
  if (request->event != EVENT_ATOMIC && parameter(s, PARAMETER_PRINTED) != ACQUIRES_ANEW)
    s->line->flag |= (uint8_t)(1u << request->word);
  reply(s, request, request->event == EVENT_ATOMIC ? old : 0);
}
static void write_hit(struct step *s) { write_for(s, s->request); }
static void write_kept(struct step *s) {
  struct request request = dequeue(s, 0);
  write_for(s, &request);
}

static void drop(struct step *s) { data_clear(&s->line->data); }
static void disown(struct step *s) { s->line->flag = 0; }
static void install(struct step *s) { s->line->data = incoming(s)->data; }
static void serve(struct step *s) {
  while (s->line->waiting) {
    struct request request = dequeue(s, 0);
    reply(s, &request, incoming(s)->data.word[request.word]);
  }
}

static void put(struct step *s) { send(s, EVENT_PUTO, home(s))->data = s->line->data; }
static void own_write_back(struct step *s) { send(s, EVENT_OWNWB, home(s))->data = s->line->data; }
static void no_data(struct step *s) { send(s, EVENT_NODATA, home(s)); }

/* Acquires enter where nothing is out, so one that waits is the first. */
static bool for_acquire(const struct step *s) { return s->line->waiting && s->line->queue[0].event == EVENT_LOAD_ACQUIRE; }
static bool for_loads(const struct step *s) { return !for_acquire(s); }
static void invalidate_all(struct step *s) { signal_all(s, EVENT_INV_ALL); }
static bool just_read(const struct step *s) { return s->in && s->in->type == EVENT_DATA && s->in->line == s->at; }
static bool not_just_read(const struct step *s) { return !just_read(s); }

static bool own_word(const struct step *s) {
  return s->line->flag >> s->request->word & 1 || parameter(s, PARAMETER_PRINTED) == NEVER_ANEW;
}
static bool not_own_word(const struct step *s) { return !own_word(s); }
static void own(struct step *s) { s->line->flag |= (uint8_t)(1u << s->request->word); }

static const struct row l1_rows[] = {
  ROW("10.15 I/Load", I, LOAD | LOAD_ACQUIRE, always, IV, keep, getv),
  ROW("10.15 I/Store", I, WRITES, always, IO, keep, geto),
  NEVER("10.15 I", I, DATA | GRANT | REQWB | PUTACK),

  ROW("10.15 V/Load", V, LOAD, always, SAME, hit),
  ROW("10.15 V/Acquire", V, LOAD_ACQUIRE, always, VG, keep, getv),
  ROW("10.15 V/Store", V, WRITES, always, VO, keep, geto),
  ROW("10.15 V/Evict", V, EVICT, always, I, drop),
  ROW("10.15 V/Invalidate", V, INV_ALL, not_just_read, I, drop),
  INFERRED("V/Invalidate: the acquire has read it", V, INV_ALL, just_read, SAME),
  NEVER("10.15 V", V, DATA | GRANT | REQWB | PUTACK),

  ROW("10.15 O/Load", O, LOAD, always, SAME, hit),
  ROW("10.15 O/Acquire", O, LOAD_ACQUIRE, own_word, SAME, hit),
  INFERRED("O/Acquire, of a word that came with the line", O, LOAD_ACQUIRE, not_own_word, SAME, hit, own, invalidate_all),
  ROW("10.15 O/Store", O, WRITES, always, SAME, write_hit),
  ROW("10.15 O/Evict", O, EVICT, always, OI, put, drop, disown),
  ROW("10.15 O/Request write-back", O, REQWB, always, V, own_write_back, disown),
  ROW("10.15 O/Invalidate", O, INV_ALL, always, SAME),
  NEVER("10.15 O", O, DATA | GRANT | PUTACK),

  INFERRED("IV/Load: it joins", IV, LOAD, always, SAME, keep),
  INFERRED("VG/Load", VG, LOAD, always, SAME, hit),
  STALL("IP/Load: the fetch is too old", IP, LOAD, always),
  STALL("fetching: one thing at a time", IV | VG | IP, LOAD_ACQUIRE | WRITES, always),
  INFERRED("IV/Data", IV, DATA, for_loads, V, install, serve),
  INFERRED("IV/Data, for an acquire", IV, DATA, for_acquire, V, install, serve, invalidate_all),
  INFERRED("VG/Data", VG, DATA, always, V, install, serve, invalidate_all),
  INFERRED("IP/Data", IP, DATA, for_loads, I, serve),
  INFERRED("IP/Data, for an acquire", IP, DATA, for_acquire, I, serve, invalidate_all),
  INFERRED("fetching/Invalidate", IV | VG | IP, INV_ALL, always, IP, drop),
  NEVER("fetching", IV | VG | IP, GRANT | REQWB | PUTACK),

  INFERRED("VO/Load", VO, LOAD, always, SAME, hit),
  STALL("IO/Load", IO, LOAD, always),
  STALL("a GetO is out", IO | VO, LOAD_ACQUIRE | WRITES, always),
  INFERRED("IO/Grant", IO | VO, GRANT, always, O, install, write_kept),
  STALL("IO/Request write-back: the Grant is on its way", IO | VO, REQWB, always),
  INFERRED("IO/Invalidate", IO, INV_ALL, always, SAME),
  INFERRED("VO/Invalidate", VO, INV_ALL, always, IO, drop),
  NEVER("a GetO is out", IO | VO, DATA | PUTACK),

  STALL("an eviction is out", OI, LOAD | LOAD_ACQUIRE | WRITES, always),
  INFERRED("OI/Request write-back", OI, REQWB, always, SAME, no_data),
  INFERRED("OI/PutAck", OI, PUTACK, always, I),
  INFERRED("I, OI/Invalidate", I | OI, INV_ALL, always, SAME),
  NEVER("an eviction is out", OI, DATA | GRANT),

  STALL("Evict", I | IV | VG | IP | IO | VO | OI, EVICT, always),
  INFERRED("Fence", ANY, FENCE, always, SAME, invalidate_all, done),
};

/* --- the L2.  `owner`; `sharers`, whom the transaction is for; `flag`, what has come of an eviction that crossed it --- */

enum { PUT_CAME = 1, NODATA_CAME = 2 };

static unsigned sender(const struct step *s) { return sm_of(s, incoming(s)->from); }
/* A PutO that crosses a ReqWB waits for its NoData, which may have come (variant early-putack: it does not wait). */
static bool second(const struct step *s) {
  return s->line->flag || (s->event == EVENT_PUTO && parameter(s, PARAMETER_EARLY_PUTACK));
}
static bool first(const struct step *s) { return !second(s); }
static bool asks_owner(const struct step *s) { return parameter(s, PARAMETER_RECALL) != FORGETS; }
static bool forgets_owner(const struct step *s) { return !asks_owner(s); }

static void data_to_sender(struct step *s) { send(s, EVENT_DATA, incoming(s)->from)->data = s->line->memory; }
static void grant_to_sender(struct step *s) {
  send(s, EVENT_GRANT, incoming(s)->from)->data = s->line->memory;
  s->line->owner = (uint8_t)sender(s);
}
static void request_write_back(struct step *s) { send(s, EVENT_REQWB, controller_of_sm(s, s->line->owner)); }
static void remember(struct step *s) { s->line->sharers = (uint8_t)(1u << sender(s)); }
static void merge(struct step *s) { s->line->memory = incoming(s)->data; }
static void note_put(struct step *s) { s->line->flag = PUT_CAME; }
static void note_nodata(struct step *s) { s->line->flag = NODATA_CAME; }
static void put_ack(struct step *s) { send(s, EVENT_PUTACK, incoming(s)->from); }

static void free_line(struct step *s) {
  s->line->owner = NO_ONE;
  s->line->flag = 0;
}
static unsigned waiting_l1(struct step *s) {
  unsigned sm = (unsigned)__builtin_ctz(s->line->sharers | 1u << CORES_MAX);
  s->line->sharers = 0;
  return sm;
}
static void data_to_waiting(struct step *s) { send(s, EVENT_DATA, controller_of_sm(s, waiting_l1(s)))->data = s->line->memory; }
static void grant_to_waiting(struct step *s) {
  unsigned sm = waiting_l1(s);
  send(s, EVENT_GRANT, controller_of_sm(s, sm))->data = s->line->memory;
  s->line->owner = (uint8_t)sm;
}

static const struct row l2_rows[] = {
  ROW("10.16 V/GetV", L2_V, GETV, always, SAME, data_to_sender),
  ROW("10.16 V/GetO", L2_V, GETO, always, L2_O, grant_to_sender),
  NEVER("10.16 V", L2_V, PUTO | OWNWB | NODATA),

  ROW("10.16 O/GetV", L2_O, GETV, always, OV, remember, request_write_back),
  ROW("10.16 O/GetO", L2_O, GETO, always, OO, remember, request_write_back),
  ROW("10.16 O/PutO", L2_O, PUTO, always, L2_V, merge, free_line, put_ack),
  ROW("10.16 O/Evict", L2_O, EVICT, asks_owner, OE, request_write_back),
  VARIANT("O/Evict, and nobody is told (forgetful)", L2_O, EVICT, forgets_owner, L2_V, free_line),
  NEVER("10.16 O", L2_O, OWNWB | NODATA),

  STALL("a transaction is out", OV | OO | OE, GETV | GETO, always),
  INFERRED("OV/OwnWB", OV, OWNWB, always, L2_V, merge, free_line, data_to_waiting),
  INFERRED("OO/OwnWB", OO, OWNWB, always, L2_O, merge, free_line, grant_to_waiting),
  VARIANT("OE/OwnWB", OE, OWNWB, always, L2_V, merge, free_line),
  INFERRED("PutO, NoData to come", OV | OO | OE, PUTO, first, SAME, merge, note_put),
  INFERRED("NoData, PutO to come", OV | OO | OE, NODATA, first, SAME, note_nodata),
  INFERRED("OV/PutO after NoData", OV, PUTO, second, L2_V, merge, free_line, put_ack, data_to_waiting),
  INFERRED("OO/PutO after NoData", OO, PUTO, second, L2_O, merge, free_line, put_ack, grant_to_waiting),
  VARIANT("OE/PutO after NoData", OE, PUTO, second, L2_V, merge, free_line, put_ack),
  INFERRED("OV/NoData after PutO", OV, NODATA, second, L2_V, free_line, put_ack, data_to_waiting),
  INFERRED("OO/NoData after PutO", OO, NODATA, second, L2_O, free_line, put_ack, grant_to_waiting),
  VARIANT("OE/NoData after PutO", OE, NODATA, second, L2_V, free_line, put_ack),
  STALL("Evict: there is no owner, or it is asked already", L2_V | OV | OO | OE, EVICT, always),
};

/* --- for the record --- */

static bool silent_evict(const struct step *s) { return 1u << s->state & V; }
static bool loud_evict(const struct step *s) { return 1u << s->state & O; }
static bool recall(const struct step *s) { return 1u << s->state & L2_O && parameter(s, PARAMETER_RECALL); }

static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & O ? &local->line[line].data : NULL;
}
static const struct data *l2_value(const struct local *local, unsigned line) { return &local->line[line].memory; }

/* An owner's copy is the last store, and the L2 knows whose it is; nobody else has words of its own.  No copy lacks a word. */
static bool copy_holds(const struct line *copy, bool is_owner, unsigned words) {
  unsigned state = 1u << copy->state;
  if (state & O ? !is_owner || data_is_stale(&copy->data) : copy->flag) return false;
  return !(state & HOLDS && data_lacks(&copy->data, words));
}

/* Where nobody owns the line the L2 has the last store. */
static bool one_owner(const struct machine *machine, const struct local *const *locals) {
  for (unsigned line = 0; line < machine_lines(machine); line++) {
    const struct line *bank = &locals[machine_bank(machine, line)]->line[line];
    if (1u << bank->state & L2_V && data_is_stale(&bank->memory)) return false;
    for (unsigned sm = 0; sm < machine_sms(machine); sm++) {
      const struct line *copy = &locals[machine_l1(machine, sm)]->line[line];
      if (!copy_holds(copy, bank->owner == sm, machine_words_of_line(machine, line))) return false;
    }
  }
  return true;
}

/* Of an acquire or a fence that is done, and of a line that it invalidates: nothing is left that is not owned, nor a fill to come
 * that may be installed. */
static bool is_dropped(const struct line *line) { return !(1u << line->state & (V | VO | IV | VG)); }

/* An acquire that hits a word of its own SM's acquires nothing. */
static bool acquires(const struct step *s, const struct local *before) {
  const struct line *line = &before->line[s->at];
  bool hits_own = s->event == EVENT_LOAD_ACQUIRE && 1u << line->state & O && line->flag >> s->request->word & 1;
  return step_answers(s, LOAD_ACQUIRE | FENCE) && !hits_own;
}

static bool l1_keeps(const struct step *s, const struct local *before) {
  bool acquired = acquires(s, before), filled = s->in && s->in->type == EVENT_DATA;
  for (unsigned at = 0; at < machine_lines(s->machine); at++) {
    bool read = filled && at == incoming(s)->line, invalidated = acquired || (s->event == EVENT_INV_ALL && at == s->at);
    if (invalidated && !read && !is_dropped(&s->local->line[at])) return false;
  }
  if (acquired && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  if (!filled || !(1u << s->local->line[incoming(s)->line].state & V)) return true;
  const struct data *fill = &s->local->line[incoming(s)->line].data;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (fill->word[word] != incoming(s)->data.word[word] || fill->age[word] != incoming(s)->data.age[word]) return false;
  return true;
}

static void l2_start(const struct machine *machine, struct local *local) {
  for (unsigned line = 0; line < machine_lines(machine); line++) local->line[line].owner = NO_ONE;
}

#define CLAIMED { .offered = true, .memory_models = "ptx-6.0" }

/* And the next message finds no row. */
#define LOSES_OWNER CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)

SYSTEM(rcc_o) = {
  .name = "rcc-o",
  .title = "release consistency-directed coherence that tracks ownership: stores own, acquires drop the rest",
  .source = "Primer, 2nd ed., 10.1.4, tables 10.15 and 10.16",
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), more than one GPU, stores that are done before they own their "
                  "line, relaxed accesses that go to the L2, capacity and associativity (evictions come at any time)",
  .kinds = {
    { .name = "L1",
      .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_states, 9, I | V | O, events, EVENT_COUNT,
                 REQUESTS | EVICT | DATA | GRANT | REQWB | PUTACK | INV_ALL },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = silent_evict, .lazy = true, .environment = true },
                     { .event = EVENT_EVICT, .over = PER_LINE, .enabled = loud_evict, .environment = true } },
      .internal_count = 2, .instances = ONE_PER_SM, .value = l1_value, .keeps = l1_keeps, .lease = NO_LEASE,
      .line_flag_name = "own" },
    { .name = "L2",
      .table = { l2_rows, sizeof l2_rows / sizeof *l2_rows, l2_states, 5, L2_V | L2_O, events, EVENT_COUNT,
                 GETV | GETO | PUTO | OWNWB | NODATA | EVICT },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = recall, .environment = true } }, .internal_count = 1,
      .instances = ONE_PER_BANK, .start = l2_start, .value = l2_value, .lease = NO_LEASE, .line_flag_name = "crossed",
      .shows_sharers = true, .shows_owner = true, .shows_memory = true } },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { OWNED_NETWORKS },
  .network_count = 4,
  .messages = {
    [EVENT_GETV] = { "GetV", UP_NETWORK, .lease = NO_LEASE, APART(PARAMETER_APART, REQUEST_NETWORK) },
    [EVENT_GETO] = { "GetO", UP_NETWORK, .lease = NO_LEASE, APART(PARAMETER_APART, REQUEST_NETWORK) },
    [EVENT_PUTO] = { "PutO", UP_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_OWNWB] = { "OwnWB", UP_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_NODATA] = { "NoData", UP_NETWORK, .lease = NO_LEASE },
    [EVENT_DATA] = { "Data", DOWN_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_GRANT] = { "Grant", DOWN_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_REQWB] = { "ReqWB", DOWN_NETWORK, .lease = NO_LEASE, APART(PARAMETER_APART, OWNER_NETWORK) },
    [EVENT_PUTACK] = { "PutAck", DOWN_NETWORK, .lease = NO_LEASE },
  },
  .lower = rcc_lower,
  .claims = { [CORE_IO] = CLAIMED, [CORE_GPU] = CLAIMED, [CORE_WEAK] = CLAIMED },
  .core = CORE_GPU,
  .same_address_interlock = true,
  .invariants = CLAIM(PROPERTY_OWN),
  .invariant = one_owner,
  .invariant_name = "at most one owner of a line, whom the L2 knows and whose copy holds the last store, as the L2's does where "
                    "there is none, no copy lacks a word, and an acquire leaves no copy in its L1 that is not owned",
  .progress = progress_with_stale_copies,
  .client = REQUESTS,
  .parameters = { RCC_UNSCOPED,
                  [PARAMETER_PRINTED] = { "printed", 0, 0, 2, "an acquire of an owned line invalidates: 0 but for a word of the SM's own; 1 never; "
                                            "2 but for a word that has been acquired since" },
                  [PARAMETER_RECALL] = { "recall", 0, 0, 2, "1: the L2 evicts owned lines (no outcome more); 2: asking nobody" },
                  [PARAMETER_EARLY_PUTACK] = { "early-putack", 0, 0, 1, "1: a PutO is acknowledged though a ReqWB is out" },
                  [PARAMETER_APART] = APART_PARAMETER },
  .variants = { { .name = "recall", .help = "the L2 evicts owned lines", .settings = { { "recall", RECALLS } } },
                { .name = "unscoped", .help = "CTA scope is GPU scope", .settings = { { "unscoped", 1 } },
                  .memory_models = "rcpc ptx-6.0" },
                { .name = "acquire-anew", .help = "the first acquire of a word of an owned line invalidates, though it is the SM's own",
                  .settings = { { "printed", 2 } }, .memory_models = "ptx-6.0 hsa" },
                { .name = "printed", .help = "an acquire of an owned line never invalidates", .settings = { { "printed", 1 } },
                  .fails = "MPd+rmw-chain", .invariants_lost = CLAIM(PROPERTY_OWN),
                  .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
                { .name = "forgetful", .help = "the L2 evicts owned lines, and does not ask their owners",
                  .settings = { { "recall", FORGETS } }, .fails = "MP+acqrel.sys", .invariants_lost = LOSES_OWNER },
                { .name = "early-putack", .help = "a PutO is acknowledged though a ReqWB to its sender is out",
                  .settings = { { "early-putack", 1 } }, .fails = "CoRW-chain+rlx", .invariants_lost = LOSES_OWNER } },
};

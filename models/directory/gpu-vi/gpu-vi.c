/* gpu-vi: two stable states and a directory.  L1s write through, and their copies are invalidated
 * before a store is performed.
 *
 * Source: GPU-VI of Singh, Shriraman, Fung, O'Connor, Aamodt, "Cache coherence for GPU
 * architectures", HPCA 2013, as HMG (HPCA 2020, sections II and III.B) and the thesis (5.3, 5.4.2,
 * 5.5.1) describe it.  Every line is Valid or Invalid, in an L1 and in the L2, whose entries list
 * the sharers.  A store is written through and invalidates every other sharer.  It is complete
 * when all have acknowledged, so it is multi-copy-atomic.  NHCC is GPU-VI without acknowledgements
 * and transient states.  None of these prints GPU-VI's tables, so every row is INFERRED from those
 * sentences, and none is counted (README.md).
 *
 * Transient states.
 *   - L1: IV a load is out, and loads join it; IVI the same, and the line has been invalidated
 *     meanwhile; WP a store or an atomic is out, and where a copy is kept (`keep`) it will take
 *     the written value;
 *   - L2: IV DRAM is asked, for readers, IW for a write; VA a write waits for acknowledgements,
 *     VR an eviction does; WB DRAM takes back what is evicted.
 *
 * Claims: with `io` cores sequential consistency; with `gpu` and `weak` cores weak ordering,
 * multi-copy-atomic.  In every reachable state a readable copy holds the last store performed and
 * is listed, and the L2 has the line.  No load is told what was overwritten before it was issued,
 * or what is yet to be stored. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

enum { STATE_I, STATE_V };
enum { I = 1 << 0, V = 1 << 1, IV = 1 << 2 };                /* both */
enum { IVI = 1 << 3, WP = 1 << 4, L1_ALL = (1 << 5) - 1 };   /* L1 */
enum { IW = 1 << 3, VA = 1 << 4, VR = 1 << 5, WB = 1 << 6 }; /* L2 */
static const char *const l1_states[] = { "I", "V", "IV", "IVI", "WP" };
static const char *const l2_states[] = { "I", "V", "IV", "IW", "VA", "VR", "WB" };

/* GETS to ATOMIC_WRITE: request: L1 to L2; INV: invalidation: L2 to L1; DATA to AACK: response: L2
 * to L1; INVACK: acknowledgement: L1 to L2; MEM_DATA, MEM_ACK: DRAM, inside the L2. */
#define EVENTS(E)                                                                                \
  E(GETS, "GETS"), E(WRITE, "WRITE"), E(ATOMIC_WRITE, "ATOMIC"), E(INV, "INV"), E(DATA, "DATA"), \
      E(ACK, "ACK"), E(AACK, "AACK"), E(INVACK, "INVACK"), E(MEM_DATA, "MemData"),               \
      E(MEM_ACK, "MemAck")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { PARAMETER_PENDING, PARAMETER_MERGE, PARAMETER_EARLY };

/* --- the L1 --- */

/* line->flag in WP: the copy is kept; READABLE_OLD: and loads may hit it meanwhile (variant
 * pending-old). */
enum { KEPT = 1, READABLE_OLD };
static bool kept(const struct step *s) { return s->line->flag; }
static bool given_up(const struct step *s) { return !s->line->flag; }
static bool load_waits(const struct step *s) {
  return !s->line->flag || !step_parameter(s, PARAMETER_PENDING);
}
static bool reads_old(const struct step *s) {
  return s->line->flag && step_parameter(s, PARAMETER_PENDING) == 1;
}
static bool reads_new(const struct step *s) {
  return s->line->flag && step_parameter(s, PARAMETER_PENDING) == 2;
}
static bool merges_late(const struct step *s) { return step_parameter(s, PARAMETER_MERGE); }
static bool waits_late(const struct step *s) { return !merges_late(s); }

static void to_l2(struct step *s, unsigned type) {
  step_send(s, type, step_controller_of_line(s, s->at))->request = *s->request;
}
static void gets(struct step *s) { step_send(s, EVENT_GETS, step_controller_of_line(s, s->at)); }
static void merge(struct step *s) { step_enqueue(s, s->request); }
static void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }
static void write_through(struct step *s) { to_l2(s, EVENT_WRITE); }
static void write_atomic(struct step *s) { to_l2(s, EVENT_ATOMIC_WRITE); }

/* The copy stays; what it will be is noted only where loads may see it (variant pending-new). */
static void keep(struct step *s) {
  s->line->flag = step_parameter(s, PARAMETER_PENDING) == 1 ? READABLE_OLD : KEPT;
  if (step_parameter(s, PARAMETER_PENDING) != 2) return;
  s->line->buffer = s->line->data;
  step_stored_ahead(s, s->request->word, s->request->value);
}
static void hit_written(struct step *s) { step_reply_word(s, s->request, &s->line->buffer); }

static void drop(struct step *s) {
  data_clear(&s->line->data);
  data_clear(&s->line->buffer);
  s->line->flag = 0;
}

static void invack(struct step *s) {
  step_send(s, EVENT_INVACK, step_controller_of_line(s, s->at));
}
static void install(struct step *s) { s->line->data = step_incoming(s)->data; }

static void serve_all(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    step_reply_word(s, &request, &step_incoming(s)->data);
  }
}

/* The kept copy takes the value that was written (and its ghost, which only the L2 knows). */
static void take_written(struct step *s) {
  unsigned word = s->request->word;
  s->line->data.word[word] = step_incoming(s)->data.word[word];
  s->line->data.age[word] = step_incoming(s)->data.age[word];
  data_clear(&s->line->buffer);
  s->line->flag = 0;
}

static void complete(struct step *s) { step_reply(s, s->request, s->request->value); }

#define TEXT "HMG II, III.B; thesis 5.4.2"

static const struct row l1_rows[] = {
  INFERRED(TEXT, I, LOAD, always, IV, merge, gets),
  INFERRED(TEXT, I, STORE, always, WP, write_through),
  INFERRED(TEXT, I, ATOMIC, always, WP, write_atomic),
  INFERRED("I/INV: evicted in silence", I, INV, always, SAME, invack),
  NEVER(TEXT, I, EVICT | DATA | ACK | AACK),

  INFERRED(TEXT, V, LOAD, always, SAME, hit),
  INFERRED(TEXT, V, STORE, always, WP, keep, write_through),
  INFERRED(TEXT, V, ATOMIC, always, WP, drop, write_atomic),
  INFERRED(TEXT, V, INV, always, I, drop, invack),
  INFERRED(TEXT, V, EVICT, always, I, drop),
  NEVER(TEXT, V, DATA | ACK | AACK),

  INFERRED("IV: a load joins", IV, LOAD, always, SAME, merge),
  STALL("IV, IVI: a miss is out", IV | IVI, STORE | ATOMIC | EVICT, always),
  INFERRED("IV/INV", IV, INV, always, IVI, invack),
  INFERRED("IV/DATA", IV, DATA, always, V, install, serve_all),
  NEVER("IV, IVI", IV | IVI, ACK | AACK),

  STALL("IVI: a later load waits", IVI, LOAD, waits_late),
  VARIANT("IVI: it joins (late-merge)", IVI, LOAD, merges_late, SAME, merge),
  INFERRED("IVI/INV", IVI, INV, always, SAME, invack),
  INFERRED("IVI/DATA: once", IVI, DATA, always, I, serve_all),

  STALL("WP: a load waits", WP, LOAD, load_waits),
  VARIANT("WP: it hits (pending-old)", WP, LOAD, reads_old, SAME, hit),
  VARIANT("WP: it hits (pending-new)", WP, LOAD, reads_new, SAME, hit_written),
  STALL("WP: a write is out", WP, STORE | ATOMIC, always),
  INFERRED("WP/INV", WP, INV, always, SAME, drop, invack),
  INFERRED("WP/EVICT", WP, EVICT, kept, SAME, drop),
  STALL("WP/EVICT: no copy", WP, EVICT, given_up),
  INFERRED("WP/ACK: the copy takes the value", WP, ACK, kept, V, take_written, complete),
  INFERRED("WP/ACK: no copy", WP, ACK, given_up, I, complete),
  INFERRED("WP/AACK", WP, AACK, always, I, complete),
  NEVER("WP", WP, DATA),
};

/* --- the L2 --- */

static unsigned sender(const struct step *s) { return step_sm_of(s, step_incoming(s)->from); }
static uint8_t bit_of(unsigned sm) { return sm == NO_ONE ? 0 : (uint8_t)(1u << sm); }

/* line->sharers: who may have a copy (in IV: who waits for DRAM).  line->owner: who writes, while
 * its request waits here. */
static uint8_t others(const struct step *s, unsigned sm) {
  return s->line->sharers & (uint8_t)~bit_of(sm);
}
static bool early(const struct step *s) { return step_parameter(s, PARAMETER_EARLY); }
static bool unshared(const struct step *s) { return !others(s, sender(s)); }
static bool shared(const struct step *s) { return others(s, sender(s)) && !early(s); }
static bool shared_early(const struct step *s) { return others(s, sender(s)) && early(s); }
static bool no_sharer(const struct step *s) { return !s->line->sharers; }
static bool has_sharers(const struct step *s) { return s->line->sharers; }

/* Whose acknowledgement is missing, when this one has come? */
static uint8_t missing(const struct step *s) {
  uint8_t waited_for = s->state == __builtin_ctz(VA) ? others(s, s->line->owner) : s->line->sharers;
  return waited_for & (uint8_t)~bit_of(sender(s));
}
static bool not_last(const struct step *s) { return missing(s); }
static bool last(const struct step *s) { return !missing(s) && s->line->waiting; }
static bool last_early(const struct step *s) { return !missing(s) && !s->line->waiting; }
static bool last_clean(const struct step *s) { return !missing(s) && !s->line->dirty; }
static bool last_dirty(const struct step *s) { return !missing(s) && s->line->dirty; }

static void note_reader(struct step *s) { s->line->sharers |= bit_of(sender(s)); }
static void note_writer(struct step *s) { s->line->owner = (uint8_t)sender(s); }
static void hold(struct step *s) { step_enqueue(s, s->request); }

static void fill(struct step *s) { s->line->data = s->line->memory; }

static void send_data(struct step *s, unsigned sm) {
  step_send(s, EVENT_DATA, step_controller_of_sm(s, sm))->data = s->line->data;
}
static void data(struct step *s) { send_data(s, sender(s)); }
static void data_to_readers(struct step *s) {
  for (unsigned sm = 0; s->line->sharers >> sm; sm++)
    if (s->line->sharers >> sm & 1) send_data(s, sm);
}

/* The store, or the atomic, takes effect, and its L1 is told; an atomic's L1 has no copy. */
static void perform_for(struct step *s, const struct request *request, unsigned sm) {
  bool atomic = request->event == EVENT_ATOMIC;
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request_result(request, old));
  s->line->dirty = 1;
  struct message *message =
      step_send(s, atomic ? EVENT_AACK : EVENT_ACK, step_controller_of_sm(s, sm));
  message->request = *request;
  message->request.value = atomic ? old : 0;
  message->data.word[request->word] = s->line->data.word[request->word];
  message->data.age[request->word] = s->line->data.age[request->word];
  if (atomic) s->line->sharers &= (uint8_t)~bit_of(sm);
}

static void write(struct step *s) { perform_for(s, s->request, sender(s)); }

static void write_held(struct step *s) {
  struct request request = step_dequeue(s, 0);
  perform_for(s, &request, s->line->owner);
}

static void no_writer(struct step *s) { s->line->owner = NO_ONE; }

static void invalidate(struct step *s, uint8_t sharers) {
  for (unsigned sm = 0; sharers >> sm; sm++)
    if (sharers >> sm & 1) step_send(s, EVENT_INV, step_controller_of_sm(s, sm));
}
static void invalidate_others(struct step *s) { invalidate(s, others(s, sender(s))); }
static void recall(struct step *s) { invalidate(s, s->line->sharers); }
static void strike(struct step *s) { s->line->sharers &= (uint8_t)~bit_of(sender(s)); }

static void write_back(struct step *s) { s->line->memory = s->line->data; }
static void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
}

static const struct row l2_rows[] = {
  INFERRED(TEXT, I, GETS, always, IV, note_reader),
  INFERRED(TEXT, I, WRITE | ATOMIC_WRITE, always, IW, note_writer, hold),
  NEVER(TEXT, I, EVICT | INVACK | MEM_DATA | MEM_ACK),

  INFERRED(TEXT, V, GETS, always, SAME, note_reader, data),
  INFERRED(TEXT, V, WRITE | ATOMIC_WRITE, unshared, SAME, write),
  INFERRED(TEXT, V, WRITE | ATOMIC_WRITE, shared, VA, note_writer, hold, invalidate_others),
  VARIANT("V/WRITE, acknowledged at once (early-acks)", V, WRITE | ATOMIC_WRITE, shared_early, VA,
          note_writer, write, invalidate_others),
  INFERRED(TEXT, V, EVICT, has_sharers, VR, recall),
  INFERRED("V/EVICT: without sharers it has been written", V, EVICT, no_sharer, WB, write_back),
  NEVER(TEXT, V, INVACK | MEM_DATA | MEM_ACK),

  INFERRED("IV: another reader", IV, GETS, always, SAME, note_reader),
  STALL("IV: DRAM is asked", IV, WRITE | ATOMIC_WRITE | EVICT, always),
  INFERRED("IV/MemData", IV, MEM_DATA, always, V, fill, data_to_readers),
  NEVER("IV", IV, INVACK | MEM_ACK),

  STALL("IW: DRAM is asked", IW, GETS | WRITE | ATOMIC_WRITE | EVICT, always),
  INFERRED("IW/MemData", IW, MEM_DATA, always, V, fill, write_held, no_writer),
  NEVER("IW", IW, INVACK | MEM_ACK),

  STALL("VA: acknowledgements are missing", VA, GETS | WRITE | ATOMIC_WRITE | EVICT, always),
  INFERRED("VA/INVACK", VA, INVACK, not_last, SAME, strike),
  INFERRED("VA/INVACK, the last", VA, INVACK, last, V, strike, write_held, no_writer),
  VARIANT("VA/INVACK, the last (early-acks)", VA, INVACK, last_early, V, strike, no_writer),
  NEVER("VA", VA, MEM_DATA | MEM_ACK),

  STALL("VR: acknowledgements are missing", VR, GETS | WRITE | ATOMIC_WRITE | EVICT, always),
  INFERRED("VR/INVACK", VR, INVACK, not_last, SAME, strike),
  INFERRED("VR/INVACK, the last, clean", VR, INVACK, last_clean, I, strike, forget),
  INFERRED("VR/INVACK, the last, dirty", VR, INVACK, last_dirty, WB, strike, write_back),
  NEVER("VR", VR, MEM_DATA | MEM_ACK),

  STALL("WB: DRAM takes it back", WB, GETS | WRITE | ATOMIC_WRITE, always),
  INFERRED("WB/MemAck", WB, MEM_ACK, always, I, forget),
  NEVER("WB", WB, EVICT | INVACK | MEM_DATA),
};

/* --- the record --- */

static bool silent_evict(const struct step *s) {
  return 1u << s->state & V || (1u << s->state & WP && kept(s));
}
static bool unshared_evict(const struct step *s) { return 1u << s->state & V && no_sharer(s); }
static bool recalling_evict(const struct step *s) { return 1u << s->state & V && has_sharers(s); }
static bool dram_reads(const struct step *s) { return 1u << s->state & (IV | IW); }
static bool dram_wrote(const struct step *s) { return 1u << s->state & WB; }

/* Where its Load cell is a hit. */
static enum permission permission(const struct local *local, unsigned line) {
  const struct line *at = &local->line[line];
  return at->state == STATE_V || at->flag == READABLE_OLD ? PERMISSION_READ : PERMISSION_NONE;
}

static const struct data *value(const struct local *local, unsigned line) {
  const struct line *at = &local->line[line];
  return at->state == STATE_I ? &at->memory : &at->data;
}

/* Every copy, readable or kept for a store, is listed by an L2 that has the line, whose own copy is
 * the last store. DRAM is asked for somebody, and acknowledgements are waited for by a writer, or
 * an eviction. */
static bool directory_knows(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    bool present = 1u << bank->state & (V | VA | VR);
    if (present && data_is_stale(&bank->data)) return false;
    if (1u << bank->state & IV && !bank->sharers) return false;
    if (1u << bank->state & (IW | VA) && bank->owner == NO_ONE) return false;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      if (!(1u << copy->state & V) && !(1u << copy->state & WP && copy->flag)) continue;
      if (!present || !(bank->sharers >> sm & 1)) return false;
    }
  }
  return true;
}

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  return shape->setting.core == CORE_IO ? lower_plain(shape, instruction, out)
                                        : lower_waiting(shape, instruction, out);
}

SYSTEM(gpu_vi) = {
  .name = "gpu-vi",
  .title = "directory VI: write-through L1s, invalidations acknowledged before a store is "
           "performed",
  .source = "Singh et al., HPCA 2013, as told by HMG (HPCA 2020) II, III.B and the thesis 5.3, "
            "5.4.2",
  .not_modelled = "finite virtual channels (only their classes), capacity and associativity "
                  "(evictions come at any time instead), a finite directory apart from the L2's "
                  "tags, write combining, scopes (the source has none)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     LOAD | STORE | ATOMIC | EVICT | INV | DATA | ACK | AACK),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
      },
      .internal_count = 1, .instances = ONE_PER_SM, .permission = permission, .lease = NO_LEASE,
      .shows.line_flag = "keep" },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | V, events,
                     GETS | WRITE | ATOMIC_WRITE | EVICT | INVACK | MEM_DATA | MEM_ACK),
      .internals = {
        { EVENT_EVICT, PER_LINE, unshared_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, recalling_evict, .promises.persistent = true,
          .environment = true },
        { EVENT_MEM_DATA, PER_LINE, dram_reads },
        { EVENT_MEM_ACK, PER_LINE, dram_wrote },
      },
      .internal_count = 4, .instances = ONE_PER_BANK, .value = value, .lease = NO_LEASE,
      .shows.sharers = true, .shows.owner = true, .shows.memory = true },
  },
  .published = {
    { 2, 3, 24, "HMG III.B, GPU-VI L1: what the transient states add",
      "the states agree; the tables that the 24 transitions are counted from are not public, so "
      "every row is inferred, and what stalls is not counted here", .of_transient = true },
    { 2, 12, 41, "HMG III.B, GPU-VI L2: what the transient states add",
      "clean and dirty, store and atomic, one reader and several are fields here, and a request to "
      "a busy line waits in the network, a stall that is not counted; every row is inferred",
      .of_transient = true },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "request", UNORDERED, 12 }, { "invalidation", UNORDERED, 12 },
    { "response", UNORDERED, 12 }, { "acknowledgement", UNORDERED, 12 } },
  .network_count = 4,
  .messages = {
    [EVENT_GETS] = { "GETS", 0, .lease = NO_LEASE },
    [EVENT_WRITE] = { "WRITE", 0, .has_value = true, .has_core = true, .lease = NO_LEASE },
    [EVENT_ATOMIC_WRITE] = { "ATOMIC", 0, .has_value = true, .has_core = true, .lease = NO_LEASE },
    [EVENT_INV] = { "INV", 1, .lease = NO_LEASE },
    [EVENT_DATA] = { "DATA", 2, .has_data = true, .lease = NO_LEASE },
    [EVENT_ACK] = { "ACK", 2, .has_core = true, .lease = NO_LEASE },
    [EVENT_AACK] = { "AACK", 2, .has_value = true, .has_core = true, .lease = NO_LEASE },
    [EVENT_INVACK] = { "INVACK", 3, .lease = NO_LEASE },
  },
  .time = TIME_NONE,
  .promises.lines_apart = true,
  .lower = lower,
  .claims = { [CORE_IO] = { true, "sc" }, [CORE_GPU] = { true, "wo" },
    [CORE_WEAK] = { true, "wo" } },
  .core = CORE_IO,
  .same_address_interlock = true,
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE) |
      CLAIM(PROPERTY_OWN),
  .own_invariant.holds = directory_knows,
  .own_invariant.name = "every copy is listed by an L2 that has the line, whose own copy is the "
                        "last store, and which asks DRAM for somebody",
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC,
  .parameters = {
    [PARAMETER_PENDING] = { "pending", 0, 0, 2, "a load of a copy that is being stored to: 0 "
                                                "waits, 1 reads the old value, 2 the new" },
    [PARAMETER_MERGE] = { "merge", 0, 0, 1, "1: a load may join a miss that has been invalidated" },
    [PARAMETER_EARLY] = { "early", 0, 0, 1, "1: a store is performed and acknowledged before its "
                                            "invalidations are" },
  },
  .variants = {
    { "pending-old", "a load may read the old value while a store to its copy is out",
      { { "pending", 1 } }, .fails = "WRC RWC IRIW",
      .invariants_lost = CLAIM(PROPERTY_DATA_VALUE) },
    { "pending-new", "a load may read the new value while a store to its copy is out",
      { { "pending", 2 } }, .fails = "WRC RWC IRIW WWC",
      .invariants_lost = CLAIM(PROPERTY_LOAD_VALUE), .shown_by = { .threads = 3 } },
    { "late-merge", "a load may join a miss that has been invalidated", { { "merge", 1 } },
      .fails = "MPm SBm", .invariants_lost = CLAIM(PROPERTY_LOAD_VALUE),
      .shown_by = { .threads = 3 } },
    { "early-acks", "a store is performed and acknowledged before its invalidations are, as in "
                    "NHCC", { { "early", 1 } }, .fails = "MP SB R WRC RWC IRIW Barrier-then-fence",
      .invariants_lost = CLAIM(PROPERTY_DATA_VALUE) },
  },
};

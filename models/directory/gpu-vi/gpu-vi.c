/* gpu-vi: two stable states and a directory.  L1s write through, and their copies are invalidated
 * before a store is performed.
 *
 * Source: GPU-VI of Singh, Shriraman, Fung, O'Connor, Aamodt, "Cache coherence for GPU
 * architectures", HPCA 2013.  HMG (HPCA 2020, sections II and III.B) and the thesis (5.3, 5.4.2,
 * 5.5.1) describe it.  Every line is Valid or Invalid, in an L1 and in the L2, whose entries list
 * the sharers.  A store is written through and invalidates every other sharer.  It is complete when
 * all have acknowledged, so it is multi-copy-atomic.  NHCC is GPU-VI without acknowledgements and
 * transient states.  None of these prints GPU-VI's tables, so every row is INFERRED from those
 * sentences, and none is counted (README.md).
 *
 * Transient states.
 *   - L1: IV a load is out, and loads join it; IVI the same, and the line has been invalidated
 *     meanwhile; WP a store or an atomic is out, and where a copy is kept (`keep`) it will take
 *     the written value;
 *   - L2: IV DRAM is asked, for readers, IW for a write; VA a write waits for acknowledgements,
 *     VR an eviction does; WB DRAM takes back what is evicted.
 *
 * README.md has the claims. */
#include "models/lib/copies.h"
#include "protocol/events.h"
#include "models/lib/record.h"

enum { STATE_I, STATE_V };
enum { I = 1 << 0, V = 1 << 1, IV = 1 << 2 };                /* both */
enum { IVI = 1 << 3, WP = 1 << 4, L1_ALL = (1 << 5) - 1 };   /* L1 */
enum { IW = 1 << 3, VA = 1 << 4, VR = 1 << 5, WB = 1 << 6 }; /* L2 */
static const char *const l1_states[] = { "I", "V", "IV", "IVI", "WP" };
static const char *const l2_states[] = { "I", "V", "IV", "IW", "VA", "VR", "WB" };

enum { REQUEST, INVALIDATION, RESPONSE, ACKNOWLEDGEMENT, NETWORK_COUNT };
#define MESSAGES(M)                                                       \
  M(GETS, "GETS", REQUEST)                                                \
  M(WRITE, "WRITE", REQUEST, .has_value = true, .has_core = true)         \
  M(ATOMIC_WRITE, "ATOMIC", REQUEST, .has_value = true, .has_core = true) \
  M(INV, "INV", INVALIDATION)                                             \
  M(DATA, "DATA", RESPONSE, .has_data = true)                             \
  M(ACK, "ACK", RESPONSE, .has_core = true)                               \
  M(AACK, "AACK", RESPONSE, .has_value = true, .has_core = true)          \
  M(INVACK, "INVACK", ACKNOWLEDGEMENT)
#define OF_DRAM(E) E(MEM_DATA, "MemData") E(MEM_ACK, "MemAck")
DECLARE_EVENTS(MESSAGES, OF_DRAM);

enum { PARAMETER_PENDING, PARAMETER_MERGE, PARAMETER_EARLY };

/* --- the L1 --- */

/* line->flag in WP: the copy is kept; and (READABLE_OLD, variant pending-old) loads may hit it
 * meanwhile. */
enum { KEPT = 1, READABLE_OLD };
static int pending(const struct step *s) { return step_parameter(s, PARAMETER_PENDING); }
GUARD_PAIR(kept, given_up, s->line->flag)
GUARD(load_waits, !kept(s) || !pending(s))
GUARD(reads_old, kept(s) && pending(s) == 1)
GUARD(reads_new, kept(s) && pending(s) == 2)
GUARD_PAIR(merges_late, waits_late, step_parameter(s, PARAMETER_MERGE))
static void gets(struct step *s) { step_send(s, EVENT_GETS, home(s)); }
static void merge(struct step *s) { join(s); }
static void write_through(struct step *s) { pass_request(s, EVENT_WRITE); }
static void write_atomic(struct step *s) { pass_request(s, EVENT_ATOMIC_WRITE); }
/* The copy stays.  Its next value is noted only where loads may see it (variant pending-new). */
static void keep(struct step *s) {
  s->line->flag = pending(s) == 1 ? READABLE_OLD : KEPT;
  if (pending(s) != 2) return;
  s->line->buffer = s->line->data;
  step_stored_ahead(s, s->request->word, s->request->value);
}
static void forget_written(struct step *s) {
  data_clear(&s->line->buffer);
  s->line->flag = 0;
}
static void drop(struct step *s) {
  data_clear(&s->line->data);
  forget_written(s);
}
static void invack(struct step *s) { step_send(s, EVENT_INVACK, home(s)); }
static void install(struct step *s) { s->line->data = step_incoming(s)->data; }
static void take_written(struct step *s) {
  copy_word(&s->line->data, &step_incoming(s)->data, s->request->word);
  forget_written(s);
}

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

/* line->sharers: the L1s that may have a copy (in IV: that wait for DRAM).  line->owner: the L1
 * that writes, while its request waits here. */
static uint8_t others(const struct step *s, unsigned sm) {
  return sm_set_without(s->line->sharers, sm);
}
GUARD(early, step_parameter(s, PARAMETER_EARLY))
GUARD(unshared, sm_set_is_empty(others(s, sender(s))))
GUARD(shared, !unshared(s) && !early(s))
GUARD(shared_early, !unshared(s) && early(s))
GUARD(no_sharer, sm_set_is_empty(s->line->sharers))
GUARD(has_sharers, !no_sharer(s))
/* Is this the last acknowledgement that was missing? */
static bool is_last(const struct step *s) {
  uint8_t asked = in_state(s, VA) ? others(s, s->line->owner) : s->line->sharers;
  return sm_set_is_empty(sm_set_without(asked, sender(s)));
}
GUARD(not_last, !is_last(s))
GUARD(last, is_last(s) && s->line->waiting)
GUARD(last_early, is_last(s) && !s->line->waiting)
GUARD(last_clean, is_last(s) && clean(s))
GUARD(last_dirty, is_last(s) && dirty(s))
static void note_writer(struct step *s) { s->line->owner = (uint8_t)sender(s); }
static void no_writer(struct step *s) { s->line->owner = NO_ONE; }
static void hold(struct step *s) { join(s); }
static void fill(struct step *s) { s->line->data = s->line->memory; }
static void send_data(struct step *s, unsigned sm) {
  step_send(s, EVENT_DATA, step_controller_of_sm(s, sm))->data = s->line->data;
}
static void data(struct step *s) { send_data(s, sender(s)); }
static void data_to_readers(struct step *s) {
  SM_SET_EACH(sm, s->line->sharers) send_data(s, sm);
}

/* The store or the atomic takes effect, and its L1 gets the answer; an atomic's L1 has no copy. */
static void perform_for(struct step *s, const struct request *request, unsigned sm) {
  bool atomic = request->event == EVENT_ATOMIC;
  int64_t old = perform_on(s, &s->line->data, request);
  s->line->dirty = 1;
  struct message *message =
      step_send(s, atomic ? EVENT_AACK : EVENT_ACK, step_controller_of_sm(s, sm));
  message->request = *request;
  message->request.value = answer_of(request, old);
  copy_word(&message->data, &s->line->data, request->word);
  if (atomic) sm_set_remove(&s->line->sharers, sm);
}
static void write(struct step *s) { perform_for(s, s->request, sender(s)); }
static void write_held(struct step *s) {
  struct request request = step_dequeue(s, 0);
  perform_for(s, &request, s->line->owner);
}
static void invalidate(struct step *s, uint8_t sharers) {
  SM_SET_EACH(sm, sharers) step_send(s, EVENT_INV, step_controller_of_sm(s, sm));
}
static void invalidate_others(struct step *s) { invalidate(s, others(s, sender(s))); }
static void recall(struct step *s) { invalidate(s, s->line->sharers); }
static void strike(struct step *s) { s->line->sharers = others(s, sender(s)); }
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

GUARD(silent_evict, in_state(s, V) || (in_state(s, WP) && kept(s)))
GUARD(unshared_evict, in_state(s, V) && no_sharer(s))
GUARD(recalling_evict, in_state(s, V) && has_sharers(s))
GUARD(dram_reads, in_state(s, IV | IW))
GUARD(dram_wrote, in_state(s, WB))
/* Where its Load cell is a hit. */
static enum permission permission(const struct local *local, unsigned line) {
  const struct line *at = &local->line[line];
  return at->state == STATE_V || at->flag == READABLE_OLD ? PERMISSION_READ : PERMISSION_NONE;
}

static bool directory_knows(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    bool present = 1u << bank->state & (V | VA | VR);
    if (present && data_is_stale(&bank->data)) return false;
    if (1u << bank->state & IV && sm_set_is_empty(bank->sharers)) return false;
    if (1u << bank->state & (IW | VA) && bank->owner == NO_ONE) return false;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      if (!(1u << copy->state & V) && !(1u << copy->state & WP && copy->flag)) continue;
      if (!present || !sm_set_has(bank->sharers, sm)) return false;
    }
  }
  return true;
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
  RECORD_EVENTS(MESSAGES),
  .networks = { { "request", UNORDERED, 12 }, { "invalidation", UNORDERED, 12 },
    { "response", UNORDERED, 12 }, { "acknowledgement", UNORDERED, 12 } },
  .network_count = NETWORK_COUNT,
  .promises.lines_apart = true,
  WAITING_RECORD,
  ONE_VALUE_RECORD,
  .own_invariant.holds = directory_knows,
  .own_invariant.name = "every copy is listed by an L2 that has the line, whose own copy is the "
                        "last store, and which asks DRAM for somebody",
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

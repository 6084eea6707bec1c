/* sw-flat: non-hierarchical software coherence over GPMs.  No cache is told what others write.  An
 * acquire invalidates, whole, every cache between its SM and the home of the line.  A release
 * waits until the homes have all pending writes.
 *
 * Source: HMG (HPCA 2020) section VI, "Coherence Protocol Implementations", and the thesis 5.7,
 * where it is a baseline: "Load-acquire operations in our software coherence protocols trigger
 * bulk cache invalidations in any caches between the issuing SM and the home node for the scope in
 * question.  For example, .gpu-scoped loads will invalidate both the L1 cache of the issuing SM
 * and the GPM-local L2 cache.  [...] in the non-hierarchical protocol, .sys-scoped loads need not
 * to invalidate L2 caches in other GPMs of the same GPU [...]  Store-release operations stall
 * subsequent operations until the home node for the scope in question clears all pending writes.
 * In our evaluation, all caches are write-through."  The route of a request is IV.A's: L1, L2 of
 * the SM's GPM, L2 of the line's home.  No table is printed: every row is INFERRED from these
 * sentences, and none is counted (README.md).
 *
 * States, of L1 and L2 alike: I; V; IV a miss is out, and its fill may be installed; II it may
 * not, since the cache has been invalidated or written.  `writes`: a write to the line is on its
 * way up from here.
 *
 * Claims: today's scoped memory models, PTX's and HSA's.  Stale copies are its way of working, so
 * neither a single writer nor the last store in every copy.  claims.h says what is too old, and
 * what acquires and releases leave. */
#include "models/release/sw-flat/claims.h"
#include "models/lib/memory.h"

#define TEXT "HMG VI; thesis 5.7"

/* --- both caches --- */

static bool written(const struct step *s) { return s->line->writes; }
static bool unwritten(const struct step *s) { return !s->line->writes; }
static bool drained(const struct step *s) { return !s->local->count; }
static bool draining(const struct step *s) { return s->local->count; }

static void drop(struct step *s) { data_clear(&s->line->data); }
static void merge(struct step *s) { step_enqueue(s, s->request); }
static void install(struct step *s) { s->line->data = step_incoming(s)->data; }

/* The new value of this side of the home; the observers hear of it when the home has it. */
static void update(struct step *s) {
  s->line->data.word[s->request->word] = s->request->value;
  s->line->data.age[s->request->word] = AGE_STALE;
}

static void count_write(struct step *s) {
  s->line->writes = 1;
  s->local->count++;
}
static void uncount_write(struct step *s) {
  s->line->writes = 0;
  s->local->count--;
}

/* An acquire invalidates with its answer (variant early-acquire: as it is sent, and passed on). */
static bool early(const struct step *s) { return step_parameter(s, PARAMETER_BOTTOM_UP) == EARLY; }
static void invalidate_early(struct step *s) {
  if (early(s)) step_signal_all(s, EVENT_INV_ALL);
}
static void invalidate(struct step *s) {
  if (!early(s) || s->event != EVENT_DATA_ACQUIRE) step_signal_all(s, EVENT_INV_ALL);
}

/* (Variant l1-acquire: the L2 keeps what it has.) */
static void invalidate_gpm(struct step *s) {
  if (step_parameter(s, PARAMETER_BOTTOM_UP) != L1_ALONE) invalidate(s);
}

static bool idle(const struct local *local) { return !local->count; }

/* Where a line is explored by itself, acquires on others invalidate at any time.  A copy an
 * eviction drops. */
static bool others_acquire(const struct step *s) { return step_is_alone(s) && 1u << s->state & IV; }

/* A release and a fence wait while another line's write is out. */
static bool beside(struct local *local, unsigned other, unsigned i) {
  local->line[other].writes = (uint8_t)i;
  local->count += (uint8_t)i;
  return i < 2;
}
static unsigned beside_others(const struct local *local, unsigned line) {
  return local->line[line].writes ? 1u << 1 : 0;
}

/* --- the L1 --- */

/* The L2 of the asking SM's GPM: the SM's own, or that of the first of those that are together. */
static unsigned l2(const struct step *s) {
  unsigned together = (unsigned)step_parameter(s, PARAMETER_TOGETHER),
           sm = step_sm_of(s, step_controller_of_core(s, s->request->core));
  return step_controller_at(s, KIND_L2,
                            together >> sm & 1 ? (unsigned)__builtin_ctz(together) : sm);
}

static void to_l2(struct step *s, unsigned type) {
  step_send(s, type, l2(s))->request = *s->request;
}
static void gets(struct step *s) { to_l2(s, EVENT_GETS); }
static void gets_acquire(struct step *s) {
  to_l2(s, EVENT_GETS_ACQUIRE);
  invalidate_early(s);
}
static void write(struct step *s) { to_l2(s, EVENT_WRITE); }
static void atomic(struct step *s) { to_l2(s, EVENT_ATOMIC_UP); }
static void hit(struct step *s) { step_reply(s, s->request, s->line->data.word[s->request->word]); }

static void serve(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    step_reply(s, &request, step_incoming(s)->data.word[request.word]);
  }
}

static void complete(struct step *s) { step_reply(s, s->request, s->request->value); }

/* An acquire is complete when the L2 and then the L1 have been invalidated; the answer does it on
 * its way down. */
static bool top_down(const struct step *s) {
  return step_parameter(s, PARAMETER_BOTTOM_UP) != BOTTOM_UP;
}
static bool bottom_up(const struct step *s) { return !top_down(s); }
static bool drained_top_down(const struct step *s) { return drained(s) && top_down(s); }
static bool drained_bottom_up(const struct step *s) { return drained(s) && bottom_up(s); }
static void acquired(struct step *s) {
  step_reply(s, s->request, step_incoming(s)->data.word[s->request->word]);
}
/* A fence is about no line. */
static void invalidate_l2(struct step *s) {
  struct message *message = step_send(s, EVENT_INV, l2(s));
  message->request = *s->request;
  message->line = message->request.line = 0;
}
static void invalidate_l2_late(struct step *s) {
  struct message *message = step_send(s, EVENT_INV_ACQUIRE, l2(s));
  message->request = *s->request;
  message->request.value =
      step_incoming(s)->data.word[s->request->word]; /* what the acquire has read */
}

static const struct row l1_rows[] = {
  INFERRED(TEXT, I, LOAD, unwritten, IV, merge, gets),
  STALL("I/LOAD: the SM's own write is out", I, LOAD, written),
  INFERRED(TEXT, V, LOAD, always, SAME, hit),
  INFERRED(TEXT, IV, LOAD, always, SAME, merge),
  STALL("II/LOAD: the old fill is out", II, LOAD, always),

  INFERRED(TEXT, I | II, STORE, unwritten, SAME, count_write, write),
  INFERRED(TEXT, V, STORE, unwritten, SAME, update, count_write, write),
  INFERRED(TEXT, IV, STORE, unwritten, II, count_write, write),
  INFERRED(TEXT, I | II, STORE_RELEASE, drained, SAME, count_write, write),
  INFERRED(TEXT, V, STORE_RELEASE, drained, I, drop, count_write, write),
  INFERRED(TEXT, IV, STORE_RELEASE, drained, II, count_write, write),
  STALL("STORE_RELEASE: writes of the SM are out", ANY, STORE_RELEASE, draining),
  INFERRED(TEXT, I | II, ATOMIC, unwritten, SAME, count_write, atomic),
  INFERRED(TEXT, V, ATOMIC, unwritten, I, drop, count_write, atomic),
  INFERRED(TEXT, IV, ATOMIC, unwritten, II, count_write, atomic),
  STALL("a write to the line is out", ANY, STORE | ATOMIC, written),

  INFERRED(TEXT, ANY, LOAD_ACQUIRE, unwritten, SAME, gets_acquire),
  STALL("LOAD_ACQUIRE: the SM's own write is out", ANY, LOAD_ACQUIRE, written),
  INFERRED(TEXT, ANY, DATA_ACQUIRE, top_down, SAME, invalidate, acquired),
  VARIANT("DATA_ACQUIRE (bottom-up)", ANY, DATA_ACQUIRE, bottom_up, SAME, invalidate,
          invalidate_l2_late),
  INFERRED(TEXT, ANY, FENCE, drained_top_down, SAME, invalidate_l2),
  VARIANT("FENCE (bottom-up)", ANY, FENCE, drained_bottom_up, SAME, invalidate, invalidate_l2),
  STALL("FENCE: writes of the SM are out", ANY, FENCE, draining),
  INFERRED(TEXT, ANY, INV_DONES, top_down, SAME, invalidate, complete),
  VARIANT("INV_DONE (bottom-up)", ANY, INV_DONES, bottom_up, SAME, complete),

  INFERRED(TEXT, V, EVICT, always, I, drop),
  STALL(TEXT, I | IV | II, EVICT, always),
  INFERRED(TEXT, I | II, INV_ALL, always, SAME),
  INFERRED(TEXT, V, INV_ALL, always, I, drop),
  INFERRED(TEXT, IV, INV_ALL, always, II),

  INFERRED(TEXT, IV, DATA, always, V, install, serve),
  INFERRED(TEXT, II, DATA, always, I, serve),
  NEVER(TEXT, I | V, DATA),
  INFERRED(TEXT, ANY, ACK | AACK, always, SAME, uncount_write, complete),
};

/* --- the L2 of a GPM --- */

/* A release, and a fence, wait for every write of the GPM. */
static bool waits_for_all(const struct step *s) {
  bool orders = s->request->event == EVENT_STORE_RELEASE || s->request->event == EVENT_FENCE;
  return orders && s->local->count && step_parameter(s, PARAMETER_OWN_WRITES) != OWN_WRITES;
}
static bool may_go(const struct step *s) { return !waits_for_all(s); }
static bool may_write(const struct step *s) { return unwritten(s) && may_go(s); }
static bool may_release(const struct step *s) {
  return may_write(s) && s->request->event == EVENT_STORE_RELEASE;
}
static bool may_store(const struct step *s) { return may_write(s) && !may_release(s); }
static bool may_not_write(const struct step *s) { return !may_write(s); }

static void up(struct step *s, unsigned type) {
  step_send(s, type, step_controller_at(s, KIND_HOME, step_bank_of_line(s, s->at)))->request =
      *s->request;
}
static void fetch(struct step *s) { up(s, EVENT_GETS); }
static void pass_acquire(struct step *s) {
  up(s, EVENT_GETS_ACQUIRE);
  invalidate_early(s);
}
static void pass_write(struct step *s) { up(s, EVENT_WRITE); }
static void pass_atomic(struct step *s) { up(s, EVENT_ATOMIC_UP); }

static void data_to(struct step *s, const struct request *request, const struct data *data) {
  struct message *message = step_send(s, EVENT_DATA, step_controller_of_core(s, request->core));
  message->data = *data;
}
static void data(struct step *s) { data_to(s, s->request, &s->line->data); }
static void data_to_waiting(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    data_to(s, &request, &step_incoming(s)->data);
  }
}

static void pass_down(struct step *s) {
  struct message *message =
      step_send(s, step_incoming(s)->type, step_controller_of_core(s, s->request->core));
  message->request = *s->request;
  message->data = step_incoming(s)->data;
}
static void invalidated(struct step *s) {
  step_send(s, step_incoming(s)->type == EVENT_INV ? EVENT_INV_DONE : EVENT_ACQUIRED,
            step_incoming(s)->from)
      ->request = *s->request;
}

static const struct row l2_rows[] = {
  INFERRED(TEXT, I, GETS, unwritten, IV, merge, fetch),
  STALL("I/GETS: a write is on its way", I, GETS, written),
  INFERRED(TEXT, V, GETS, always, SAME, data),
  INFERRED(TEXT, IV, GETS, always, SAME, merge),
  STALL("II/GETS: the old fill is out", II, GETS, always),

  INFERRED(TEXT, I | II, WRITE, may_write, SAME, count_write, pass_write),
  INFERRED(TEXT, V, WRITE, may_store, SAME, update, count_write, pass_write),
  INFERRED(TEXT ": a release's", V, WRITE, may_release, I, drop, count_write, pass_write),
  INFERRED(TEXT, IV, WRITE, may_write, II, count_write, pass_write),
  STALL("WRITE: one to the line, or what a release waits for, is on its way", ANY, WRITE,
        may_not_write),
  INFERRED(TEXT, I | II, ATOMIC_UP, unwritten, SAME, count_write, pass_atomic),
  INFERRED(TEXT, V, ATOMIC_UP, unwritten, I, drop, count_write, pass_atomic),
  INFERRED(TEXT, IV, ATOMIC_UP, unwritten, II, count_write, pass_atomic),
  INFERRED(TEXT, ANY, GETS_ACQUIRE, unwritten, SAME, pass_acquire),
  STALL("ATOMIC, GETS_ACQUIRE: a write is on its way", ANY, ATOMIC_UP | GETS_ACQUIRE, written),

  INFERRED(TEXT, ANY, DATA_ACQUIRE, top_down, SAME, invalidate_gpm, pass_down),
  VARIANT("DATA_ACQUIRE (bottom-up)", ANY, DATA_ACQUIRE, bottom_up, SAME, pass_down),
  INFERRED(TEXT, ANY, INVS, may_go, SAME, invalidate_gpm, invalidated),
  STALL("INV, for a fence: writes of the GPM are on their way", ANY, INVS, waits_for_all),
  INFERRED(TEXT, V, EVICT, always, I, drop),
  STALL(TEXT, I | IV | II, EVICT, always),
  INFERRED(TEXT, I | II, INV_ALL, always, SAME),
  INFERRED(TEXT, V, INV_ALL, always, I, drop),
  INFERRED(TEXT, IV, INV_ALL, always, II),

  INFERRED(TEXT, IV, DATA, always, V, install, data_to_waiting),
  INFERRED(TEXT, II, DATA, always, I, data_to_waiting),
  NEVER(TEXT, I | V, DATA),
  INFERRED(TEXT, ANY, ACK | AACK, always, SAME, uncount_write, pass_down),
};

/* --- the home --- */

static void home_data(struct step *s) {
  step_send(s, EVENT_DATA, step_incoming(s)->from)->data = s->line->memory;
}
static void home_data_acquire(struct step *s) {
  struct message *message = step_send(s, EVENT_DATA_ACQUIRE, step_incoming(s)->from);
  message->request = *s->request;
  message->data = s->line->memory;
}
static void home_perform(struct step *s) {
  bool is_atomic = s->request->event == EVENT_ATOMIC;
  int64_t old = s->line->memory.word[s->request->word];
  step_perform(s, s->request->word, NO_TIME);
  data_write(&s->line->memory, s->request->word, request_result(s->request, old));
  struct message *message =
      step_send(s, is_atomic ? EVENT_AACK : EVENT_ACK, step_incoming(s)->from);
  message->request = *s->request;
  message->request.value = is_atomic ? old : 0;
}

static const struct row home_rows[] = {
  INFERRED(TEXT, HOME, GETS, always, SAME, home_data),
  INFERRED(TEXT, HOME, GETS_ACQUIRE, always, SAME, home_data_acquire),
  INFERRED(TEXT, HOME, WRITE | ATOMIC_UP, always, SAME, home_perform),
};

/* Which SMs share a GPM is said by their numbers. */
static bool names_sms(const struct setting *setting) {
  return setting->values[PARAMETER_TOGETHER] != 0;
}

/* An acquire that invalidates as its core sends it does in one step what a line by itself has in
 * two; and where L2s are not invalidated they are not by acquires on other lines either. */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_BOTTOM_UP] < EARLY;
}

/* A release's store that no thread waits for (posted-release); a later release waits for it as for
 * any store. */
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  unsigned count = lower_scoped(shape, instruction, out);
  bool posted = shape_parameter(shape, PARAMETER_OWN_WRITES) == POSTED;
  for (unsigned i = 0; i < count && posted; i++)
    if (out[i].event == EVENT_STORE_RELEASE) out[i].blocks = false;
  return count;
}

SYSTEM(sw_flat) = {
  .name = "sw-flat",
  .title = "software coherence over GPMs, flat: acquires invalidate the L1 and the GPM's L2, "
           "releases wait for the home",
  .source = "HMG (HPCA 2020) VI; thesis 5.7",
  .not_modelled = "GPUs apart from GPMs (.gpu and .sys are one scope), misses of the home and DRAM "
                  "(nothing can tell), write-back caches (the source's write through), write "
                  "combining, capacity and associativity (evictions come at any time instead), "
                  LOWER_NOT_MODELLED,
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, cache_states, I | V, events,
                     REQUESTS | EVICT | DATA | DATA_ACQUIRE | ACK | AACK | INV_DONES | INV_ALL),
      .internals = {
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .promises.only_loads_observe = true,
          .environment = true },
        { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .idle = idle, .keeps = l1_keeps,
      .promises.context = beside, .promises.context_of = beside_others, .lease = NO_LEASE,
      .shows.count = "unacknowledged", .shows.writes = "writes" },
    { .name = "L2",
      .table = TABLE(l2_rows, cache_states, I | V, events,
                     GETS | GETS_ACQUIRE | WRITE | ATOMIC_UP | INVS | EVICT | DATA | DATA_ACQUIRE |
                         ACK | AACK | INV_ALL),
      .internals = {
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true },
        { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .idle = idle, .keeps = l2_keeps,
      .promises.context = beside, .promises.context_of = beside_others, .lease = NO_LEASE,
      .shows.count = "unacknowledged", .shows.writes = "writes" },
    { .name = "home",
      .table = TABLE(home_rows, home_states, HOME, events, GETS | GETS_ACQUIRE | WRITE | ATOMIC_UP),
      .instances = ONE_PER_BANK, .value = memory_value, .keeps = home_keeps, .lease = NO_LEASE,
      .shows.memory = true },
  },
  .asymmetric = names_sms,
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "up", UNORDERED, 16 }, { "down", UNORDERED, 16 } },
  .network_count = 2,
  .messages = {
    [EVENT_GETS] = { "GETS", 0, .has_core = true, .lease = NO_LEASE },
    [EVENT_GETS_ACQUIRE] = { "GETS_ACQUIRE", 0, .has_core = true, .lease = NO_LEASE },
    [EVENT_WRITE] = { "WRITE", 0, .has_core = true, .has_value = true, .lease = NO_LEASE },
    [EVENT_ATOMIC_UP] = { "ATOMIC", 0, .has_core = true, .has_value = true, .lease = NO_LEASE },
    [EVENT_INV] = { "INV", 0, .has_core = true, .no_line = true, .lease = NO_LEASE },
    [EVENT_INV_ACQUIRE] = { "INV_ACQUIRE", 0, .has_core = true, .has_value = true,
      .lease = NO_LEASE },
    [EVENT_DATA] = { "DATA", 1, .has_data = true, .lease = NO_LEASE },
    [EVENT_DATA_ACQUIRE] = { "DATA_ACQUIRE", 1, .has_data = true, .has_core = true,
      .lease = NO_LEASE },
    [EVENT_ACK] = { "ACK", 1, .has_core = true, .lease = NO_LEASE },
    [EVENT_AACK] = { "AACK", 1, .has_core = true, .has_value = true, .lease = NO_LEASE },
    [EVENT_INV_DONE] = { "INV_DONE", 1, .has_core = true, .no_line = true, .lease = NO_LEASE },
    [EVENT_ACQUIRED] = { "ACQUIRED", 1, .has_core = true, .has_value = true, .lease = NO_LEASE },
  },
  .lower = lower,
  .claims = { [CORE_IO] = { true, "ptx-6.0 hsa" }, [CORE_GPU] = { true, "ptx-6.0 hsa" },
    [CORE_WEAK] = { true, "ptx-6.0 hsa" } },
  .core = CORE_GPU,
  .invariants = CLAIM(PROPERTY_OWN),
  .own_invariant.holds_in_flight = copies_hold,
  .own_invariant.name = "no access is lost, no copy is older than a store of its side of the home, "
                        "an acquire leaves no copy in its L2, and then in its L1, and a release "
                        "waits for every store of its GPM",
  .promises.not_of_ports = true,
  .progress = progress_with_stale_copies,
  .promises.moves_data = true,
  .client = REQUESTS,
  .promises.per_address = per_address,
  .parameters = {
    [PARAMETER_TOGETHER] = { "together", 0, 0, 255, "the SMs that share one GPM and its L2, as a "
                                                    "set of bits" },
    [PARAMETER_BOTTOM_UP] = { "bottom-up", 0, 0, 3, "1: an acquire invalidates the L1 before the "
                                                    "L2; 2: each as it is sent from there; 3: the "
                                                    "L1 alone" },
    [PARAMETER_OWN_WRITES] = { "own-writes", 0, 0, 2, "1: a release waits for its own SM's writes "
                                                      "only; 2: what follows does not wait for its "
                                                      "store" },
  },
  .variants = {
    { "together", "all SMs are in one GPM, and share its L2", { { "together", 255 } } },
    { "bottom-up", "an acquire invalidates the L1 before the L2", { { "bottom-up", 1 } },
      .fails = "MP3+F.sc.sys", LOSES_OWN(1, 2, 1, 1) },
    { "early-acquire", "an acquire invalidates as it is sent and passed on, not when its answer "
                       "comes back", { { "bottom-up", EARLY } }, .fails = "MP3+acqrel.gpu",
      LOSES_OWN(1, 2, 1, 1) },
    { "l1-acquire", "an acquire invalidates the L1, and leaves the L2 of its GPM as it is",
      { { "bottom-up", L1_ALONE } }, .fails = "MPd+acqrel.sys", LOSES_OWN(1, 1, 1, 1) },
    { "posted-release", "what follows a release does not wait until the home has its store",
      { { "own-writes", POSTED } }, .memory_models = "ptx-6.0" },
    { "own-writes", "SMs 0 and 1 share a GPM, and a release waits for its own SM's writes only",
      { { "together", 3 }, { "own-writes", 1 } },
      .fails = "WRC+F.sc.sys WRCd+rlx+acqrel.sys WWC+F.sc.sys", LOSES_OWN(2, 2, 1, 1) },
  },
};

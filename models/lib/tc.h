/* Temporal coherence: what its two forms, tc-strong and tc-weak, have in common.
 *
 * Sources: Singh, Shriraman, Fung, O'Connor, Aamodt, "Cache coherence for GPU architectures", HPCA
 * 2013; its account in Nagarajan, Sorin, Hill, Wood, "A primer on memory consistency and cache
 * coherence", 2nd ed., section 10.1.3.  The rows cite its tables 10.5 and 10.6 (strong) and 10.8
 * and 10.9 (weak), which have stable states only.  physical_lease.h has leases and time.
 *
 * Transient states, INFERRED (the source has none), with the counts of Ren and Lis' table (L1 2+3,
 * L2 4+4):
 *   - L1: IV, II, VV (physical_lease.h); what is out in VV is a WriteV;
 *   - L2: IP DRAM is asked, for one L1, IS for several, IE for a write; EI DRAM takes back the
 *     evicted block.
 * The two models' pages list what else was inferred. */
#ifndef MODELS_LIB_TC_H
#define MODELS_LIB_TC_H

#include "models/lib/physical_lease.h"

/* --- states, messages, parameters --- */

enum { P = 1 << 1, S = 1 << 2, E = 1 << 3, IP = 1 << 4, IS = 1 << 5, IE = 1 << 6, EI = 1 << 7 };
static const char *const l2_states[] = { "I", "P", "S", "E", "IP", "IS", "IE", "EI" };

/* The name of the time on acknowledgements is NULL in tc-strong. */
#define TC_MESSAGES(M, gwct)                                                          \
  M(GETV, "GetV", REQUEST)                                                            \
  M(WRITE, "Write", REQUEST, .has_value = true, .has_core = true)                     \
  M(WRITEV, "WriteV", REQUEST, .times = { "t" }, .has_value = true, .has_core = true) \
  M(ATOMIC_WRITE, "Atomic", REQUEST, .has_value = true, .has_core = true)             \
  M(DATA, "Data", RESPONSE, .times = { "TS" }, .has_data = true)                      \
  M(WRITE_ACK, "Write-Ack", RESPONSE, .times = { gwct }, .has_core = true)            \
  M(ATOMIC_ACK, "Atomic-Ack", RESPONSE, .times = { gwct }, .has_value = true, .has_core = true)
#define STRONG_MESSAGES(M) TC_MESSAGES(M, NULL)
#define WEAK_MESSAGES(M) TC_MESSAGES(M, "GWCT")
#define INSIDE(E) E(MEM_DATA, "MemData") E(MEM_ACK, "MemAck") E(AHEAD, "AHEAD")
DECLARE_EVENTS(STRONG_MESSAGES, INSIDE);
enum { GWCT = 0 }; /* which time of an acknowledgement */

#define L1_ALPHABET (LOAD | STORE | ATOMIC | EVICT | EXPIRY | DATA | WRITE_ACK | ATOMIC_ACK | AHEAD)
#define L2_ALPHABET \
  (GETV | WRITE | WRITEV | ATOMIC_WRITE | EVICT | EXPIRY | MEM_DATA | MEM_ACK | AHEAD)

enum { PARAMETER_PENDING = PARAMETER_MODEL, PARAMETER_EARLY, PARAMETER_PRINTED, PARAMETER_TC };
#define TC_PARAMETERS(pending, pending_help, early, early_help)                                \
  LEASE_PARAMETER,                                                                             \
      [PARAMETER_PENDING] = { "pending", 0, 0, pending,                                        \
                              "a load beside a WriteV: 0 waits, 1 reads the old value, 2 the " \
                              "new" pending_help },                                            \
      [PARAMETER_EARLY] = { "early", 0, 0, early,                                              \
                            "1: to the L2 a lease has ended at now = TS" early_help },         \
      [PARAMETER_PRINTED] = { "printed", 0, 0, 1,                                              \
                              "1: no row for a WriteV of a block that the L2 has not" }

/* --- the L1 --- */

GUARD(dead_alone, !live(s) && s->line->waiting == 1)
GUARD(dead_joined, !live(s) && s->line->waiting > 1)
static inline void ask(struct step *s) { step_send(s, EVENT_GETV, home(s)); }
static inline void write_through(struct step *s) { pass_request(s, EVENT_WRITE); }
static inline void write_atomic(struct step *s) { pass_request(s, EVENT_ATOMIC_WRITE); }

/* A load of a block whose WriteV is out waits (variants: it reads the old value, but for the thread
 * that writes; or the new). */
enum { LOAD_WAITS, READS_OLD, READS_NEW, WRITES_AGAIN };
static inline int pending(const struct step *s) { return step_parameter(s, PARAMETER_PENDING); }
GUARD(reads_old, pending(s) == READS_OLD && s->request->core != s->line->writer)
GUARD(reads_new, pending(s) == READS_NEW)
GUARD(load_waits, !reads_old(s) && !reads_new(s))
static inline void note_pending(struct step *s) {
  s->line->writes += pending(s) == WRITES_AGAIN;
  if (pending(s) != READS_OLD && pending(s) != READS_NEW) return;
  s->line->flag = pending(s) == READS_OLD;
  s->line->writer = s->request->core;
  if (pending(s) != READS_NEW) return;
  s->line->buffer = s->line->data;
  step_stored_ahead(s, s->request->word, s->request->value);
}
static inline void write_valid(struct step *s) {
  struct message *message = step_send(s, EVENT_WRITEV, home(s));
  message->request = *s->request;
  message->time[TS] = s->line->time[TS];
  note_pending(s);
}
static inline void take_written(struct step *s) {
  copy_word(&s->line->data, &step_incoming(s)->data, s->request->word);
  forget_written(s);
}

/* The first rows of tables 10.5 and 10.8, which are the same. */
#define TC_L1_ROWS(figure)                                                                      \
  ROW(figure " I/Load", I, LOAD, always, IV, join, ask),                                        \
      ROW(figure " I/Store", I, STORE, always, II, write_through),                              \
      INFERRED("I/Atomic", I, ATOMIC, always, II, write_atomic),                                \
      NEVER(figure " I", I, EVICT | EXPIRY | DATA | WRITE_ACK | ATOMIC_ACK),                    \
      ROW(figure " V/Load", V, LOAD, always, SAME, hit),                                        \
      ROW(figure " V/Store", V, STORE, always, VV, write_valid),                                \
      INFERRED("V/Atomic", V, ATOMIC, always, II, drop, write_atomic),                          \
      ROW(figure " V/Eviction", V, EVICT, always, I, drop),                                     \
      ROW(figure " V/Expiry", V, EXPIRY, always, I, drop),                                      \
      NEVER(figure " V", V, DATA | WRITE_ACK | ATOMIC_ACK),                                     \
      INFERRED("IV: joins", IV, LOAD, always, SAME, join),                                      \
      STALL("IV: waits", IV, STORE | ATOMIC, always),                                           \
      ROW(figure " I/Load, Data", IV, DATA, live, V, install, serve_all),                       \
      INFERRED("IV: Data expired on its way", IV, DATA, dead_alone, I, serve_one),              \
      INFERRED("IV: Data expired, others joined", IV, DATA, dead_joined, SAME, serve_one, ask), \
      NEVER("IV", IV, EVICT | EXPIRY | WRITE_ACK | ATOMIC_ACK),                                 \
      STALL("II: waits", II, LOAD | STORE | ATOMIC, always)

/* --- the L2 --- */

/* A lease has run out when now > TS (variant early-expiry: to the L2 at now = TS, when L1s still
 * read the copy). */
enum { EARLY_EXPIRY = 1, EARLY_FENCE };
GUARD(expires_early, step_parameter(s, PARAMETER_EARLY) == EARLY_EXPIRY)
static inline bool may_miss_copies(const struct step *s) {
  return expires_early(s) || step_parameter(s, PARAMETER_SKEW_L2);
}
static inline void fetch(struct step *s) { s->line->fetching = 1; }
static inline void note_writer(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  join(s);
}
static inline void fill(struct step *s) {
  s->line->data = s->line->memory;
  s->line->dirty = 0;
  s->line->fetching = 0;
}
static inline void grant_to(struct step *s, unsigned sm) {
  lease_to(s, EVENT_DATA, sm, (unsigned)step_parameter(s, PARAMETER_LEASE));
}
static inline void grant(struct step *s) { grant_to(s, sender(s)); }
static inline void grant_noted(struct step *s) {
  SM_SET_EACH(sm, s->line->sharers) grant_to(s, sm);
  s->line->sharers = 0;
}

/* Returns the old value. */
static inline int64_t perform_request(struct step *s, const struct request *request) {
  s->line->dirty = 1;
  return perform_on(s, &s->line->data, request);
}
static inline void write(struct step *s) { perform_request(s, s->request); }

/* The answer to a store or an atomic.  The end of the block's last lease, which it carries, is
 * tc-weak's global write completion time.  In tc-strong a write is performed when nothing remains
 * of that lease.  `keeps`: its taker may have a copy. */
static inline struct message *answer(struct step *s, const struct request *request, unsigned sm,
                                     int64_t result, bool keeps) {
  unsigned type = request->event == EVENT_ATOMIC ? EVENT_ATOMIC_ACK : EVENT_WRITE_ACK;
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->request = *request;
  message->request.value = result;
  message->time[GWCT] = s->line->time[TS];
  /* It knows the value, but its age is known only here. */
  if (keeps || may_miss_copies(s)) copy_word(&message->data, &s->line->data, request->word);
  return message;
}
static inline void ack(struct step *s) { answer(s, s->request, sender(s), 0, false); }
static inline void ack_holder(struct step *s) { answer(s, s->request, sender(s), 0, true); }
/* There is no other copy. */
static inline void ack_sole(struct step *s) {
  answer(s, s->request, sender(s), 0, true)->time[GWCT] = 0;
}
static inline void read_modify_write(struct step *s) {
  int64_t old = perform_request(s, s->request);
  answer(s, s->request, sender(s), old, false);
}
static inline void perform_noted(struct step *s) {
  struct request request = step_dequeue(s, 0);
  int64_t old = perform_request(s, &request);
  answer(s, &request, s->line->owner, answer_of(&request, old), false);
  s->line->owner = NO_ONE;
}
static inline void write_back(struct step *s) {
  s->line->memory = s->line->data;
  s->line->dirty = 0;
  s->line->fetching = 1;
}
static inline void taken_back(struct step *s) { s->line->fetching = 0; }
static inline void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[TS] = 0;
}
/* Is the lease that a WriteV carries the block's latest, so that in P its sender holds the only
 * copy? */
GUARD_PAIR(sole, not_sole, step_incoming(s)->time[TS] == s->line->time[TS])
/* The tables have no WriteV in I (variant printed). */
GUARD_PAIR(has_row, has_no_row, !step_parameter(s, PARAMETER_PRINTED))

/* The rows of I, and of transient states, in tables 10.6 and 10.9, which are the same. */
#define TC_L2_INVALID_ROWS(figure)                                                           \
  ROW(figure " I/GetV(t)", I, GETV, always, IP, fetch, note_reader),                         \
      ROW(figure " I/Write", I, WRITE, always, IE, fetch, note_writer),                      \
      INFERRED("I/WriteV: the lease ran out, the block was evicted", I, WRITEV, has_row, IE, \
               fetch, note_writer),                                                          \
      INFERRED("I/Atomic", I, ATOMIC_WRITE, always, IE, fetch, note_writer),                 \
      NEVER_WHEN(figure " I: not printed", I, WRITEV, has_no_row),                           \
      NEVER(figure " I", I, EXPIRY | EVICT | MEM_DATA | MEM_ACK)
#define TC_L2_TRANSIENT_ROWS(figure)                                                     \
  INFERRED("IP: another reader", IP, GETV, always, IS, note_reader),                     \
      INFERRED("IS: another reader", IS, GETV, always, SAME, note_reader),               \
      STALL("waits for DRAM", IP | IS, WRITE | WRITEV | ATOMIC_WRITE | EVICT, always),   \
      ROW(figure " I/GetV(t), MemData", IP, MEM_DATA, always, P, fill, grant_noted),     \
      INFERRED("IS: MemData", IS, MEM_DATA, always, S, fill, grant_noted),               \
      NEVER("IP, IS", IP | IS, EXPIRY | MEM_ACK),                                        \
      STALL("waits for DRAM", IE, GETV | WRITE | WRITEV | ATOMIC_WRITE | EVICT, always), \
      ROW(figure " I/Write, MemData", IE, MEM_DATA, always, E, fill, perform_noted),     \
      NEVER("IE", IE, EXPIRY | MEM_ACK),                                                 \
      STALL("waits for DRAM", EI, GETV | WRITE | WRITEV | ATOMIC_WRITE, always),         \
      ROW(figure " E/Eviction, MemAck", EI, MEM_ACK, always, I, taken_back, forget),     \
      NEVER("EI", EI, EXPIRY | EVICT | MEM_DATA)

/* --- for the record --- */

GUARD(l2_expired, in_state(s, P | S) && s->line->time[TS] <= ended_in_l2(s) + expires_early(s))
GUARD(dram_reads, s->line->fetching && !in_state(s, EI))
GUARD(dram_wrote, in_state(s, EI) && s->line->fetching)
static inline enum permission permission(const struct local *local, unsigned line) {
  bool readable = local->line[line].state == STATE_V && !local->line[line].writes;
  return readable || local->line[line].flag ? PERMISSION_READ : PERMISSION_NONE;
}
static inline bool leases_covered(const struct shape *shape, const struct local *const *locals) {
  return lease_covers(shape, locals, P | S, P);
}

#define TC_INTERNALS                                                       \
  {                                                                        \
    LEASE_INTERNALS(l2_expired), { EVENT_MEM_DATA, PER_LINE, dram_reads }, \
        { EVENT_MEM_ACK, PER_LINE, dram_wrote }, L2_SKEW_INTERNAL          \
  }
#define TC_RECORD                                                                               \
  .not_modelled = "rollover of 32-bit timestamps, skew of more than a tick, capacity and "      \
                  "associativity (evictions come at any time instead), scopes (the source has " \
                  "none), warps (threads are scheduled one by one)",                            \
  .networks = LEASE_NETWORKS, .network_count = NETWORK_COUNT, .time = TIME_REMAINING,           \
  .own_invariant.holds = leases_covered
/* Why its tables have other counts than thesis table 3.5: of an L1, of an L2. */
#define TC_L1_DIFFERS                                                                      \
  "the companion table of HPCA 2013 that it counts is not public; here the rows that the " \
  "Primer's stable table has, with the answer to each request as a row of its own"
#define TC_L2_DIFFERS                                                                           \
  "likewise; an atomic, and a merged read of a block that DRAM owes, are rows of ours that no " \
  "source has and that are not counted"

#endif

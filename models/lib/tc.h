/* Temporal coherence: what its two forms, tc-strong and tc-weak, have in common.
 *
 * Sources: Singh, Shriraman, Fung, O'Connor, Aamodt, "Cache coherence for GPU architectures", HPCA
 * 2013; its account in Nagarajan, Sorin, Hill, Wood, "A primer on memory consistency and cache
 * coherence", 2nd ed., section 10.1.  The rows cite its tables 10.5 and 10.6 (strong) and 10.8 and
 * 10.9 (weak), which have stable states only ("transactions are atomic").  A reader brings a block
 * into its L1 for a limited time, the lease, at the end of which the copy is invalid without a
 * message.  L1s write through and do not allocate on a write.  The L2 is inclusive and remembers
 * when the last lease of a block ends.  All caches share one physical clock.
 *
 * A timestamp TS is kept as what remains of it, max(0, TS - now + 1), in lines, in stall registers
 * and in messages in flight.  The clock's tick takes one off each (TIME_REMAINING).  A copy is
 * readable, and a lease unexpired, exactly while something remains: now <= TS.  This is exact.
 * Tables compare a timestamp with now, or two of them for equality, and take the later of two; no
 * expired one is told apart from another.
 *
 * Transient states, INFERRED (the source has none), with the counts of Ren and Lis' table (L1 2+3,
 * L2 4+4):
 *   - L1: IV a load is out, and others to the block join it; II a write is out, and there is no
 *     copy; VV a WriteV is out, and the copy's lease still runs;
 *   - L2: IP DRAM is asked, for one L1, IS for several, IE for a write; EI DRAM takes back what
 *     is evicted.
 * The two models' pages list what else was inferred.  The actions are here, the tables in the
 * models' own files. */
#ifndef MODELS_LIB_TC_H
#define MODELS_LIB_TC_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"

/* --- states and events --- */

enum { I = 1 << 0 };
enum { V = 1 << 1, IV = 1 << 2, II = 1 << 3, VV = 1 << 4 }; /* L1 */
enum {
  P = 1 << 1,
  S = 1 << 2,
  E = 1 << 3,
  IP = 1 << 4,
  IS = 1 << 5,
  IE = 1 << 6,
  EI = 1 << 7
}; /* L2 */
enum { STATE_I, STATE_V };
static const char *const l1_states[] = { "I", "V", "IV", "II", "VV" };
static const char *const l2_states[] = { "I", "P", "S", "E", "IP", "IS", "IE", "EI" };

/* GETV to ATOMIC_WRITE: L1 to L2; DATA to ATOMIC_ACK: L2 to L1; MEM_DATA, MEM_ACK: DRAM to L2. */
#define EVENTS(E)                                                                     \
  E(GETV, "GetV"), E(WRITE, "Write"), E(WRITEV, "WriteV"), E(ATOMIC_WRITE, "Atomic"), \
      E(DATA, "Data"), E(WRITE_ACK, "Write-Ack"), E(ATOMIC_ACK, "Atomic-Ack"),        \
      E(MEM_DATA, "MemData"), E(MEM_ACK, "MemAck")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };
enum { TS = 0, GWCT = 0 }; /* which time of a line, and of an acknowledgement */
enum { PARAMETER_LEASE, PARAMETER_PENDING, PARAMETER_EARLY, PARAMETER_PRINTED, PARAMETER_TC };

#define L1_ALPHABET (LOAD | STORE | ATOMIC | EVICT | EXPIRY | DATA | WRITE_ACK | ATOMIC_ACK)
#define L2_ALPHABET (GETV | WRITE | WRITEV | ATOMIC_WRITE | EVICT | EXPIRY | MEM_DATA | MEM_ACK)

enum { REQUEST_NETWORK, RESPONSE_NETWORK, NETWORK_COUNT };
#define TC_NETWORKS                                             \
  {                                                             \
    { "request", UNORDERED, 12 }, { "response", UNORDERED, 12 } \
  }
/* The time called GWCT rides on acknowledgements in tc-weak alone. */
#define TC_MESSAGES(gwct)                                                                       \
  {                                                                                             \
    [EVENT_GETV] = { "GetV", REQUEST_NETWORK, .lease = NO_LEASE },                              \
    [EVENT_WRITE] = { "Write", REQUEST_NETWORK, .has_value = true, .has_core = true,            \
                      .lease = NO_LEASE },                                                      \
    [EVENT_WRITEV] = { "WriteV",          REQUEST_NETWORK,  { "t" },                            \
                       .has_value = true, .has_core = true, .lease = NO_LEASE },                \
    [EVENT_ATOMIC_WRITE] = { "Atomic", REQUEST_NETWORK, .has_value = true, .has_core = true,    \
                             .lease = NO_LEASE },                                               \
    [EVENT_DATA] = { "Data", RESPONSE_NETWORK, { "TS" }, .has_data = true, .lease = NO_LEASE }, \
    [EVENT_WRITE_ACK] = { "Write-Ack",                                                          \
                          RESPONSE_NETWORK,                                                     \
                          { gwct },                                                             \
                          .has_core = true,                                                     \
                          .lease = NO_LEASE },                                                  \
    [EVENT_ATOMIC_ACK] = { "Atomic-Ack",      RESPONSE_NETWORK, { gwct },                       \
                           .has_value = true, .has_core = true, .lease = NO_LEASE },            \
  }

/* --- the L1 --- */

static inline bool live(const struct step *s) { return step_incoming(s)->time[TS] > 0; }
static inline bool dead_alone(const struct step *s) {
  return step_incoming(s)->time[TS] == 0 && s->line->waiting == 1;
}
static inline bool dead_joined(const struct step *s) {
  return step_incoming(s)->time[TS] == 0 && s->line->waiting > 1;
}

static inline void ask(struct step *s) {
  step_send(s, EVENT_GETV, step_controller_of_line(s, s->at));
}
static inline void join(struct step *s) { step_enqueue(s, s->request); }
static inline void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }

/* What the block is to be is noted only where loads may see it while the write is out (variant
 * pending-new). */
static inline void forget_written(struct step *s) {
  data_clear(&s->line->buffer);
  s->line->flag = 0;
  s->line->writer = NO_ONE;
}

static inline void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[TS] = 0;
  forget_written(s);
}

static inline void write_through(struct step *s) {
  step_send(s, EVENT_WRITE, step_controller_of_line(s, s->at))->request = *s->request;
}

/* A load of a block whose WriteV is out waits (variants: it reads the old value, but for the thread
 * that writes; or the new). */
enum { LOAD_WAITS, READS_OLD, READS_NEW, WRITES_AGAIN };
static inline int pending(const struct step *s) { return step_parameter(s, PARAMETER_PENDING); }
static inline bool reads_old(const struct step *s) {
  return pending(s) == READS_OLD && s->request->core != s->line->writer;
}
static inline bool reads_new(const struct step *s) { return pending(s) == READS_NEW; }
static inline bool load_waits(const struct step *s) { return !reads_old(s) && !reads_new(s); }
static inline void hit_written(struct step *s) { step_reply_word(s, s->request, &s->line->buffer); }

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
  struct message *message = step_send(s, EVENT_WRITEV, step_controller_of_line(s, s->at));
  message->request = *s->request;
  message->time[TS] = s->line->time[TS];
  note_pending(s);
}

static inline void write_atomic(struct step *s) {
  step_send(s, EVENT_ATOMIC_WRITE, step_controller_of_line(s, s->at))->request = *s->request;
}

static inline void install(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[TS] = step_incoming(s)->time[TS];
}

static inline void serve_one(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply_word(s, &request, &step_incoming(s)->data);
}

static inline void serve_all(struct step *s) {
  while (s->line->waiting) serve_one(s);
}

/* The copy takes the value that was written (and its ghost, which only the L2 knows). */
static inline void take_written(struct step *s) {
  unsigned word = s->request->word;
  s->line->data.word[word] = step_incoming(s)->data.word[word];
  s->line->data.age[word] = step_incoming(s)->data.age[word];
  forget_written(s);
}

static inline void complete(struct step *s) {
  if (s->line->writes) s->line->writes--;
  step_reply(s, s->request, s->request->value);
}

/* --- the L2 --- */

/* A lease has run out when now > TS (variant early-expiry: to the L2 at now = TS, when L1s still
 * read the copy). */
enum { EARLY_EXPIRY = 1, EARLY_FENCE };
static inline bool expires_early(const struct step *s) {
  return step_parameter(s, PARAMETER_EARLY) == EARLY_EXPIRY;
}

static inline unsigned sender(const struct step *s) {
  return step_sm_of(s, step_incoming(s)->from);
}

static inline void fetch(struct step *s) { s->line->fetching = 1; }
static inline void note_reader(struct step *s) { s->line->sharers |= (uint8_t)(1u << sender(s)); }

static inline void note_writer(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  step_enqueue(s, s->request);
}

static inline void fill(struct step *s) {
  s->line->data = s->line->memory;
  s->line->dirty = 0;
  s->line->fetching = 0;
}

/* A lease of any length up to the greatest, to one L1; the block's own time is the latest of all
 * that were given. */
static inline void grant_to(struct step *s, unsigned sm) {
  unsigned lease = step_choose(s, (unsigned)step_parameter(s, PARAMETER_LEASE) + 1);
  struct message *message = step_send(s, EVENT_DATA, step_controller_of_sm(s, sm));
  message->time[TS] = (uint8_t)lease;
  message->data = s->line->data;
  s->line->time[TS] = (uint8_t)time_later(s->line->time[TS], lease);
}

static inline void grant(struct step *s) { grant_to(s, sender(s)); }

static inline void grant_noted(struct step *s) {
  for (unsigned sm = 0; s->line->sharers >> sm; sm++)
    if (s->line->sharers >> sm & 1) grant_to(s, sm);
  s->line->sharers = 0;
}

/* The store takes effect; an atomic's answer is the old value. */
static inline int64_t perform_request(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, 0);
  data_write(&s->line->data, request->word, request_result(request, old));
  s->line->dirty = 1;
  return old;
}

static inline void write(struct step *s) { perform_request(s, s->request); }

/* With the written word, for an L1 that keeps its copy: it knows the value, the ghost must come
 * from here. */
static inline void add_written(struct step *s, struct message *message) {
  unsigned word = message->request.word;
  message->data.word[word] = s->line->data.word[word];
  message->data.age[word] = s->line->data.age[word];
}

/* The answer to a store or an atomic.  The end of the block's last lease, which it carries, is what
 * tc-weak calls the global write completion time; in tc-strong a write is performed when nothing
 * remains of it. */
static inline struct message *answer(struct step *s, const struct request *request, unsigned sm,
                                     int64_t result) {
  unsigned type = request->event == EVENT_ATOMIC ? EVENT_ATOMIC_ACK : EVENT_WRITE_ACK;
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->request = *request;
  message->request.value = result;
  message->time[GWCT] = s->line->time[TS];
  if (expires_early(s))
    add_written(s,
                message); /* its taker may have a copy of which the L2 thinks that it has ended */
  return message;
}

static inline void ack(struct step *s) { answer(s, s->request, sender(s), 0); }

static inline struct message *answer_holder(struct step *s) {
  struct message *message = answer(s, s->request, sender(s), 0);
  add_written(s, message);
  return message;
}

static inline void ack_holder(struct step *s) { answer_holder(s); }
static inline void ack_sole(struct step *s) {
  answer_holder(s)->time[GWCT] = 0; /* there is no other copy */
}

static inline void read_modify_write(struct step *s) {
  int64_t old = perform_request(s, s->request);
  answer(s, s->request, sender(s), old);
}

static inline void perform_noted(struct step *s) {
  struct request request = step_dequeue(s, 0);
  int64_t old = perform_request(s, &request);
  answer(s, &request, s->line->owner, request.event == EVENT_ATOMIC ? old : 0);
  s->line->owner = NO_ONE;
}

static inline bool clean(const struct step *s) { return !s->line->dirty; }
static inline bool dirty(const struct step *s) { return s->line->dirty; }

static inline void write_back(struct step *s) {
  s->line->memory = s->line->data;
  s->line->dirty = 0;
  s->line->fetching = 1;
}

static inline void taken_back(struct step *s) { s->line->fetching = 0; }
static inline void forget(struct step *s) { data_clear(&s->line->data); }

/* Is the lease that a WriteV carries the block's latest, so that in P its sender holds the only
 * copy? */
static inline bool sole(const struct step *s) {
  return step_incoming(s)->time[TS] == s->line->time[TS];
}
static inline bool not_sole(const struct step *s) { return !sole(s); }

/* The tables have no WriteV in I (variant printed). */
static inline bool has_row(const struct step *s) { return !step_parameter(s, PARAMETER_PRINTED); }
static inline bool has_no_row(const struct step *s) { return !has_row(s); }

/* --- what the record says of the controllers --- */

static inline bool l1_expired(const struct step *s) {
  return (1u << s->state & (V | VV)) && s->line->time[TS] == 0;
}
static inline bool l2_expired(const struct step *s) {
  return (1u << s->state & (P | S)) && s->line->time[TS] <= expires_early(s);
}
static inline bool dram_reads(const struct step *s) {
  return s->line->fetching && !(1u << s->state & EI);
}
static inline bool dram_wrote(const struct step *s) {
  return s->line->fetching && 1u << s->state & EI;
}

static inline enum permission permission(const struct local *local, unsigned line) {
  bool readable = local->line[line].state == STATE_V && !local->line[line].writes;
  return readable || local->line[line].flag ? PERMISSION_READ : PERMISSION_NONE;
}

static inline const struct data *value(const struct local *local, unsigned line) {
  const struct line *at = &local->line[line];
  return at->state == STATE_I ? &at->memory : &at->data;
}

/* Every readable copy is covered by a lease that the L2 still remembers (which is inclusion, too),
 * and a block in P has at most one such copy. */
static inline bool leases_covered(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    unsigned copies = 0;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      if (!(1u << copy->state & (V | VV))) continue;
      copies++;
      if (!(1u << bank->state & (P | S)) || copy->time[TS] > bank->time[TS]) return false;
    }
    if (1u << bank->state & P && copies > 1) return false;
  }
  return true;
}

#define TC_PARAMETERS(pending, pending_help, early, early_help)                                   \
  [PARAMETER_LEASE] = { "lease", 1, 0, 60, "the longest lease; every shorter one is tried too" }, \
  [PARAMETER_PENDING] = { "pending", 0, 0, pending,                                               \
                          "a load beside a WriteV: 0 waits, 1 reads the old value, 2 the "        \
                          "new" pending_help },                                                   \
  [PARAMETER_EARLY] = { "early", 0, 0, early,                                                     \
                        "1: to the L2 a lease has ended at now = TS" early_help },                \
  [PARAMETER_PRINTED] = { "printed", 0, 0, 1,                                                     \
                          "1: no row for a WriteV of a block that the L2 has not" }

/* An eviction from the L2 sends nothing either, and lines share nothing there. */
#define TC_L1_INTERNALS                                                     \
  {                                                                         \
    { EVENT_EXPIRY, PER_LINE, l1_expired, .urgent = true }, {               \
      EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true \
    }                                                                       \
  }
#define TC_L2_INTERNALS                                                            \
  {                                                                                \
    { EVENT_EXPIRY, PER_LINE, l2_expired, .urgent = true },                        \
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true }, \
        { EVENT_MEM_DATA, PER_LINE, dram_reads }, {                                \
      EVENT_MEM_ACK, PER_LINE, dram_wrote                                          \
    }                                                                              \
  }

/* What the records have in common. */
#define TC_RECORD                                                                                 \
  .not_modelled = "rollover of 32-bit timestamps, skew between the caches' clocks, capacity and " \
                  "associativity (evictions come at any time instead), scopes (the source has "   \
                  "none), warps (threads are scheduled one by one)",                              \
  .events = events, .event_count = EVENT_COUNT, .networks = TC_NETWORKS,                          \
  .network_count = NETWORK_COUNT, .time = TIME_REMAINING, .own_invariant.holds = leases_covered,  \
  .promises.moves_data = true

#endif

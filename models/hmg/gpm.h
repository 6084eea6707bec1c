/* What guards of a GPM's table see and what its actions do (nhcc, hmg).  The tables, which say when, are in nhcc.c and hmg.c. */
#ifndef MODELS_HMG_GPM_H
#define MODELS_HMG_GPM_H

#include "models/hmg/hmg.h"
#include "models/hmg/release.h"

enum { I = 1 << 0, V = 1 << 1, ANY = I | V };
static const char *const directory_states[] = { "I", "V" };

/* --- the L2's data --- */

static const struct data *copy_of(const struct step *s) { return at_system(s) ? &s->line->memory : &s->line->data; }
static bool has_word(const struct step *s, unsigned word) { return copy_of(s)->age[word] != AGE_NONE; }
static bool has_copy(const struct local *local, unsigned line) {
  return local->line[line].data.age[0] != AGE_NONE || local->line[line].data.age[1] != AGE_NONE;
}

static void drop_copy(struct step *s) { data_clear(&s->line->data); }

/* A word of the copy; the system home's is the newest there is. */
static void put_word(struct step *s, unsigned word, int64_t value) {
  if (at_system(s)) {
    perform(s, word, NO_TIME);
    data_write(&s->line->memory, word, value);
    return;
  }
  s->line->data.word[word] = value;
  s->line->data.age[word] = AGE_STALE; /* newest only when the system home has it: left to it */
  if (s->line->reads + s->line->writes && parameter(s, PARAMETER_OVERTAKEN)) s->line->flag |= (uint8_t)(1u << word);
}

/* --- loads --- */

enum load_way { HITS, FETCHES, JOINS, WAITS };

/* A load that must miss in all caches before the home of its scope goes up for itself, but may be answered together with what
 * another GPM asks of this home in a scope as wide. */
static enum load_way load_way(const struct step *s) {
  unsigned scope = s->request->scope;
  bool remote = s->event == EVENT_RLD;
  if (at_system(s)) return HITS;
  if (s->line->writes) return WAITS;
  if (has_word(s, s->request->word) && scope <= (at_home(s) ? SCOPE_GPU : SCOPE_NONE)) return HITS;
  if (!s->line->reads) return FETCHES;
  bool within = remote ? scope <= (unsigned)s->line->pending : scope == SCOPE_NONE;
  return within && !s->line->flag ? JOINS : WAITS;
}
static bool hits(const struct step *s) { return load_way(s) == HITS; }
static bool fetches(const struct step *s) { return load_way(s) == FETCHES; }
static bool joins(const struct step *s) { return load_way(s) == JOINS; }
static bool waits(const struct step *s) { return load_way(s) == WAITS; }

static void data_to_sm(struct step *s, const struct request *request, const struct data *data) {
  send(s, EVENT_SMDATA, controller_of_core(s, request->core))->data = *data;
}
static void answer_sm(struct step *s) { data_to_sm(s, s->request, copy_of(s)); }
static void answer_gpm(struct step *s) { send(s, EVENT_DATA, s->in->from)->data = *copy_of(s); }

static void ask_up(struct step *s, unsigned scope, unsigned word) {
  struct message *message = send(s, EVENT_RLD, controller_at(s, KIND_GPM, upwards(s)));
  message->flag = message->request.scope = (uint8_t)scope;
  message->request.word = (uint8_t)word;
  message->request.line = (uint8_t)s->at;
  s->line->reads = 1;
  s->line->pending = (int8_t)scope;
}
static void fetch(struct step *s) { ask_up(s, s->request->scope, s->request->word); }
static void await(struct step *s) { enqueue(s, s->request); }

/* Those words of the answer that no store has overtaken. */
static void install(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (s->line->flag >> word & 1) continue;
    s->line->data.word[word] = s->in->data.word[word];
    s->line->data.age[word] = s->in->data.age[word];
  }
}
/* Own SMs' loads came before the stores that have overtaken the answer. */
static void serve_sms(struct step *s) {
  while (s->line->waiting) {
    struct request request = dequeue(s, 0);
    data_to_sm(s, &request, &s->in->data);
  }
}
static void end_fetch(struct step *s) { s->line->reads = s->line->flag = 0; s->line->pending = 0; }

/* --- the directory --- */

static void add_sharer(struct step *s) { s->line->sharers |= (uint8_t)(1u << index_of(s, s->in->from)); }
static void invalidate(struct step *s, unsigned sharers) {
  for (unsigned gpm = 0; gpm < GPMS_MAX; gpm++)
    if (sharers >> gpm & 1) send(s, EVENT_INV, controller_at(s, KIND_GPM, gpm));
}
static void inv_all(struct step *s) {
  invalidate(s, s->line->sharers);
  s->line->sharers = 0;
}
static void inv_others(struct step *s) {
  invalidate(s, s->line->sharers & ~(1u << index_of(s, s->in->from)));
  s->line->sharers = 0;
}

/* --- stores and atomics --- */

static bool away(const struct step *s) { return !at_home(s); }

static void pass_store(struct step *s, int64_t value) {
  struct message *message = send(s, EVENT_RST, controller_at(s, KIND_GPM, upwards(s)));
  message->request = (struct request){ .event = EVENT_STORE, .core = NO_ONE, .line = s->request->line, .word = s->request->word,
                                       .time = NO_TIME, .value = value };
}
static void store(struct step *s) {
  put_word(s, s->request->word, s->request->value);
  if (!at_system(s)) pass_store(s, s->request->value);
}

enum atomic_way { PERFORMS, PASSES, LACKS, BUSY };

/* At the home of its scope an atomic needs the word; on its way there, the line for itself. */
static enum atomic_way atomic_way(const struct step *s) {
  if (at_system(s)) return PERFORMS;
  bool here = at_home(s) && s->request->scope == SCOPE_GPU;
  bool stalls = s->line->writes && !(here && parameter(s, PARAMETER_ATOMIC) == ATOMIC_PASS);
  if (stalls) return BUSY;
  if (here && has_word(s, s->request->word)) return PERFORMS;
  if (s->line->reads || s->line->writes) return BUSY;
  return here ? LACKS : PASSES;
}
static bool performs(const struct step *s) { return atomic_way(s) == PERFORMS; }
static bool passes(const struct step *s) { return atomic_way(s) == PASSES; }
static bool busy(const struct step *s) { return atomic_way(s) == BUSY; }

/* The answer to an atomic goes back the way it came; with data, as a load's does, unless a store has passed since. */
static void answer_atomic(struct step *s, int64_t old, const struct data *data) {
  unsigned gpm = gpm_of_core(s, s->request->core), here = index_here(s);
  struct message *message;
  if (gpm == here) {
    message = send(s, EVENT_SMATOM, controller_of_core(s, s->request->core));
  } else {
    unsigned to = gpu_home(machine_placement(s->machine), gpm, s->at);
    message = send(s, EVENT_ATOMRESP, controller_at(s, KIND_GPM, to == here ? gpm : to));
    if (data) message->data = *data;
  }
  message->request = *s->request;
  message->request.value = old;
}
static void atomic(struct step *s) {
  int64_t old = copy_of(s)->word[s->request->word], new = request_result(s->request, old);
  put_word(s, s->request->word, new);
  answer_atomic(s, old, copy_of(s));
  if (!at_system(s)) pass_store(s, new);
}
static void pass_atomic(struct step *s) {
  struct message *message = send(s, EVENT_RATOM, controller_at(s, KIND_GPM, upwards(s)));
  message->request = *s->request;
  message->flag = s->request->scope;
  s->line->writes = 1;
  if (!at_home(s) || parameter(s, PARAMETER_ATOMIC) != ATOMIC_PASS) drop_copy(s);
}
static void take_atomic(struct step *s) {
  bool overtaken = s->line->flag != 0;
  if (!overtaken && s->in->data.age[s->request->word] != AGE_NONE) install(s);
  answer_atomic(s, s->request->value, overtaken ? NULL : &s->in->data);
  s->line->writes = s->line->flag = 0;
}

/* --- for the record --- */

static const struct data *home_value(const struct local *local, unsigned line) { return &local->line[line].memory; }
static bool can_evict(const struct step *s) {
  return !at_system(s) && has_copy(s->local, s->at) && !s->line->reads && !s->line->writes;
}
static bool cannot_evict(const struct step *s) { return !can_evict(s); }
static bool can_replace(const struct step *s) {
  return parameter(s, PARAMETER_REPLACE) && s->state == (unsigned)__builtin_ctz(V);
}

#define TABLE_1 "Table I "
/* The rows of the directory that nhcc and hmg share, and those of the L2 beside it. */
#define GPM_ROWS                                                                                                   \
  ROW(TABLE_1 "local Ld", ANY, LD, hits, SAME, answer_sm),                                                         \
  INFERRED("IV-B Local Loads: to the home", ANY, LD, fetches, SAME, fetch, await),                                 \
  INFERRED("IV-B Local Loads: with the one that is out", ANY, LD, joins, SAME, await),                             \
  STALL("LD: what is out is narrower, or older than a store, or an atomic", ANY, LD, waits),                       \
  ROW(TABLE_1 "local St", I, ST, at_home, SAME, store),                                                            \
  ROW(TABLE_1 "local St", V, ST, at_home, I, inv_all, store),                                                      \
  INFERRED("IV-B Local Stores: to the home", ANY, ST, away, SAME, store),                                            \
  ROW(TABLE_1 "remote Ld", I, RLD, hits, V, add_sharer, answer_gpm),                                               \
  ROW(TABLE_1 "remote Ld", V, RLD, hits, SAME, add_sharer, answer_gpm),                                            \
  ROW(TABLE_1 "remote St", I, RST, always, V, add_sharer, store),                                                  \
  ROW(TABLE_1 "remote St", V, RST, always, SAME, inv_others, add_sharer, store),                                   \
  ROW(TABLE_1 "local Atom", I, ATOM, performs, SAME, atomic),                                                      \
  ROW(TABLE_1 "local Atom", V, ATOM, performs, I, inv_all, atomic),                                                \
  ROW(TABLE_1 "remote Atom", I, RATOM, performs, V, add_sharer, atomic),                                           \
  ROW(TABLE_1 "remote Atom", V, RATOM, performs, SAME, inv_others, add_sharer, atomic),                            \
  STALL("ATOM, RATOM: a load or an atomic is out", ANY, ATOM | RATOM, busy),                                       \
  ROW(TABLE_1 "replace dir entry", V, REPLACE, always, I, inv_all),                                                \
  STALL(TABLE_1 "replace dir entry: N/A", I, REPLACE, always),                                                     \
  INFERRED("IV-B Cache Eviction: silent", ANY, EVICT, can_evict, SAME, drop_copy),                                 \
  STALL("EVICT: the home, or nothing is here, or it is awaited", ANY, EVICT, cannot_evict),                        \
  INFERRED("IV-B Release", ANY, REL, release_waits, SAME, begin_release),                                          \
  INFERRED("IV-B Release: nobody else can have anything", ANY, REL, release_waits_not, SAME, finish_release),           \
  INFERRED("IV-B Release", ANY, RELREQ | RELFLUSH, always, SAME, go_on_release, ack_release),                      \
  INFERRED("IV-B Release", ANY, RELACK, not_last_ack, SAME, count_ack),                                            \
  INFERRED("IV-B Release", ANY, RELACK, last_ack, SAME, count_ack, finish_release)

#define GPM_KIND(more_events, more_internals, ...)                                                                  \
  { .name = "GPM",                                                                                                 \
    .table = { gpm_rows, sizeof gpm_rows / sizeof *gpm_rows, directory_states, 2, I | V, events, EVENT_HMG,        \
               LD | ST | ATOM | REL | RLD | RST | RATOM | RELREQ | DATA | ATOMRESP | INV | RELFLUSH | RELACK |     \
                 REPLACE | EVICT | (more_events) },                                                                \
    .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = can_evict, .lazy = true,               \
                     .told_by = LD | ST | ATOM | RLD | RST | RATOM, .environment = true }, \
                   { .event = EVENT_REPLACE, .over = PER_LINE, .enabled = can_replace, .environment = true }, __VA_ARGS__ }, \
    .internal_count = 2 + (more_internals), .instances = ONE_PER_GPM, .value = home_value, .lease = NO_LEASE, .shows_sharers = true,   \
    .shows_memory = true, .reads_name = "asking", .writes_name = "atomic", .held_name = "for", .line_flag_name = "overtaken" }

#endif

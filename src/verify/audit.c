#include "engine/machine_search.h"
#include "verify/audit.h"

#include <string.h>
#include "base/memory.h"
#include "run/subject.h"
#include "verify/cell_verdict.h"
#include "verify/small_programs.h"
#include "machine/clients.h"

const char *audit_name(enum audit_kind kind) {
  static const char *const names[] = { "as asked",       "two threads on one SM",
                                       "two words",      "one bank for all addresses",
                                       "small programs", "progress" };
  return names[kind];
}

static const char NO_TIME_LEFT[] = "no time was left";

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* --- ladders --- */

/* A client between a small one and the one asked. */
struct rung {
  unsigned sms, threads, lines;
};

struct ladder {
  struct rung rungs[RUNGS_MAX];
  unsigned count;
};

static void add_rung(struct ladder *ladder, unsigned sms, unsigned threads, unsigned lines) {
  struct rung rung = { sms, least(threads, CORES_MAX), lines };
  for (unsigned i = 0; i < ladder->count; i++)
    if (!memcmp(&ladder->rungs[i], &rung, sizeof rung)) return;
  ladder->rungs[ladder->count++] = rung;
}

/* `beyond`: threads beyond one on each SM; `lines`: at first; `most`: the least number in the
 * end. */
static struct ladder climb(const struct client *asked, unsigned beyond, unsigned lines,
                           unsigned most) {
  struct ladder ladder = { .count = 0 };
  unsigned few = least(asked->sms, 2);
  if (most < asked->lines) most = asked->lines;
  add_rung(&ladder, 1, 1 + beyond, lines);
  add_rung(&ladder, few, few + beyond, lines);
  add_rung(&ladder, asked->sms, asked->sms + beyond, lines);
  add_rung(&ladder, few, few + beyond, most);
  add_rung(&ladder, asked->sms, asked->sms + beyond, most);
  return ladder;
}

static struct client client_on(const struct rung *rung, const struct client *asked,
                               enum audit_kind kind) {
  /* A single value lets a search reach deeper among more addresses; ages still tell stale data. */
  unsigned values = rung->lines > asked->lines ? 1 : asked->values;
  struct client client = client_of_size(rung->sms, rung->threads, rung->lines, values);
  client.two_words = asked->two_words || kind == AUDIT_TWO_WORDS;
  client.topology = asked->topology;
  if (asked->spread) client_spread(&client);
  return client;
}

/* --- one search --- */

struct audited {
  const struct setting *setting;
  const struct effort *effort;
  const struct client *asked;
  struct exercise *exercise;
  struct audits *audits;
};

static struct subject subject_on(const struct audited *audited, const struct client *client,
                                 enum audit_kind kind) {
  struct subject subject = { .setting = *audited->setting,
                             .client = *client,
                             .options = audited->effort->machine };
  subject.options.no_reduction = subject.options.together = subject.options.audit = true;
  subject.options.only_line = 0;
  bool larger = client->lines > audited->asked->lines || client->threads > audited->asked->threads;
  if (larger) subject.options.capacity = 0; /* that capacity was asked for a smaller client */
  subject.options.share_bank = kind == AUDIT_ONE_BANK;
  return subject;
}

static struct search_options limits_of(const struct audited *audited) {
  struct search_options limits = effort_search(audited->effort, audited->effort->threads, 1);
  limits.states_max = audited->audits->bound;
  limits.stop_at = setting_invariants(audited->setting);
  if (audited->effort->each)
    limits.stop_at &= ~(uint64_t)CLAIM(PROPERTY_DEADLOCK); /* claimed of single addresses only */
  limits.visited = VISITED_CONCURRENT;
  limits.spill = NULL;
  return limits;
}

/* Records how a search of a client ended; true: a larger client may be tried. */
static bool note(struct audit *audit, const struct client *client, uint64_t states,
                 enum search_end end) {
  audit->searches[audit->count++] = (struct audit_search){ *client, states, end };
  return end == SEARCH_COMPLETE || end == SEARCH_OUT_OF_STATES;
}

/* A machine refuses some clients (too many threads for its lines, say). The next rung may still
 * have fewer threads. */
static bool is_refused(struct audit *audit) {
  audit->cut = "the kit takes no such client";
  return true;
}

/* A step that exceeds a fixed limit is no fault of the design; the search ends there and says
 * so. */
static bool search_client(const struct audited *audited, const struct client *client,
                          enum audit_kind kind) {
  struct audit *audit = &audited->audits->items[kind];
  struct subject subject = subject_on(audited, client, kind);
  struct search_options limits = limits_of(audited);
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(&subject, &error);
  diagnostic_clear(&error);
  if (!machine) return is_refused(audit);
  struct search_result result = machine_search(machine, &limits);
  exercise_add(audited->exercise, machine);
  audit->broken = result.broken & limits.stop_at & ~(uint64_t)CLAIM(PROPERTY_OVERFLOW);
  bool overflows = result.end == SEARCH_VIOLATION && !audit->broken;
  bool goes_on = note(audit, client, result.states, overflows ? SEARCH_TOO_SMALL : result.end);
  if (audit->broken)
    audited->audits->counterexample = counterexample_of(&subject, machine, &result);
  if (!audited->audits->counterexample) machine_free(machine);
  search_result_clear(&result);
  return goes_on && !audit->broken;
}

static bool ask_client_progress(const struct audited *audited, const struct client *client) {
  struct audit *audit = &audited->audits->items[AUDIT_PROGRESS];
  struct subject subject = subject_on(audited, client, AUDIT_PROGRESS);
  subject.options.audit = false;
  struct liveness_question question = { .fairness = FAIRNESS_USUAL };
  struct search_options limits = limits_of(audited);
  struct liveness_answer answer;
  struct diagnostic error = { NULL };
  audit->due = question.level = liveness_claimed(&subject);
  if (question.level == PROGRESS_NONE) return false;
  if (!liveness_ask(&subject, &question, &limits, &answer, &error))
    return diagnostic_clear(&error), is_refused(audit);
  audit->found = liveness_found(&answer.progress, &question);
  bool goes_on = note(audit, client, answer.progress.search.states, answer.progress.end);
  if (answer.progress.end == SEARCH_COMPLETE && audit->found < audit->due) {
    audited->audits->stuck = memory_new(1, sizeof *audited->audits->stuck);
    *audited->audits->stuck = answer;
    return false;
  }
  liveness_answer_clear(&answer);
  return goes_on;
}

/* --- small programs --- */

enum { PROGRAM_STATES = 1 << 13, PROGRAM_STATES_MOST = 1 << 15, PROGRAM_PLACEMENTS = 8 };

static bool says_nothing(enum verdict verdict) {
  return verdict == VERDICT_UNDEFINED || verdict == VERDICT_INAPPLICABLE ||
         verdict == VERDICT_UNSUPPORTED;
}

/* Each program is searched whole, without evictions, or from cold, as `run --quick` does. */
static struct effort effort_for_programs(const struct effort *asked) {
  struct effort effort = *asked;
  effort.quick_states = PROGRAM_STATES;
  effort.quick_most = PROGRAM_STATES_MOST;
  effort.quick_cold = effort.layouts = true;
  effort.quick_placements = PROGRAM_PLACEMENTS;
  effort.checkpoint = (struct checkpoint){ NULL };
  effort.compact = effort.bit_state = effort.ranks = effort.each = effort.deadlock = false;
  effort.spill = NULL;
  effort.machine.no_reduction = effort.machine.audit = true;
  effort.machine.together = false;
  return effort;
}

static void count_cells(struct audits *audits) {
  struct audit *audit = &audits->items[AUDIT_PROGRAMS];
  for (unsigned i = 0; i < audits->suite.count; i++) {
    const struct matrix_cell *cell = matrix_cell(audits->matrix, i, 0);
    audit->programs++;
    audit->bounded += cell->approximated || cell->verdict == VERDICT_INCONCLUSIVE;
    audit->unjudged += says_nothing(cell->verdict);
    if (cell->verdict != VERDICT_VIOLATION) continue;
    audit->violations++;
    if (!audits->forbidden) audits->forbidden = cell;
  }
}

static void run_programs(const struct audited *audited) {
  struct audits *audits = audited->audits;
  struct effort effort = effort_for_programs(audited->effort);
  struct diagnostic error = { NULL };
  struct matrix_question asked = { NULL };
  const struct system *system = audited->setting->system;
  bool orders = system->kinds[0].table.alphabet & (LOAD_ACQUIRE | STORE_RELEASE);
  audits->suite = small_programs_list(orders, system->topology.gpus > 1);
  audits->matrix = matrix_run(&audits->suite, audited->setting, 1, &asked, &effort, &error);
  diagnostic_clear(&error);
  if (!audits->matrix) {
    audits->items[AUDIT_PROGRAMS].cut = "the memory models of the record cannot be used";
    return;
  }
  count_cells(audits);
  if (audits->forbidden)
    audits->counterexample = matrix_cell_counterexample(audits->forbidden, &effort);
}

static bool try_client(const struct audited *audited, const struct client *client,
                       enum audit_kind kind) {
  return kind == AUDIT_PROGRESS ? ask_client_progress(audited, client)
                                : search_client(audited, client, kind);
}

static bool is_interrupted(const struct effort *effort) {
  const volatile int *interrupted = effort->checkpoint.interrupted;
  return effort_spent(effort) || (interrupted && __atomic_load_n(interrupted, __ATOMIC_RELAXED));
}

/* Why the record leaves no memory model to hold small programs to; NULL: it leaves some. */
static const char *takes_away_programs(const struct audited *audited) {
  if (!*setting_claims(audited->setting)) return "the record claims no memory model";
  const char *fails = setting_fails(audited->setting);
  return fails && *fails ? "the record lists tests that the model fails" : NULL;
}

static const char *does_not_apply(const struct audited *audited, enum audit_kind kind) {
  if (kind == AUDIT_ONE_BANK && !system_has_banks(audited->setting->system))
    return "this model has no banks";
  bool transactions = audited->setting->system->transactions.begin;
  if (kind == AUDIT_PROGRAMS && transactions) return "this model runs transactions";
  if (kind == AUDIT_TWO_WORDS && audited->asked->two_words) return "the client asked has two words";
  if (kind == AUDIT_TWO_THREADS && audited->asked->threads > audited->asked->sms)
    return "the client asked has them";
  return NULL;
}

static void make_ladder(const struct audited *audited, enum audit_kind kind) {
  struct audit *audit = &audited->audits->items[kind];
  const struct client *asked = audited->asked;
  bool threads = kind == AUDIT_TWO_THREADS;
  unsigned beyond = asked->threads > asked->sms ? asked->threads - asked->sms : threads;
  struct ladder ladder =
      climb(asked, beyond, kind == AUDIT_ONE_BANK ? 2 : 1, kind == AUDIT_AS_ASKED ? 1 : 2);
  for (unsigned i = 0; i < ladder.count; i++) {
    if (is_interrupted(audited->effort)) {
      audit->cut = NO_TIME_LEFT;
      return;
    }
    struct client client = client_on(&ladder.rungs[i], asked, kind);
    if (!try_client(audited, &client, kind)) break;
  }
  if (audit->count || audit->cut) return;
  audit->why_not = "the record claims none";
  audit->by_record = true;
}

static void make(const struct audited *audited, enum audit_kind kind) {
  struct audit *audit = &audited->audits->items[kind];
  audit->why_not = does_not_apply(audited, kind);
  if (!audit->why_not && kind == AUDIT_PROGRAMS) {
    audit->why_not = takes_away_programs(audited);
    audit->by_record = audit->why_not != NULL;
  }
  if (audit->why_not) return;
  if (kind != AUDIT_PROGRAMS) make_ladder(audited, kind);
  else if (is_interrupted(audited->effort)) audit->cut = NO_TIME_LEFT;
  else run_programs(audited);
}

void audits_make(const struct setting *setting, const struct client *client,
                 const struct effort *effort, uint64_t states, struct exercise *exercise,
                 struct audits *audits) {
  struct effort own = *effort;
  own.phase = "audits";
  struct audited audited = { setting, &own, client, exercise, audits };
  *audits = (struct audits){ .bound = states < AUDIT_LEAST  ? AUDIT_LEAST
                                      : states > AUDIT_MOST ? AUDIT_MOST
                                                            : states };
  for (enum audit_kind kind = 0; kind < AUDITS; kind++) {
    if (own.status) own.status(own.status_context, own.phase, kind, AUDITS, NULL);
    if (!audits->counterexample && !audits_refute(audits)) make(&audited, kind);
  }
}

void audits_clear(struct audits *audits) {
  if (audits->stuck) liveness_answer_clear(audits->stuck);
  memory_free(audits->stuck);
  matrix_free(audits->matrix);
  suite_clear(&audits->suite);
  audits->stuck = NULL;
  audits->matrix = NULL;
}

uint64_t audits_broken(const struct audits *audits) {
  uint64_t broken = 0;
  for (unsigned i = 0; i < AUDITS; i++) broken |= audits->items[i].broken;
  return broken;
}

bool audits_refute(const struct audits *audits) { return audits->stuck || audits->forbidden; }

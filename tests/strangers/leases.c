/* leases: copies that end by themselves, and stores that wait for that.
 *
 * A home lends a line for some ticks of a clock that all share, and notes when the last lease ends.
 * A store that finds a lease running shuts the line.  A shut line answers loads with data that
 * no L1 may keep, and admits no other store.  When no lease runs any more, the store is done and
 * the line opens again.  L1s write through and keep nothing that they write.
 *
 * L1: OUT (nothing), IN (a copy, readable while its lease runs), ASKED (a load is on its way), SENT
 * (a store is on its way).  Home: OPEN, SHUT. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"

enum { EVENT_ASK = EVENT_OWN, EVENT_SEND, EVENT_LOAN, EVENT_DONE, EVENT_REOPEN, EVENT_COUNT };
#define E(name) (1ull << EVENT_##name)
static const char *const event_names[EVENT_COUNT] = {
  "LOAD",   "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE",  "EVICT",
  "EXPIRY", "ASK",   "SEND",   "LOAN",         "DONE",          "REOPEN",
};
#define WRITES (STORE | ATOMIC)

enum { PARAMETER_LONGEST };
enum { LEFT }; /* the ticks left: of a copy, of a LOAN, and at the home of the last lease */

/* --- the L1 --- */

enum { L1_OUT, L1_IN, L1_ASKED, L1_SENT, L1_STATES };
#define L1(name) (1u << L1_##name)
static const char *const l1_names[L1_STATES] = { "OUT", "IN", "ASKED", "SENT" };

static bool runs(const struct step *s) { return s->line->time[LEFT] > 0; }
static bool is_over(const struct step *s) { return s->line->time[LEFT] == 0; }
static bool loan_runs(const struct step *s) { return step_incoming(s)->time[LEFT] > 0; }
static bool loan_is_over(const struct step *s) { return step_incoming(s)->time[LEFT] == 0; }

static void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }
static void ask(struct step *s) {
  step_enqueue(s, s->request);
  step_send(s, EVENT_ASK, step_controller_of_line(s, s->at))->request = *s->request;
}
static void pass_on(struct step *s) {
  step_send(s, EVENT_SEND, step_controller_of_line(s, s->at))->request = *s->request;
}
static void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[LEFT] = 0;
}
static void keep(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[LEFT] = step_incoming(s)->time[LEFT];
}
static void use(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply_word(s, &request, &step_incoming(s)->data);
}
static void answer(struct step *s) { step_reply(s, s->request, s->request->value); }

static const struct row l1_rows[] = {
  ROW("miss", L1(OUT), LOAD, always, L1(ASKED), ask),
  ROW("hit", L1(IN), LOAD, runs, SAME, hit),
  ROW("the lease is over", L1(IN), LOAD, is_over, L1(ASKED), drop, ask),
  ROW("store", L1(OUT), WRITES, always, L1(SENT), pass_on),
  ROW("store of a copy", L1(IN), WRITES, always, L1(SENT), drop, pass_on),
  STALL("wait", L1(ASKED) | L1(SENT), LOAD | WRITES, always),
  ROW("a loan", L1(ASKED), E(LOAN), loan_runs, L1(IN), keep, use),
  ROW("a loan that is over", L1(ASKED), E(LOAN), loan_is_over, L1(OUT), use),
  ROW("stored", L1(SENT), E(DONE), always, L1(OUT), answer),
  ROW("evict", L1(IN), EVICT, always, L1(OUT), drop),
  NEVER("no copy", L1(OUT) | L1(ASKED) | L1(SENT), EVICT),
  NEVER("not asked", L1(OUT) | L1(IN) | L1(SENT), E(LOAN)),
  NEVER("not sent", L1(OUT) | L1(IN) | L1(ASKED), E(DONE)),
};

static bool has_copy(const struct step *s) { return s->state == L1_IN; }
static enum permission permission(const struct local *local, unsigned line) {
  const struct line *copy = &local->line[line];
  return copy->state == L1_IN && copy->time[LEFT] > 0 ? PERMISSION_READ : PERMISSION_NONE;
}

/* --- the home --- */

enum { HOME_OPEN, HOME_SHUT, HOME_STATES };
#define HOME(name) (1u << HOME_##name)
static const char *const home_names[HOME_STATES] = { "OPEN", "SHUT" };

static void loan(struct step *s, unsigned ticks) {
  struct message *message = step_send(s, EVENT_LOAN, step_incoming(s)->from);
  message->data = s->line->memory;
  message->time[LEFT] = (uint8_t)ticks;
}
static void lend(struct step *s) {
  unsigned ticks = 1 + step_choose(s, (unsigned)step_parameter(s, PARAMETER_LONGEST));
  loan(s, ticks);
  s->line->time[LEFT] = (uint8_t)time_later(s->line->time[LEFT], ticks);
}
static void show(struct step *s) { loan(s, 0); }
static void store(struct step *s, const struct request *request) {
  int64_t old = s->line->memory.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->memory, request->word, request_result(request, old));
  struct message *message = step_send(s, EVENT_DONE, step_controller_of_core(s, request->core));
  message->request = *request;
  message->request.value = old;
}
static void store_now(struct step *s) { store(s, s->request); }
static void hold(struct step *s) { step_enqueue(s, s->request); }
static void store_held(struct step *s) {
  struct request request = step_dequeue(s, 0);
  store(s, &request);
}

static const struct row home_rows[] = {
  ROW("lend", HOME(OPEN), E(ASK), always, SAME, lend),
  ROW("nobody reads it", HOME(OPEN), E(SEND), is_over, SAME, store_now),
  ROW("somebody may", HOME(OPEN), E(SEND), runs, HOME(SHUT), hold),
  ROW("show", HOME(SHUT), E(ASK), always, SAME, show),
  STALL("one store at a time", HOME(SHUT), E(SEND), always),
  ROW("reopen", HOME(SHUT), E(REOPEN), always, HOME(OPEN), store_held),
  NEVER("it is open", HOME(OPEN), E(REOPEN)),
};

static bool may_reopen(const struct step *s) { return s->state == HOME_SHUT && is_over(s); }
static const struct data *at_home(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}

SYSTEM(leases) = {
  .name = "leases",
  .title = "leases in physical time, and stores that wait for the last of them",
  .source = "tests/strangers",
  .not_modelled = "misses of the home, clocks that drift",
  .kinds = {
    { .name = "L1",
      .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_names, L1_STATES, L1(OUT) | L1(IN),
                 event_names, EVENT_COUNT, LOAD | WRITES | EVICT | E(LOAN) | E(DONE) },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = has_copy,
                       .promises.deferred = true,
                       .environment = true } },
      .internal_count = 1,
      .instances = ONE_PER_SM,
      .start_state = L1_OUT,
      .permission = permission,
      .lease = NO_LEASE,
      .times = { "left" } },
    { .name = "home",
      .table = { home_rows, sizeof home_rows / sizeof *home_rows, home_names, HOME_STATES,
                 HOME(OPEN), event_names, EVENT_COUNT, E(ASK) | E(SEND) | E(REOPEN) },
      .internals = { { .event = EVENT_REOPEN, .over = PER_LINE, .enabled = may_reopen } },
      .internal_count = 1,
      .instances = ONE_PER_BANK,
      .start_state = HOME_OPEN,
      .value = at_home,
      .lease = NO_LEASE,
      .times = { "left" },
      .shows.memory = true },
  },
  .events = event_names,
  .event_count = EVENT_COUNT,
  .networks = { { "ask", UNORDERED, 12 }, { "answer", UNORDERED, 12 } },
  .network_count = 2,
  .messages = {
    [EVENT_ASK] = { "ASK", 0, .has_core = true, .lease = NO_LEASE },
    [EVENT_SEND] = { "SEND", 0, .has_core = true, .has_value = true, .lease = NO_LEASE },
    [EVENT_LOAN] = { "LOAN", 1, { "left" }, .has_data = true, .lease = NO_LEASE },
    [EVENT_DONE] = { "DONE", 1, .has_core = true, .has_value = true, .lease = NO_LEASE },
  },
  .time = TIME_REMAINING,
  .promises.lines_share_clock = record_lines_always_share_clock,
  .promises.moves_data = true,
  .lower = lower_plain,
  .core = CORE_IO,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc" } },
  .invariants = CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE),
  .client = LOAD | WRITES,
  .parameters = { [PARAMETER_LONGEST] = { "longest", 2, 1, 8, "the longest lease, in ticks" } },
};

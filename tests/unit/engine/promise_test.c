/* Promises about internal events that are part of another step (struct internal).
 *  - A deferred event is an earlier step of its own.  All of it comes before the event that can
 * tell, with the urgent events that it enables.
 *  - A deferred or urgent event sends and answers nothing.
 *  - A part of a step cannot stall.
 *
 * `cell` is a toy of one line.  An eviction takes it from A to B.  An expiry, urgent in B, takes it
 * to C at once.  A load tells the three states apart. */
#include "support.h"
#include "protocol/lower.h"
#include "protocol/step.h"
#include "tests/unit/described.h"
#include "machine/outcomes.h"

enum { EVENT_PING = EVENT_OWN, EVENT_COUNT };
#define PING (1ull << EVENT_PING)
enum { STATE_A, STATE_B, STATE_C, STATES };
#define A (1u << STATE_A)
#define B (1u << STATE_B)
#define C (1u << STATE_C)
static const char *const states[] = { "A", "B", "C" };
static const char *const events[] = { "LOAD",  "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE",
                                      "FENCE", "EVICT", "EXPIRY", "PING" };

static void tell_a(struct step *s) { step_reply(s, s->request, 0); }
static void tell_b(struct step *s) { step_reply(s, s->request, 1); }
static void tell_c(struct step *s) { step_reply(s, s->request, 2); }
static void pass(struct step *s) { step_reply(s, s->request, 0); }
static void ping(struct step *s) { step_send(s, EVENT_PING, 0); }
static void raise_ping(struct step *s) { step_signal_all(s, EVENT_PING); }
static bool in_a(const struct step *s) { return s->state == STATE_A; }
static bool never(const struct step *s) {
  (void)s;
  return false;
}
static bool in_b(const struct step *s) { return s->state == STATE_B; }
static const struct data *value(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}

static void ask_message(struct step *s) { s->line->flag = step_incoming(s)->flag; }
static bool says_so(const struct step *s) { return step_incoming(s)->flag; }
static bool says_not(const struct step *s) { return !says_so(s); }

/* The rows, with more actions of EVICT, EXPIRY and LOAD, and the cell that a PING meets. */
#define ROWS(evict, expire, load, pinged)                                                     \
  ROW("toy", A, LOAD, always, SAME, tell_a load), ROW("toy", B, LOAD, always, SAME, tell_b),  \
      ROW("toy", C, LOAD, always, SAME, tell_c),                                              \
      ROW("toy", A | B | C, STORE | FENCE, always, SAME, pass),                               \
      ROW("toy", A, EVICT, always, B evict), ROW("toy", B, EXPIRY, always, C expire), pinged, \
      NEVER("toy", B | C, EVICT), NEVER("toy", A | C, EXPIRY)
#define AND ,
#define PINGED ROW("toy", A | B | C, PING, always, SAME)
#define HOLDING STALL("toy", A | B | C, PING, always)
static const struct row quiet_rows[] = { ROWS(, , , PINGED) };
static const struct row lazy_rows[] = { ROWS(AND ping, , , PINGED) };
static const struct row urgent_rows[] = { ROWS(, AND ping, , PINGED) };
static const struct row holding_rows[] = { ROWS(, , AND raise_ping, HOLDING) };
static const struct row raising_rows[] = { ROWS(, AND raise_ping, , PINGED) };
static const struct row asking_rows[] = { ROWS(, , AND ask_message, PINGED) };
static const struct row asking_alone_rows[] = { ROWS(AND ask_message, , , PINGED) };
static const struct row guarded_rows[] = {
  ROW("toy", A, LOAD, always, SAME, tell_a),
  ROW("toy", B, LOAD, always, SAME, tell_b),
  ROW("toy", A | B, STORE | FENCE, always, SAME, pass),
  ROW("toy", A, EVICT, says_so, B),
  STALL("toy", A, EVICT, says_not),
  NEVER("toy", B, EVICT),
  NEVER("toy", C, LOAD | STORE | FENCE | EVICT),
  NEVER("toy", A | B | C, EXPIRY | PING),
};

#define CELL(rows_) CELL_THAT(in_a, in_b, rows_)
#define CELL_THAT(evicts_, expires_, rows_)                                                       \
  .title = "a toy", .source = "none", .not_modelled = "everything",                               \
  .kinds = { { .name = "cell",                                                                    \
               .table = { rows_, sizeof rows_ / sizeof *rows_, states, STATES, A | B | C, events, \
                          EVENT_COUNT, LOAD | STORE | FENCE | EVICT | EXPIRY | PING },            \
               .internals = { { .event = EVENT_EVICT,                                             \
                                .over = PER_LINE,                                                 \
                                .enabled = evicts_,                                               \
                                .promises.deferred = true },                                      \
                              { .event = EVENT_EXPIRY,                                            \
                                .over = PER_LINE,                                                 \
                                .enabled = expires_,                                              \
                                .urgent = true } },                                               \
               .internal_count = 2,                                                               \
               .instances = JUST_ONE,                                                             \
               .value = value,                                                                    \
               .lease = NO_LEASE } },                                                             \
  .events = events, .event_count = EVENT_COUNT, .lower = lower_plain,                             \
  .networks = { { "network", UNORDERED, 4 } }, .network_count = 1,                                \
  .messages = { [EVENT_PING] = { "PING", 0, .lease = NO_LEASE } },                                \
  .claims = { [CORE_IO] = { .offered = true } }, .client = LOAD

SYSTEM(cell) = { .name = "cell", CELL(quiet_rows) };
SYSTEM(cell_lazy) = { .name = "cell-lazy", CELL(lazy_rows) };
SYSTEM(cell_urgent) = { .name = "cell-urgent", CELL(urgent_rows) };
SYSTEM(cell_holding) = { .name = "cell-holding", CELL(holding_rows) };
SYSTEM(cell_raising) = { .name = "cell-raising", CELL(raising_rows) };
SYSTEM(cell_asking) = { .name = "cell-asking", CELL(asking_rows) };
SYSTEM(cell_asking_alone) = { .name = "cell-asking-alone", CELL(asking_alone_rows) };
SYSTEM(cell_guarded) = { .name = "cell-guarded", CELL_THAT(NULL, never, guarded_rows) };

struct promise_met {
  bool outcome[3];
  uint64_t broken;
  char *steps;
};

static void note(void *context, const int64_t *outcome, uint64_t times) {
  struct promise_met *met = context;
  (void)times;
  for (unsigned i = 0; i < 3; i++) met->outcome[i] |= outcome[0] == (int64_t)i;
}

/* The value that a single load returns, and the properties that it breaks. */
static struct promise_met load_once(const char *name, bool no_reduction) {
  struct program *program =
      read_program("PTX one\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:r0 == 1)\n");
  struct setting setting = setting_for(name, "io");
  struct placement placement = first_placement(program);
  struct machine_options options = { .cold = true, .no_reduction = no_reduction };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new(&setting, program, &placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result all =
      search_run(machine_model(machine), &(struct search_options){ .stop_at = 0 });
  struct search_result first = search_run(
      machine_model(machine), &(struct search_options){ .stop_at = CLAIM(PROPERTY_NEVER) });
  struct promise_met met = { .broken = all.broken,
                             .steps = first.trace
                                          ? steps_described(machine_model(machine), first.trace)
                                          : NULL };
  struct outcome_set *outcomes = machine_outcomes(machine);
  outcome_set_each(outcomes, note, &met);
  outcome_set_free(outcomes);
  search_result_clear(&all);
  search_result_clear(&first);
  machine_free(machine);
  program_free(program);
  return met;
}

/* B lasts no longer than the step that makes it, whether that step is shown or part of another. */
static void test_all_of_it_happens(void **state) {
  (void)state;
  for (unsigned no_reduction = 0; no_reduction < 2; no_reduction++) {
    struct promise_met met = load_once("cell", no_reduction);
    assert_true(met.outcome[0] && !met.outcome[1] && met.outcome[2]);
    assert_int_equal(met.broken, 0);
  }
}

static void expect_fault(const char *name, const char *words) {
  for (unsigned no_reduction = 0; no_reduction < 2; no_reduction++) {
    struct promise_met met = load_once(name, no_reduction);
    assert_true(met.broken & CLAIM(PROPERTY_NEVER));
    assert_non_null(met.steps);
    if (!strstr(met.steps, words)) fail_msg("%s", met.steps);
    free(met.steps);
  }
}

static void test_they_say_nothing(void **state) {
  (void)state;
  expect_fault("cell-lazy", "FAULT: a deferred event sends or answers something");
  expect_fault("cell-holding", "FAULT: what is raised on all lines stalls");
  expect_fault("cell-raising",
               "FAULT: an urgent event sends, answers or raises something, or stalls");
  expect_fault("cell-urgent",
               "FAULT: an urgent event sends, answers or raises something, or stalls");
}

/* An action or a guard that reads a message is run for a request, and for an internal event. */
static void test_no_message_is_taken(void **state) {
  (void)state;
  static const char *const names[] = { "cell-asking", "cell-asking-alone", "cell-guarded" };
  for (unsigned i = 0; i < 3; i++)
    expect_fault(names[i], "FAULT: it looks at a message, and none was taken");
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_all_of_it_happens),
                                      cmocka_unit_test(test_they_say_nothing),
                                      cmocka_unit_test(test_no_message_is_taken) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Faults of tables are reported with cell, rows, limit, file and line.  Each case plants a fault in
 * the row of `split` that serves a request, or in the row that takes one. */
#include "engine/machine_search.h"
#include "support.h"
#include "base/memory.h"
#include "protocol/step.h"
#include "machine/describe_step.h"
#include "machine/faults.h"

#define SERVE (1ull << EVENT_OWN)
enum { M = 1 };

static bool yes(const struct step *s) { return s != NULL; }
static bool no(const struct step *s) { return s == NULL; }
static void wait(struct step *s) { step_enqueue(s, s->request); }
static void answer_twice(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply(s, &request, 0);
  step_reply(s, &request, 0);
}
static void answer_nobody(struct step *s) {
  struct request request = step_dequeue(s, 0);
  request.core = NO_ONE;
  step_reply(s, &request, 0);
}
static void answer_another(struct step *s) {
  struct request request = step_dequeue(s, 0);
  request.entry++;
  step_reply(s, &request, 0);
}
static void answer_nothing(struct step *s) { step_dequeue(s, 0); }
static void take_more(struct step *s) { step_dequeue(s, s->line->waiting); }
static void send_request(struct step *s) { step_send(s, EVENT_LOAD, step_own_number(s)); }
static void wait_often(struct step *s) {
  for (unsigned i = 0; i <= QUEUE_MAX; i++) wait(s);
}
static void choose_often(struct step *s) {
  for (unsigned i = 0; i <= CHOICES_MAX; i++) step_choose(s, 2);
}
static void perform_often(struct step *s) {
  for (unsigned i = 0; i <= PERFORMED_MAX; i++) step_perform(s, 0, NO_TIME);
}
static void perform_nowhere(struct step *s) { step_perform(s, WORDS_MAX, NO_TIME); }
static void write_nowhere(struct step *s) { data_write(&s->line->memory, WORDS_MAX, 1); }
static void stand_nowhere(struct step *s) { s->line->state = 7; }
static void raise_nothing(struct step *s) { step_signal_all(s, EVENTS_MAX); }
static void ask_parameter(struct step *s) { s->line->flag = (uint8_t)step_parameter(s, 99); }
static void ask_index(struct step *s) { s->line->flag = (uint8_t)step_index_of(s, NO_ONE); }
static void ask_bank(struct step *s) { s->line->flag = (uint8_t)step_bank_of_line(s, 99); }
static void add_sm(struct step *s) { sm_set_add(&s->line->sharers, CORES_MAX); }
static void choose_of_many(struct step *s) { step_choose(s, CHOICE_MAX + 1); }
static bool reads_message(const struct step *s) { return !step_incoming(s)->flag; }
static void turn_nowhere(struct step *s) { step_turn_to(s, LINES_MAX); }

static const struct row taking = ROW("take", M, LOAD | STORE | ATOMIC, always, SAME, wait);
static const struct row passing = NEVER("no fences", M, FENCE);

/* The fault that a program of one store meets, if the memory has these rows, too. */
static char *fault_of(const struct row *rows, unsigned count) {
  struct setting setting = setting_for("split", "io");
  struct system system = *setting.system;
  struct row all[8] = { taking, passing };
  struct diagnostic error = { NULL };
  memcpy(all + 2, rows, count * sizeof *rows);
  if (rows[0].on & STORE) { /* in place of the one that takes it */
    all[0] = rows[0];
    all[2] = (struct row)ROW("serve", M, SERVE, always, SAME, answer_nothing);
  }
  system.kinds[0].table.rows = all;
  system.kinds[0].table.row_count = count + 2;
  setting.system = &system;
  struct program *program = program_of(0, " st.relaxed.sys x, 1 | ;\n", "true");
  struct placement placement = first_placement(program);
  struct machine *machine =
      machine_new(&setting, program, &placement, &(struct machine_options){ .cold = true }, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &(struct search_options){ .threads = 1 });
  assert_true(result.broken & (CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_OVERFLOW)));
  search_result_clear(&result);
  result = machine_search(machine, &(struct search_options){ .threads = 1, .stop_at = ~0ull });
  char *least = machine_least_fault(machine),
       *last = result.trace ? machine_fault(machine, result.trace) : NULL;
  if (!least || !last)
    fail_msg("a fault has no name: %s, %s", least ? least : "-", last ? last : "-");
  const char *said = strstr(last, ": ");
  if (!said || !strstr(least, said)) fail_msg("\"%s\", and of the run \"%s\"", least, last);
  memory_free(last);
  search_result_clear(&result);
  machine_free(machine);
  program_free(program);
  return least;
}

#define EXPECT_FAULT(part, ...)                                                    \
  do {                                                                             \
    const struct row rows_[] = { __VA_ARGS__ };                                    \
    char *fault_ = fault_of(rows_, sizeof rows_ / sizeof *rows_);                  \
    if (!strstr(fault_, part)) fail_msg("\"%s\" instead of \"%s\"", fault_, part); \
    memory_free(fault_);                                                           \
  } while (0)

static void test_cells(void **state) {
  (void)state;
  char here[200];
  const struct row gap[] = { ROW("a", M, SERVE, no, SAME, wait),
                             ROW("b", M, SERVE, no, SAME, wait) };
  snprintf(here, sizeof here,
           "memory: cell M/SERVE: no row holds; none of these guards holds: fault_test.c:%u \"a\" "
           "(no), fault_test.c:%u \"b\" (no)",
           gap[0].line, gap[1].line);
  EXPECT_FAULT(here, gap[0], gap[1]);
  const struct row overlap[] = { ROW("a", M, SERVE, yes, SAME, wait),
                                 ROW("b", M, SERVE, yes, SAME, wait) };
  snprintf(
      here, sizeof here,
      "cell M/SERVE: two rows hold: fault_test.c:%u \"a\" (yes) and fault_test.c:%u \"b\" (yes)",
      overlap[0].line, overlap[1].line);
  EXPECT_FAULT(here, overlap[0], overlap[1]);
  const struct row never = NEVER("nothing is served", M, SERVE);
  snprintf(here, sizeof here, "NEVER %s:%u \"nothing is served\" fired in cell M/SERVE",
           row_file(&never), never.line);
  EXPECT_FAULT(here, never);
}

static void test_answers(void **state) {
  (void)state;
  EXPECT_FAULT("memory: a second reply to one request, in action answer_twice of fault_test.c",
               ROW("a", M, SERVE, always, SAME, answer_twice));
  EXPECT_FAULT("memory: a reply to nobody", ROW("a", M, SERVE, always, SAME, answer_nobody));
  EXPECT_FAULT("a core: a reply to nobody, or to one who has been answered",
               ROW("a", M, SERVE, always, SAME, answer_another));
  EXPECT_FAULT("dequeue of an empty queue", ROW("a", M, SERVE, always, SAME, take_more));
  EXPECT_FAULT("it sends a type that is no message",
               ROW("a", M, SERVE, always, SAME, send_request));
}

static void test_limits(void **state) {
  (void)state;
  EXPECT_FAULT("more than 8 free choices of one step (CHOICES_MAX), in action choose_often of",
               ROW("a", M, SERVE, always, SAME, choose_often));
  EXPECT_FAULT("more than 4 stores performed by one step (PERFORMED_MAX)",
               ROW("a", M, SERVE, always, SAME, perform_often));
  EXPECT_FAULT("more than 6 requests that wait on a line (QUEUE_MAX), in action wait_often of",
               ROW("a", M, LOAD | STORE | ATOMIC, always, SAME, wait_often));
}

static void test_places(void **state) {
  (void)state;
  EXPECT_FAULT("a word or a line that there is not, in action perform_nowhere of",
               ROW("a", M, SERVE, always, SAME, perform_nowhere));
  EXPECT_FAULT("a word or a line that there is not, in action write_nowhere of",
               ROW("a", M, SERVE, always, SAME, write_nowhere));
  EXPECT_FAULT("a word or a line that there is not, in action turn_nowhere of",
               ROW("a", M, SERVE, always, SAME, turn_nowhere));
}

/* What an action does beyond a machine's bounds is its row's fault. */
static void test_bounds(void **state) {
  (void)state;
  EXPECT_FAULT("the line is in a state that the table does not have, in fault_test.c",
               ROW("a", M, SERVE, always, SAME, stand_nowhere));
  EXPECT_FAULT("its table cannot see (alphabet), in action raise_nothing of fault_test.c",
               ROW("a", M, SERVE, always, SAME, raise_nothing));
  EXPECT_FAULT("it asks for a parameter that the record does not have",
               ROW("a", M, SERVE, always, SAME, ask_parameter));
  EXPECT_FAULT("a controller that there is not", ROW("a", M, SERVE, always, SAME, ask_index));
  EXPECT_FAULT("a word or a line that there is not, in action ask_bank of",
               ROW("a", M, SERVE, always, SAME, ask_bank));
  EXPECT_FAULT("for one that there cannot be, in action add_sm of",
               ROW("a", M, SERVE, always, SAME, add_sm));
  EXPECT_FAULT("a free choice among too many (at most 255)",
               ROW("a", M, SERVE, always, SAME, choose_of_many));
  EXPECT_FAULT("it looks at a message, and none was taken, in the guard reads_message of",
               ROW("a", M, SERVE, reads_message, SAME, answer_nothing),
               NEVER_WHEN("b", M, SERVE, no));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_cells),  cmocka_unit_test(test_answers), cmocka_unit_test(test_limits),
    cmocka_unit_test(test_places), cmocka_unit_test(test_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

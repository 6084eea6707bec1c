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
  char here[100];
  const struct row gap[] = { ROW("a", M, SERVE, no, SAME, wait),
                             ROW("b", M, SERVE, no, SAME, wait) };
  EXPECT_FAULT("memory: cell M/SERVE: no row holds: of rows 2 (no), 3 (no), ", gap[0], gap[1]);
  const struct row overlap[] = { ROW("a", M, SERVE, yes, SAME, wait),
                                 ROW("b", M, SERVE, yes, SAME, wait) };
  snprintf(here, sizeof here, "rows 2 (yes) and 3 (yes) both hold, %s:%u and :%u", overlap[0].file,
           overlap[0].line, overlap[1].line);
  EXPECT_FAULT(here, overlap[0], overlap[1]);
  const struct row never = NEVER("nothing is served", M, SERVE);
  snprintf(here, sizeof here, "NEVER \"nothing is served\" fired in cell M/SERVE, %s:%u",
           never.file, never.line);
  EXPECT_FAULT(here, never);
}

static void test_answers(void **state) {
  (void)state;
  EXPECT_FAULT("memory: a second reply to one request, in row 2 \"a\" of cell M/SERVE",
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
  EXPECT_FAULT("more than 8 free choices of one step (CHOICES_MAX), in row 2",
               ROW("a", M, SERVE, always, SAME, choose_often));
  EXPECT_FAULT("more than 4 stores performed by one step (PERFORMED_MAX)",
               ROW("a", M, SERVE, always, SAME, perform_often));
  EXPECT_FAULT("more than 6 requests that wait on a line (QUEUE_MAX), in row 0",
               ROW("a", M, LOAD | STORE | ATOMIC, always, SAME, wait_often));
}

static void test_places(void **state) {
  (void)state;
  EXPECT_FAULT("a word or a line that there is not, in row 2",
               ROW("a", M, SERVE, always, SAME, perform_nowhere));
  EXPECT_FAULT("a word or a line that there is not, in row 2",
               ROW("a", M, SERVE, always, SAME, write_nowhere));
  EXPECT_FAULT("a word or a line that there is not, in row 2",
               ROW("a", M, SERVE, always, SAME, turn_nowhere));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_cells),
    cmocka_unit_test(test_answers),
    cmocka_unit_test(test_limits),
    cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

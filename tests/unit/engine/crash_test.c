/* A crash in a guard or an action prints its name, row, controller and model, and ends with the
 * status that was asked for.  A crash elsewhere ends as usual. */
#include "support.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "protocol/crash_handler.h"
#include "protocol/step.h"

#define SERVE (1ull << EVENT_OWN)
enum { M = 1, STATUS = 2 };

static void wait_there(struct step *s) { step_enqueue(s, s->request); }
static void do_nothing(struct step *s) { (void)s; }
static void abort_there(struct step *s) {
  if (s) abort();
}
static void raise_there(struct step *s) {
  if (s) raise(SIGFPE);
}
static void trap_there(struct step *s) {
  if (s) raise(SIGTRAP);
}
static bool crash_in_guard(const struct step *s) {
  if (s) raise(SIGSEGV);
  return false;
}

static void explore_with(const struct row *served) {
  struct row rows[] = { ROW("take", M, LOAD | STORE | ATOMIC, always, SAME, wait_there),
                        NEVER("no fences", M, FENCE), served[0], served[1] };
  struct setting setting = setting_for("split", "io");
  struct system system = *setting.system;
  system.kinds[0].table.rows = rows;
  system.kinds[0].table.row_count = 3 + (served[1].on != 0);
  setting.system = &system;
  struct program *program = program_of(0, " st.relaxed.sys x, 1 | ;\n", "true");
  explore(&setting, program);
}

struct crash_ending {
  int status;
  char said[2048];
};

/* Output and end of a child that explores `split` with these rows.  Without rows, it crashes
 * outside of any. */
static struct crash_ending end_with(const struct row *rows) {
  struct crash_ending ending = { 0 };
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    crash_handler_install(STATUS);
    if (rows) explore_with(rows);
    else raise(SIGSEGV);
    _exit(0);
  }
  close(ends[1]);
  for (ssize_t length, at = 0;
       (length = read(ends[0], ending.said + at, sizeof ending.said - 1 - (size_t)at)) > 0;)
    at += length;
  close(ends[0]);
  assert_int_equal(waitpid(child, &ending.status, 0), child);
  return ending;
}

static void expect_named(const struct row *rows, const char *part) {
  struct crash_ending ending = end_with(rows);
  if (!WIFEXITED(ending.status) || WEXITSTATUS(ending.status) != STATUS ||
      !strstr(ending.said, part))
    fail_msg("status %#x, \"%s\" instead of \"%s\"", (unsigned)ending.status, ending.said, part);
}

static void test_actions(void **state) {
  (void)state;
  char place[300];
  const struct row second[2] = { ROW("serve", M, SERVE, always, SAME, do_nothing, abort_there) };
  snprintf(
      place, sizeof place,
      "%s:%u: split: SIGABRT (an assertion or abort) in action abort_there of row \"serve\", at "
      "memory in cell M/SERVE\n",
      second[0].file, second[0].line);
  expect_named(second, place);
  const struct row first[2] = { ROW("serve", M, SERVE, always, SAME, raise_there) };
  expect_named(first, "split: SIGFPE (a division by zero) in action raise_there of row \"serve\"");
}

static void test_guards(void **state) {
  (void)state;
  const struct row guarded[2] = { ROW("serve", M, SERVE, crash_in_guard, SAME, do_nothing),
                                  STALL("serve", M, SERVE, crash_in_guard) };
  expect_named(
      guarded,
      "split: SIGSEGV (a bad address) in guard crash_in_guard of row \"serve\", at memory");
}

/* A trap in a step does not end the program: the step breaks NEVER. */
static void test_trap(void **state) {
  (void)state;
  const struct row trapping[2] = { ROW("serve", M, SERVE, always, SAME, trap_there) };
  struct crash_ending ending = end_with(trapping);
  if (!WIFEXITED(ending.status) || WEXITSTATUS(ending.status) != 0)
    fail_msg("status %#x, \"%s\"", (unsigned)ending.status, ending.said);
}

static void test_elsewhere(void **state) {
  (void)state;
  struct crash_ending ending = end_with(NULL);
  assert_true(WIFSIGNALED(ending.status) || WEXITSTATUS(ending.status) != STATUS);
  assert_null(strstr(ending.said, "in a guard"));
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_actions), cmocka_unit_test(test_guards),
                                      cmocka_unit_test(test_trap),
                                      cmocka_unit_test(test_elsewhere) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

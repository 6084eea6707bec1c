/* Tests beside any number of readers: what holds, what a search with one reader refutes, and what
 * is left undecided.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "litmus/read/reader.h"
#include "machine/mutant.h"
#include "verify/bystanders.h"
#include "verify/cell_verdict.h"

static const char corr[] = "PTX CoRR\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                           " st.weak x, 1 | ld.weak r0, x ;\n | ld.weak r1, x ;\n"
                           "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

struct asked_beside {
  struct setting setting;
  struct test test;
  struct suite suite;
  struct matrix *matrix;
  struct bystanders *bystanders;
};

static void ask(struct asked_beside *asked, const char *model, struct effort effort) {
  struct diagnostic error = { NULL };
  struct matrix_question question = { .models = NULL };
  *asked = (struct asked_beside){ .suite = { &asked->test, 1, 0 } };
  asked->test.path = (char *)"t";
  asked->test.program = litmus_read_text("t", corr, strlen(corr), &error);
  if (!asked->test.program) fail_msg("%s", error.message);
  if (!setting_parse(&asked->setting, model, &error)) fail_msg("%s", error.message);
  effort.threads = 1;
  effort.memory_max = 256 << 20;
  asked->matrix = matrix_run(&asked->suite, &asked->setting, 1, &question, &effort, &error);
  if (!asked->matrix) fail_msg("%s", error.message);
  asked->bystanders = bystanders_ask(asked->matrix, &effort);
}

static void finish(struct asked_beside *asked) {
  bystanders_free(asked->bystanders);
  matrix_free(asked->matrix);
  program_free(asked->test.program);
}

static void right_holds(void **state) {
  struct asked_beside asked;
  (void)state;
  ask(&asked, "wt", (struct effort){ 0 });
  const struct bystanders_cell *of = &asked.bystanders->cells[0];
  assert_int_equal(of->verdict, BYSTANDERS_HOLD);
  assert_int_equal(of->count, 2);
  assert_int_equal(of->placements[1].running.views, 244);
  assert_int_equal(of->more, 0);
  assert_int_equal(outcome_set_size(of->outcomes), 3);
  assert_int_equal(bystanders_status(asked.bystanders), 0);
  finish(&asked);
}

/* The row of gpu-vi in which the L2 waits for more acknowledgements.  It fires only where two SMs
 * share the line that a third one writes. */
static struct mutant goes_on_too_early(const struct setting *setting) {
  enum { L2 = 1 };
  struct mutant mutant = { .kind = L2, .fault = MUTANT_NEXT_STATE };
  const struct controller_kind *kind = &setting->system->kinds[L2];
  while (strcmp(kind->table.rows[mutant.row].source, "VA/INVACK")) mutant.row++;
  while (strcmp(kind->table.states[mutant.detail], "V")) mutant.detail++;
  return mutant;
}

/* The test holds alone.  A search with one reader finds the fault, and shows a run to it. */
static void a_reader_shows_a_fault(void **state) {
  struct asked_beside asked;
  struct setting setting;
  struct diagnostic error = { NULL };
  (void)state;
  if (!setting_parse(&setting, "gpu-vi", &error)) fail_msg("%s", error.message);
  const struct mutant mutant = goes_on_too_early(&setting);
  ask(&asked, "gpu-vi", (struct effort){ .machine = { .mutant = &mutant, .reduce_mutant = true } });
  const struct bystanders_cell *of = &asked.bystanders->cells[0];
  assert_int_equal(asked.matrix->cells[0].verdict, VERDICT_HOLDS);
  assert_int_equal(of->verdict, BYSTANDERS_VIOLATE);
  const struct bystanders_of_placement *last = &of->placements[of->count - 1];
  assert_int_equal(last->search_count, 1);
  assert_non_null(last->violation);
  assert_int_equal(last->violation->subject.options.readers, 1);
  assert_true(trace_replays(machine_model(last->violation->machine), last->violation->trace));
  assert_int_equal(bystanders_status(asked.bystanders), 1);
  finish(&asked);
}

static void a_spent_limit_is_undecided(void **state) {
  struct asked_beside asked;
  (void)state;
  ask(&asked, "gpu-vi", (struct effort){ .deadline = effort_now() + 0.3 });
  assert_int_equal(asked.bystanders->cells[0].verdict, BYSTANDERS_UNDECIDED);
  assert_int_equal(bystanders_status(asked.bystanders), 3);
  finish(&asked);
}

static void what_is_refused_has_a_reason(void **state) {
  struct asked_beside asked;
  (void)state;
  ask(&asked, "mesi", (struct effort){ .machine = { .cold = true } });
  assert_int_equal(asked.bystanders->cells[0].verdict, BYSTANDERS_REFUSED);
  assert_non_null(strstr(asked.bystanders->cells[0].fault, "it counts acknowledgements"));
  assert_int_equal(bystanders_status(asked.bystanders), 2);
  finish(&asked);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(right_holds),
    cmocka_unit_test(a_reader_shows_a_fault),
    cmocka_unit_test(a_spent_limit_is_undecided),
    cmocka_unit_test(what_is_refused_has_a_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

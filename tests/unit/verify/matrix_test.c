/* The two sides compared on the reference machines.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "protocol/step.h"
#include "litmus/read/reader.h"
#include "run/subject.h"
#include "verify/matrix.h"
#include "verify/proof.h"
#include "verify/model_strength.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"
#include "run/effort.h"
#include "run/counterexample.h"
#include "machine/clients.h"

#define HEADER "{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
static const char sb[] = "PTX SB\nForbidden=sc\nAllowed=tso\n" HEADER
                         " st.weak x, 1 | st.weak y, 1 ;\n ld.weak r0, y | ld.weak r0, x ;\nexists "
                         "(P0:r0 == 0 /\\ P1:r0 == 0)\n";
static const char sb_again[] =
    "PTX SB-again\nForbidden=tso\n" HEADER
    " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n"
    "filter (P0:r0 == 0)\nexists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
static const char race[] =
    "PTX Race\nUndefined=drf0\n" HEADER " st.weak x, 1 | ld.weak r0, x ;\nexists (P1:r0 == 1)\n";

struct fixture {
  struct test tests[3];
  struct suite suite;
  struct effort effort;
};

static void start(struct fixture *fixture, const char *const *texts, unsigned count) {
  *fixture = (struct fixture){ .effort = { .threads = 2, .memory_max = 256 << 20 } };
  for (unsigned i = 0; i < count; i++) {
    struct diagnostic error = { NULL };
    fixture->tests[i].program = litmus_read_text("t", texts[i], strlen(texts[i]), &error);
    fixture->tests[i].path = (char *)"t";
    if (!fixture->tests[i].program) fail_msg("%s", error.message);
  }
  fixture->suite = (struct suite){ fixture->tests, count, 0 };
}

static void finish(struct fixture *fixture) {
  for (unsigned i = 0; i < fixture->suite.count; i++) program_free(fixture->tests[i].program);
}

static struct setting setting_of(const char *name) {
  struct setting setting;
  struct diagnostic error = { NULL };
  if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
  return setting;
}

static struct matrix *matrix_asked(struct fixture *fixture, const struct setting *settings,
                                   unsigned count, const char *const *models, bool by_name) {
  struct diagnostic error = { NULL };
  struct matrix_question asked = { .models = models, .by_name = by_name };
  struct matrix *matrix =
      matrix_run(&fixture->suite, settings, count, &asked, &fixture->effort, &error);
  if (!matrix) fail_msg("%s", error.message);
  return matrix;
}

static struct matrix *matrix_of(struct fixture *fixture, const struct setting *settings,
                                unsigned count, const char *const *asked) {
  return matrix_asked(fixture, settings, count, asked, false);
}

static void right_is_right(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  struct setting settings[] = { setting_of("sc"), setting_of("tso") };
  struct matrix *matrix = matrix_of(&fixture, settings, 2, NULL);
  assert_int_equal(matrix_cell(matrix, 0, 0)->verdict, VERDICT_HOLDS);
  assert_int_equal(matrix_cell(matrix, 0, 1)->verdict, VERDICT_HOLDS);
  assert_int_equal(outcome_set_size(matrix_cell(matrix, 0, 0)->outcomes), 3);
  assert_int_equal(outcome_set_size(matrix_cell(matrix, 0, 1)->outcomes), 4);
  assert_int_equal(matrix_status(matrix), 0);
  matrix_free(matrix);
  finish(&fixture);
}

/* Held to sc, tso is wrong on SB; the run that shows it replays to the forbidden outcome. */
static void wrong_is_found(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  struct setting setting = setting_of("tso");
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, (const char *const[]){ "sc", NULL });
  struct matrix_cell *cell = matrix_cell(matrix, 0, 0);
  assert_int_equal(cell->verdict, VERDICT_VIOLATION);
  const struct model_verdict *held = matrix_cell_violation(cell);
  assert_non_null(held);
  assert_int_equal(held->outcome[0], 0);
  assert_int_equal(held->outcome[1], 0);
  struct counterexample *found = matrix_cell_counterexample(cell, &fixture.effort);
  assert_non_null(found);
  assert_int_equal(found->trace->property, PROPERTY_OUTCOME);
  assert_true(trace_replays(machine_model(found->machine), found->trace));
  assert_int_equal(matrix_status(matrix), 1);
  counterexample_free(found);
  matrix_free(matrix);
  finish(&fixture);
}

/* A filter restricts the outcomes, and the judge is held against the header. */
static void filters_and_expectations(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb_again }, 1);
  struct setting setting = setting_of("tso");
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, NULL);
  assert_int_equal(outcome_set_size(matrix_cell(matrix, 0, 0)->outcomes), 2);
  assert_int_equal(matrix_expectation(&fixture.tests[0], matrix_judged(matrix, 0, 0)),
                   EXPECTATION_CONTRADICTED);
  assert_int_equal(matrix_status(matrix), 1);
  matrix_free(matrix);
  finish(&fixture);
}

/* Evictions that make too many states are left out, then warm starts on request, and the cell
 * says so. */
static void quickness_is_told(void **state) {
  (void)state;
  struct fixture fixture;
  struct setting setting = setting_of("mesi");
  uint64_t states[3];
  for (unsigned quick = 0; quick < 3; quick++) {
    start(&fixture, (const char *const[]){ sb }, 1);
    fixture.effort.quick_states = quick ? 200 : 0;
    fixture.effort.quick_cold = quick > 1;
    struct matrix *matrix = matrix_of(&fixture, &setting, 1, NULL);
    struct matrix_cell *cell = matrix_cell(matrix, 0, 0);
    assert_int_equal(cell->verdict, VERDICT_HOLDS);
    assert_int_equal(cell->approximated, quick > 0);
    states[quick] = cell->cost.states;
    matrix_free(matrix);
    finish(&fixture);
  }
  assert_true(states[1] < states[0]);
  assert_true(states[2] < states[1]);
}

/* Held to sc, tso is wrong on SB. A cell that a bound cuts is marked, and not complete; a
 * violation within the bound counts, and so does one that the state budget reaches. A placement
 * has 34 states. */
static void a_bound_is_told(void **state) {
  (void)state;
  struct fixture fixture;
  struct setting setting = setting_of("tso");
  const struct {
    uint64_t states, model;
    unsigned sample;
    bool bounded, approximated, found;
  } cases[] = {
    { 8, 0, 1, true, true, false },    { 8, 20, 1, true, true, false },
    { 8, 2000, 1, false, true, true }, { 24, 0, 100, true, true, true },
    { 100, 0, 1, false, false, true },
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    start(&fixture, (const char *const[]){ sb }, 1);
    fixture.effort.quick_states = cases[i].states;
    fixture.effort.quick_model = cases[i].model;
    fixture.effort.quick_sample = cases[i].sample;
    fixture.effort.quick_cold = true;
    struct matrix *matrix = matrix_of(&fixture, &setting, 1, (const char *const[]){ "sc", NULL });
    struct matrix_cell *cell = matrix_cell(matrix, 0, 0);
    assert_int_equal(cell->verdict, cases[i].found ? VERDICT_VIOLATION : VERDICT_HOLDS);
    assert_int_equal(cell->bounded, cases[i].bounded);
    assert_int_equal(cell->approximated, cases[i].approximated);
    assert_int_equal(cell->limits, 0);
    if (cases[i].bounded) assert_true(cell->cost.states <= 2 * 2 * cases[i].states);
    else assert_int_equal(cell->cost.states, 68);
    struct counterexample *found = matrix_cell_counterexample(cell, &fixture.effort);
    assert_int_equal(found != NULL, cases[i].found);
    counterexample_free(found);
    matrix_free(matrix);
    finish(&fixture);
  }
}

/* Only a test of litmus/ must state what it expects. */
static void unstated_expectations(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  struct setting setting = setting_of("tso");
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, (const char *const[]){ "pso", NULL });
  assert_int_equal(matrix_expectation(&fixture.tests[0], matrix_judged(matrix, 0, 0)),
                   EXPECTATION_MET);
  fixture.tests[0].ours = true;
  assert_int_equal(matrix_expectation(&fixture.tests[0], matrix_judged(matrix, 0, 0)),
                   EXPECTATION_UNSTATED);
  assert_int_equal(matrix_status(matrix), 1);
  matrix_free(matrix);
  finish(&fixture);
}

/* A record of failing tests speaks of outcomes: it excuses no claimed invariant. */
static bool never_true(const struct shape *shape, const struct local *const *locals) {
  (void)shape;
  (void)locals;
  return false;
}

static enum verdict verdict_of_record(unsigned invariants, unsigned lost) {
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  struct setting setting = setting_of("tso");
  struct system system = *setting.system;
  struct variant variant = { .name = "planted",
                             .memory_models = "sc",
                             .fails = "SB",
                             .invariants_lost = lost,
                             .invariants_unclaimed = CLAIM(PROPERTY_OWN) & ~invariants };
  system.own_invariant.holds = never_true;
  system.invariants |= CLAIM(PROPERTY_OWN) | invariants;
  setting.system = &system;
  setting.variant = &variant;
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, NULL);
  enum verdict verdict = matrix_cell(matrix, 0, 0)->verdict;
  assert_int_equal(matrix_status(matrix), verdict == VERDICT_VIOLATION);
  matrix_free(matrix);
  finish(&fixture);
  return verdict;
}

static void records_excuse_outcomes_only(void **state) {
  (void)state;
  assert_int_equal(verdict_of_record(0, 0), VERDICT_KNOWN_VIOLATION);
  assert_int_equal(verdict_of_record(CLAIM(PROPERTY_OWN), 0), VERDICT_VIOLATION);
  assert_int_equal(verdict_of_record(CLAIM(PROPERTY_OWN), CLAIM(PROPERTY_OWN)),
                   VERDICT_KNOWN_VIOLATION);
}

/* A step beyond a fixed limit says nothing of the design, nor do its successors. */
static void perform_often(struct step *step) {
  for (unsigned i = 0; i <= PERFORMED_MAX; i++) step_perform(step, step->request->word, NO_TIME);
  data_write(&step->line->memory, step->request->word, 7);
  step_reply(step, step->request, 0);
}

static void limits_of_the_kit_are_inconclusive(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  struct setting setting = setting_of("sc");
  struct system system = *setting.system;
  struct row rows[3];
  assert_int_equal(system.kinds[0].table.row_count, sizeof rows / sizeof *rows);
  memcpy(rows, system.kinds[0].table.rows, sizeof rows);
  rows[1].actions[0] = perform_often;
  system.kinds[0].table.rows = rows;
  setting.system = &system;
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, NULL);
  struct matrix_cell *cell = matrix_cell(matrix, 0, 0);
  assert_int_equal(cell->verdict, VERDICT_INCONCLUSIVE);
  assert_int_equal(matrix_cell_broken(cell), CLAIM(PROPERTY_OVERFLOW));
  assert_null(model_strength_refuted_by(matrix, 0, 0));
  assert_int_equal(matrix_status(matrix), 3);
  struct counterexample *found = matrix_cell_counterexample(cell, &fixture.effort);
  assert_non_null(found);
  counterexample_free(found);
  matrix_free(matrix);

  struct client client = client_of_size(1, 1, 1, 1);
  struct diagnostic error = { NULL };
  struct proof proof;
  assert_true(proof_run(&setting, &client, &fixture.effort, &proof, &error));
  assert_int_equal(proof.result.end, SEARCH_TOO_SMALL);
  assert_int_equal(proof_status(&proof), 3);
  assert_non_null(proof.counterexample);
  proof_clear(&proof);
  finish(&fixture);
}

static void races_are_undefined(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ race }, 1);
  struct setting setting = setting_of("sc");
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, (const char *const[]){ "drf0", NULL });
  assert_int_equal(matrix_cell(matrix, 0, 0)->verdict, VERDICT_UNDEFINED);
  assert_int_equal(matrix_status(matrix), 0);
  matrix_free(matrix);
  finish(&fixture);
}

/* Two tests that lower to the same program are explored once. */
static void equal_machines_once(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb, sb_again }, 2);
  struct setting setting = setting_of("sc");
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, NULL);
  assert_int_equal(matrix->cost.searches, matrix_cell(matrix, 0, 0)->placements.count);
  assert_ptr_equal(matrix_cell(matrix, 0, 0)->reached[0], matrix_cell(matrix, 1, 0)->reached[0]);
  matrix_free(matrix);
  finish(&fixture);
}

/* A limit makes a result inconclusive, never right. */
static void limits_are_inconclusive(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  fixture.effort.depth_max = 2;
  struct setting setting = setting_of("sc");
  struct matrix *matrix = matrix_of(&fixture, &setting, 1, NULL);
  assert_int_equal(matrix_cell(matrix, 0, 0)->verdict, VERDICT_INCONCLUSIVE);
  assert_int_equal(matrix_status(matrix), 3);
  matrix_free(matrix);
  finish(&fixture);
}

/* A machine or a memory model without transactions does not apply to a test that runs some. */
static void transactions_need_who_knows_them(void **state) {
  (void)state;
  static const char mp[] =
      "PTX T\nForbidden=tsc\n" HEADER
      " txbegin | ld.weak r0, x ;\n st.weak x, 1 | ;\n txcommit | ;\nexists (P1:r0 == 2)\n";
  struct fixture fixture;
  start(&fixture, (const char *const[]){ mp, sb }, 2);
  struct setting setting = setting_of("sc");
  struct matrix *matrix =
      matrix_of(&fixture, &setting, 1, (const char *const[]){ "sc", "tsc", NULL });
  assert_int_equal(matrix_cell(matrix, 0, 0)->verdict, VERDICT_INAPPLICABLE);
  assert_int_equal(matrix_cell(matrix, 1, 0)->verdict, VERDICT_HOLDS);
  assert_int_equal(matrix_cell(matrix, 1, 0)->held[1].verdict, VERDICT_INAPPLICABLE);
  assert_int_equal(matrix_totals(matrix).verdicts[VERDICT_INAPPLICABLE], 1);
  assert_true(model_strength_satisfied(matrix, 0, 0));
  assert_false(model_strength_satisfied(matrix, 0, 1));
  assert_int_equal(matrix_status(matrix), 0);
  matrix_free(matrix);
  finish(&fixture);
}

/* A memory model of transactions judges a test without them if asked by name, though no header
 * names it. */
static void transactions_are_asked_for(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  fixture.tests[0].ours = true;
  struct setting settings[] = { setting_of("sc"), setting_of("tso") };
  struct matrix *matrix =
      matrix_asked(&fixture, settings, 2, (const char *const[]){ "tsc", NULL }, true);
  assert_int_equal(matrix_cell(matrix, 0, 0)->verdict, VERDICT_HOLDS);
  assert_int_equal(matrix_cell(matrix, 0, 1)->verdict, VERDICT_VIOLATION);
  assert_int_equal(matrix_totals(matrix).unstated, 0);
  matrix_free(matrix);
  finish(&fixture);
}

static void strongest_models(void **state) {
  (void)state;
  struct fixture fixture;
  start(&fixture, (const char *const[]){ sb }, 1);
  struct setting settings[] = { setting_of("sc"), setting_of("tso") };
  struct matrix *matrix =
      matrix_of(&fixture, settings, 2, (const char *const[]){ "sc", "tso", NULL });
  assert_true(model_strength_is_strongest(matrix, 0, 0));
  assert_true(model_strength_satisfied(matrix, 0, 1));
  assert_false(model_strength_is_strongest(matrix, 0, 1));
  assert_false(model_strength_satisfied(matrix, 1, 0));
  assert_true(model_strength_is_strongest(matrix, 1, 1));
  assert_null(model_strength_refuted_by(matrix, 0, 0));
  assert_null(model_strength_refuted_by(matrix, 1, 1));
  assert_ptr_equal(model_strength_refuted_by(matrix, 1, 0), &fixture.tests[0]);
  assert_true(model_strength_is_weakest_refuted(matrix, 1, 0));
  assert_false(model_strength_is_weakest_refuted(matrix, 0, 0));
  matrix_free(matrix);
  finish(&fixture);
}

/* Among tests that refute sc, the one with fewest accesses is named, then the first by name.
 * no-l1 fails tso, too, which sc implies, so sc is not the next stronger model. */
static void smallest_refutations(void **state) {
  (void)state;
  static const char larger[] =
      "PTX A\n" HEADER " st.weak x, 1 | st.weak y, 1 ;\n ld.weak r0, y | ld.weak r0, x ;\n"
      " ld.weak r1, y | ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
  static const char two_writes[] =
      "PTX 2+2W\n" HEADER " st.weak x, 1 | st.weak y, 1 ;\n st.weak y, 2 | st.weak x, 2 ;\n"
      "exists (x == 1 /\\ y == 1)\n";
  struct fixture fixture;
  start(&fixture, (const char *const[]){ larger, sb, two_writes }, 3);
  struct setting settings[] = { setting_of("tso"), setting_of("no-l1") };
  struct matrix *matrix =
      matrix_of(&fixture, settings, 2, (const char *const[]){ "sc", "tso", NULL });
  assert_ptr_equal(model_strength_refuted_by(matrix, 0, 0), &fixture.tests[1]);
  assert_true(model_strength_is_weakest_refuted(matrix, 0, 0));
  assert_ptr_equal(model_strength_refuted_by(matrix, 1, 0), &fixture.tests[2]);
  assert_ptr_equal(model_strength_refuted_by(matrix, 1, 1), &fixture.tests[2]);
  assert_false(model_strength_is_weakest_refuted(matrix, 1, 0));
  assert_true(model_strength_is_weakest_refuted(matrix, 1, 1));
  matrix_free(matrix);
  finish(&fixture);
}

static void proofs(void **state) {
  (void)state;
  struct effort effort = { .threads = 2, .memory_max = 64 << 20 };
  struct setting setting = setting_of("tso");
  struct client client = client_of_size(2, 3, 1, 1);
  struct proof proof;
  struct diagnostic error = { NULL };
  assert_int_equal(client.sm_of_thread[2], 0);
  assert_true(proof_run(&setting, &client, &effort, &proof, &error));
  assert_int_equal(proof.result.end, SEARCH_COMPLETE);
  assert_int_equal(proof_status(&proof), 0);
  proof_clear(&proof);
  effort.depth_max = 1;
  assert_true(proof_run(&setting, &client, &effort, &proof, &error));
  assert_int_equal(proof_status(&proof), 3);
  proof_clear(&proof);
}

static void nothing_left(void **state) {
  (void)state;
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(right_is_right),
                                      cmocka_unit_test(wrong_is_found),
                                      cmocka_unit_test(quickness_is_told),
                                      cmocka_unit_test(a_bound_is_told),
                                      cmocka_unit_test(filters_and_expectations),
                                      cmocka_unit_test(unstated_expectations),
                                      cmocka_unit_test(races_are_undefined),
                                      cmocka_unit_test(limits_of_the_kit_are_inconclusive),
                                      cmocka_unit_test(records_excuse_outcomes_only),
                                      cmocka_unit_test(equal_machines_once),
                                      cmocka_unit_test(limits_are_inconclusive),
                                      cmocka_unit_test(strongest_models),
                                      cmocka_unit_test(smallest_refutations),
                                      cmocka_unit_test(transactions_need_who_knows_them),
                                      cmocka_unit_test(transactions_are_asked_for),
                                      cmocka_unit_test(proofs),
                                      cmocka_unit_test(nothing_left) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

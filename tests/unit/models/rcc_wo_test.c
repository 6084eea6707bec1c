/* rcc-wo: what it reaches with each kind of core, with and without fences; its invariants under the
 * most general client.  Planted bugs, each with the check that notices it: fences that leave the
 * views apart, and answers that overtake each other.  SMs and kernels that run sequentially
 * consistent (3.6.1), beside weakly ordered ones.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "follow.h"
#include "protocol/lower.h"
#include "protocol/step.h"
#include "plant.h"
#include "shapes.h"

static const bool none[SHAPES];

/* The shorthand's accesses are relaxed, which weak ordering takes for synchronisation: here they
 * are plain, and fences stand where they are written. */
static struct planted *plain(void) {
  struct planted *planted = plant_new("rcc-wo");
  planted->system.lower = lower_fenced;
  return planted;
}

static bool reaches(const struct question *asked, const char *program, const char *outcome) {
  struct planted *planted = asked->planted ? NULL : plain();
  struct question question = *asked;
  if (planted) question.planted = &planted->system;
  bool reached = reached_by_search(&question, program, outcome).reached;
  free(planted);
  return reached;
}

/* Three threads only where nothing is to be reached, and from cold, to save time; the suite has
 * them all, warm. */
static void expect_set(const char *settings, bool fenced, const bool *reached) {
  struct question question = { .model = "rcc-wo", .settings = settings, .fenced = fenced };
  for (enum litmus_shape shape = MP; shape < (reached == none ? IRIW : WRC); shape++) {
    question.cold = shape >= WRC;
    if (reaches(&question, shapes[shape].program, shapes[shape].outcome) != reached[shape])
      fail_msg("%s with %s: %s", shapes[shape].name, settings,
               reached[shape] ? "not reached" : "reached");
  }
}

/* One access at a time, and yet weak: a store does not expire the lease of another block. */
static void test_io_cores(void **state) {
  (void)state;
  static const bool reached[SHAPES] = { [SB] = true, [R] = true };
  expect_set("io lease=1", false, reached);
}

static void test_gpu_cores(void **state) {
  (void)state;
  static const bool reached[SHAPES] = {
    [MP] = true, [SB] = true, [S] = true, [R] = true, [TWO_PLUS_2W] = true
  };
  expect_set("gpu lease=1", false, reached);
}

static void test_fences(void **state) {
  (void)state;
  expect_set("io lease=1", true, none);
  expect_set("gpu lease=1", true, none);
}

static void test_most_general_client(void **state) {
  (void)state;
  struct reach_proof proof =
      proof_run(&(struct question){ .model = "rcc-wo", .settings = "io" }, 1, 2, 1, 1);
  assert_true(proof.complete);
  assert_int_equal(proof.broken & ~CLAIM(PROPERTY_DATA_VALUE), 0); /* in real time: not claimed */
}

/* A lock taken by an atomic without a fence does not order the guarded accesses.  The atomic raises
 * the write view, but the read view decides about the reader's copy. */
static void test_atomics_raise_the_write_view(void **state) {
  (void)state;
  static const char mp_at[] = "Wx1 Xy1 | Xy0 Rx", outcome[] = "P1:r0 == 1 /\\ P1:r1 == 0";
  assert_true(reaches(&(struct question){ .model = "rcc-wo", .settings = "io" }, mp_at, outcome));
  assert_false(reaches(&(struct question){ .model = "rcc-wo", .settings = "io", .fenced = true },
                       mp_at, outcome));
}

/* --- planted bugs --- */

static void pass(struct step *s) { step_reply(s, s->request, 0); }

static void test_fence_that_does_not_join(void **state) {
  (void)state;
  static const char *const l1_states[] = { "I", "V", "IV", "II", "VI" };
  struct planted *bug = plain();
  for (unsigned i = 0; i < 5; i++)
    plant_actions(bug, 0, plant_row(bug, 0, l1_states[i], "FENCE", NULL), NULL,
                  (action *const[]){ pass, NULL });
  struct question question = {
    .model = "rcc-wo", .settings = "io", .planted = &bug->system, .fenced = true
  };
  assert_true(reaches(&question, shapes[SB].program, shapes[SB].outcome));
  assert_false(
      reaches(&question, shapes[MP].program, shapes[MP].outcome)); /* with one access at a time */
  free(bug);
}

/* An old DATA that comes behind the ACK of the warp's own store is installed, and live. */
static void test_answers_in_any_order(void **state) {
  (void)state;
  static const char cowrm[] = "Wx1 Rx & Rx", outcome[] = "P0:r0 == 0";
  struct planted *bug = plain();
  bug->system.networks[1].order = UNORDERED;
  assert_true(
      reaches(&(struct question){ .model = "rcc-wo", .settings = "io", .planted = &bug->system },
              cowrm, outcome));
  assert_false(reaches(&(struct question){ .model = "rcc-wo", .settings = "io" }, cowrm, outcome));
  assert_false(reached_by_search(&(struct question){ .model = "rcc-sc" }, cowrm, outcome)
                   .reached); /* whose answers have no order */
  free(bug);
}

static void test_printed_mnow(void **state) {
  (void)state;
  struct question question = { .model = "rcc-wo:printed-mnow",
                               .settings = "io",
                               .stop_at = CLAIM(PROPERTY_SWMR_LOGICAL) };
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_SWMR_LOGICAL));
}

/* --- sequentially consistent beside weakly ordered --- */

/* Accesses are plain, and fences are the model's own. */
static unsigned lower_plain_accesses(const struct shape *shape,
                                     const struct instruction *instruction, struct micro *out) {
  struct instruction plain_one = *instruction;
  if (instruction->opcode != OP_FENCE) plain_one.order = ORDER_WEAK;
  return system_find("rcc-wo", strlen("rcc-wo"))->lower(shape, &plain_one, out);
}

static void expect(const char *model, const char *program, const char *outcome, bool reached) {
  struct planted *planted = plant_new("rcc-wo");
  planted->system.lower = lower_plain_accesses;
  struct question question = { .model = model,
                               .settings = "gpu lease=1",
                               .planted = &planted->system };
  if (reaches(&question, program, outcome) != reached)
    fail_msg("%s on %s: %s", model, program, reached ? "not reached" : "reached");
  free(planted);
}

/* Only the reader, on another SM, has a fence. */
static void test_mixed_sms(void **state) {
  (void)state;
  static const char mp[] = "Wx1 Wy1 | Ry F Rx", sb[] = "Wx1 Ry | Wy1 F Rx";
  expect("rcc-wo", mp, shapes[MP].outcome, true);
  expect("rcc-wo:mixed", mp, shapes[MP].outcome, false);
  expect("rcc-wo", sb, shapes[SB].outcome, true);
  expect("rcc-wo:mixed", sb, shapes[SB].outcome, false);
  expect("rcc-wo:mixed", "Wx1 F Ry | Wy1 Rx", shapes[SB].outcome, true); /* the other SM is weak */
}

static void test_kernels(void **state) {
  (void)state;
  static const char second[] = "F Wx1 Ry | F Wy1 Rx", first[] = "Wx1 Ry F | Wy1 Rx F";
  expect("rcc-wo", second, shapes[SB].outcome, true);
  expect("rcc-wo:sc-kernel", second, shapes[SB].outcome, false);
  expect("rcc-wo:sc-kernel", first, shapes[SB].outcome, true);
  expect("rcc-wo:wo-kernel", first, shapes[SB].outcome, false);
  expect("rcc-wo:wo-kernel", second, shapes[SB].outcome, true);
}

/* A store of the first kernel, and a load of the second. */
static void test_end_of_kernel(void **state) {
  (void)state;
  static const char across[] = "Wx1 F Ry | Wy1 F Rx";
  expect("rcc-wo:sc-kernel", across, shapes[SB].outcome, false);
  expect("rcc-wo:wo-kernel", across, shapes[SB].outcome, false);
  expect("rcc-wo:unjoined-kernel", across, shapes[SB].outcome, true);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_io_cores),
    cmocka_unit_test(test_gpu_cores),
    cmocka_unit_test(test_fences),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_atomics_raise_the_write_view),
    cmocka_unit_test(test_fence_that_does_not_join),
    cmocka_unit_test(test_answers_in_any_order),
    cmocka_unit_test(test_printed_mnow),
    cmocka_unit_test(test_mixed_sms),
    cmocka_unit_test(test_kernels),
    cmocka_unit_test(test_end_of_kernel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Outcomes of gtsc-sc and gtsc-rc, with each way of handling a store that is not acknowledged.
 * Also tested: their invariants under the most general client, and the paper's worked examples
 * (Figures 9, 10 and 11) with its own times.  Planted bugs, each with the check that notices it.
 * The paper's times start at 1, these at 0.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "protocol/step.h"
#include "plant.h"
#include "shapes.h"
#include "machine/mutant.h"

enum { L1, L2 };

/* --- outcomes --- */

static const bool none[SHAPES];

/* Three threads only where nothing is to be reached, and from cold, to save time; the suite has
 * them all, warm. */
static void expect_set(const struct question *asked, const bool *reached) {
  for (enum litmus_shape shape = MP; shape < (reached == none ? IRIW : WRC); shape++) {
    struct question question = *asked;
    question.cold |= shape >= WRC;
    struct reach_answer answer =
        reached_by_search(&question, shapes[shape].program, shapes[shape].outcome);
    if (answer.reached == reached[shape]) continue;
    fail_msg("%s with %s %s: %s", shapes[shape].name, question.model, question.settings,
             reached[shape] ? "not reached" : answer.where);
  }
}

static void test_sequentially_consistent(void **state) {
  (void)state;
  expect_set(&(struct question){ .model = "gtsc-sc" }, none);
  expect_set(&(struct question){ .model = "gtsc-sc:old-copy", .cold = true }, none);
}

static void test_number_of_outcomes(void **state) {
  (void)state;
  struct question question = { .model = "gtsc-sc", .settings = "lease=2", .cold = true };
  assert_int_equal(outcome_count(&question, shapes[MP].program), 3);
  assert_int_equal(outcome_count(&question, shapes[SB].program), 3);
}

/* Figure 10: it takes three threads to show this, two of them on one SM: the writer and the first
 * reader.  The reader has to hold the block, so this takes a warm start (WRC, RWC, WWC and IRIW of
 * the suite).  No test of two threads shows it. */
static void test_naive_visibility(void **state) {
  (void)state;
  struct question question = { .model = "gtsc-sc:naive", .stop_at = CLAIM(PROPERTY_VALUE_LOGICAL) };
  for (enum litmus_shape shape = MP; shape <= SB; shape++)
    assert_false(
        reached_by_search(&question, shapes[shape].program, shapes[shape].outcome).reached);
  assert_true(proof_run(&question, 2, 3, 1, 1).broken & CLAIM(PROPERTY_VALUE_LOGICAL));
  assert_int_equal(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_VALUE_LOGICAL), 0);
}

/* From cold, to save time: what is weak here needs no old copies. */
static void test_release_consistent(void **state) {
  (void)state;
  static const bool posted[SHAPES] = {
    [MP] = true, [SB] = true, [S] = true, [R] = true, [TWO_PLUS_2W] = true
  };
  static const bool weak[SHAPES] = {
    [MP] = true, [SB] = true, [LB] = true, [S] = true, [R] = true, [TWO_PLUS_2W] = true
  };
  expect_set(&(struct question){ .model = "gtsc-rc", .settings = "gpu lease=1", .cold = true },
             posted);
  expect_set(&(struct question){ .model = "gtsc-rc", .settings = "weak lease=1", .cold = true },
             weak);
  expect_set(
      &(struct question){
          .model = "gtsc-rc", .settings = "gpu lease=1", .fenced = true, .cold = true },
      none);
  expect_set(
      &(struct question){
          .model = "gtsc-rc", .settings = "weak lease=1", .fenced = true, .cold = true },
      none);
}

/* --- invariants --- */

static void test_most_general_client(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned sms, threads;
  } runs[] = {
    { "gtsc-sc", 2, 2 }, { "gtsc-sc", 1, 2 }, { "gtsc-sc:old-copy", 1, 2 }, { "gtsc-rc", 2, 2 }
  };
  for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct reach_proof proof =
        proof_run(&(struct question){ .model = runs[i].model }, runs[i].sms, runs[i].threads, 1, 1);
    assert_true(proof.complete);
    assert_int_equal(proof.broken & ~CLAIM(PROPERTY_DATA_VALUE), 0); /* in real time: not claimed */
  }
}

/* --- the worked examples --- */

static void test_figure_9(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues LOAD x & BusRd(x wts=- warp_ts=- of P0)",
    "L2.0 takes BusRd(x",
    "L2.0 of itself: DRAMFill & BusFill(x data=0 wts=0 rts=5",
    "L1.0 takes BusFill(x & answers P0: 0", /* A1: X [1, 6] */
    "P1 issues LOAD y",
    "L2.1 takes BusRd(y",
    "L2.1 of itself: DRAMFill & BusFill(y data=0 wts=0 rts=10",
    "L1.1 takes BusFill(y & answers P1: 0", /* B1: Y [1, 11] */
    "P0 issues STORE y",
    "L2.1 takes BusWr(y & BusWrAck(y & wts=11 rts=21 keep=0",
    "L1.0 takes BusWrAck(y", /* A2: 12, 22 */
    "see warp_ts(P0)=11",
    "P1 issues STORE x",
    "L2.0 takes BusWr(x & BusWrAck(x & wts=6 rts=11",
    "L1.1 takes BusWrAck(x", /* B2: 7, 12 */
    "see warp_ts(P1)=6",
    "P0 issues LOAD x & V/LOAD when expired & BusRd(x wts=0 warp_ts=11 of P0)",
    "L2.0 takes BusRd(x & V/BusRd when other_version & BusFill(x data=1 wts=6 rts=16",
    "L1.0 takes BusFill(x & answers P0: 1",
    "see warp_ts(P0)=11", /* A3 reads B's X */
    "P1 issues LOAD y & V/LOAD when covered & answers P1: 0",
    NULL
  }; /* B3: the old Y */
  follow(&(struct question){ .model = "gtsc-sc", .settings = "lease=10", .cold = true },
         "Rx Wy1 Rx | Ry Wx1 Ry", script);
}

/* Figure 11: the lease that comes back covers the warp that asked, but no other one that waits. */
static void test_figure_11(void **state) {
  (void)state;
  static const char *const script[] = {
    "P1 issues STORE y",
    "L2.1 takes BusWr(y",
    "L2.1 of itself: DRAMFill & wts=9 rts=17 keep",
    "L1.0 takes BusWrAck(y",
    "see warp_ts(P1)=9",
    "P0 issues LOAD x & BusRd(x wts=- warp_ts=- of P0)",
    "P1 issues LOAD x & IF/LOAD when combines, wait",
    "L2.0 takes BusRd(x",
    "L2.0 of itself: DRAMFill & BusFill(x data=0 wts=0 rts=4",
    "L1.0 takes BusFill(x & IF/BusFill when some_left -> VF & BusRd(x wts=0 warp_ts=9 of P1) & "
    "answers P0: 0",
    "not answers P1",
    "L2.0 takes BusRd(x & V/BusRd when same_version & BusRnw(x rts=13",
    "L1.0 takes BusRnw(x & answers P1: 0",
    "see P1 on SM 0: done",
    NULL
  };
  follow(&(struct question){ .model = "gtsc-sc", .settings = "lease=8", .cold = true },
         "Rx & Wy1 Rx", script);
}

/* --- planted bugs --- */

static bool breaks(enum property property, const struct planted *planted,
                   const struct mutant *mutant) {
  struct question question = { .model = "gtsc-sc",
                               .planted = planted ? &planted->system : NULL,
                               .mutant = mutant,
                               .stop_at = CLAIM(property) };
  return proof_run(&question, 2, 2, 1, 1).broken & CLAIM(property);
}

static void test_single_faults(void **state) {
  (void)state;
  struct mutant forgets = fault_drop("gtsc-sc", L2, "IV-C eviction", "raise_mem_ts");
  assert_true(breaks(PROPERTY_SWMR_LOGICAL, NULL, &forgets));
  assert_true(breaks(PROPERTY_OWN, NULL, &forgets));
  struct mutant silent = fault_drop("gtsc-sc", L1, "IV-A2, V-A", "buswr");
  assert_true(breaks(PROPERTY_DEADLOCK, NULL, &silent));
  struct mutant unlocked = fault_next("gtsc-sc", L1, "IV-A2, V-A", "V");
  assert_true(breaks(PROPERTY_NEVER, NULL, &unlocked));
}

/* After an overflow a request that waits for DRAM must not keep its times: its wts could be that of
 * a later version. */
static void test_times_of_the_epoch_before(void **state) {
  (void)state;
  struct mutant keeps = fault_drop("gtsc-sc", L2, "V-D reset", "restart_asked");
  struct question question = { .model = "gtsc-sc:overflow",
                               .mutant = &keeps,
                               .stop_at = CLAIM(PROPERTY_OWN) };
  assert_true(proof_run(&question, 1, 2, 1, 1).broken & CLAIM(PROPERTY_OWN));
  question.mutant = NULL;
  assert_int_equal(proof_run(&question, 1, 2, 1, 1).broken & CLAIM(PROPERTY_OWN), 0);
}

/* At a kernel's end stores may be out, and loads may not. */
static void test_end_of_a_kernel(void **state) {
  (void)state;
  static const char *const models[] = { "gtsc-sc", "gtsc-rc" };
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    char name[40];
    snprintf(name, sizeof name, "%s:kernel", models[i]);
    struct question question = { .model = name };
    struct reach_proof proof = proof_run(&question, 1, 2, 1, 1);
    assert_true(proof.complete);
    assert_int_equal(proof.broken & CLAIM(PROPERTY_OWN), 0);
    snprintf(name, sizeof name, "%s:kernel-at-once", models[i]);
    question.stop_at = CLAIM(PROPERTY_OWN);
    assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_OWN));
  }
}

/* A reset block has a lease (V-D): with the bit that is as good, and without it no better. */
static void test_reset_with_a_lease(void **state) {
  (void)state;
  struct question question = { .model = "gtsc-sc:literal-reset", .stop_at = CLAIM(PROPERTY_OWN) };
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_OWN));
  question = (struct question){ .model = "gtsc-sc", .settings = "io overflow=1 reset=1" };
  assert_int_equal(proof_run(&question, 1, 2, 1, 1).broken & CLAIM(PROPERTY_OWN), 0);
}

/* Every read is forwarded (V-B): the newest fill stays. */
static void test_all_reads_forwarded(void **state) {
  (void)state;
  struct question question = { .model = "gtsc-sc:forward-all" };
  struct reach_proof proof = proof_run(&question, 1, 3, 1, 1);
  assert_true(proof.complete);
  assert_int_equal(proof.broken, 0);
}

static void restart_somehow(struct step *s) { step_choose(s, 2); }

/* A step of all banks at once may have only one alternative. */
static void test_overflow_in_two_ways(void **state) {
  (void)state;
  struct planted *bug = plant_new("gtsc-sc");
  plant_actions(bug, L2, plant_row(bug, L2, "V", "OVERFLOW", NULL), NULL,
                (action *const[]){ plant_find(bug, L2, "restart_times"), restart_somehow, NULL });
  struct question question = { .model = "gtsc-sc",
                               .settings = "io overflow=1",
                               .planted = &bug->system,
                               .stop_at = CLAIM(PROPERTY_NEVER) };
  assert_true(proof_run(&question, 1, 2, 1, 1).broken & CLAIM(PROPERTY_NEVER));
  free(bug);
}

/* The L2 does not keep an atomic while it waits for DRAM.  It then answers a request of no thread,
 * and so distinguishes threads.  Under symmetry the search finds no run; without it there is one.
 */
static void test_atomic_of_no_one(void **state) {
  (void)state;
  static const char *const systems[] = { "gtsc-sc", "gtsc-rc" };
  for (unsigned i = 0; i < 2; i++) {
    struct planted *bug = plant_new(systems[i]);
    plant_actions(bug, L2, plant_row(bug, L2, "I", "BusAt", NULL), "IP",
                  (action *const[]){ plant_find(bug, L2, "dramrd"), NULL });
    struct question question = { .model = systems[i], .planted = &bug->system };
    struct reach_proof proof = proof_run(&question, 2, 2, 1, 1);
    assert_true(!proof.complete && proof.broken);
    free(bug);
  }
}

/* Any copy is renewed, whatever its version: wts must prevent this. */
static void test_renewal_of_an_old_version(void **state) {
  (void)state;
  struct planted *bug = plant_new("gtsc-sc");
  action *const renews[] = { plant_find(bug, L2, "extend"), plant_find(bug, L2, "busrnw"), NULL };
  plant_actions(bug, L2, plant_row(bug, L2, "V", "BusRd", "other_version"), NULL, renews);
  assert_true(breaks(PROPERTY_NEVER, bug, NULL)); /* one goes to an L1 without a copy */
  free(bug);
}

/* A hit leaves its warp's clock where it is: only a reader that finds the flag in its SM's cache
 * can tell. */
static void hit_and_stay(struct step *s) {
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}

static void test_hit_without_clock(void **state) {
  (void)state;
  static const char mph[] = "Wx1 Wy1 | Ry & Ry Rx", outcome[] = "P2:r0 == 1 /\\ P2:r1 == 0";
  struct planted *bug = plant_new("gtsc-sc");
  plant_actions(bug, L1, plant_row(bug, L1, "V", "LOAD", "covered"), NULL,
                (action *const[]){ hit_and_stay, NULL });
  struct question question = { .model = "gtsc-sc", .planted = &bug->system };
  assert_true(reached_by_search(&question, mph, outcome).reached);
  assert_false(reached_by_search(&question, shapes[MP].program, shapes[MP].outcome).reached);
  free(bug);
}

/* A store that misses does not lock its block, to the letter of IV-A2. Another warp's fill of the
 * old value is there when the acknowledgement comes, and takes its lease. */
static void test_store_miss_must_lock(void **state) {
  (void)state;
  static const char cowrm[] = "Wx1 Rx & Rx", outcome[] = "P0:r0 == 0";
  assert_true(
      reached_by_search(&(struct question){ .model = "gtsc-sc:no-lock" }, cowrm, outcome).reached);
  assert_false(reached_by_search(&(struct question){ .model = "gtsc-sc" }, cowrm, outcome).reached);
  struct question question = { .model = "gtsc-sc:no-lock",
                               .stop_at = CLAIM(PROPERTY_SWMR_LOGICAL) };
  assert_true(proof_run(&question, 1, 2, 1, 1).broken & CLAIM(PROPERTY_SWMR_LOGICAL));
}

/* A locked block takes a second store: the copy has the value of the one, and the lease of the
 * other. */
static void test_second_store_to_a_locked_block(void **state) {
  (void)state;
  static const char program[] = "Wx1 Rx & Wx2 Rx & Rx Rx", outcome[] = "P1:r0 == 1 /\\ x == 2";
  assert_false(
      reached_by_search(&(struct question){ .model = "gtsc-sc" }, program, outcome).reached);
  assert_true(
      reached_by_search(&(struct question){ .model = "gtsc-sc:second-store" }, program, outcome)
          .reached);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent),
    cmocka_unit_test(test_number_of_outcomes),
    cmocka_unit_test(test_naive_visibility),
    cmocka_unit_test(test_release_consistent),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_figure_9),
    cmocka_unit_test(test_figure_11),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_times_of_the_epoch_before),
    cmocka_unit_test(test_end_of_a_kernel),
    cmocka_unit_test(test_reset_with_a_lease),
    cmocka_unit_test(test_all_reads_forwarded),
    cmocka_unit_test(test_overflow_in_two_ways),
    cmocka_unit_test(test_atomic_of_no_one),
    cmocka_unit_test(test_renewal_of_an_old_version),
    cmocka_unit_test(test_hit_without_clock),
    cmocka_unit_test(test_store_miss_must_lock),
    cmocka_unit_test(test_second_store_to_a_locked_block),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

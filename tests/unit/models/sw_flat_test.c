/* Acquires and releases forbid the weak outcomes that sw-flat shows without them.  The smallest
 * test of each shows the order of invalidations, the waits of a release, and fills in flight. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "cells.h"
#include "follow.h"
#include "plant.h"
#include "reach.h"
#include "shapes.h"

static const struct question plain = { .model = "sw-flat" },
                             fenced = { .model = "sw-flat", .fenced = true };
static const char mp3[] = "Wx1 Wy1 | Ry Rx & Rx", mp3_outcome[] = "P1:r0 == 1 /\\ P1:r1 == 0";

static bool reaches(const struct question *question, enum litmus_shape shape) {
  return reached_by_search(question, shapes[shape].program, shapes[shape].outcome).reached;
}

/* Relaxed accesses: stale copies and posted stores.  Coherence of each location still holds. */
static void test_relaxed(void **state) {
  (void)state;
  static const bool shown[SHAPES] = {
    [MP] = true, [SB] = true, [S] = true, [R] = true, [TWO_PLUS_2W] = true
  };
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    assert_int_equal(reaches(&plain, shape), shown[shape]);
    assert_int_equal(reaches(&(struct question){ .model = "sw-flat:together" }, shape),
                     shown[shape]);
  }
  assert_true(reaches(&(struct question){ .model = "sw-flat", .settings = "weak" }, LB));
}

static void test_fenced(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    assert_false(reaches(&fenced, shape));
    assert_false(reaches(&(struct question){ .model = "sw-flat:together", .fenced = true }, shape));
  }
  assert_false(reaches(&fenced, WRC));
  assert_false(reached_by_search(&fenced, mp3, mp3_outcome).reached);
}

/* From the home down to the SM: else another thread of the SM brings an old line back in between.
 * One reader never shows it. */
static void test_bottom_up(void **state) {
  (void)state;
  struct question question = { .model = "sw-flat:bottom-up", .fenced = true };
  assert_true(reached_by_search(&question, mp3, mp3_outcome).reached);
  for (enum litmus_shape shape = MP; shape <= CORW; shape++)
    assert_false(reaches(&question, shape));
}

/* A release carries what another SM of its GPM wrote and its own SM has read in their L2. */
static void test_own_writes(void **state) {
  (void)state;
  struct question question = { .model = "sw-flat:own-writes", .fenced = true };
  struct reach_answer answer =
      reached_by_search(&question, shapes[WRC].program, shapes[WRC].outcome);
  assert_true(answer.reached);
  assert_string_equal(answer.where, "P0|P1|P2 x|y");
  assert_false(reaches(&question, MP));
  assert_false(reaches(
      &(struct question){ .model = "sw-flat:own-writes", .settings = "together=0", .fenced = true },
      WRC));
}

static void test_most_general_client(void **state) {
  (void)state;
  static const char *const names[] = { "sw-flat", "sw-flat:together" };
  for (unsigned i = 0; i < 2; i++) {
    struct question question = { .model = names[i],
                                 .stop_at = CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) |
                                            CLAIM(PROPERTY_OVERFLOW) };
    struct reach_proof proof = proof_run(&question, 2, 3, 1, 1);
    assert_true(proof.complete);
    assert_int_equal(proof.broken & question.stop_at, 0);
  }
}

/* --- written runs --- */

/* An acquire's answer invalidates the L2 and then the L1; the old copy of another line is gone. */
static void test_acquire(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0: unacknowledged=0  x: V data=0 & L2.0: unacknowledged=0  x: V data=0",
    "P0 issues LOAD x & V/LOAD, hit & answers P0: 0",
    "P0 issues FENCE & INV(of P0",
    "L2.0 takes INV & V/INV_ALL -> I & INV_DONE",
    "L1.0 takes INV_DONE & V/INV_ALL -> I",
    "P0 issues LOAD x & I/LOAD",
    "L2.0 takes GETS & I/GETS & -> IV",
    "see L2.0: unacknowledged=0  x: IV",
    NULL
  };
  follow(&fenced, "Rx Rx | Wx1", script);
}

/* No message tells a cache of others' writes: it keeps a fill that left the home before one. */
static void test_stale_fill(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues LOAD x & I/LOAD",
    "L2.0 takes GETS & -> IV",
    "home.0 takes GETS & DATA(x data=0)",
    "P1 issues STORE x & I/STORE",
    "L2.1 takes WRITE",
    "home.0 takes WRITE",
    "L2.0 takes DATA & IV/DATA & DATA(x data=0) to L1.0",
    "L1.0 takes DATA & answers P0: 0",
    "see L1.0: unacknowledged=0  x: V data=0 & home.0:  x: V memory=1",
    NULL
  };
  follow(&(struct question){ .model = "sw-flat", .cold = true }, "Rx | Wx1", script);
}

/* --- planted bugs --- */

static void test_single_faults(void **state) {
  (void)state;
  const char *mp = shapes[MP].program, *mp_outcome = shapes[MP].outcome;
  /* fills in flight survive the invalidation: a second reader's miss, under way across the fence */
  struct planted *bug = plant_new("sw-flat");
  for (unsigned kind = 0; kind < 2; kind++)
    plant_actions(bug, kind, plant_row(bug, kind, "IV", "INV_ALL", NULL), NULL,
                  (action *const[]){ NULL });
  struct question question = { .model = "sw-flat", .planted = &bug->system, .fenced = true };
  assert_true(reached_by_search(&question, mp3, mp3_outcome).reached);
  assert_false(reached_by_search(&question, mp, mp_outcome).reached);
  free(bug);
  /* a fence that does not invalidate the L2, or the L1 */
  for (unsigned kind = 0; kind < 2; kind++) {
    bug = plant_new("sw-flat");
    plant_actions(bug, kind, plant_row(bug, kind, "V", "INV_ALL", NULL), NULL,
                  (action *const[]){ NULL });
    question.planted = &bug->system;
    assert_true(reached_by_search(&question, mp, mp_outcome).reached);
    free(bug);
  }
}

/* Requests of two SMs of one GPM for one line: the second joins the first's miss, and must not be
 * lost. */
static void test_joined_requests(void **state) {
  (void)state;
  struct planted *bug = plant_new("sw-flat");
  plant_actions(bug, 1, plant_row(bug, 1, "IV", "GETS", NULL), NULL, (action *const[]){ NULL });
  struct question question = { .model = "sw-flat:together",
                               .planted = &bug->system,
                               .stop_at = CLAIM(PROPERTY_DEADLOCK) };
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_DEADLOCK));
  free(bug);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_relaxed),
    cmocka_unit_test(test_fenced),
    cmocka_unit_test(test_bottom_up),
    cmocka_unit_test(test_own_writes),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_acquire),
    cmocka_unit_test(test_stale_fill),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_joined_requests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

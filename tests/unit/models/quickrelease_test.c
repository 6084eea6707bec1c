/* quickrelease: what markers forbid and what they do not; the worked example of its figure 1; which
 * network order it needs.  Planted bugs, each with the smallest program that notices it.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "plant.h"
#include "reach.h"
#include "shapes.h"
#include "machine/mutant.h"

static const struct question plain = { .model = "quickrelease" },
                             strel_wait = { .model = "quickrelease:strel-wait" };

/* The shapes with releases and acquires; are they reached, and where a wavefront waits for its
 * release's own store? */
enum { MP_RA, SB_RA, R_RA, S_RA, TWO_RA, WRC_RA, RWC_RA, IRIW_RA, RELEASED };
static const struct {
  const char *program, *outcome;
  bool plain, strel_wait;
} released[RELEASED] = {
  [MP_RA] = { "Wx1 Ly1 | Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0", false, false },
  [SB_RA] = { "Lx1 Ay | Ly1 Ax", "P0:r0 == 0 /\\ P1:r0 == 0", true, false },
  [R_RA] = { "Lx1 Ly1 | Ly2 Ax", "y == 2 /\\ P1:r0 == 0", true, false },
  [S_RA] = { "Lx2 Ly1 | Ay Lx1", "P1:r0 == 1 /\\ x == 2", false, false },
  [TWO_RA] = { "Lx1 Ly2 | Ly1 Lx2", "x == 1 /\\ y == 1", false, false },
  [WRC_RA] = { "Wx1 & Rx Ly1 | Ay Rx", "P1:r0 == 1 /\\ P2:r0 == 1 /\\ P2:r1 == 0", false, false },
  [RWC_RA] = { "Lx1 & Ax Ay | Ly1 Ax", "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0", true, true },
  [IRIW_RA] = { "Lx1 & Ax Ay | Ly1 & Ay Ax",
                "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P3:r0 == 1 /\\ P3:r1 == 0", true, true },
};

static bool reaches(const struct question *question, unsigned which) {
  struct reach_answer answer =
      reached_by_search(question, released[which].program, released[which].outcome);
  assert_int_equal(answer.broken & ~CLAIM(PROPERTY_WITNESS), 0);
  return answer.reached;
}

static void test_releases_and_acquires(void **state) {
  (void)state;
  for (unsigned i = 0; i < RELEASED; i++) {
    if (reaches(&plain, i) != released[i].plain) fail_msg("%s", released[i].program);
    if (reaches(&strel_wait, i) != released[i].strel_wait)
      fail_msg("strel-wait: %s", released[i].program);
  }
}

/* Ordered responses in place of acknowledgements: the same outcomes. */
static void test_ordered_responses(void **state) {
  (void)state;
  for (unsigned i = 0; i < IRIW_RA; i++)
    if (reaches(&(struct question){ .model = "quickrelease:ordered" }, i) != released[i].plain)
      fail_msg("%s", released[i].program);
}

static void test_plain_shapes(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    bool weak = shape == MP || shape == SB || shape == S || shape == R || shape == TWO_PLUS_2W;
    assert_int_equal(
        reached_by_search(&plain, shapes[shape].program, shapes[shape].outcome).reached, weak);
    struct question fenced = { .model = "quickrelease", .fenced = true };
    assert_false(reached_by_search(&fenced, shapes[shape].program, shapes[shape].outcome).reached);
  }
}

/* Figure 1, with an old copy of X in the reader's rL1. */
static void test_worked_example(void **state) {
  (void)state;
  static const char *const script[] = {
    "from CU.0:  x: I s-fifo=0  y: I s-fifo=0 & CU.1:  x: V data=0 s-fifo=0  y: I s-fifo=0",
    "P0 issues STORE x := 1 & answers P0: 0",
    "see x: I dirty s-fifo=1 buffer=1",
    "P0 issues STORE_RELEASE y := 1",
    "cannot CU.0 of itself: MARKER",
    "CU.0 of itself: WRITE_THROUGH x & Wr(x data=1 words=1)",
    "CU.0 of itself: MARKER & Mark(of P0)",
    "L2 takes Wr",
    "L2 takes Mark",
    "cannot L2 of itself: MARKER",
    "L2 of itself: WRITE_THROUGH x & Inv(x) to CU.1",
    "CU.0 takes Inv & InvAck",
    "cannot L2 of itself: MARKER",
    "CU.1 takes Inv & InvAck & V/Inv -> I",
    "L2 takes InvAck(x) from CU.0",
    "L2 takes InvAck(x) from CU.1",
    "L2 of itself: MARKER & RelAck(of P0)",
    "CU.0 takes RelAck & answers P0: 0",
    "CU.0 of itself: WRITE_THROUGH y",
    "L2 takes Wr(y",
    "P1 issues LOAD y & Rd(y)",
    "L2 takes Rd & Data(y data=1)",
    "CU.1 takes Data & answers P1: 1",
    "P1 issues LOAD x & I/LOAD & Rd(x)",
    "L2 takes Rd & Data(x data=1)",
    NULL
  };
  follow(&plain, "Wx1 Ly1 | Ay Rx", script);
}

/* --- planted bugs --- */

static void test_variants(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned which;
  } wrong[] = {
    { "quickrelease:uncounted", MP_RA },   { "quickrelease:unordered-requests", MP_RA },
    { "quickrelease:early-mark", MP_RA },  { "quickrelease:l1-release", MP_RA },
    { "quickrelease:own-writes", WRC_RA },
  };
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct question question = { .model = wrong[i].model };
    if (!reached_by_search(&question, released[wrong[i].which].program,
                           released[wrong[i].which].outcome)
             .reached)
      fail_msg("%s", wrong[i].model);
  }
}

static void test_single_faults(void **state) {
  (void)state;
  static const struct {
    const char *source, *state, *program, *outcome;
  } nexts[] = {
    /* the CU's own eviction must poison the fetch that is out, or the fill brings the old word back
     */
    { "fetching/eviction from the write cache", "IV", "Rx & Wx1 Rx", "P1:r0 == 0" },
    /* and an invalidation, too */
    { "fetching/invalidation", "IV", "Wx1 Ly1 | Ay Rx & Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
  };
  for (unsigned i = 0; i < sizeof nexts / sizeof *nexts; i++) {
    struct mutant mutant = fault_next("quickrelease", 0, nexts[i].source, nexts[i].state);
    struct question question = { .model = "quickrelease", .mutant = &mutant };
    if (!reached_by_search(&question, nexts[i].program, nexts[i].outcome).reached)
      fail_msg("%s", nexts[i].source);
  }
}

/* A fetch that hears of neither; where the writer of all words hears of no eviction from wL2
 * nothing is lost. */
static void test_untold(void **state) {
  (void)state;
  static const char program[] = "Rx & Wx1 Rx", outcome[] = "P1:r0 == 0";
  struct question fetch = { .model = "quickrelease:untold-fetch" },
                  writer = { .model = "quickrelease:untold-writer" };
  assert_true(reached_by_search(&fetch, program, outcome).reached);
  assert_false(reached_by_search(&writer, program, outcome).reached);
  for (unsigned i = 0; i < IRIW_RA; i++)
    if (reaches(&writer, i) != released[i].plain) fail_msg("%s", released[i].program);
  writer.may_fill = true;
  struct reach_proof proof = proof_run(&writer, 2, 2, 1, 1);
  assert_true(proof.complete && !proof.broken);
}

/* rL2 apart from memory: the same outcomes, unless its fetch hears of no eviction. */
static void test_rl2(void **state) {
  (void)state;
  struct question apart = { .model = "quickrelease:rl2" },
                  untold = { .model = "quickrelease:untold-l2-fetch" };
  for (unsigned i = 0; i < WRC_RA; i++)
    if (reaches(&apart, i) != released[i].plain) fail_msg("%s", released[i].program);
  static const char program[] = "Wx1 Ly1 | Rx Ay Rx", outcome[] = "P1:r1 == 1 /\\ P1:r2 == 0";
  assert_false(reached_by_search(&apart, program, outcome).reached);
  assert_true(reached_by_search(&untold, program, outcome).reached);
  apart.may_fill = true;
  struct reach_proof proof = proof_run(&apart, 1, 2, 1, 1);
  assert_true(proof.complete && !proof.broken);
}

/* An atomic that passes the words of its line does not find its own thread's store. */
static void test_atomic_past_words(void **state) {
  (void)state;
  static const char program[] = "Wx4 Xx5", outcome[] = "P0:r0 == 0";
  struct question past = { .model = "quickrelease:past-words" };
  assert_true(reached_by_search(&past, program, outcome).reached);
  assert_false(reached_by_search(&plain, program, outcome).reached);
}

/* The delay of a release is bounded by what stood before it, if it waits for nothing else. */
static void test_bound(void **state) {
  (void)state;
  struct question own = { .model = "quickrelease:own-invalidations", .may_fill = true },
                  all = { .model = "quickrelease:bounded", .may_fill = true };
  for (unsigned i = 0; i < WRC_RA; i++)
    if (reaches(&own, i) != released[i].plain) fail_msg("%s", released[i].program);
  own.capacity = all.capacity = 2;
  struct reach_proof proof = proof_run(&own, 1, 1, 2, 1);
  assert_true(proof.complete && !proof.broken);
  assert_int_equal(proof_run(&all, 1, 1, 2, 1).broken & CLAIM(PROPERTY_OWN), CLAIM(PROPERTY_OWN));
}

/* An old word leaves wL1 with the one that was written, and takes the place of another CU's in the
 * same line. */
static void test_whole_lines(void **state) {
  (void)state;
  static const char program[] = "Wx1 | Wy1", outcome[] = "x == 0 \\/ y == 0";
  struct question whole = { .model = "quickrelease:whole-lines", .shared_lines = true };
  assert_true(reached_by_search(&whole, program, outcome).reached);
  assert_false(
      reached_by_search(&(struct question){ .model = "quickrelease", .shared_lines = true },
                        program, outcome)
          .reached);
}

/* No written bit: a load hits the old copy beside the CU's own newer word. */
static void test_no_written_bit(void **state) {
  (void)state;
  struct planted *bug = plant_new("quickrelease");
  action *hit[ROW_ACTIONS_MAX] = { plant_find(bug, 0, "hit") };
  plant_actions(bug, 0, plant_row(bug, 0, "W", "LOAD", "in_wl1"), NULL, hit);
  struct question question = { .model = "quickrelease", .planted = &bug->system };
  assert_true(reached_by_search(&question, "Rx Wx1 Rx", "P0:r1 == 0").reached);
  free(bug);
}

/* The copy in rL1 outlives the eviction of the newer word from wL1. */
static void test_copy_outlives_eviction(void **state) {
  (void)state;
  struct planted *bug = plant_new("quickrelease");
  action *write_through[ROW_ACTIONS_MAX] = { plant_find(bug, 0, "write_through") };
  plant_actions(bug, 0, plant_row(bug, 0, "W", "WRITE_THROUGH", NULL), "V", write_through);
  struct question question = { .model = "quickrelease", .planted = &bug->system };
  assert_true(reached_by_search(&question, "Rx Wx1 Rx", "P0:r1 == 0").reached);
  free(bug);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_releases_and_acquires),
    cmocka_unit_test(test_ordered_responses),
    cmocka_unit_test(test_plain_shapes),
    cmocka_unit_test(test_worked_example),
    cmocka_unit_test(test_variants),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_untold),
    cmocka_unit_test(test_rl2),
    cmocka_unit_test(test_atomic_past_words),
    cmocka_unit_test(test_bound),
    cmocka_unit_test(test_whole_lines),
    cmocka_unit_test(test_no_written_bit),
    cmocka_unit_test(test_copy_outlives_eviction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

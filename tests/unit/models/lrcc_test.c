/* lrcc: what releases, acquires and fences forbid, and plain accesses show; the worked examples of
 * the Primer; the races that its variants run into.  Planted bugs, each with the smallest program
 * that notices it. */
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

static const struct question plain = { .model = "lrcc" };

enum { MP_RA, SB_RA, WRC_RA, RWC_RA, IRIW_RA, MP3_RA, BACK, OWNED_LINE, OWNED_VALUE, RELEASED };
static const struct {
  const char *program, *outcome;
} released[RELEASED] = {
  [MP_RA] = { "Wx1 Ly1 | Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
  [SB_RA] = { "Lx1 Ay | Ly1 Ax", "P0:r0 == 0 /\\ P1:r0 == 0" },
  [WRC_RA] = { "Wx1 | Rx Ly1 | Ay Rx", "P1:r0 == 1 /\\ P2:r0 == 1 /\\ P2:r1 == 0" },
  [RWC_RA] = { "Lx1 | Ax Ay | Ly1 Ax", "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0" },
  [IRIW_RA] = { "Lx1 & Ax Ay | Ly1 & Ay Ax",
                "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P3:r0 == 1 /\\ P3:r1 == 0" },
  [MP3_RA] = { "Wx1 Ly1 | Ay Rx & Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
  [BACK] = { "Wx1 Ly1 Az Rx | Ay Wx2 Lz1", "P0:r0 == 1 /\\ P1:r0 == 1 /\\ P0:r1 == 1" },
  [OWNED_LINE] = { "Wx1 Ly1 | Lz1 Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
  [OWNED_VALUE] = { "Wx1 | Ly1", "x == 0" }, /* memory in the end: the owner of the line has never
                                                written this word */
};

static bool reaches(const struct question *question, unsigned which) {
  return reached_by_search(question, released[which].program, released[which].outcome).reached;
}

static void test_releases_and_acquires(void **state) {
  (void)state;
  for (unsigned i = 0; i < RELEASED; i++) {
    struct question question = { .model = "lrcc",
                                 .shared_lines = i == OWNED_LINE || i == OWNED_VALUE };
    struct reach_answer answer =
        reached_by_search(&question, released[i].program, released[i].outcome);
    if (answer.reached || answer.broken) fail_msg("%s: %s", released[i].program, answer.where);
  }
}

static void test_plain_shapes(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    bool weak = shape == MP || shape == SB || shape == S || shape == R || shape == TWO_PLUS_2W;
    if (reached_by_search(&plain, shapes[shape].program, shapes[shape].outcome).reached != weak)
      fail_msg("%s", shapes[shape].name);
    struct question fenced = { .model = "lrcc", .fenced = true };
    assert_false(reached_by_search(&fenced, shapes[shape].program, shapes[shape].outcome).reached);
  }
}

static void test_most_general_client(void **state) {
  (void)state;
  for (unsigned threads = 2; threads <= 3; threads++)
    for (unsigned recall = 0; recall < 2; recall++) {
      struct question question = { .model = recall ? "lrcc:recall" : "lrcc" };
      struct reach_proof proof = proof_run(&question, 2, threads, 1, 1);
      assert_true(proof.complete);
      assert_int_equal(proof.broken, 0);
    }
}

/* Table 10.17: the acquire of another SM makes the owner write back its other dirty lines first. */
static void test_worked_example(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0: unacknowledged=0  x: V data=0 waits=0 out=0  y: V data=0 & "
    "L1.1: unacknowledged=0  x: V data=0 waits=0 out=0  y: V data=0",
    "P0 issues STORE x := 1 & V/STORE",
    "P0 issues STORE_RELEASE y := 1 & GetO(y)",
    "L2.1 takes GetO & Grant(y data=0) to L1.0",
    "L1.0 takes Grant & answers P0: 0",
    "see x: D data=1 & y: O data=1",
    "P1 issues LOAD_ACQUIRE y & GetV(y)",
    "L2.1 takes GetV & ReqWB(y) to L1.0",
    "L1.0 of itself: WRITE_BACK x & WB(x data=1 words=1)",
    "cannot L1.0 takes ReqWB & OwnWB",
    "L2.0 takes WB & WBAck",
    "L1.0 takes WBAck",
    "L1.0 takes ReqWB & O/ReqWB when give_whole -> V & OwnWB(y data=1 words=1)",
    "L2.1 takes OwnWB & Data(y data=1) to L1.1 & WBAck",
    "L1.1 takes Data & answers P1: 1",
    "P1 issues LOAD x & I/LOAD & GetV(x)",
    "L2.0 takes GetV & Data(x data=1)",
    "L1.1 takes Data & answers P1: 1",
    NULL
  };
  follow(&plain, "Wx1 Ly1 | Ay Rx", script);
}

/* Table 10.18: one SM; one request, and then nothing but hits. */
static void test_worked_example_one_sm(void **state) {
  (void)state;
  assert_false(reached_by_search(&plain, "Wx1 Ly1 & Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0").reached);
}

static void test_variants(void **state) {
  (void)state;
  static const struct {
    const char *model, *program, *outcome;
  } wrong[] = {
    { "lrcc:no-pull", "Wx1 Ly1 | Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "lrcc:unacknowledged-pull", "Wx1 Ly1 | Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "lrcc:no-pull-evict", "Wx1 Ly1 | Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "lrcc:old-acquires", "Lx1 Ly1 | Ay Ax", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "lrcc:owned-dropped", "Lx1 Ay Ax", "P0:r1 == 0" },
    { "lrcc:overwrite", "Wx1 Lx2 Ax", "x == 1" },
    { "lrcc:unacknowledged", "Ax | Lx2 Wx3 Ax", "P1:r0 == 2" },
  };
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct question question = { .model = wrong[i].model };
    if (!reached_by_search(&question, wrong[i].program, wrong[i].outcome).reached)
      fail_msg("%s", wrong[i].model);
    if (reached_by_search(&plain, wrong[i].program, wrong[i].outcome).reached)
      fail_msg("lrcc: %s", wrong[i].program);
  }
}

static void test_no_invalidation(void **state) {
  (void)state;
  struct mutant mutant =
      fault_drop("lrcc", 0, "fetching/Data, for an acquire", "invalidate_unowned");
  assert_true(reaches(&(struct question){ .model = "lrcc", .mutant = &mutant }, MP_RA));
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_releases_and_acquires), cmocka_unit_test(test_plain_shapes),
    cmocka_unit_test(test_most_general_client),   cmocka_unit_test(test_worked_example),
    cmocka_unit_test(test_worked_example_one_sm), cmocka_unit_test(test_variants),
    cmocka_unit_test(test_no_invalidation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

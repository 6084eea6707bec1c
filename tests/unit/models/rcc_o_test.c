/* rcc-o: what releases and acquires forbid; one owner under the most general client; the races of
 * its evictions, written out; and planted bugs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "cells.h"
#include "follow.h"
#include "plant.h"
#include "reach.h"
#include "shapes.h"
#include "machine/mutant.h"

static const struct question plain = { .model = "rcc-o" };

enum { MP_RA, SB_RA, WRC_RA, RWC_RA, IRIW_RA, CHAIN, RELEASED };
static const struct {
  const char *program, *outcome;
} released[RELEASED] = {
  [MP_RA] = { "Wx1 Ly1 | Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
  [SB_RA] = { "Lx1 Ay | Ly1 Ax", "P0:r0 == 0 /\\ P1:r0 == 0" },
  [WRC_RA] = { "Wx1 | Rx Ly1 | Ay Rx", "P1:r0 == 1 /\\ P2:r0 == 1 /\\ P2:r1 == 0" },
  [RWC_RA] = { "Lx1 | Ax Ay | Ly1 Ax", "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0" },
  [IRIW_RA] = { "Lx1 & Ax Ay | Ly1 & Ay Ax",
                "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P3:r0 == 1 /\\ P3:r1 == 0" },
  [CHAIN] = { "Wx1 Ly1 | Xy2 & Ay Rx", "P1:r0 == 1 /\\ P2:r0 == 2 /\\ P2:r1 == 0" },
};

static bool reaches(const struct question *question, unsigned which) {
  return reached_by_search(question, released[which].program, released[which].outcome).reached;
}

static void test_releases_and_acquires(void **state) {
  (void)state;
  for (unsigned i = 0; i < RELEASED; i++) assert_false(reaches(&plain, i));
}

static void test_plain_shapes(void **state) {
  (void)state;
  static const enum litmus_shape coherent[] = { LB, CORR, COWR, CORW };
  for (unsigned i = 0; i < 4; i++)
    assert_false(reached_by_search(&plain, shapes[coherent[i]].program, shapes[coherent[i]].outcome)
                     .reached);
  assert_true(reached_by_search(&plain, shapes[MP].program, shapes[MP].outcome).reached);
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    struct question fenced = { .model = "rcc-o", .fenced = true };
    assert_false(reached_by_search(&fenced, shapes[shape].program, shapes[shape].outcome).reached);
  }
}

/* An owned line may have come with another SM's release in it. */
static void test_printed(void **state) {
  (void)state;
  assert_true(reaches(&(struct question){ .model = "rcc-o:printed" }, CHAIN));
}

/* An owned line may have come after another SM's release, too: that orders acquires and releases,
 * but carries nothing on. */
static void test_own_release(void **state) {
  (void)state;
  static const char *const program = "Lx1 Ax Ry | Wy1 Lx2",
                           *const outcome = "P0:r0 == 1 /\\ P0:r1 == 0 /\\ x == 1";
  assert_true(reached_by_search(&plain, program, outcome).reached);
  assert_false(
      reached_by_search(&(struct question){ .model = "rcc-o:acquire-anew" }, program, outcome)
          .reached);
}

static void test_most_general_client(void **state) {
  (void)state;
  static const char *const models[] = { "rcc-o", "rcc-o:recall", "rcc-o:acquire-anew" };
  for (unsigned i = 0; i < 3; i++)
    for (unsigned threads = 2; threads <= 3; threads++) {
      struct reach_proof proof =
          proof_run(&(struct question){ .model = models[i] }, threads, threads, 1, 2);
      assert_true(proof.complete);
      assert_int_equal(proof.broken, 0);
    }
}

/* Message passing: the release writes nothing back; the acquire fetches the flag from its owner. */
static void test_message_passing(void **state) {
  (void)state;
  static const char *const script[] = { "P0 issues STORE x := 1 & GetO(x)",
                                        "L2.0 takes GetO & Grant",
                                        "L1.0 takes Grant & -> O & answers P0",
                                        "P0 issues STORE_RELEASE y := 1 & GetO(y)",
                                        "L2.1 takes GetO & Grant",
                                        "L1.0 takes Grant & -> O & answers P0",
                                        "P1 issues LOAD_ACQUIRE y & GetV(y)",
                                        "L2.1 takes GetV & -> OV & ReqWB(y) to L1.0",
                                        "L1.0 takes ReqWB & -> V & OwnWB(y data=1)",
                                        "L2.1 takes OwnWB & Data(y data=1) to L1.1",
                                        "L1.1 takes Data & answers P1: 1",
                                        "P1 issues LOAD x & GetV(x)",
                                        "L2.0 takes GetV & ReqWB(x) to L1.0",
                                        "L1.0 takes ReqWB & OwnWB(x data=1)",
                                        "L2.0 takes OwnWB",
                                        "L1.1 takes Data & answers P1: 1",
                                        NULL };
  follow(&(struct question){ .model = "rcc-o", .cold = true }, "Wx1 Ly1 | Ay Rx", script);
}

static void test_eviction_crosses_a_request(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE",
    "L2.0 takes GetO",
    "L1.0 takes Grant",
    "L1.0 of itself: EVICT x & PutO(x data=1)",
    "P1 issues LOAD x",
    "L2.0 takes GetV & ReqWB(x) to L1.0",
    "L2.0 takes PutO & PutO, NoData to come",
    "L1.0 takes ReqWB & NoData(x)",
    "L2.0 takes NoData & -> V & PutAck(x) to L1.0 & Data(x data=1) to L1.1",
    "L1.0 takes PutAck & -> I",
    "L1.1 takes Data & answers P1: 1",
    NULL
  };
  follow(&(struct question){ .model = "rcc-o", .cold = true }, "Wx1 | Rx", script);
}

static void test_replaced_cells(void **state) {
  (void)state;
  static const struct replaced bugs[] = {
    /* the owner keeps the line that it was asked for */
    { PROPERTY_OWN, 0, "O", "ReqWB", NULL, "O", { "own_write_back" } },
    /* an owned line is evicted in silence */
    { PROPERTY_NEVER, 0, "O", "EVICT", NULL, "I", { "drop" } },
    /* the L2 acknowledges an eviction while its own request is on the way */
    { PROPERTY_NEVER,
      1,
      "OV",
      "PutO",
      "first",
      "V",
      { "merge", "put_ack", "free_line", "data_to_waiting" } },
    /* the L2 grants a line that is owned */
    { PROPERTY_OWN, 1, "O", "GetO", NULL, "O", { "grant_to_sender" } },
  };
  expect_broken("rcc-o", bugs, sizeof bugs / sizeof *bugs);
}

static void test_single_faults(void **state) {
  (void)state;
  struct mutant fault = fault_drop("rcc-o", 0, "IV/Data, for an acquire", "invalidate_all");
  assert_true(reaches(&(struct question){ .model = "rcc-o", .mutant = &fault }, MP_RA));
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_releases_and_acquires),
    cmocka_unit_test(test_plain_shapes),
    cmocka_unit_test(test_printed),
    cmocka_unit_test(test_own_release),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_message_passing),
    cmocka_unit_test(test_eviction_crosses_a_request),
    cmocka_unit_test(test_replaced_cells),
    cmocka_unit_test(test_single_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

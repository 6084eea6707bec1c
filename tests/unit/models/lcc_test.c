/* lcc: sequentially consistent with cores that wait, the Primer's XC with posted stores; its
 * invariants under the most general client; written runs; its variants.  Planted bugs, each with
 * the check that notices it. */
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

static const struct question plain = { .model = "lcc" };
static const char mp3[] = "Wx1 Wy1 | Ry Rx & Rx", mp3_outcome[] = "P1:r0 == 1 /\\ P1:r1 == 0";

static bool reaches(const struct question *question, enum litmus_shape shape) {
  return reached_by_search(question, shapes[shape].program, shapes[shape].outcome).reached;
}

static void test_sequentially_consistent(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape < IRIW; shape++) {
    struct reach_answer answer =
        reached_by_search(&plain, shapes[shape].program, shapes[shape].outcome);
    assert_false(answer.reached);
    assert_int_equal(answer.broken, 0);
  }
  assert_false(reached_by_search(&plain, mp3, mp3_outcome).reached);
  assert_false(reaches(&(struct question){ .model = "lcc", .settings = "lease=2" }, MP));
  assert_int_equal(outcome_count(&plain, shapes[SB].program), 3);
}

/* Posted stores: all their weak outcomes, and none of these with fences. */
static void test_posted_stores(void **state) {
  (void)state;
  static const bool shown[SHAPES] = {
    [MP] = true, [SB] = true, [S] = true, [R] = true, [TWO_PLUS_2W] = true
  };
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    assert_int_equal(reaches(&(struct question){ .model = "lcc", .settings = "gpu" }, shape),
                     shown[shape]);
    assert_false(
        reaches(&(struct question){ .model = "lcc", .settings = "gpu", .fenced = true }, shape));
  }
}

static void test_most_general_client(void **state) {
  (void)state;
  static const struct {
    const char *settings;
    unsigned sms, threads, lines, values;
  } clients[] = { { "lease=1", 2, 3, 1, 2 },
                  { "lease=2", 2, 3, 1, 1 },
                  { "lease=1", 3, 3, 1, 1 },
                  { "lease=1", 2, 2, 2, 1 },
                  { "gpu lease=1", 2, 2, 1, 1 } };
  for (unsigned i = 0; i < sizeof clients / sizeof *clients; i++) {
    struct question question = { .model = "lcc", .settings = clients[i].settings };
    struct reach_proof proof = proof_run(&question, clients[i].sms, clients[i].threads,
                                         clients[i].lines, clients[i].values);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

/* Reads go on while a write waits; where requests are kept in order, they must not be stuck behind
 * one that stalls for ever. */
static void test_ordered_networks(void **state) {
  (void)state;
  struct planted *ordered = plant_order("lcc", ~0u, FIFO_PER_LINE);
  struct reach_proof proof =
      proof_run(&(struct question){ .model = "lcc", .planted = &ordered->system }, 2, 3, 1, 1);
  assert_true(proof.complete);
  assert_int_equal(proof.broken, 0);
  free(ordered);
}

/* --- variants --- */

static void test_dead_merge(void **state) {
  (void)state;
  struct question question = { .model = "lcc:dead-merge" };
  assert_true(reached_by_search(&question, mp3, mp3_outcome).reached);
  for (enum litmus_shape shape = MP; shape <= CORW; shape++)
    assert_false(reaches(&question, shape));
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken,
                   CLAIM(PROPERTY_LOAD_VALUE)); /* no invariant of copies sees it */
}

static void test_extend(void **state) {
  (void)state;
  struct question question = { .model = "lcc:extend" };
  for (enum litmus_shape shape = MP; shape <= CORW; shape++)
    assert_false(reaches(&question, shape));
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken, 0);
}

/* --- written runs --- */

/* A store is delayed by a reader's lease; another read goes on meanwhile, and gets what is left of
 * it. */
static void test_reads_go_on(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0:  x: I & L1.1:  x: V data=0 TS=1 & L2.0:  x: S & TS=1",
    "P0 issues STORE x := 1 & I/STORE -> II",
    "L2.0 takes Write & S/Write -> SW, hold",
    "P1 issues LOAD & V/LOAD & answers P1: 0",
    "cannot L2.0 of itself: Due",
    "tick 1",
    "see L1.1:  x: I & L2.0:  x: SW & TS=0",
    "P1 issues LOAD & I/LOAD -> IV",
    "L2.0 takes Get & SW/Get, grant_within & Data(x data=0 TS=0) to L1.1",
    "L2.0 of itself: Due x & SW/Due -> E, write_held & Write-Ack",
    "L1.1 takes Data & dead_alone -> I & answers P1: 0",
    "L1.0 takes Write-Ack & -> I",
    "see L2.0:  x: E data=1",
    NULL
  };
  follow(&plain, "Wx1 | Rx Rx", script);
}

/* The SM's own copy shows the old value until its lease ends, and the store waits for that, too. */
static void test_own_lease(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0:  x: V data=0 TS=1 & L1.1:  x: I & L2.0:  x: S & TS=1",
    "P0 issues STORE x := 1 & V/STORE -> VV",
    "L2.0 takes Write & -> SW",
    "cannot L2.0 of itself: Due",
    "tick 1",
    "see L1.0:  x: II",
    "L2.0 of itself: Due & Write-Ack",
    "L1.0 takes Write-Ack & II/Write-Ack -> I",
    "see P0 on SM 0: done",
    NULL
  };
  follow(&plain, "Wx1 | Rx", script);
}

/* --- planted bugs --- */

static void test_single_faults(void **state) {
  (void)state;
  struct mutant unasked = fault_drop("lcc", 0, "IV: Data expired, others joined", "ask");
  assert_true(client_breaks("lcc", PROPERTY_DEADLOCK, &unasked, NULL));
  struct mutant lost = fault_drop("lcc", 1, "LCC: the write is delayed", "hold");
  assert_true(client_breaks("lcc", PROPERTY_NEVER, &lost, NULL));
}

static void test_replaced_cells(void **state) {
  (void)state;
  static const struct replaced bugs[] = {
    /* a store is performed while a lease runs */
    { PROPERTY_DATA_VALUE, 1, "S", "Write", NULL, NULL, { "write" } },
    /* and its acknowledgement finds a live copy */
    { PROPERTY_NEVER, 1, "S", "Write", NULL, NULL, { "write" } },
    /* an unexpired block leaves the L2 */
    { PROPERTY_OWN, 1, "S", "EVICT", NULL, "I", { "forget" } },
    /* a block is taken for expired when it is read */
    { PROPERTY_OWN, 1, "E", "Get", NULL, "E", { "grant" } },
    /* loads that joined are served from data that has expired */
    { PROPERTY_LOAD_VALUE, 0, "IV", "Data", "dead_joined", "I", { "serve_all" } },
  };
  expect_broken("lcc", bugs, sizeof bugs / sizeof *bugs);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent),
    cmocka_unit_test(test_posted_stores),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_ordered_networks),
    cmocka_unit_test(test_dead_merge),
    cmocka_unit_test(test_extend),
    cmocka_unit_test(test_reads_go_on),
    cmocka_unit_test(test_own_lease),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_replaced_cells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

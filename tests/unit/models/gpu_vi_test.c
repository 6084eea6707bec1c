/* gpu-vi is sequentially consistent with cores that wait, and weakly ordered with others.  Also
 * tested: its invariants under the most general client, written runs of its races, and its
 * variants.  Each variant has the smallest test that shows it.  Planted bugs, each with the check
 * that notices it.
 *
 * builds: plain */
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
#include "machine/mutant.h"

static const struct question plain = { .model = "gpu-vi" };

static bool reaches(const struct question *question, enum litmus_shape shape) {
  return reached_by_search(question, shapes[shape].program, shapes[shape].outcome).reached;
}

/* --- memory models --- */

static void test_sequentially_consistent(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    struct reach_answer answer =
        reached_by_search(&plain, shapes[shape].program, shapes[shape].outcome);
    assert_false(answer.reached);
    assert_int_equal(answer.broken, 0);
  }
  for (enum litmus_shape shape = WRC; shape <= IRIW; shape++)
    assert_false(reaches(&(struct question){ .model = "gpu-vi", .cold = true }, shape));
  assert_int_equal(outcome_count(&plain, shapes[MP].program), 3);
  assert_int_equal(outcome_count(&plain, shapes[SB].program), 3);
}

/* The accesses are relaxed, so each of them synchronises: with posted stores, too, it waits for
 * what came before. */
static void test_weakly_ordered(void **state) {
  (void)state;
  static const char *const cores[] = { "gpu", "weak" };
  for (unsigned i = 0; i < 2; i++)
    for (enum litmus_shape shape = MP; shape <= CORW; shape++)
      assert_false(reaches(&(struct question){ .model = "gpu-vi", .settings = cores[i] }, shape));
}

/* --- variants --- */

/* A load hits the old value while the SM's own store is out.  This shows only if the writer shares
 * its SM with the last reader. */
static void test_pending_old(void **state) {
  (void)state;
  struct question question = { .model = "gpu-vi:pending-old" };
  struct reach_answer answer =
      reached_by_search(&question, shapes[WRC].program, shapes[WRC].outcome);
  assert_true(answer.reached);
  assert_string_equal(answer.where, "P0,P2|P1 x|y");
  for (enum litmus_shape shape = MP; shape <= CORW; shape++)
    assert_false(reaches(&question, shape));
  question.stop_at = CLAIM(PROPERTY_DATA_VALUE);
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_DATA_VALUE));
}

/* With the new value: the writer shares its SM with the first reader. */
static void test_pending_new(void **state) {
  (void)state;
  struct question question = { .model = "gpu-vi:pending-new" };
  struct reach_answer answer =
      reached_by_search(&question, shapes[RWC].program, shapes[RWC].outcome);
  assert_true(answer.reached);
  assert_string_equal(answer.where, "P0,P1|P2 x|y");
  for (enum litmus_shape shape = MP; shape <= CORW; shape++)
    assert_false(reaches(&question, shape));
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken,
                   CLAIM(PROPERTY_LOAD_VALUE)); /* no invariant of copies sees it */
}

static void test_late_merge(void **state) {
  (void)state;
  struct question question = { .model = "gpu-vi:late-merge" };
  assert_true(
      reached_by_search(&question, "Wx1 Wy1 | Ry Rx & Rx", "P1:r0 == 1 /\\ P1:r1 == 0").reached);
  assert_false(
      reached_by_search(&plain, "Wx1 Wy1 | Ry Rx & Rx", "P1:r0 == 1 /\\ P1:r1 == 0").reached);
  for (enum litmus_shape shape = MP; shape <= CORW; shape++)
    assert_false(reaches(&question, shape));
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken, CLAIM(PROPERTY_LOAD_VALUE));
}

static void test_early_acks(void **state) {
  (void)state;
  struct question question = { .model = "gpu-vi:early-acks" };
  assert_true(reaches(&question, MP));
  assert_true(reaches(&question, SB));
  assert_false(reaches(&question, LB));
  question.stop_at = CLAIM(PROPERTY_DATA_VALUE);
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_DATA_VALUE));
}

/* --- the most general client --- */

static void test_most_general_client(void **state) {
  (void)state;
  static const struct {
    unsigned sms, threads, lines, values;
  } clients[] = { { 2, 2, 1, 2 }, { 2, 3, 1, 1 }, { 3, 3, 1, 1 } };
  for (unsigned i = 0; i < 3; i++) {
    struct reach_proof proof =
        proof_run(&plain, clients[i].sms, clients[i].threads, clients[i].lines, clients[i].values);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

/* No order is needed; and where all networks keep one, heads that block do no harm. */
static void test_ordered_networks(void **state) {
  (void)state;
  static const enum channel_order orders[] = { FIFO, FIFO_PER_LINE };
  for (unsigned i = 0; i < 2; i++) {
    struct planted *ordered = plant_order("gpu-vi", ~0u, orders[i]);
    struct reach_proof proof =
        proof_run(&(struct question){ .model = "gpu-vi", .planted = &ordered->system }, 2, 3, 1, 1);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
    free(ordered);
  }
}

/* --- written runs --- */

static void test_two_writers(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0:  x: V & L1.1:  x: I & L2.0:  x: V data=0 sharers=0x1",
    "P1 issues STORE & WRITE",
    "L2.0 takes WRITE(x value=2 of P1) & INV(x) to L1.0 & -> VA",
    "P0 issues STORE & V/STORE -> WP, keep, write_through",
    "cannot L2.0 takes WRITE(x value=1 of P0)",
    "L1.0 takes INV & WP/INV, drop, invack",
    "L2.0 takes INVACK & write_held & ACK(x data=2 of P1) to L1.1",
    "L2.0 takes WRITE(x value=1 of P0) & ACK(x data=1 of P0) to L1.0",
    "L1.0 takes ACK & WP/ACK when given_up -> I",
    "L1.1 takes ACK",
    "see L1.0:  x: I & L1.1:  x: I & L2.0:  x: V data=1",
    NULL
  };
  follow(&plain, "Wx1 | Wx2", script);
}

static void test_invalidation_overtakes_data(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0:  x: I & L1.1:  x: V & L2.0:  x: V data=0 sharers=0x2",
    "P0 issues LOAD x & I/LOAD -> IV",
    "L2.0 takes GETS & DATA(x data=0) to L1.0",
    "P1 issues STORE x & keep",
    "L2.0 takes WRITE & INV(x) to L1.0 & -> VA",
    "L1.0 takes INV & IV/INV -> IVI, invack",
    "L2.0 takes INVACK & write_held",
    "L1.1 takes ACK & WP/ACK when kept -> V, take_written, complete",
    "L1.0 takes DATA & IVI/DATA -> I & answers P0: 0",
    "see P0 on SM 0: done & L1.0:  x: I & L1.1:  x: V data=1",
    NULL
  };
  follow(&plain, "Rx | Wx1", script);
}

/* A recall meets a store: the store finds the line gone, and takes effect all the same. */
static void test_recall_meets_a_store(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0:  x: V & L1.1:  x: I & L2.0:  x: V data=0 sharers=0x1",
    "P0 issues STORE & keep",
    "L2.0 of itself: EVICT x & INV(x) to L1.0 & -> VR",
    "cannot L2.0 takes WRITE",
    "L1.0 takes INV & drop",
    "L2.0 takes INVACK & last_clean -> I",
    "L2.0 takes WRITE & -> IW",
    "MemData & ACK(x data=1 of P0) to L1.0 & -> V",
    "L1.0 takes ACK & given_up -> I",
    "see P0 on SM 0: done & L1.0:  x: I & L2.0:  x: V data=1 dirty",
    NULL
  };
  follow(&plain, "Wx1 | Rx", script);
}

/* --- planted bugs --- */

static void test_single_faults(void **state) {
  (void)state;
  struct mutant silent = fault_drop("gpu-vi", 0, "IV/INV", "invack");
  assert_true(client_breaks("gpu-vi", PROPERTY_DEADLOCK, &silent, NULL));
  struct mutant stays = fault_next("gpu-vi", 0, "IV/INV", "IV");
  assert_true(client_breaks("gpu-vi", PROPERTY_OWN, &stays, NULL));
  assert_true(client_breaks("gpu-vi", PROPERTY_DATA_VALUE, &stays, NULL));
  struct mutant kept = fault_drop("gpu-vi", 0, "WP/INV", "drop");
  assert_true(client_breaks("gpu-vi", PROPERTY_OWN, &kept, NULL));
  struct mutant uncounted = fault_drop("gpu-vi", 1, "VA/INVACK", "strike"); /* three SMs show it */
  assert_true(client_breaks("gpu-vi", PROPERTY_DEADLOCK, &uncounted, NULL));
  struct mutant unlisted = fault_drop("gpu-vi", 1, "IV: another reader", "note_reader");
  assert_true(client_breaks("gpu-vi", PROPERTY_DEADLOCK, &unlisted, NULL));
}

static void test_replaced_cells(void **state) {
  (void)state;
  static const struct replaced bugs[] = {
    /* a store is performed before all have acknowledged */
    { PROPERTY_DATA_VALUE, 1, "VA", "INVACK", "not_last", "V", { "write_held", "no_writer" } },
    /* a store is performed without asking anyone */
    { PROPERTY_DATA_VALUE, 1, "V", "WRITE", "shared", NULL, { "write" } },
    /* a read is served while a store waits */
    { PROPERTY_OWN, 1, "VA", "GETS", NULL, NULL, { "data" } },
    /* a line leaves the L2 without a recall */
    { PROPERTY_OWN, 1, "V", "EVICT", "has_sharers", "I", { "forget" } },
    /* data is installed although an invalidation overtook it */
    { PROPERTY_OWN, 0, "IVI", "DATA", NULL, "V", { "install", "serve_all" } },
    /* the kept copy keeps its old value */
    { PROPERTY_DATA_VALUE, 0, "WP", "ACK", "kept", "V", { "complete" } },
    /* a reader is not listed */
    { PROPERTY_OWN, 1, "V", "GETS", NULL, NULL, { "data" } },
    /* a load joins a miss that has been invalidated */
    { PROPERTY_LOAD_VALUE, 0, "IVI", "LOAD", NULL, NULL, { "merge" } },
    /* an acknowledgement is asked of a line that is not waiting for any */
    { PROPERTY_NEVER, 1, "V", "WRITE", "shared", NULL, { "invalidate_others", "write" } },
  };
  expect_broken("gpu-vi", bugs, sizeof bugs / sizeof *bugs);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent),
    cmocka_unit_test(test_weakly_ordered),
    cmocka_unit_test(test_pending_old),
    cmocka_unit_test(test_pending_new),
    cmocka_unit_test(test_late_merge),
    cmocka_unit_test(test_early_acks),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_ordered_networks),
    cmocka_unit_test(test_two_writers),
    cmocka_unit_test(test_invalidation_overtakes_data),
    cmocka_unit_test(test_recall_meets_a_store),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_replaced_cells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

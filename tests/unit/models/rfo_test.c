/* rfo: sequentially consistent with cores that wait, weakly ordered with others; its invariants
 * under the most general client; written runs of its races.  Planted bugs, each with the check that
 * notices it, beside changes that are none.
 *
 * builds: plain */
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

static const struct question plain = { .model = "rfo" };

static bool reaches(const struct question *question, enum litmus_shape shape) {
  return reached_by_search(question, shapes[shape].program, shapes[shape].outcome).reached;
}

static void test_sequentially_consistent(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    struct reach_answer answer =
        reached_by_search(&plain, shapes[shape].program, shapes[shape].outcome);
    assert_false(answer.reached);
    assert_int_equal(answer.broken, 0);
    assert_false(reaches(&(struct question){ .model = "rfo", .settings = "gpu" },
                         shape)); /* relaxed accesses synchronise */
  }
  for (enum litmus_shape shape = WRC; shape <= IRIW; shape++)
    assert_false(reaches(&(struct question){ .model = "rfo", .cold = true }, shape));
  assert_int_equal(outcome_count(&plain, shapes[MP].program), 3);
  assert_int_equal(outcome_count(&plain, shapes[TWO_PLUS_2W].program), 3);
}

/* Loads join a miss that is out: a second reader on the reader's SM. */
static void test_merged_loads(void **state) {
  (void)state;
  assert_false(
      reached_by_search(&plain, "Wx1 Wy1 | Ry Rx & Rx", "P1:r0 == 1 /\\ P1:r1 == 0").reached);
}

static void test_most_general_client(void **state) {
  (void)state;
  static const struct {
    unsigned sms, threads, values;
  } clients[] = { { 2, 2, 2 }, { 2, 3, 1 }, { 3, 3, 1 } };
  for (unsigned i = 0; i < 3; i++) {
    struct reach_proof proof =
        proof_run(&plain, clients[i].sms, clients[i].threads, 1, clients[i].values);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

/* No order is needed; and where requests and forwards keep one, heads that block do no harm. */
static void test_ordered_networks(void **state) {
  (void)state;
  struct planted *ordered = plant_order("rfo", 1 << 0 | 1 << 1, FIFO_PER_LINE);
  struct reach_proof proof =
      proof_run(&(struct question){ .model = "rfo", .planted = &ordered->system }, 2, 3, 1, 1);
  assert_true(proof.complete);
  assert_int_equal(proof.broken, 0);
  free(ordered);
}

/* --- written runs --- */

/* Dirty sharing: a reader gets the block from its owner, who writes it again by asking only for
 * acknowledgements. */
static void test_owner_shares_and_writes(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE x := 1",
    "directory.0 takes GETM & -> B_EM",
    "L1.0 takes Data & -> M",
    "directory.0 takes Unblock",
    "P1 issues LOAD & I/LOAD -> IS",
    "directory.0 takes GETS & FwdS(x for L1.1) to L1.0 & -> B_O",
    "L1.0 takes FwdS & M/FwdS -> O & Data(x data=1 count=0) to L1.1",
    "L1.1 takes Data & -> S & answers P1: 1",
    "directory.0 takes Unblock & -> O",
    "P0 issues STORE x := 2 & O/STORE -> OM",
    "directory.0 takes GETM & Inv(x for L1.0) to L1.1 & AckCount(x count=1) to L1.0",
    "L1.1 takes Inv & S/Inv -> I & Ack(x) to L1.0",
    "L1.0 takes Ack(x) from & OM/Ack when not_last", /* before the count */
    "L1.0 takes AckCount & OM/AckCount when all_in -> M",
    "directory.0 takes Unblock & -> EM",
    "see L1.0:  x: M data=2 & L1.1:  x: I & directory.0:  x: EM & memory=0",
    NULL
  };
  follow(&(struct question){ .model = "rfo", .cold = true }, "Wx1 Wx2 | Rx", script);
}

static void test_eviction_overtaken_by_a_write(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE",
    "directory.0 takes GETM",
    "L1.0 takes Data",
    "directory.0 takes Unblock",
    "L1.0 of itself: EVICT x & M/EVICT -> MI & PUT(x data=1)",
    "P1 issues STORE",
    "directory.0 takes GETM(x) from L1.1 & FwdM(x count=0 for L1.1) to L1.0",
    "cannot directory.0 takes PUT",
    "L1.0 takes FwdM & MI/FwdM -> II & Data(x data=1 count=0) to L1.1",
    "L1.1 takes Data & -> M & Unblock",
    "directory.0 takes Unblock(x) from L1.1",
    "directory.0 takes PUT & not_from_owner & PutAck(x) to L1.0",
    "L1.0 takes PutAck & II/PutAck -> I",
    "see L1.0:  x: I & L1.1:  x: M data=2 & directory.0:  x: EM & owner=1 & memory=0",
    NULL
  };
  follow(&(struct question){ .model = "rfo", .cold = true }, "Wx1 | Wx2", script);
}

static void test_recall_of_an_eviction(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE",
    "directory.0 takes GETM",
    "L1.0 takes Data",
    "directory.0 takes Unblock",
    "L1.0 of itself: EVICT x & PUT(x data=1)",
    "directory.0 of itself: EVICT x & EM/EVICT -> R & Recall(x requester=1) to L1.0",
    "cannot directory.0 takes PUT",
    "L1.0 takes Recall & MI/Recall -> II & RData(x data=1)",
    "directory.0 takes RData & last_copy -> I",
    "directory.0 takes PUT & I/PUT & PutAck",
    "L1.0 takes PutAck & -> I",
    "see L1.0:  x: I & directory.0:  x: I & memory=1",
    NULL
  };
  follow(&(struct question){ .model = "rfo", .cold = true }, "Wx1", script);
}

/* --- planted bugs --- */

static void test_single_faults(void **state) {
  (void)state;
  struct mutant no_inv = fault_drop("rfo", 1, "O/GETM, of the owner", "invalidate_others");
  assert_true(client_breaks("rfo", PROPERTY_DEADLOCK, &no_inv, NULL));
  struct mutant unasked =
      fault_drop("rfo", 1, "O/GETM, of another", "invalidate_others"); /* three SMs show it */
  assert_true(client_breaks("rfo", PROPERTY_DEADLOCK, &unasked, NULL));
  struct mutant old_put = fault_drop("rfo", 1, "EM/PUT", "take_data_back");
  assert_true(client_breaks("rfo", PROPERTY_OWN, &old_put, NULL));
  struct mutant no_recall = fault_drop("rfo", 1, "O/Recall", "recall_sharers");
  assert_true(client_breaks("rfo", PROPERTY_DEADLOCK, &no_recall, NULL));
}

/* An atomic reads data that comes before the acknowledgements: three SMs, one of which reads. */
static void test_data_before_acks(void **state) {
  (void)state;
  struct mutant lost = fault_drop("rfo", 0, "IM, SM/Data, acks missing", "take_data");
  static const char program[] = "Wx1 | Rx | Xx2",
                    outcome[] = "P1:r0 == 1 /\\ P2:r0 == 0 /\\ x == 2";
  assert_true(reached_by_search(&(struct question){ .model = "rfo", .mutant = &lost, .cold = true },
                                program, outcome)
                  .reached);
  assert_false(
      reached_by_search(&(struct question){ .model = "rfo", .cold = true }, program, outcome)
          .reached);
}

static void test_replaced_cells(void **state) {
  (void)state;
  static const struct replaced bugs[] = {
    /* the store is done before the last acknowledgement */
    { PROPERTY_SWMR, 0, "SM", "Data", "some_out", "M", { "take_data", "store_done", "unblock" } },
    { PROPERTY_SWMR, 0, "OM", "AckCount", "some_out", "M", { "store_done", "unblock" } },
    /* the directory is unblocked before the last acknowledgement */
    { PROPERTY_NEVER, 0, "SM", "Data", "some_out", "IM", { "take_data", "expect", "unblock" } },
    /* an owner becomes a mere sharer when it is read from */
    { PROPERTY_NEVER, 0, "M", "FwdS", NULL, "S", { "data_to_requester" } },
    /* data of an eviction that was overtaken is taken */
    { PROPERTY_OWN, 1, "EM", "PUT", "not_from_owner", "I", { "take_data_back", "put_ack" } },
    /* a load hits a line whose eviction is out, which others may have by now */
    { PROPERTY_LOAD_VALUE, 0, "MI", "LOAD", NULL, NULL, { "hit" } },
    /* an owner's copy is evicted in silence */
    { PROPERTY_NEVER, 0, "O", "EVICT", NULL, "I", { "drop" } },
    /* a read is served from memory although an L1 owns the line */
    { PROPERTY_SWMR, 1, "EM", "GETS", NULL, "S", { "data", "share" } },
    { PROPERTY_DATA_VALUE, 1, "EM", "GETS", NULL, "S", { "data", "share" } },
  };
  expect_broken("rfo", bugs, sizeof bugs / sizeof *bugs);
}

/* Two changes change nothing.  An overtaken eviction may stay MI, since the directory tells an old
 * PUT by its sender.  An invalidated SM may stay SM, since Data always brings the data. */
static void test_equivalent(void **state) {
  (void)state;
  struct mutant stays[] = { fault_next("rfo", 0, "MI/FwdM", "MI"),
                            fault_next("rfo", 0, "MI/Recall", "MI") };
  for (unsigned i = 0; i < 2; i++) {
    struct reach_proof proof =
        proof_run(&(struct question){ .model = "rfo", .mutant = &stays[i] }, 3, 3, 1, 1);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent),
    cmocka_unit_test(test_merged_loads),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_ordered_networks),
    cmocka_unit_test(test_owner_shares_and_writes),
    cmocka_unit_test(test_eviction_overtaken_by_a_write),
    cmocka_unit_test(test_recall_of_an_eviction),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_data_before_acks),
    cmocka_unit_test(test_replaced_cells),
    cmocka_unit_test(test_equivalent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

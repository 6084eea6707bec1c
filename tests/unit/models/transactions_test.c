/* Systems of transactions: GETM's walkthrough (thesis, Figure 4.7) step by step; EAPG's pause, go and early abort, what its hints
 * may not change, and planted faults of them, each with what notices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "plant.h"
#include "reach.h"

enum { KIND_CU = 2 };

/* --- GETM --- */

/* Figure 4.7: tx1 is P0, tx2 is P1; A is a, B is b.  Times are ranks, and lastwr is the figure's wts less one: of those in
 * use, 10, 20 and 22, the least is 0. */
static void test_getm_walkthrough(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues TX_BEGIN", "P1 issues TX_BEGIN & warp.0:  warpts=0 refused=-  =>   warpts=1",
    "P0 issues TX_LOAD a", "VU.0 takes LD(a of P0)", "warp.0 takes OK(a value=0",
    "P0 issues TX_STORE a := 1", "VU.0 takes ST(a of P0)", "warp.0 takes OK(a",
    "P1 issues TX_LOAD b", "VU.1 takes LD(b of P1)", "warp.1 takes OK(b value=0",
    "P1 issues TX_STORE b := 2", "VU.1 takes ST(b of P1)", "warp.1 takes OK(b",
    "see a: R lastwr=1 rts=1 owner=0 #writes=1 & b: R lastwr=0 rts=0 owner=1 #writes=1", /* table 1 */
    "P1 issues TX_LOAD a", "VU.0 takes LD(a of P1) & refuse_load", "warp.1 takes NACK(a t=1",
    "warp.1 of itself: ROUND & warpts=0 refused=1  =>   warpts=2", "VU.1 takes LOG(b & release",
    "see b: F lastwr=0 rts=0 #writes=0",
    "P0 issues TX_LOAD b", "VU.1 takes LD(b of P0)", "warp.0 takes OK(b value=0",
    "P0 issues TX_STORE b := 1", "VU.1 takes ST(b of P0)", "warp.0 takes OK(b",
    "see a: R lastwr=0 rts=0 owner=0 #writes=1 & b: R lastwr=0 rts=0 owner=0 #writes=1", /* table 2 */
    "P1 issues TX_BEGIN", "P1 issues TX_LOAD b", "VU.1 takes LD(b of P1) & queue",
    "P0 issues TX_COMMIT", "warp.0 of itself: ROUND & warp.1:  warpts=1 refused=-  =>   warpts=2", /* it is at 21 now */
    "VU.0 takes LOG(a", "see a: F lastwr=0 rts=0 #writes=0",
    "VU.1 takes LOG(b & retry_oldest", "see b: F lastwr=0 rts=2 #writes=0", /* table 3, and the load that it wakes */
    "warp.1 takes OK(b value=1", "P1 issues TX_STORE b := 2", "VU.1 takes ST(b of P1)", "warp.1 takes OK(b",
    "P1 issues TX_LOAD a", "VU.0 takes LD(a of P1)", "warp.1 takes OK(a value=1",
    "P1 issues TX_STORE a := 2", "VU.0 takes ST(a of P1)", "warp.1 takes OK(a", "P1 issues TX_COMMIT",
    NULL,
  };
  follow(&(struct question){ .model = "getm" }, "B Ra Wa1 Rb Wb1 C | B Rb Wb2 Ra Wa2 C", script);
}

/* --- EAPG --- */

static const char increments[] = "B Rx Wx1 C | B Rx Wx2 C", half[] = "B Wx1 Wy1 C | B Rx Ry C",
                  skew[] = "B Rx Wy1 C | B Ry Wx1 C";

/* P1's load of what P0's log is to write waits for the verdict, and no longer; the write itself comes later. */
static void test_pause_and_go(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues TX_BEGIN", "P0 issues TX_STORE x := 1", "P0 issues TX_COMMIT", "warp.0 of itself: SEND",
    "vendor takes ACQUIRE_ID", "CU.0 takes ORDER", "CU.0 takes WRITE_SET(x", "CU.0 takes DONE_FILL & insert_all",
    "warp.0 takes INSERT(x", "warp.1 takes INSERT(x", "P1 issues TX_BEGIN", "P1 issues TX_LOAD x & =>  PAUSED",
    "cannot sends LD", "CU.0 of itself: DECIDE", "warp.0 takes REMOVE(x", "warp.1 takes REMOVE(x write=1 of P1) & sends LD(x",
    "warp.0 takes CU_PASS", "CU.0 takes TX_PASS", "CU.0 takes LD(x", "warp.1 takes VALUE(x value=0", "see P1: RUN", NULL };
  follow(&(struct question){ .model = "eapg" }, "B Wx1 C | B Rx C", script);
}

/* P1 has read what P0's log is to write: it gives up before it has sent anything; or it has not heard, and is validated. */
static void test_early_abort(void **state) {
  (void)state;
  static const char *const script[] = {
    "P1 issues TX_BEGIN", "P1 issues TX_LOAD x", "CU.0 takes LD(x", "warp.1 takes VALUE(x value=0", "P1 issues TX_COMMIT",
    "P0 issues TX_BEGIN", "P0 issues TX_STORE x := 1", "P0 issues TX_COMMIT", "warp.0 of itself: SEND",
    "vendor takes ACQUIRE_ID", "CU.0 takes ORDER", "CU.0 takes WRITE_SET(x", "CU.0 takes DONE_FILL & insert_all",
    "warp.0 takes INSERT(x", "warp.1 takes INSERT(x", "warp.1 of itself: SEND & =>  ABORTED", "cannot takes ACQUIRE_ID",
    "warp.1 of itself: ROUND", "P1 issues TX_BEGIN", NULL };
  follow(&(struct question){ .model = "eapg" }, "B Wx1 C | B Rx C", script);
}

/* Hints change no outcome, whether heard or not yet when they matter, or on their way as messages. */
static void test_hints_change_no_outcome(void **state) {
  (void)state;
  static const char *const programs[] = { increments, half, skew, "B Rx Wx1 C & B Rx Wx2 C" };
  for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
    uint64_t without = outcome_count(&(struct question){ .model = "warptm:validated" }, programs[i]);
    assert_int_equal(outcome_count(&(struct question){ .model = "eapg" }, programs[i]), without);
    assert_int_equal(outcome_count(&(struct question){ .model = "eapg:delay" }, programs[i]), without);
  }
  assert_false(reach(&(struct question){ .model = "eapg:delay" }, increments, "P0:r0 == 0 /\\ P1:r0 == 0").reached);
  assert_false(reach(&(struct question){ .model = "eapg:delay" }, half, "P1:r0 == 1 /\\ P1:r1 == 0").reached);
}

/* A word that stays announced: where a removal is not sent, or may come first. */
static void test_stays_announced(void **state) {
  (void)state;
  struct mutant mutant = fault_drop("eapg", KIND_CU, "4.3 (i), (ii)", "remove_all");
  assert_true(prove(&(struct question){ .model = "eapg", .mutant = &mutant }, 2, 2, 1, 2).broken & CLAIM(PROPERTY_DEADLOCK));
  struct question disorder = { .model = "eapg:disorder", .stop_at = CLAIM(PROPERTY_DEADLOCK) };
  assert_true(prove(&disorder, 2, 2, 1, 2).broken & CLAIM(PROPERTY_DEADLOCK));
}

/* A lane that pauses for ever: the last removal wakes it. */
static void test_no_go(void **state) {
  (void)state;
  struct mutant mutant = fault_next("eapg", 0, "7.3 go", "PAUSED");
  struct proof proof = prove(&(struct question){ .model = "eapg", .mutant = &mutant }, 2, 2, 1, 2);
  assert_true(proof.broken != 0);
}

static void test_most_general_client(void **state) {
  (void)state;
  static const struct { const char *model; unsigned sms, threads; } clients[] = { { "eapg", 2, 2 }, { "eapg", 1, 2 } };
  for (unsigned i = 0; i < sizeof clients / sizeof *clients; i++) {
    struct question question = { .model = clients[i].model };
    struct proof proof = prove(&question, clients[i].sms, clients[i].threads, 1, 2);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_pause_and_go),
    cmocka_unit_test(test_early_abort),
    cmocka_unit_test(test_hints_change_no_outcome),
    cmocka_unit_test(test_stays_announced),
    cmocka_unit_test(test_no_go),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_getm_walkthrough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

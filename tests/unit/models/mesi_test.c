/* mesi: sequentially consistent in every placement; its invariants under the most general client;
 * written runs of its races.  Planted bugs, each with the check that notices it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "protocol/step.h"
#include "plant.h"
#include "reach.h"
#include "machine/mutant.h"

static const struct question plain = { .model = "mesi" };

/* --- what it may not do --- */

static void test_sequentially_consistent(void **state) {
  (void)state;
  static const struct {
    const char *program, *outcome;
  } tests[] = {
    { "Wx1 Wy1 | Ry Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "Wx1 Ry | Wy1 Rx", "P0:r0 == 0 /\\ P1:r0 == 0" },
    { "Rx Wy1 | Ry Wx1", "P0:r0 == 1 /\\ P1:r0 == 1" },
    { "Wx2 Wy1 | Ry Wx1", "P1:r0 == 1 /\\ x == 2" },
    { "Wx1 Wy1 | Wy2 Rx", "y == 2 /\\ P1:r0 == 0" },
    { "Wx1 Wy2 | Wy1 Wx2", "x == 1 /\\ y == 1" },
    { "Wx1 | Rx Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "Wx1 Rx | Wx2", "P0:r0 == 0" },
    { "Rx Wx1 | Wx2", "P0:r0 == 2 /\\ x == 2" },
    { "Xx1 | Xx2", "P0:r0 == 0 /\\ P1:r0 == 0" },
  };
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
    struct reach_answer answer = reached_by_search(&plain, tests[i].program, tests[i].outcome);
    assert_int_equal(answer.placements, 2);
    assert_false(answer.reached);
    assert_int_equal(answer.broken, 0);
  }
}

/* Three threads on two SMs: two of them share an L1. */
static void test_shared_sms(void **state) {
  (void)state;
  static const struct {
    const char *program, *outcome;
  } tests[] = {
    { "Wx1 & Rx Wy1 | Ry Rx", "P1:r0 == 1 /\\ P2:r0 == 1 /\\ P2:r1 == 0" },
    { "Wx1 & Rx Ry | Wy1 Rx", "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0" },
    { "Wx1 | Rx & Rx", "P1:r0 == 3" }, /* no thread stores 3: a full search */
  };
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
    assert_false(reached_by_search(&(struct question){ .model = "mesi", .cold = true },
                                   tests[i].program, tests[i].outcome)
                     .reached);
}

static void test_number_of_outcomes(void **state) {
  (void)state;
  assert_int_equal(outcome_count(&plain, "Wx1 Wy1 | Ry Rx"), 3);
  assert_int_equal(outcome_count(&plain, "Wx1 Ry | Wy1 Rx"), 3);
  assert_int_equal(outcome_count(&plain, "Wx1 Wy2 | Wy1 Wx2"), 3);
}

static void test_most_general_client(void **state) {
  (void)state;
  struct reach_proof proof = proof_run(&plain, 2, 2, 1, 2);
  assert_true(proof.complete);
  assert_int_equal(proof.broken, 0);
  proof = proof_run(&plain, 2, 3, 1, 1);
  assert_true(proof.complete);
  assert_int_equal(proof.broken, 0);
}

/* --- written runs --- */

static void test_two_upgrades(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0:  x: S & L1.1:  x: S & L2.0:  x: SS",
    "P0 issues STORE & UPG",
    "P1 issues STORE & UPG",
    "L2.0 takes UPG(x) from L1.0 & INV(x for L1.0) to L1.1 & ACK(x count=-1) to L1.0 & -> SS_MB",
    "cannot L2.0 takes UPG(x) from L1.1",
    "L1.1 takes INV & SM/INV -> IM & ACK(x count=1) to L1.0",
    "L1.0 takes ACK(x count=-1)",
    "L1.0 takes ACK(x count=1) & SM/ACK & -> M & XUNB",
    "L2.0 takes XUNB(x) from L1.0 & -> MT",
    "L2.0 takes UPG(x) from L1.1 & FGX(x for L1.1) to L1.0 & -> MT_MB",
    "L1.0 takes FGX & M/FGX -> I & DATA(x data=1 count=0) to L1.1",
    "L1.1 takes DATA & IM/DATA & -> M",
    "L2.0 takes XUNB(x) from L1.1",
    "see L1.0:  x: I & L1.1:  x: M data=2 & L2.0:  x: MT & owner=1",
    NULL
  };
  follow(&plain, "Wx1 | Wx2", script);
}

static void test_eviction_overtaken_by_a_write(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE",
    "L2.0 takes GETX",
    "MemData",
    "L1.0 takes DATA",
    "L2.0 takes XUNB",
    "see L1.0:  x: M data=1 & L2.0:  x: MT",
    "L1.0 of itself: EVICT x & M/EVICT & -> M_I & PUTX(x data=1 dirty=1)",
    "P1 issues STORE",
    "L2.0 takes GETX(x) from L1.1 & FGX(x for L1.1) to L1.0 & -> MT_MB",
    "cannot L2.0 takes PUTX",
    "L1.0 takes FGX & M_I/FGX -> SINK & DATA(x data=1 count=0) to L1.1",
    "L1.1 takes DATA & -> M",
    "L2.0 takes XUNB(x) from L1.1",
    "L2.0 takes PUTX & not_from_owner & sends WBACK(x) to L1.0",
    "L1.0 takes WBACK & SINK/WBACK -> I",
    "see L1.0:  x: I & L1.1:  x: M data=2 & L2.0:  x: MT data=0",
    NULL
  };
  follow(&(struct question){ .model = "mesi", .cold = true }, "Wx1 | Wx2", script);
}

static void test_invalidation_overtakes_data(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0:  x: I & L1.1:  x: S & L2.0:  x: SS",
    "P0 issues LOAD x & I/LOAD",
    "L2.0 takes GETS & SS/GETS & DATA(x data=0 count=0) to L1.0",
    "P1 issues STORE x & S/STORE",
    "L2.0 takes UPG & INV(x for L1.1) to L1.0 & ACK(x count=-1) to L1.1",
    "L1.0 takes INV & IS/INV -> IS_I & ACK(x count=1) to L1.1",
    "L1.1 takes ACK(x count=1)",
    "L1.1 takes ACK(x count=-1) & -> M",
    "L1.0 takes DATA & IS_I/DATA & -> I & answers P0: 0",
    "see P0 on SM 0: done & L1.0:  x: I & L1.1:  x: M data=1",
    NULL
  };
  follow(&plain, "Rx | Wx1", script);
}

static void test_alone(void **state) {
  (void)state;
  static const char *const script[] = { "P0 issues LOAD",
                                        "L2.0 takes GETS & -> ISS",
                                        "MemData & DATAE(x data=0) to L1.0 & -> MT_MB",
                                        "L1.0 takes DATAE & -> E & XUNB",
                                        "P0 issues STORE & E/STORE -> M, write_hit & answers P0",
                                        "L2.0 takes XUNB",
                                        "see P0 on SM 0: done & L1.0:  x: M data=1 & L2.0:  x: MT",
                                        "not in flight",
                                        NULL };
  follow(&(struct question){ .model = "mesi", .cold = true }, "Rx Wx1", script);
}

static void test_recall_of_a_dirty_copy(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE",
    "L2.0 takes GETX",
    "MemData",
    "L1.0 takes DATA",
    "L2.0 takes XUNB",
    "L2.0 of itself: EVICT x & INV(x for L2.0) to L1.0 & -> MT_I",
    "L1.0 takes INV & M/INV -> I & WBD(x data=1 dirty=1)",
    "L2.0 takes WBD & -> M_I",
    "L2.0 of itself: MemAck",
    "see L1.0:  x: I & L2.0:  x: NP & memory=1",
    NULL
  };
  follow(&(struct question){ .model = "mesi", .cold = true }, "Wx1", script);
}

/* --- planted bugs: the property that must break under the most general client --- */

static bool breaks(enum property property, const struct mutant *mutant,
                   const struct planted *planted) {
  struct question question = { .model = "mesi",
                               .mutant = mutant,
                               .planted = planted ? &planted->system : NULL,
                               .stop_at = CLAIM(property) };
  return proof_run(&question, 2, 2, 1, 1).broken & CLAIM(property) ||
         proof_run(&question, 3, 3, 1, 1).broken & CLAIM(property);
}

static void test_single_faults(void **state) {
  (void)state;
  struct mutant silent = fault_drop("mesi", 1, "gem5 L2 SS/L1_GETX", "invalidate_others");
  assert_true(breaks(PROPERTY_DEADLOCK, &silent, NULL));
  struct mutant stays = fault_next("mesi", 0, "gem5 L1 SM/Inv", "SM");
  assert_true(breaks(PROPERTY_NEVER, &stays, NULL));
  struct mutant owner = fault_drop("mesi", 1, "gem5 L2 SS_MB, MT_MB/Exclusive_Unblock", "own");
  assert_true(breaks(PROPERTY_OWN, &owner, NULL));
  struct mutant quiet = fault_drop("mesi", 0, "gem5 L1 E/L1_Replacement", "putx");
  assert_true(breaks(PROPERTY_DEADLOCK, &quiet, NULL));
}

/* One cell replaced: it acts, goes to a next state (NULL: stays), and does these actions of its
 * table. */
struct mesi_replaced {
  unsigned kind;
  const char *state, *event, *when, *next;
  const char *actions[4];
};

static bool replacing_breaks(enum property property, const struct mesi_replaced *cell) {
  struct planted *bug = plant_new("mesi");
  action *actions[5] = { NULL };
  for (unsigned i = 0; i < 4 && cell->actions[i]; i++)
    actions[i] = plant_find(bug, cell->kind, cell->actions[i]);
  plant_actions(bug, cell->kind, plant_row(bug, cell->kind, cell->state, cell->event, cell->when),
                cell->next, actions);
  bool broken = breaks(property, NULL, bug);
  free(bug);
  return broken;
}

static void test_replaced_cells(void **state) {
  (void)state;
  static const struct {
    enum property property;
    struct mesi_replaced cell;
  } bugs[] = {
    /* the store is done before the last acknowledgement */
    { PROPERTY_SWMR,
      { 0,
        "IM",
        "DATA",
        "acks_missing",
        "M",
        { "take_data", "store_done", "exclusive_unblock" } } },
    /* the directory is unblocked before the last acknowledgement */
    { PROPERTY_NEVER,
      { 0,
        "IM",
        "DATA",
        "acks_missing",
        "SM",
        { "take_data", "count_acks", "exclusive_unblock" } } },
    /* data is installed although an invalidation overtook it */
    { PROPERTY_OWN, { 0, "IS_I", "DATA", "from_l2", "S", { "take_data", "load_done" } } },
    { PROPERTY_DATA_VALUE, { 0, "IS_I", "DATA", "from_l2", "S", { "take_data", "load_done" } } },
    /* a load hits a block whose eviction is out, which others may have by now */
    { PROPERTY_LOAD_VALUE, { 0, "M_I", "LOAD", NULL, NULL, { "hit" } } },
    /* an exclusive copy is evicted in silence */
    { PROPERTY_NEVER, { 0, "E", "EVICT", NULL, "I", { "drop" } } },
    /* an old PUTX is acknowledged while the forward to its sender may still be under way */
    { PROPERTY_NEVER, { 1, "MT_MB", "PUTX", NULL, NULL, { "writeback_ack" } } },
    { PROPERTY_NEVER, { 1, "SS_MB", "PUTX", NULL, NULL, { "writeback_ack" } } },
    { PROPERTY_NEVER, { 1, "MT_IIB", "PUTX", NULL, NULL, { "writeback_ack" } } },
    { PROPERTY_DATA_VALUE, { 1, "MT_I", "PUTX", NULL, NULL, { "writeback_ack" } } },
    /* a read is served from the L2 although an L1 owns the block */
    { PROPERTY_SWMR, { 1, "MT", "GETS", NULL, "SS", { "data", "note_reader" } } },
    /* a block that an L1 owns leaves the L2 without a recall */
    { PROPERTY_OWN, { 1, "MT", "EVICT", NULL, "NP", { "forget" } } },
  };
  for (unsigned i = 0; i < sizeof bugs / sizeof *bugs; i++)
    if (!replacing_breaks(bugs[i].property, &bugs[i].cell))
      fail_msg("%s/%s -> %s does not break %s", bugs[i].cell.state, bugs[i].cell.event,
               bugs[i].cell.next, property_name(bugs[i].property));
}

/* Loads merged into an outstanding miss are harmless before the invalidation, and wrong after it.
 * No invariant of copies and no test of two threads sees that. */
static void test_merged_loads(void **state) {
  (void)state;
  static const char mp3[] = "Wx1 Wy1 | Ry Rx & Rx", outcome[] = "P1:r0 == 1 /\\ P1:r1 == 0";
  struct question joined = { .model = "mesi:joined" }, late = { .model = "mesi:late-merge" };
  assert_true(reached_by_search(&late, mp3, outcome).reached);
  assert_false(reached_by_search(&late, "Wx1 Wy1 | Ry Rx", outcome).reached);
  assert_false(reached_by_search(&joined, mp3, outcome).reached);
  assert_int_equal(proof_run(&late, 2, 2, 1, 1).broken, 0);
  assert_int_equal(proof_run(&late, 2, 3, 1, 1).broken, CLAIM(PROPERTY_LOAD_VALUE));
  assert_int_equal(proof_run(&joined, 2, 3, 1, 1).broken, 0);
}

/* SM still has a copy that no one else can have written, so a hit there reaches no wrong outcome.
 * But the record says that SM may not be read, so `prove` names the hit as a fault. */
static void test_hits_in_SM(void **state) {
  (void)state;
  struct planted *same = plant_new("mesi");
  plant_actions(same, 0, plant_row(same, 0, "SM", "LOAD", NULL), NULL,
                (action *const[]){ plant_find(same, 0, "hit"), NULL });
  struct question question = { .model = "mesi", .planted = &same->system };
  assert_false(
      reached_by_search(&question, "Wx1 Wy1 | Ry Rx", "P1:r0 == 1 /\\ P1:r1 == 0").reached);
  assert_false(reached_by_search(&question, "Wx1 & Rx Ry | Wy1 Rx",
                                 "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0")
                   .reached);
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken, CLAIM(PROPERTY_NEVER));
  free(same);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent),
    cmocka_unit_test(test_shared_sms),
    cmocka_unit_test(test_number_of_outcomes),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_two_upgrades),
    cmocka_unit_test(test_eviction_overtaken_by_a_write),
    cmocka_unit_test(test_invalidation_overtakes_data),
    cmocka_unit_test(test_alone),
    cmocka_unit_test(test_recall_of_a_dirty_copy),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_replaced_cells),
    cmocka_unit_test(test_merged_loads),
    cmocka_unit_test(test_hits_in_SM),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* mesi-wt: sequentially consistent; its invariants under the most general client; written runs of
 * its writes.  Its variants, and planted bugs, each with the check that notices it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "protocol/step.h"
#include "plant.h"
#include "reach.h"

static const struct question plain = { .model = "mesi-wt" };
static const struct question posted = { .model = "mesi-wt:posted" };

static void test_sequentially_consistent(void **state) {
  (void)state;
  static const struct {
    const char *program, *outcome;
  } tests[] = {
    { "Wx1 Wy1 | Ry Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "Wx1 Ry | Wy1 Rx", "P0:r0 == 0 /\\ P1:r0 == 0" },
    { "Wx1 Wy2 | Wy1 Wx2", "x == 1 /\\ y == 1" },
    { "Rx Wx1 | Wx2", "P0:r0 == 2 /\\ x == 2" },
    { "Xx1 | Xx2", "P0:r0 == 0 /\\ P1:r0 == 0" },
  };
  const struct question *questions[] = { &plain, &posted };
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
    for (unsigned q = 0; q < 2; q++) {
      struct reach_answer answer =
          reached_by_search(questions[q], tests[i].program, tests[i].outcome);
      assert_false(answer.reached);
      assert_int_equal(answer.broken, 0);
    }
}

static void test_most_general_client(void **state) {
  (void)state;
  const struct question *questions[] = { &plain, &posted };
  for (unsigned q = 0; q < 2; q++)
    for (unsigned threads = 2; threads <= 3; threads++) {
      struct reach_proof proof = proof_run(questions[q], 2, threads, 1, 1);
      assert_true(proof.complete);
      assert_int_equal(proof.broken, 0);
    }
}

/* --- written runs --- */

/* A store to an exclusive copy goes to the L2 too, and is answered when it has come there. */
static void test_written_through(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues LOAD",
    "L2.0 takes GETS & -> ISS",
    "MemData & DATAE(x data=0) to L1.0 & -> MT_MB",
    "L1.0 takes DATAE & -> E & XUNB",
    "P0 issues STORE & E/STORE -> M & WT(x data=1 dirty=1) to L2.0",
    "cannot L2.0 takes WT",
    "L2.0 takes XUNB",
    "L2.0 takes WT & from_owner & sends WBACK(x) to L1.0",
    "see P0 on SM 0: waits & L1.0:  x: M data=1 & L2.0:  x: MT data=1",
    "L1.0 takes WBACK & M/WBACK -> E & answers P0",
    "see P0 on SM 0: done & L1.0:  x: E data=1 & L2.0:  x: MT data=1",
    NULL
  };
  follow(&(struct question){ .model = "mesi-wt", .cold = true }, "Rx Wx1", script);
}

/* The block is forwarded while its write is out: the L2 takes the newer write alone. */
static void test_write_overtaken_by_a_forward(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE",
    "L2.0 takes GETX",
    "MemData",
    "L1.0 takes DATA & IM/DATA & -> M & XUNB & WT(x data=1 dirty=1) to L2.0",
    "L2.0 takes XUNB",
    "P1 issues STORE",
    "L2.0 takes GETX(x) from L1.1 & FGX(x for L1.1) to L1.0 & -> MT_MB",
    "L1.0 takes FGX & M/FGX -> SINK & DATA(x data=1 count=0) to L1.1",
    "L1.1 takes DATA & -> M & WT(x data=2 dirty=1) to L2.0",
    "L2.0 takes XUNB(x) from L1.1",
    "L2.0 takes WT(x data=2 dirty=1) from L1.1 & from_owner",
    "L2.0 takes WT(x data=1 dirty=1) from L1.0 & old & sends WBACK(x) to L1.0",
    "L1.0 takes WBACK & SINK/WBACK -> I & answers P0",
    "see L1.0:  x: I & L1.1:  x: M data=2 & L2.0:  x: MT data=2",
    NULL
  };
  follow(&(struct question){ .model = "mesi-wt", .cold = true }, "Wx1 | Wx2", script);
}

/* --- what is wrong, and what notices it --- */

static void test_variants(void **state) {
  (void)state;
  static const char atomicity[] = "P0:r0 == 2 /\\ x == 2";
  struct question late = { .model = "mesi-wt:late-write" };
  struct question silent = { .model = "mesi-wt:silent-evict" };
  assert_true(reached_by_search(&late, "Rx Wx1 | Wx2", atomicity).reached);
  assert_true(proof_run(&late, 2, 2, 1, 1).broken &
              (CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_DATA_VALUE)));
  assert_true(proof_run(&silent, 2, 2, 1, 1).broken &
              (CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)));
}

struct mesi_wt_replaced {
  const char *state, *event, *when, *next;
  const char *actions[4];
};

/* What the client finds broken with one cell of the L2 replaced. */
static uint32_t broken_with(const char *model, const struct mesi_wt_replaced *cell) {
  struct planted *bug = plant_new(model);
  action *actions[5] = { NULL };
  for (unsigned i = 0; i < 4 && cell->actions[i]; i++)
    actions[i] = plant_find(bug, 1, cell->actions[i]);
  plant_actions(bug, 1, plant_row(bug, 1, cell->state, cell->event, cell->when), cell->next,
                actions);
  struct question question = { .model = model, .planted = &bug->system };
  uint32_t broken =
      proof_run(&question, 2, 2, 1, 1).broken | proof_run(&question, 2, 3, 1, 1).broken;
  free(bug);
  return broken;
}

static void test_replaced_cells(void **state) {
  (void)state;
  static const struct {
    enum property property;
    struct mesi_wt_replaced cell;
  } bugs[] = {
    /* a read is served from the L2, which has every store, although an L1 owns the block */
    { PROPERTY_OWN, { "MT", "GETS", NULL, "SS", { "data", "note_reader" } } },
    /* a write is acknowledged and not taken */
    { PROPERTY_OWN, { "MT", "WT", "from_owner", NULL, { "writeback_ack" } } },
    /* a write that overtakes its unblocking word is taken for old news */
    { PROPERTY_OWN, { "MT_MB", "WT", NULL, NULL, { "writeback_ack" } } },
    { PROPERTY_OWN, { "SS_MB", "WT", NULL, NULL, { "writeback_ack" } } },
  };
  for (unsigned i = 0; i < sizeof bugs / sizeof *bugs; i++)
    if (!(broken_with("mesi-wt", &bugs[i].cell) & CLAIM(bugs[i].property)))
      fail_msg("%s/%s does not break %s", bugs[i].cell.state, bugs[i].cell.event,
               property_name(bugs[i].property));
}

/* What an eviction brings, the L2 has: not so in mesi, whose copies may be dirty. */
static void test_evictions_bring_nothing(void **state) {
  (void)state;
  static const struct mesi_wt_replaced cell = {
    "MT", "PUTX", "from_owner", "M", { "disown", "writeback_ack" }
  };
  assert_int_equal(broken_with("mesi-wt", &cell), 0);
  assert_true(broken_with("mesi", &cell));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_written_through),
    cmocka_unit_test(test_write_overtaken_by_a_forward),
    cmocka_unit_test(test_variants),
    cmocka_unit_test(test_replaced_cells),
    cmocka_unit_test(test_evictions_bring_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Outcomes of tc-weak with each kind of core, with and without fences, in several placements.  Also
 * tested: its invariant under the most general client, and the Primer's worked example.  Planted
 * bugs, each with the check that notices it.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "protocol/step.h"
#include "plant.h"
#include "shapes.h"

static struct reach_answer ask(const char *settings, bool fenced, enum litmus_shape shape) {
  struct question question = { .model = "tc-weak", .settings = settings, .fenced = fenced };
  return reached_by_search(&question, shapes[shape].program, shapes[shape].outcome);
}

/* --- outcomes, worked out by hand from the rules of Primer 10.1 --- */

static void expect_set(const char *settings, bool fenced, const bool *reached) {
  for (enum litmus_shape shape = MP; shape < IRIW; shape++) {
    struct reach_answer answer = ask(settings, fenced, shape);
    if (answer.reached != reached[shape])
      fail_msg("%s with %s: %s", shapes[shape].name, settings,
               reached[shape] ? "not reached" : answer.where);
  }
}

static void test_io_cores(void **state) {
  (void)state;
  static const bool reached[SHAPES] = {
    [MP] = true, [SB] = true, [R] = true, [WRC] = true, [RWC] = true, [ISA2] = true
  };
  expect_set("io lease=1", false, reached);
}

static void test_gpu_cores(void **state) {
  (void)state;
  static const bool reached[SHAPES] = {
    [MP] = true,          [SB] = true,  [S] = true,   [R] = true,
    [TWO_PLUS_2W] = true, [WRC] = true, [RWC] = true, [ISA2] = true
  };
  expect_set("gpu lease=1", false, reached);
}

static void test_weak_cores(void **state) {
  (void)state;
  static const bool reached[SHAPES] = {
    [MP] = true,          [SB] = true,  [LB] = true,  [S] = true,   [R] = true,
    [TWO_PLUS_2W] = true, [WRC] = true, [RWC] = true, [ISA2] = true
  };
  expect_set("weak lease=1", false, reached);
}

/* Fences are not cumulative: three threads can tell, two cannot, and in ISA2 every writer has a
 * fence after its own write. */
static void test_fences(void **state) {
  (void)state;
  static const bool reached[SHAPES] = { [WRC] = true, [RWC] = true };
  expect_set("gpu lease=1", true, reached);
  expect_set("weak lease=1", true, reached);
  for (enum litmus_shape shape = WRC; shape <= RWC; shape++)
    assert_string_equal(ask("gpu lease=1", true, shape).where, "P0,P1|P2 x|y; P0|P1|P2 x|y");
}

static void test_longer_leases(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape < WRC; shape++)
    assert_false(ask("gpu lease=2", true, shape).reached);
}

/* One placement only: each thread on an SM of its own (IRIW has fifteen). */
static void test_iriw(void **state) {
  (void)state;
  struct question question = { .model = "tc-weak", .settings = "io lease=1", .fenced = true };
  assert_true(
      reached_by_search(&question, "Wx1 & Wy1 | Rx Ry | Ry Rx", shapes[IRIW].outcome).reached);
}

static void test_mismatched_lease(void **state) {
  (void)state;
  static const bool reached[SHAPES] = { [WRC] = true, [RWC] = true };
  for (enum litmus_shape shape = MP; shape <= RWC; shape++) {
    struct question question = { .model = "tc-weak:mismatch-writes",
                                 .settings = "gpu lease=1",
                                 .fenced = true };
    assert_int_equal(
        reached_by_search(&question, shapes[shape].program, shapes[shape].outcome).reached,
        reached[shape]);
  }
}

/* --- invariants --- */

static void test_most_general_client(void **state) {
  (void)state;
  static const char *const models[] = { "tc-weak", "tc-weak:mismatch-writes" };
  for (unsigned i = 0; i < 2; i++) {
    struct question question = { .model = models[i], .settings = "io lease=2" };
    struct reach_proof proof = proof_run(&question, 2, 2, 1, 1);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, CLAIM(PROPERTY_DATA_VALUE)); /* which it does not claim */
  }
}

/* --- the worked example: Primer table 10.7.  f is the flag, x is data1, y is data2 --- */

static void test_trace_b(void **state) {
  (void)state;
  static const char *const script[] = {
    /* now = 1: SM 1 holds f until 35, x until 30, y until 20 */
    "P1 issues LOAD f",
    "L2.0 takes GetV(f)",
    "L2.0 of itself: MemData & TS=35",
    "L1.1 takes Data(f",
    "P1 issues LOAD x",
    "L2.1 takes GetV(x)",
    "L2.1 of itself: MemData & TS=30",
    "L1.1 takes Data(x",
    "P1 issues LOAD y",
    "L2.2 takes GetV(y)",
    "L2.2 of itself: MemData & TS=20",
    "L1.1 takes Data(y",
    "P0 issues STORE x",
    "tick 5",
    "L2.1 takes Write(x & P/Write, write, ack & GWCT=25", /* 6: until 30 */
    "tick 5",
    "L1.0 takes Write-Ack(x",
    "see stall(P0)=20", /* 11 */
    "tick 1",
    "P0 issues STORE y", /* 12 */
    "tick 5",
    "L2.2 takes Write(y & P/Write, write, ack & GWCT=4", /* 17: until 20 */
    "tick 5",
    "L1.0 takes Write-Ack(y",
    "see stall(P0)=9", /* 22: still until 30 */
    "tick 1",
    "cannot P0 issues FENCE & settled", /* 23 */
    "tick 7",
    "see L1.1 & x: V data=0 TS=1",
    "cannot P0 issues FENCE & answers P0", /* 30 */
    "tick 1",
    "P0 issues FENCE & settled", /* 31 */
    "P0 issues STORE f",
    "tick 5",
    "L2.0 takes Write(f & E/Write, write, ack & GWCT=0", /* 36: 35 is past */
    "tick 5",
    "L1.0 takes Write-Ack(f", /* 41 */
    "P1 issues LOAD f & I/LOAD",
    "tick 5",
    "L2.0 takes GetV(f) & TS=9",
    "tick 5",
    "L1.1 takes Data(f & answers P1: 1",
    "tick 1",
    "P1 issues LOAD x & I/LOAD",
    "tick 5",
    "L2.1 takes GetV(x) & TS=9",
    "tick 5",
    "L1.1 takes Data(x & answers P1: 1",
    "see P1 on SM 1: done",
    NULL
  };
  follow(&(struct question){ .model = "tc-weak", .settings = "lease=40", .cold = true },
         "Wx1 Wy1 F Wf1 | Rf Rx Ry Rf Rx", script);
}

/* Without the fence the flag overtakes the leases: the reader hits the old data. */
static void test_trace_b_without_fence(void **state) {
  (void)state;
  static const char *const script[] = { "P1 issues LOAD x",
                                        "L2.1 takes GetV(x)",
                                        "L2.1 of itself: MemData & TS=30",
                                        "L1.1 takes Data(x",
                                        "P0 issues STORE x",
                                        "L2.1 takes Write(x & GWCT=30",
                                        "L1.0 takes Write-Ack(x",
                                        "P0 issues STORE f",
                                        "L2.0 takes Write(f",
                                        "L2.0 of itself: MemData",
                                        "L1.0 takes Write-Ack(f",
                                        "P1 issues LOAD f",
                                        "L2.0 takes GetV(f) & TS=9",
                                        "L1.1 takes Data(f & answers P1: 1",
                                        "P1 issues LOAD x & V/LOAD, hit & answers P1: 0",
                                        NULL };
  follow(&(struct question){ .model = "tc-weak", .settings = "lease=40", .cold = true },
         "Wx1 Wf1 | Rx Rf Rx", script);
}

/* --- planted bugs --- */

static bool reaches(const struct planted *bug, const char *program, const char *outcome,
                    bool fenced) {
  struct question question = {
    .model = "tc-weak", .settings = "gpu lease=1", .planted = &bug->system, .fenced = fenced
  };
  return reached_by_search(&question, program, outcome).reached;
}

/* Does the client show this fault of a fence, too? */
static bool client_tells(const struct planted *bug, unsigned lines) {
  struct question question = { .model = "tc-weak",
                               .planted = &bug->system,
                               .stop_at = CLAIM(PROPERTY_OWN) };
  return proof_run(&question, 2, 2, lines, 1).broken & CLAIM(PROPERTY_OWN);
}

static void test_fence_that_does_not_wait(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  for (unsigned i = 0; i < bug->system.kinds[0].table.row_count; i++)
    if (bug->rows[0][i].kind == ROW_STALL && bug->rows[0][i].on == FENCE)
      plant_actions(bug, 0, &bug->rows[0][i], NULL,
                    (action *const[]){ plant_find(bug, 0, "pass"), NULL });
  static const enum litmus_shape caught[] = { MP, SB, R };
  for (unsigned i = 0; i < 3; i++)
    assert_true(reaches(bug, shapes[caught[i]].program, shapes[caught[i]].outcome, true));
  assert_true(client_tells(bug, 1));
  free(bug);
}

static void last_stall(struct step *s) {
  s->local->stall[s->request->core] = step_incoming(s)->time[0];
}

static void replace(struct planted *bug, const char *name, action *by) {
  action *old = plant_find(bug, 0, name);
  for (unsigned i = 0; i < bug->system.kinds[0].table.row_count; i++)
    for (unsigned a = 0; a < ROW_ACTIONS_MAX; a++)
      if (bug->rows[0][i].actions[a] == old) bug->rows[0][i].actions[a] = by;
}

/* The stall time becomes the last GWCT, not the latest: plain MP cannot tell. */
static void test_last_completion_time_instead_of_latest(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  replace(bug, "extend_stall", last_stall);
  assert_true(reaches(bug, "Wx1 Wy1 F Wy2 | Ry F Rx", "P1:r0 == 2 /\\ P1:r1 == 0", false));
  assert_false(reaches(bug, shapes[MP].program, shapes[MP].outcome, true));
  assert_true(client_tells(bug, 2));
  free(bug);
}

static void forget_gwct(struct step *s) { s->sends[s->send_count - 1].time[0] = 0; }

static void test_acknowledgement_without_completion_time(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  struct row *row = plant_row(bug, 1, "P", "Write", NULL);
  row->actions[table_row_action_count(row)] = forget_gwct;
  assert_true(reaches(bug, shapes[MP].program, shapes[MP].outcome, true));
  assert_true(client_tells(bug, 1));
  free(bug);
}

/* Every WriteV in P is taken for the sole holder's.  But the lease that it names may have run out
 * on its way, and the block may have gone to a reader since. */
static void test_lease_not_compared(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  action *const writes[] = { plant_find(bug, 1, "write"), plant_find(bug, 1, "ack_sole"), NULL };
  plant_actions(bug, 1, plant_row(bug, 1, "P", "WriteV", "mismatch_waits"), NULL, writes);
  assert_true(reaches(bug, "Wx1 F Wy1 | Rx Ry F Rx", "P1:r1 == 1 /\\ P1:r2 == 0", false));
  assert_true(client_tells(bug, 1));
  free(bug);
}

/* A copy that is kept as it was while its SM's own store is performed; a store that is
 * acknowledged, and lost. */
static void test_own_store(void **state) {
  (void)state;
  static const struct {
    unsigned kind;
    const char *in, *on, *actions[3];
  } bugs[] = { { 0, "VV", "Write-Ack", { "extend_stall", "complete" } },
               { 1, "E", "Write", { "ack" } } };
  for (unsigned i = 0; i < 2; i++) {
    struct planted *bug = plant_new("tc-weak");
    action *actions[ROW_ACTIONS_MAX] = { NULL };
    for (unsigned a = 0; bugs[i].actions[a]; a++)
      actions[a] = plant_find(bug, bugs[i].kind, bugs[i].actions[a]);
    plant_actions(bug, bugs[i].kind, plant_row(bug, bugs[i].kind, bugs[i].in, bugs[i].on, NULL),
                  i ? NULL : "V", actions);
    assert_true(client_tells(bug, 1));
    free(bug);
  }
}

static void test_joined_loads(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  plant_actions(bug, 0, plant_row(bug, 0, "IV", "Data", "dead_joined"), "I",
                (action *const[]){ plant_find(bug, 0, "serve_all"), NULL });
  static const char mp3[] = "Wx1 F Wy1 | Ry F Rx & Rx";
  assert_true(reaches(bug, mp3, shapes[MP].outcome, false));
  assert_false(reaches(bug, shapes[MP].program, shapes[MP].outcome, true));
  struct question question = { .model = "tc-weak", .settings = "gpu lease=1" };
  assert_false(reached_by_search(&question, mp3, shapes[MP].outcome).reached);
  free(bug);
}

/* --- what is wrong as the clock ticks, which no controller's own step shows --- */

static void expect_never(struct planted *bug) {
  struct question question = { .model = "tc-weak",
                               .planted = &bug->system,
                               .stop_at = CLAIM(PROPERTY_NEVER) };
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_NEVER));
  free(bug);
}

static void test_never_at_a_tick(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  plant_row(bug, 0, "VV", "EXPIRY", NULL)->kind = ROW_NEVER;
  expect_never(bug);
}

static void perform_word(struct step *s) { step_perform(s, 0, NO_TIME); }
static void choose_freely(struct step *s) { step_choose(s, 2); }
static void raise_expiry(struct step *s) { step_signal_all(s, EVENT_EXPIRY); }
static void take_up(struct step *s) { step_replay(s, &(struct request){ .event = EVENT_LOAD }); }
static void answer(struct step *s) { step_reply(s, &(struct request){ .event = EVENT_LOAD }, 0); }

/* An expiry leaves nothing but the controller's own state. */
static void test_more_at_a_tick(void **state) {
  (void)state;
  static action *const more[] = { perform_word, choose_freely, raise_expiry, take_up, answer };
  for (unsigned i = 0; i < sizeof more / sizeof *more; i++) {
    struct planted *bug = plant_new("tc-weak");
    plant_actions(bug, 0, plant_row(bug, 0, "V", "EXPIRY", NULL), "I",
                  (action *const[]){ plant_find(bug, 0, "drop"), more[i], NULL });
    expect_never(bug);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_io_cores),
    cmocka_unit_test(test_gpu_cores),
    cmocka_unit_test(test_weak_cores),
    cmocka_unit_test(test_fences),
    cmocka_unit_test(test_longer_leases),
    cmocka_unit_test(test_iriw),
    cmocka_unit_test(test_mismatched_lease),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_trace_b),
    cmocka_unit_test(test_trace_b_without_fence),
    cmocka_unit_test(test_fence_that_does_not_wait),
    cmocka_unit_test(test_last_completion_time_instead_of_latest),
    cmocka_unit_test(test_acknowledgement_without_completion_time),
    cmocka_unit_test(test_lease_not_compared),
    cmocka_unit_test(test_own_store),
    cmocka_unit_test(test_joined_loads),
    cmocka_unit_test(test_never_at_a_tick),
    cmocka_unit_test(test_more_at_a_tick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* rcc: what releases, acquires and fences forbid, and plain accesses show; the worked example of
 * the Primer.  Planted bugs, each with the smallest program that notices it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "protocol/step.h"
#include "plant.h"
#include "reach.h"
#include "shapes.h"
#include "machine/mutant.h"

static const struct question plain = { .model = "rcc" };

/* The shapes with releases and acquires, and one with a second thread on an SM. */
enum { MP_RA, SB_RA, WRC_RA, RWC_RA, IRIW_RA, MP3_RA, BACK, SBM_RA, CHAIN, CHAIN_RA, RELEASED };
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
  [CHAIN] = { "Lx1 & Rx Rx | Ax Lx2", "P1:r0 == 2 /\\ P1:r1 == 1 /\\ P2:r0 == 1" },
  [CHAIN_RA] = { "Lx1 & Ax Rx | Ax Lx2", "P1:r0 == 2 /\\ P1:r1 == 1 /\\ P2:r0 == 1" },
  [SBM_RA] = { "Lx1 Ay & Ry | Ly1 Ax", "P0:r0 == 0 /\\ P2:r0 == 0" },
};

static bool reaches(const struct question *question, unsigned which) {
  return reached_by_search(question, released[which].program, released[which].outcome).reached;
}

static void test_releases_and_acquires(void **state) {
  (void)state;
  for (unsigned i = 0; i < RELEASED; i++) {
    struct reach_answer answer =
        reached_by_search(&plain, released[i].program, released[i].outcome);
    if (answer.reached || answer.broken) fail_msg("%s: %s", released[i].program, answer.where);
  }
}

static void test_plain_shapes(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape <= CORW; shape++) {
    bool weak = shape == MP || shape == SB || shape == S || shape == R || shape == TWO_PLUS_2W;
    assert_int_equal(
        reached_by_search(&plain, shapes[shape].program, shapes[shape].outcome).reached, weak);
    struct question fenced = { .model = "rcc", .fenced = true };
    assert_false(reached_by_search(&fenced, shapes[shape].program, shapes[shape].outcome).reached);
  }
}

static void test_most_general_client(void **state) {
  (void)state;
  for (unsigned threads = 2; threads <= 3; threads++) {
    struct reach_proof proof = proof_run(&plain, 2, threads, 1, 1);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

/* Table 10.14: two write-backs, two fetches by the reader, none by the writer with both lines. */
static void test_worked_example(void **state) {
  (void)state;
  static const char *const script[] = {
    "from L1.0: unacknowledged=0  x: V data=0 waits=0 out=0 own=0  y: V data=0 & "
    "L1.1: unacknowledged=0  x: V data=0 waits=0 out=0 own=0  y: V data=0",
    "P0 issues STORE x := 1 & V/STORE",
    "P0 issues STORE_RELEASE y := 1 & WB(x data=1 words=1)",
    "cannot L1.0 of itself: RELEASE",
    "L2.0 takes WB & WBAck",
    "L1.0 takes WBAck",
    "L1.0 of itself: RELEASE y & WB(y data=1 words=1)",
    "P1 issues LOAD_ACQUIRE y & V/LOAD_ACQUIRE when acknowledged -> VG & GetV(y)",
    "L2.1 takes WB",
    "L1.0 takes WBAck & answers P0: 0",
    "L2.1 takes GetV & Data(y data=1)",
    "L1.1 takes Data & answers P1: 1",
    "P1 issues LOAD x & I/LOAD when acknowledged -> IV & GetV(x)",
    "L2.0 takes GetV & Data(x data=1)",
    "L1.1 takes Data & answers P1: 1",
    NULL
  };
  follow(&plain, "Wx1 Ly1 | Ay Rx", script);
}

/* --- planted bugs --- */

static void expect_noticed(struct planted *bug, unsigned which) {
  struct question question = { .model = "rcc", .planted = &bug->system };
  if (!reaches(&question, which)) fail_msg("nothing notices on %s", released[which].program);
  free(bug);
}

static void plant_in(struct planted *bug, const char *in, const char *on, const char *when,
                     const char *next, const char *const *names) {
  action *actions[ROW_ACTIONS_MAX] = { NULL };
  for (unsigned i = 0; names[i]; i++) actions[i] = plant_find(bug, 0, names[i]);
  plant_actions(bug, 0, plant_row(bug, 0, in, on, when), next, actions);
}

static void test_single_faults(void **state) {
  (void)state;
  static const struct {
    const char *source, *action;
    unsigned which;
  } faults[] = {
    { "10.12 Release: the others first", "flush", MP_RA },
    { "fetching/Data, for an acquire", "invalidate_all", MP_RA },
  };
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct mutant mutant = fault_drop("rcc", 0, faults[i].source, faults[i].action);
    if (!reaches(&(struct question){ .model = "rcc", .mutant = &mutant }, faults[i].which))
      fail_msg("%s", faults[i].source);
  }
}

/* An acquire that invalidates when it is issued: one thread on the SM never shows it, a second that
 * loads in between does. */
static void test_early_invalidation(void **state) {
  (void)state;
  for (unsigned which = MP_RA; which <= MP3_RA; which += MP3_RA - MP_RA) {
    struct planted *bug = plant_new("rcc");
    plant_in(bug, "I", "LOAD_ACQUIRE", "acknowledged", "IV",
             (const char *const[]){ "keep", "getv", "invalidate_all", NULL });
    plant_in(bug, "V", "LOAD_ACQUIRE", "acknowledged", "VG",
             (const char *const[]){ "keep", "getv", "invalidate_all", NULL });
    plant_in(bug, "IV", "INV_ALL", "no_stale_words", NULL, (const char *const[]){ NULL });
    plant_in(bug, "VG", "INV_ALL", "no_stale_words", NULL, (const char *const[]){ NULL });
    plant_in(bug, "IV", "Data", "acquire_kept", "V",
             (const char *const[]){ "serve", "install", NULL });
    plant_in(bug, "VG", "Data", "acquire_kept", "V",
             (const char *const[]){ "serve", "install", NULL });
    struct question question = { .model = "rcc", .planted = &bug->system };
    struct reach_answer answer =
        reached_by_search(&question, released[which].program, released[which].outcome);
    if (answer.reached != (which == MP3_RA))
      fail_msg("%s: %s", released[which].program, answer.where);
    free(bug);
  }
}

/* An acquire of a dirty line that hits: it sees a store that the L2 has not. */
static void test_acquire_hits_dirty(void **state) {
  (void)state;
  struct planted *bug = plant_new("rcc");
  plant_in(bug, "D", "LOAD_ACQUIRE", "wide_acknowledged", NULL,
           (const char *const[]){ "hit", NULL });
  plant_in(bug, "D", "LOAD_ACQUIRE", "wide_unacknowledged", NULL,
           (const char *const[]){ "hit", NULL });
  plant_in(bug, "V", "LOAD_ACQUIRE", "wide_unacknowledged", NULL,
           (const char *const[]){ "hit", NULL });
  expect_noticed(bug, IRIW_RA);
}

/* Words that were written back while a fetch was out, served past an acquire. */
static void test_stale_words(void **state) {
  (void)state;
  assert_true(reaches(&(struct question){ .model = "rcc:stale-words" }, BACK));
}

/* And kept in the line that the fill makes valid: for plain loads, or for an acquire. */
static void test_kept_words(void **state) {
  (void)state;
  for (unsigned which = CHAIN; which <= CHAIN_RA; which++)
    assert_true(reaches(&(struct question){ .model = "rcc:keep-words" }, which));
  static const struct {
    const char *in, *when;
    unsigned which;
  } kept[] = { { "IV", "plain_clean", CHAIN },
               { "IV", "acquire_clean", CHAIN_RA },
               { "VG", "acquire_clean", CHAIN_RA } };
  for (unsigned i = 0; i < 3; i++) {
    struct planted *bug = plant_new("rcc");
    plant_in(bug, kept[i].in, "Data", kept[i].when, "V",
             (const char *const[]){ "serve", "install", "invalidate_all", NULL });
    expect_noticed(bug, kept[i].which);
  }
}

/* An acquire that joins a fetch which is older than itself; one that reads a word of its SM which
 * the L2 has not yet. */
static void test_answers_of_acquires(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned which;
  } wrong[] = { { "rcc:joined-acquire", SBM_RA }, { "rcc:merged-acquire", IRIW_RA } };
  for (unsigned i = 0; i < 2; i++) {
    struct question question = { .model = wrong[i].model };
    if (!reaches(&question, wrong[i].which)) fail_msg("%s", wrong[i].model);
    assert_false(reaches(&question, MP_RA));
  }
}

/* A release that writes back what its own thread has written, and no other's. */
static action *write_back;
static void note_writer(struct step *s) { s->line->writer = s->request->core; }
static void write_back_own(struct step *s) {
  if (s->line->writer == s->request->core) write_back(s);
}

static void test_release_of_own_lines(void **state) {
  (void)state;
  struct planted *bug = plant_new("rcc");
  write_back = plant_find(bug, 0, "write_back");
  action *write = plant_find(bug, 0, "write"), *done = plant_find(bug, 0, "done");
  action *const hits[] = { write, done, note_writer, NULL };
  action *const misses[] = {
    plant_find(bug, 0, "getv"), write, plant_find(bug, 0, "own"), done, note_writer, NULL
  };
  action *const flushes[] = { write_back_own, NULL };
  plant_actions(bug, 0, plant_row(bug, 0, "V", "STORE", NULL), NULL, hits);
  plant_actions(bug, 0, plant_row(bug, 0, "I", "STORE", "acknowledged"), "IV", misses);
  plant_actions(bug, 0, plant_row(bug, 0, "D", "FLUSH", "flushes_now"), NULL, flushes);
  plant_actions(bug, 0, plant_row(bug, 0, "IV", "FLUSH", "flushes_now"), NULL, flushes);
  struct question question = { .model = "rcc", .planted = &bug->system };
  assert_false(reaches(&question, MP_RA));
  expect_noticed(bug, WRC_RA);
}

/* One that does not wait for write-backs of evictions. */
static action *waiting[2], *going_on[2];
static void release_if_clean(struct step *s) {
  bool dirty = false;
  for (unsigned at = 0; at < s->shape->lines; at++) dirty |= s->local->line[at].dirty != 0;
  for (unsigned i = 0; i < 2; i++) (dirty ? waiting : going_on)[i](s);
}

static void test_release_beside_evictions(void **state) {
  (void)state;
  struct planted *bug = plant_new("rcc");
  static const char *const names[] = { "flush", "keep", "write", "write_back_and_wait" };
  for (unsigned i = 0; i < 4; i++)
    (i < 2 ? waiting : going_on)[i % 2] = plant_find(bug, 0, names[i]);
  action *const actions[] = { release_if_clean, NULL };
  plant_actions(bug, 0, plant_row(bug, 0, "V", "STORE_RELEASE", NULL), NULL, actions);
  expect_noticed(bug, MP_RA);
}

/* A release that ends in the L1; an acquire that drops nothing there.  The latter shows no outcome
 * if the data are acquired, too. */
static void test_no_synchronisation(void **state) {
  (void)state;
  static const char *const models[] = { "rcc:release-l1", "rcc:no-inv" };
  for (unsigned i = 0; i < 2; i++)
    if (!reaches(&(struct question){ .model = models[i] }, MP_RA)) fail_msg("%s", models[i]);
  for (unsigned i = 0; i < 2; i++) {
    struct question question = { .model = models[i] };
    assert_int_equal(
        reached_by_search(&question, "Lx1 Ly1 | Ay Ax", released[MP_RA].outcome).reached, i == 0);
  }
}

/* The one is no different from a plain store, the other from a load that misses. */
static void test_no_synchronisation_step_by_step(void **state) {
  (void)state;
  static const char *const release[] = {
    "P0 issues STORE x := 1",
    "P0 issues STORE_RELEASE y := 1",
    "see L1.0: unacknowledged=0",
    "L1.0 of itself: RELEASE y & answers P0: 0",
    "not WB(",
    "see L1.0: unacknowledged=0  x: IV data=1 dirty waits=0 out=0 own=1  y: IV data=1 dirty",
    NULL
  };
  static const char *const acquire[] = {
    "from L1.1: unacknowledged=0  x: V data=0 waits=0 out=0 own=0  y: I",
    "P1 issues LOAD_ACQUIRE y",
    "L2.1 takes GetV",
    "L1.1 takes Data & answers P1: 0",
    "see L1.1: unacknowledged=0  x: V data=0",
    NULL
  };
  follow(&(struct question){ .model = "rcc:release-l1", .cold = true, .settings = "io" },
         released[MP_RA].program, release);
  follow(&(struct question){ .model = "rcc:no-inv" }, released[MP_RA].program, acquire);
}

/* A release that is not taken up: the row's actions are for no request. */
static void test_release_not_taken_up(void **state) {
  (void)state;
  static const struct {
    const char *in;
    const char *actions[4];
  } rows[] = {
    { "I", { "getv", "write", "own", "write_back_and_wait" } },
    { "V", { "write", "write_back_and_wait" } },
    { "D", { "write", "done" } },
    { "D", { "atomic" } },
  };
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct planted *bug = plant_new("rcc");
    action *actions[ROW_ACTIONS_MAX] = { NULL };
    for (unsigned a = 0; a < 4 && rows[i].actions[a]; a++)
      actions[a] = plant_find(bug, 0, rows[i].actions[a]);
    plant_actions(bug, 0, plant_row(bug, 0, rows[i].in, "RELEASE", "release_may_go"), NULL,
                  actions);
    struct question question = { .model = "rcc",
                                 .planted = &bug->system,
                                 .stop_at = CLAIM(PROPERTY_NEVER) };
    assert_int_equal(proof_run(&question, 1, 1, 1, 1).broken & CLAIM(PROPERTY_NEVER),
                     CLAIM(PROPERTY_NEVER));
    free(bug);
  }
}

/* --- atomics of CTA scope in the L1 --- */

/* The L1 fetches the line and adds nothing to the L2.  A wider atomic writes its word back first.
 */
static void test_cta_atomic(void **state) {
  (void)state;
  static const char *const script[] = { "P0 issues ATOMIC", "L2.0 takes GetV(x)",
                                        "L1.0 takes Data(x data=0) & serve_atomic & answers P0: 0",
                                        "see x: D data=1 dirty & x: V memory=0", NULL };
  follow(&(struct question){ .model = "rcc:cta-atomics-in-l1", .cold = true }, ":Xx1", script);
}

/* Two threads of a CTA, and of two scopes: one is lost if the L1 does not write its word back, or
 * performs on a fill that an acquire has outdated. */
static void test_cta_atomics(void **state) {
  (void)state;
  static const char both[] = ":Xx1 & Xx2", lost[] = "P0:r0 == 0 /\\ P1:r0 == 0";
  static const char stale[] = ":Xx1 & Wx2 F Rx", passed[] = "P0:r0 == 0 /\\ P1:r0 == 1";
  struct question kept = { .model = "rcc:cta-atomics-in-l1" },
                  overwritten = { .model = "rcc", .settings = "cta-atomics=1 acquire=1" },
                  planted = { .model = "rcc", .settings = "cta-atomics=1" };
  assert_false(reached_by_search(&kept, both, lost).reached);
  assert_false(reached_by_search(&kept, stale, passed).reached);
  assert_true(reached_by_search(&overwritten, both, lost).reached);
  struct planted *bug = plant_new("rcc");
  plant_in(bug, "IP", "Data", "atomic_again", "V",
           (const char *const[]){ "serve", "install", "serve_atomic", NULL });
  planted.planted = &bug->system;
  assert_true(reached_by_search(&planted, stale, passed).reached);
  free(bug);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_releases_and_acquires),
    cmocka_unit_test(test_plain_shapes),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_worked_example),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_early_invalidation),
    cmocka_unit_test(test_acquire_hits_dirty),
    cmocka_unit_test(test_stale_words),
    cmocka_unit_test(test_kept_words),
    cmocka_unit_test(test_answers_of_acquires),
    cmocka_unit_test(test_release_of_own_lines),
    cmocka_unit_test(test_release_beside_evictions),
    cmocka_unit_test(test_no_synchronisation),
    cmocka_unit_test(test_no_synchronisation_step_by_step),
    cmocka_unit_test(test_release_not_taken_up),
    cmocka_unit_test(test_cta_atomic),
    cmocka_unit_test(test_cta_atomics),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of no-remote, ideal-caching and gpu-vi-gpms: written runs that show where a copy is kept,
 * which of them are multi-copy atomic, and their claims under the most general client.  Planted
 * bugs, each with the check that notices it.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "plant.h"
#include "reach.h"

static const char mp[] = "Wx1 Ly1 | Ay Vx", stale[] = "P1:r0 == 1 /\\ P1:r1 == 0";

static bool reaches(const char *model, const char *program, const char *outcome) {
  return reached_by_search(&(struct question){ .model = model }, program, outcome).reached;
}

/* --- written runs --- */

#define LOADS_REMOTELY(rld)                                                                 \
  "P1 issues LOAD x", "GPM.0.1 takes LD & RLD(x " rld, "GPM.0.0 takes RLD & DATA(x data=0", \
      "GPM.0.1 takes DATA & SMDATA(x data=0"
static const struct question two_gpms = { .cold = true, .placement = "P0@0.0|P1@0.1 x@0.0" };

static void follow_on(const char *model, const char *program, const char *const *script) {
  struct question question = two_gpms;
  question.model = model;
  follow(&question, program, script);
}

/* The answer is passed on; the next load asks the home again, and finds the store. */
static void test_no_remote_copy(void **state) {
  (void)state;
  static const char *const script[] = { LOADS_REMOTELY("scope=0 of P1"),
                                        "not GPM.0.1:  x: - data=0",
                                        "P0 issues STORE x := 1",
                                        "GPM.0.0 takes ST",
                                        "L1.1 takes SMDATA",
                                        "P1 issues LOAD_ACQUIRE",
                                        "GPM.0.1 takes LD & pass_load",
                                        "GPM.0.0 takes RLD & DATA(x data=1",
                                        NULL };
  follow_on("no-remote", "Wx1 | Vx Ax", script);
}

/* The copy stays; even an acquire load hits it, after the store. */
static void test_stale_copy(void **state) {
  (void)state;
  static const char *const script[] = { LOADS_REMOTELY("scope=0"),
                                        "see GPM.0.1:  x: - data=0",
                                        "P0 issues STORE x := 1",
                                        "GPM.0.0 takes ST",
                                        "L1.1 takes SMDATA",
                                        "P1 issues LOAD_ACQUIRE",
                                        "GPM.0.1 takes LD & SMDATA(x data=0",
                                        NULL };
  follow_on("ideal-caching", "Wx1 | Vx Ax", script);
}

/* The store waits for the acknowledgement, and so does a load at the home. */
static void test_acknowledged(void **state) {
  (void)state;
  static const char *const script[] = { LOADS_REMOTELY("scope=0"),
                                        "see GPM.0.1:  x: V data=0 & GPM.0.0:  x: I sharers=0x2",
                                        "P0 issues STORE x := 1",
                                        "GPM.0.0 takes ST & -> VA & INV(x) to GPM.0.1",
                                        "see GPM.0.0:  x: VA & memory=0",
                                        "GPM.0.1 takes INV & V/INV -> I & INVACK(x) to GPM.0.0",
                                        "GPM.0.0 takes INVACK & VA/INVACK when last -> I",
                                        "see GPM.0.0:  x: I sharers=0 & memory=1",
                                        NULL };
  follow_on("gpu-vi-gpms", "Wx1 | Vx", script);
}

/* CARVE's filter: the first GPM's store sends no invalidation.  When a second one has read the
 * line, a store invalidates it in both of the others, and it stays shared. */
static void test_carve(void **state) {
  (void)state;
  static const char *const script[] = { "P1 issues STORE x := 1",
                                        "GPM.0.1 takes ST",
                                        "GPM.0.0 takes RST & when unshared, write_now",
                                        "see GPM.0.0:  x: I sharers=0x2",
                                        "GPM.0.1 takes ACK",
                                        "P2 issues LOAD x",
                                        "GPM.0.2 takes LD",
                                        "GPM.0.0 takes RLD",
                                        "see GPM.0.0:  x: I sharers=0x6",
                                        "GPM.0.2 takes DATA",
                                        "P0 issues STORE x := 2",
                                        "GPM.0.0 takes ST & INV(x) to GPM.0.1 & INV(x) to GPM.0.2",
                                        "GPM.0.1 takes INV & evicted in silence",
                                        "GPM.0.0 takes INVACK & when not_last",
                                        "GPM.0.2 takes INV",
                                        "GPM.0.0 takes INVACK & when last",
                                        "see GPM.0.0:  x: I sharers=0x6 & memory=2",
                                        NULL };
  follow(&(struct question){ .model = "gpu-vi-gpms:carve",
                             .cold = true,
                             .placement = "P0@0.0|P1@0.1|P2@0.2 x@0.0" },
         "Wx2 | Wx1 | Vx", script);
}

/* --- outcomes --- */

/* The readers, each on the SM of a writer, disagree in nhcc (hmg_test.c), where a store is
 * performed before its invalidations arrive. */
static void test_multi_copy_atomicity(void **state) {
  (void)state;
  static const char iriw[] = "Lx1 & Ax Vy | Ly1 & Ay Vx",
                    outcome[] = "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P3:r0 == 1 /\\ P3:r1 == 0";
  assert_false(reaches("no-remote", iriw, outcome));
  assert_false(reaches("gpu-vi-gpms", iriw, outcome));
  assert_true(reaches("gpu-vi-gpms:early-acks", iriw, outcome));
  assert_true(reaches("ideal-caching", iriw, outcome));
}

/* Another SM of the reader's GPM has a load out that an invalidation overtakes.  The reader's own
 * may not join it. */
static void test_late_merge(void **state) {
  (void)state;
  static const char mp3[] = "Wx1 Ly1 | Ay Rx | Rx";
  struct question ordered = { .model = "gpu-vi-gpms", .settings = "merge=1" };
  assert_false(reaches("gpu-vi-gpms:unordered-up", mp3, stale));
  assert_false(reached_by_search(&ordered, mp3, stale).reached);
  assert_true(reaches("gpu-vi-gpms:late-merge", mp3, stale));
}

static void test_message_passing(void **state) {
  (void)state;
  assert_false(reaches("no-remote", mp, stale));
  assert_false(reaches("no-remote:bare-l1s", mp, stale));
  assert_true(reaches("no-remote:no-acquire", mp, stale));
  assert_false(reaches("gpu-vi-gpms", mp, stale));
  assert_false(reaches("gpu-vi-gpms:carve", mp, stale));
  assert_true(reaches("ideal-caching", mp, stale));
}

/* A word that a store of this GPM has brought is there without its neighbour. */
static void test_half_a_line(void **state) {
  (void)state;
  static const char *const models[] = { "no-remote", "ideal-caching", "gpu-vi-gpms" };
  for (unsigned i = 0; i < 3; i++) {
    struct question question = { .model = models[i], .shared_lines = true };
    struct reach_answer answer =
        reached_by_search(&question, "Wx1 Vx & Wy1 Vy", "P0:r0 == 0 \\/ P1:r0 == 0");
    if (answer.reached || answer.broken) fail_msg("%s: %s", models[i], answer.where);
  }
}

/* --- planted bugs --- */

/* A row that does something else: in this cell of the GPM, these actions. */
struct bug {
  const char *model, *in, *on, *when, *next;
  const char *actions[4];
  unsigned sms, threads;
};
static struct planted *plant_bug(const struct bug *bug) {
  struct planted *planted = plant_new(bug->model);
  action *actions[ROW_ACTIONS_MAX] = { NULL };
  for (unsigned i = 0; bug->actions[i]; i++) actions[i] = plant_find(planted, 1, bug->actions[i]);
  plant_actions(planted, 1, plant_row(planted, 1, bug->in, bug->on, bug->when), bug->next, actions);
  return planted;
}
static uint64_t broken_by(const struct question *question, unsigned sms, unsigned threads) {
  struct question asked = *question;
  asked.capacity = asked.may_fill = 1;
  return proof_run(&asked, sms, threads, 1, 1).broken;
}

static void test_planted(void **state) {
  (void)state;
  static const struct bug bugs[] = {
    /* a store that is lost; a release that is answered at once; an answer that is kept back */
    { "no-remote", "-", "ST", "away", NULL, { NULL }, 1, 1 },
    { "no-remote", "-", "REL", "release_waits", NULL, { "finish_release" }, 1, 1 },
    { "no-remote", "-", "DATA", NULL, NULL, { NULL }, 1, 1 },
    { "ideal-caching", "-", "RST", NULL, NULL, { NULL }, 1, 1 },
    { "ideal-caching", "-", "RELREQ", NULL, NULL, { NULL }, 1, 1 },
    /* a copy that stays behind its invalidation; a reader that is not tracked; a store that does
     * not wait for the acknowledgement */
    { "gpu-vi-gpms", "V", "INV", NULL, NULL, { "invack" }, 2, 2 },
    { "gpu-vi-gpms", "I", "RST", "shared", NULL, { "invalidate_others", "write_now" }, 2, 2 },
    { "gpu-vi-gpms", "WP", "REL", "must_wait", NULL, { "finish_release" }, 1, 1 },
  };
  for (unsigned i = 0; i < sizeof bugs / sizeof *bugs; i++) {
    struct planted *planted = plant_bug(&bugs[i]);
    uint64_t broken =
        broken_by(&(struct question){ .model = bugs[i].model, .planted = &planted->system },
                  bugs[i].sms, bugs[i].threads);
    if (!(broken & CLAIM(PROPERTY_OWN)))
      fail_msg("%s %s: 0x%x", bugs[i].model, bugs[i].on, (unsigned)broken);
    free(planted);
  }
}

static void test_claims(void **state) {
  (void)state;
  static const char *const models[] = { "no-remote", "no-remote:bare-l1s", "ideal-caching",
                                        "gpu-vi-gpms", "gpu-vi-gpms:carve" };
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
    assert_int_equal(broken_by(&(struct question){ .model = models[i] }, 2, 2), 0);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_no_remote_copy),
    cmocka_unit_test(test_stale_copy),
    cmocka_unit_test(test_acknowledged),
    cmocka_unit_test(test_carve),
    cmocka_unit_test(test_multi_copy_atomicity),
    cmocka_unit_test(test_half_a_line),
    cmocka_unit_test(test_late_merge),
    cmocka_unit_test(test_message_passing),
    cmocka_unit_test(test_planted),
    cmocka_unit_test(test_claims),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Written runs of rcc-hier and its variants, with scopes above the GPU's.  Also tested: the order
 * in which an L1 takes up its releases, and atomics in the L2.  Planted bugs, each with the check
 * that notices it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "plant.h"
#include "reach.h"
#include "machine/mutant.h"

/* --- written runs --- */

/* A run up to where the variants part from it, and what each does then. */
struct rcc_hier_ending {
  const char *variant;
  const char *lines[8];
};
struct parting {
  const char *program, *placement;
  const char *lines[24];
  struct rcc_hier_ending endings[3];
};

static void follow_all(const struct parting *parting) {
  for (unsigned i = 0; i < 3 && parting->endings[i].variant; i++) {
    const struct rcc_hier_ending *ending = &parting->endings[i];
    const char *script[40] = { NULL };
    unsigned count = 0;
    for (unsigned line = 0; parting->lines[line]; line++) script[count++] = parting->lines[line];
    for (unsigned line = 0; ending->lines[line]; line++) script[count++] = ending->lines[line];
    follow(&(struct question){ .model = ending->variant,
                               .cold = true,
                               .placement = parting->placement },
           parting->program, script);
  }
}

/* P0 releases x in its GPU; P1, of another SM there, releases y to the system: x goes along, and
 * nothing of y before it. */
static void test_release_drains_the_l2(void **state) {
  (void)state;
  static const struct parting run = {
    ".Lx1 | Ly1",
    "P0@0|P1@0 x|y",
    { "P0 issues STORE_RELEASE.gpu x := 1",
      "L1.0 of itself: RELEASE x & WB(x data=1 words=1) to L2.0",
      "L2.0 takes WB(x data=1 words=1) from L1.0 & WBAck(x) to L1.0",
      "L1.0 takes WBAck(x) & answers P0", "P1 issues STORE_RELEASE.sys y := 1", NULL },
    { { "rcc-hier",
        { "L1.1 of itself: RELEASE y & Drain(of P1) to L2.0",
          "L2.0 takes Drain & WB(x data=1 words=1) to LLC.0", "cannot L1.1 of itself: RELEASE y",
          "LLC.0 takes WB(x", "L2.0 takes WBAck(x) & Drained(of P1) to L1.1", "L1.1 takes Drained",
          "L1.1 of itself: RELEASE y & WB(y" } },
      { "rcc-hier:own-lines",
        { "L1.1 of itself: RELEASE y & Drain(of P1) to L2.0",
          "L2.0 takes Drain & Drained(of P1) to L1.1" } },
      { "rcc-hier:no-drain", { "L1.1 of itself: RELEASE y & WB(y data=1 words=1" } } }
  };
  follow_all(&run);
}

/* The L2 first, and then the L1. */
static void test_acquire_drops_lines(void **state) {
  (void)state;
  static const struct parting run = {
    "Rx Ay",
    "P0@0 x|y",
    { "P0 issues LOAD x", "L2.0 takes GetV(x)", "LLC.0 takes GetV(x)", "L2.0 takes Data(x",
      "L1.0 takes Data(x", "P0 issues LOAD_ACQUIRE.sys y", "L2.0 takes GetV(y",
      "LLC.1 takes GetV(y)", "see L2.0: unacknowledged=0  x: V data=0",
      "L2.0 takes Data(y data=0) from LLC.1 & Data(y data=0) to L1.0",
      "see L1.0: unacknowledged=0  x: V data=0", NULL },
    { { "rcc-hier",
        { "see L2.0: unacknowledged=0  x: I", "L1.0 takes Data(y",
          "see L1.0: unacknowledged=0  x: I" } },
      { "rcc-hier:keep-l2", { "see L2.0: unacknowledged=0  x: V data=0", "L1.0 takes Data(y" } },
      { "rcc-hier:narrow-acquire",
        { "see L2.0: unacknowledged=0  x: V data=0", "L1.0 takes Data(y" } } }
  };
  static const struct parting narrow = {
    "Rx .Ay",
    "P0@0 x|y",
    { "P0 issues LOAD x", "L2.0 takes GetV(x)", "LLC.0 takes GetV(x)", "L2.0 takes Data(x",
      "L1.0 takes Data(x", "P0 issues LOAD_ACQUIRE.gpu y", "L2.0 takes GetV(y)",
      "LLC.1 takes GetV(y)", "L2.0 takes Data(y", "L1.0 takes Data(y", NULL },
    { { "rcc-hier", { "see L2.0: unacknowledged=0  x: V data=0 & L1.0: unacknowledged=0  x: I" } } }
  };
  follow_all(&run);
  follow_all(&narrow);
}

/* A fetch that was out when P1 acquired serves P0, and is not kept; meanwhile the L2 takes no write
 * of the line. */
static void test_poisoned_fetch(void **state) {
  (void)state;
#define POISONED                                                                  \
  "P0 issues LOAD x", "L2.0 takes GetV(x) from L1.0", "LLC.0 takes GetV(x)",      \
      "P1 issues LOAD_ACQUIRE.sys y", "L2.0 takes GetV(y", "LLC.1 takes GetV(y)", \
      "L2.0 takes Data(y"
  static const struct parting fill = {
    "Rx | Ay",
    "P0@0|P1@0 x|y",
    { POISONED, NULL },
    { { "rcc-hier",
        { "see L2.0: unacknowledged=0  x: IP",
          "L2.0 takes Data(x data=0) & -> I & Data(x data=0) to L1.0",
          "see L2.0: unacknowledged=0  x: I " } },
      { "rcc-hier:keep-fills",
        { "L2.0 takes Data(x data=0) & -> V", "see L2.0: unacknowledged=0  x: V data=0" } } }
  };
  static const struct parting merge = {
    "Rx | Ay | .Lx1",
    "P0@0|P1@0|P2@0 x|y",
    { POISONED, "P2 issues STORE_RELEASE.gpu x := 1",
      "L1.2 of itself: RELEASE x & WB(x data=1 words=1) to L2.0", NULL },
    { { "rcc-hier",
        { "cannot L2.0 takes WB(x", "L2.0 takes Data(x data=0) & Data(x data=0) to L1.0",
          "L2.0 takes WB(x & WBAck(x)" } },
      { "rcc-hier:late-merge",
        { "L2.0 takes WB(x & WBAck(x)",
          "L2.0 takes Data(x data=0) & Data(x data=1) to L1.0" } } }
  };
  follow_all(&fill);
  follow_all(&merge);
}

/* No thread of the GPU reads a release to the system before the LLC has it. */
static void test_release_is_withheld(void **state) {
  (void)state;
  static const struct parting run = {
    "Lx1 | Rx .Ax",
    "P0@0|P1@0 x",
    { "P1 issues LOAD x", "L2.0 takes GetV(x)", "LLC.0 takes GetV(x)", "L2.0 takes Data(x",
      "L1.1 takes Data(x", "P0 issues STORE_RELEASE.sys x := 1",
      "L1.0 of itself: RELEASE x & Drain(of P0)", "L2.0 takes Drain & Drained(of P0)",
      "L1.0 takes Drained", "L1.0 of itself: RELEASE x & WB(x",
      "L2.0 takes WB(x & WB(x data=1 words=1) to LLC.0", "P1 issues LOAD_ACQUIRE.gpu x", NULL },
    { { "rcc-hier",
        { "cannot L2.0 takes GetV(x) from L1.1", "LLC.0 takes WB(x",
          "L2.0 takes WBAck(x) from LLC.0 & WBAck(x) to L1.0",
          "L2.0 takes GetV(x) from L1.1 & Data(x data=1)" } },
      { "rcc-hier:early-release", { "L2.0 takes GetV(x) from L1.1 & Data(x data=1)" } } }
  };
  follow_all(&run);
}

/* The request that waits longest is taken up first.  While the L2 is drained for it, the other goes
 * on. */
static void test_releases_in_turn(void **state) {
  (void)state;
  static const struct parting run = {
    "Lx1 & .Lx2",
    "P0,P1@0 x",
    { "P0 issues STORE_RELEASE.sys x := 1", "P1 issues STORE_RELEASE.gpu x := 2", NULL },
    { { "rcc-hier",
        { "L1.0 of itself: RELEASE x & Drain(of P0) to L2.0",
          "L1.0 of itself: RELEASE x & WB(x data=2 words=1) to L2.0" } },
      { "rcc-hier:no-drain", { "L1.0 of itself: RELEASE x & WB(x data=1 words=1" } } }
  };
  follow_all(&run);
}

/* --- the most general client --- */

static uint64_t client_broken(const char *model, const struct mutant *mutant, unsigned threads,
                              unsigned lines) {
  struct question question = { .model = model, .mutant = mutant };
  struct reach_proof proof = proof_run(&question, 1, threads, lines, 1);
  assert_true(proof.broken || proof.complete);
  return proof.broken;
}

static void test_most_general_client(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned threads;
  } wrong[] = { { "rcc-hier:own-lines", 2 },
                { "rcc-hier:keep-l2", 1 },
                { "rcc-hier:keep-fills", 2 },
                { "rcc-hier:keep-words", 2 } };
  assert_int_equal(client_broken("rcc-hier", NULL, 1, 1), 0);
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(client_broken(wrong[i].model, NULL, wrong[i].threads, 1), CLAIM(PROPERTY_OWN));
}

#define L2_ROW(name) "rcc's, one level up " name

static void test_single_faults(void **state) {
  (void)state;
  static const struct {
    unsigned kind;
    const char *source, *action;
    unsigned threads, lines;
  } faults[] = {
    { 0, "spoilt/Data", "drop", 2, 1 },
    { 0, "Release, .sys: the L2 is drained first", "ask_to_drain", 1, 1 },
    { 1, L2_ROW("fetching/Data, for an acquire"), "invalidate", 1, 2 },
    { 1, L2_ROW("fetching/Invalidate"), "poison", 2, 1 },
    { 1, "Drain", "flush", 1, 1 },
    { 1, L2_ROW("Release"), "hold_release", 1, 1 },
  };
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct mutant mutant =
        fault_drop("rcc-hier", faults[i].kind, faults[i].source, faults[i].action);
    if (!client_broken("rcc-hier", &mutant, faults[i].threads, faults[i].lines))
      fail_msg("%s", faults[i].source);
  }
}

/* --- outcomes --- */

/* One GPU to the other; and an atomic of .gpu scope that waits for what a wider acquire has
 * fetched, poisoned or not. */
static void test_outcomes(void **state) {
  (void)state;
  static const struct {
    const char *program, *outcome;
  } never[] = {
    { "Wx1 Ly1 / Ay Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
    { "Lx1 Ay / Ly1 Ax", "P0:r0 == 0 /\\ P1:r0 == 0" },
    { "Wx2 .Xx1 | Ax | F", "P0:r0 == 0" },
  };
  for (unsigned i = 0; i < sizeof never / sizeof *never; i++) {
    struct reach_answer answer =
        reached_by_search(&(struct question){ .model = "rcc-hier", .cold = true }, never[i].program,
                          never[i].outcome);
    if (answer.reached || answer.broken) fail_msg("%s: %s", never[i].program, answer.where);
  }
  static const char *const wrong[] = { "rcc-hier:no-drain", "rcc-hier:narrow-acquire",
                                       "rcc-hier:keep-l2" };
  for (unsigned i = 0; i < 3; i++)
    assert_true(reached_by_search(&(struct question){ .model = wrong[i] }, never[0].program,
                                  never[0].outcome)
                    .reached);
}

static void test_atomics_are_served(void **state) {
  (void)state;
  static const struct {
    const char *source, *action, *program;
  } faults[] = {
    { L2_ROW("fetching/Data, for an acquire"), "serve_atomics", ".Xx1 | Ax" },
    { L2_ROW("IP/Data"), "serve_atomics", ".Xx1 | F" },
    { L2_ROW("spoilt/Data, for an acquire"), "serve_atomics", ".Xx1 | Ax | F" },
  };
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct mutant mutant = fault_drop("rcc-hier", 1, faults[i].source, faults[i].action);
    struct question right = { .model = "rcc-hier", .cold = true },
                    wrong = { .model = "rcc-hier", .cold = true, .mutant = &mutant };
    assert_int_equal(reached_by_search(&right, faults[i].program, "P0:r0 == 7").broken, 0);
    if (!reached_by_search(&wrong, faults[i].program, "P0:r0 == 7").broken)
      fail_msg("%s: %s", faults[i].source, faults[i].program);
  }
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_release_drains_the_l2), cmocka_unit_test(test_acquire_drops_lines),
    cmocka_unit_test(test_poisoned_fetch),        cmocka_unit_test(test_release_is_withheld),
    cmocka_unit_test(test_releases_in_turn),      cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_single_faults),         cmocka_unit_test(test_outcomes),
    cmocka_unit_test(test_atomics_are_served),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* quickrelease-cpu: message passing between a CPU and a GPU in both directions, WRC with the CPU in
 * the middle, and what breaks them.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "reach.h"
#include "machine/mutant.h"
#include "plant.h"

static const char mp[] = "Wx1 Ly1 | Ay Rx", stale[] = "P1:r0 == 1 /\\ P1:r1 == 0";
static const char wrc[] = "Wx1 | Rx Ly1 | Ay Rx",
                  not_cumulative[] = "P1:r0 == 1 /\\ P2:r0 == 1 /\\ P2:r1 == 0";

static bool reaches(const char *model, const char *program, const char *outcome) {
  return reached_by_search(&(struct question){ .model = model }, program, outcome).reached;
}

static void test_right(void **state) {
  (void)state;
  static const char *const right[] = { "quickrelease-cpu", "quickrelease-cpu:second",
                                       "quickrelease-cpu:lazy" };
  for (unsigned i = 0; i < sizeof right / sizeof *right; i++) {
    if (reaches(right[i], mp, stale)) fail_msg("%s", right[i]);
    if (reaches(right[i], "Wx1 F Ry | Wy1 F Rx", "P0:r0 == 0 /\\ P1:r0 == 0"))
      fail_msg("%s: SB", right[i]);
  }
  assert_false(reaches("quickrelease-cpu:second", wrc, not_cumulative));
}

static void test_variants(void **state) {
  (void)state;
  assert_true(reaches("quickrelease-cpu:lazy-unordered", mp, stale));
  assert_true(reaches("quickrelease-cpu:untold", mp, stale));
  assert_true(reaches("quickrelease-cpu:unprobed", mp, stale));
  assert_true(reaches("quickrelease-cpu:early-read", wrc, not_cumulative));
  assert_true(reaches("quickrelease-cpu:forwarded", wrc, not_cumulative));
}

/* The order of responses mends an early read as well. */
static void test_order_mends(void **state) {
  (void)state;
  struct question ordered = { .model = "quickrelease-cpu",
                              .settings = "gpu cpu=1 lazy=1 early-read=1" };
  assert_false(reached_by_search(&ordered, wrc, not_cumulative).reached);
}

/* A fetch that is out when the CPU's invalidation comes may not be installed. */
static void test_fetch_hears(void **state) {
  (void)state;
  struct mutant mutant = fault_next("quickrelease-cpu", 0, "fetching/invalidation", "IV");
  struct question question = { .model = "quickrelease-cpu", .mutant = &mutant };
  assert_true(reached_by_search(&question, "Wx1 Ly1 | Ay Rx & Rx", stale).reached);
}

/* The GPU's words are seen by the CPU when memory has them. */
static void test_from_gpu_to_cpu(void **state) {
  (void)state;
  static const char *const script[] = { "P0 issues STORE x := 1",
                                        "directory takes Wr",
                                        "P1 issues LOAD x & GetS(x)",
                                        "directory takes GetS(x) & GrantS(x data=0)",
                                        "L1.1 takes GrantS & answers P1: 0",
                                        "cannot directory of itself: WRITE_THROUGH x",
                                        "directory of itself: RECALL x & Probe(x)",
                                        "L1.1 takes Probe & S/Probe -> I",
                                        "directory takes ProbeAck",
                                        "directory of itself: WRITE_THROUGH x & Inv(x) to L1.0",
                                        NULL };
  struct question question = { .model = "quickrelease-cpu:second", .cold = true };
  follow(&question, "Wx1 | Rx", script);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_right),           cmocka_unit_test(test_variants),
    cmocka_unit_test(test_order_mends),     cmocka_unit_test(test_fetch_hears),
    cmocka_unit_test(test_from_gpu_to_cpu),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* GETM's bounds: how many requests wait for a line, and how far #writes counts.  The least bound
 * holds for the most general client, which stores twice to a line in a transaction; one less does
 * not.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>
#include "reach.h"

static bool is_bound(const char *name, unsigned bound, unsigned sms, unsigned threads) {
  char settings[32];
  snprintf(settings, sizeof settings, "io %s=%u", name, bound);
  struct question question = { .model = "getm-lex:bounds",
                               .settings = settings,
                               .stop_at = CLAIM(PROPERTY_OWN) };
  struct reach_proof proof = proof_run(&question, sms, threads, 1, 1);
  if (!proof.broken) assert_true(proof.complete);
  return !(proof.broken & CLAIM(PROPERTY_OWN));
}
static void assert_least(const char *name, unsigned bound, unsigned sms, unsigned threads) {
  assert_true(is_bound(name, bound, sms, threads));
  assert_false(is_bound(name, bound - 1, sms, threads));
}

/* All lanes of the other warps.  (0 is no claim.) */
static void test_waiting_requests(void **state) {
  (void)state;
  assert_true(is_bound("writes=0 waiting", 1, 2, 2));
  assert_least("writes=0 waiting", 2, 2, 3);
  assert_least("writes=0 waiting", 2, 3, 3);
}

/* Two stores of each lane of the owner. */
static void test_writes(void **state) {
  (void)state;
  assert_least("waiting=0 writes", 2, 1, 1);
  assert_least("waiting=0 writes", 4, 1, 2);
  assert_least("waiting=0 writes", 6, 1, 3);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_waiting_requests),
    cmocka_unit_test(test_writes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

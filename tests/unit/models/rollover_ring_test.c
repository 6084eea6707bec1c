/* rollover-ring: partitions agree on a rollover, also three of them; what each rule prevents.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>
#include "reach.h"
#include "protocol/system.h"

static uint64_t broken_by(const char *model, unsigned sms, unsigned lines) {
  struct question question = { .model = model };
  struct reach_proof proof = proof_run(&question, sms, sms, lines, 1);
  if (!proof.broken) assert_true(proof.complete);
  return proof.broken & (CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) |
                         CLAIM(PROPERTY_OVERFLOW));
}

static void test_ring(void **state) {
  (void)state;
  assert_int_equal(broken_by("rollover-ring", 2, 2), 0);
  assert_int_equal(broken_by("rollover-ring", 1, 3), 0);
  assert_int_equal(broken_by("rollover-ring:kept-requests", 2, 2), 0);
}

/* Requests before an answer to the flush, which a partition that has stalled does not take. */
static void test_two_networks(void **state) {
  (void)state;
  assert_true(broken_by("rollover-ring:two-networks", 1, 2) & CLAIM(PROPERTY_DEADLOCK));
}

static void test_ties(void **state) {
  (void)state;
  assert_true(broken_by("rollover-ring:no-tie", 1, 2) & CLAIM(PROPERTY_OWN));
  assert_true(broken_by("rollover-ring:all-wait", 1, 2) & CLAIM(PROPERTY_DEADLOCK));
}

static void test_order_of_flits(void **state) {
  (void)state;
  assert_true(broken_by("rollover-ring:unordered-ring", 1, 2) & CLAIM(PROPERTY_NEVER));
}

/* GETM's ring: each unit asks the cores, and drops what comes before their acknowledgements. */
static uint64_t getm_loses(const char *variant, unsigned sms, unsigned lines) {
  char model[64];
  snprintf(model, sizeof model, "rollover-ring:getm%s", variant);
  return broken_by(model, sms, lines) & ~CLAIM(PROPERTY_OWN);
}
static void test_getm(void **state) {
  (void)state;
  assert_int_equal(getm_loses("", 2, 2), 0);
  assert_int_equal(getm_loses("", 1, 3), 0);
}
static void test_getm_faults(void **state) {
  (void)state;
  assert_int_equal(getm_loses("-no-tie", 1, 2), CLAIM(PROPERTY_NEVER));
  assert_int_equal(getm_loses("-not-taken", 1, 2), CLAIM(PROPERTY_DEADLOCK));
  assert_int_equal(getm_loses("-acks-apart", 1, 2), CLAIM(PROPERTY_NEVER));
  assert_int_equal(getm_loses("-at-once", 1, 2), CLAIM(PROPERTY_NEVER));
  assert_int_equal(getm_loses("-drops-all", 2, 2), CLAIM(PROPERTY_NEVER));
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_ring), cmocka_unit_test(test_two_networks),
    cmocka_unit_test(test_ties), cmocka_unit_test(test_order_of_flits),
    cmocka_unit_test(test_getm), cmocka_unit_test(test_getm_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The operations on sets of SMs, on all sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "protocol/sm_set.h"

enum { SETS = 1 << CORES_MAX };

static void members_join_and_leave(void **state) {
  (void)state;
  for (unsigned set = 0; set < SETS; set++)
    for (unsigned sm = 0; sm < CORES_MAX; sm++) {
      uint8_t with = (uint8_t)set, without = (uint8_t)set;
      sm_set_add(&with, sm);
      sm_set_remove(&without, sm);
      assert_int_equal(with, set | 1u << sm);
      assert_int_equal(without, set & ~(1u << sm));
      assert_int_equal(sm_set_without((uint8_t)set, sm), without);
      assert_int_equal(sm_set_union(without, sm_set_of(sm)), with);
      assert_int_equal(sm_set_has((uint8_t)set, sm), set >> sm & 1);
    }
}
static void no_one_is_no_member(void **state) {
  (void)state;
  assert_true(sm_set_is_empty(sm_set_of(NO_ONE)));
  for (unsigned set = 0; set < SETS; set++) {
    assert_int_equal(sm_set_without((uint8_t)set, NO_ONE), set);
    assert_false(sm_set_has((uint8_t)set, NO_ONE));
    assert_int_equal(sm_set_is_empty((uint8_t)set), set == 0);
  }
}
/* The statement may change the set. */
static void each_member_is_visited_once_in_order(void **state) {
  (void)state;
  for (unsigned all = 0; all < SETS; all++) {
    uint8_t set = (uint8_t)all, seen = 0;
    unsigned next = 0;
    assert_int_equal(sm_set_first(set) == CORES_MAX, all == 0);
    SM_SET_EACH(sm, set) {
      if (!seen) assert_int_equal(sm, sm_set_first((uint8_t)all));
      assert_true(sm >= next);
      next = sm + 1;
      sm_set_add(&seen, sm);
      set = 0;
    }
    assert_int_equal(seen, all);
  }
}
static void members_are_counted(void **state) {
  (void)state;
  for (unsigned set = 0; set < SETS; set++) {
    int members = 0;
    for (unsigned sm = 0; sm < CORES_MAX; sm++) members += sm_set_has((uint8_t)set, sm);
    assert_int_equal(sm_set_count((uint8_t)set), members);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(members_join_and_leave),
    cmocka_unit_test(no_one_is_no_member),
    cmocka_unit_test(each_member_is_visited_once_in_order),
    cmocka_unit_test(members_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

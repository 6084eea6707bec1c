/* Small programs: all are readable and have names of their own, and each access conflicts with
 * one of the other thread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "verify/small_programs.h"
#include "run/suite.h"

static const struct program *find(const struct suite *suite, const char *name) {
  for (unsigned i = 0; i < suite->count; i++)
    if (!strcmp(suite_test_name(&suite->tests[i]), name)) return suite->tests[i].program;
  return NULL;
}

static void every_program_is_readable(void **state) {
  struct suite suite = small_programs_list(true, true);
  (void)state;
  assert_true(suite.count > 100);
  assert_int_equal(suite.unreadable, 0);
  for (unsigned i = 0; i < suite.count; i++)
    assert_ptr_equal(find(&suite, suite_test_name(&suite.tests[i])), suite.tests[i].program);
  suite_clear(&suite);
}

/* The classic shapes are among them, in one of their spellings. */
static void classic_shapes_are_there(void **state) {
  static const char *const shapes[][2] = { { "WxWy-RyRx", "RyRx-WxWy" },
                                           { "WxRy-WyRx", "WyRx-WxRy" },
                                           { "RxWy-RyWx", "RyWx-RxWy" },
                                           { "WxWy-WyWx", "WyWx-WxWy" },
                                           { "WxRx-WxWx", "WxWx-WxRx" } };
  struct suite suite = small_programs_list(true, true);
  (void)state;
  for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    char other[2][16];
    bool there = false;
    for (unsigned j = 0; j < 2; j++) {
      strcpy(other[j], shapes[i][j]);
      for (char *at = other[j]; *at; at++) *at = *at == 'x' ? 'y' : *at == 'y' ? 'x' : *at;
      there |= find(&suite, shapes[i][j]) || find(&suite, other[j]);
    }
    if (!there) fail_msg("%s is not there", shapes[i][0]);
  }
  suite_clear(&suite);
}

/* Programs of two loads of one location show nothing. */
static void what_shows_nothing_is_left_out(void **state) {
  struct suite suite = small_programs_list(true, true);
  (void)state;
  assert_null(find(&suite, "RxRx-RxRx"));
  assert_null(find(&suite, "WxWx-RyRy"));
  suite_clear(&suite);
}

/* MP's second load is plain, since acquires that always fetch hide that they drop nothing. */
static void styles_follow_the_machine(void **state) {
  struct suite plain = small_programs_list(false, false), orders = small_programs_list(true, false);
  struct suite gpus = small_programs_list(true, true);
  (void)state;
  assert_null(find(&plain, "WxWy-RyRx+sync"));
  assert_non_null(find(&orders, "WxWy-RyRx+sync"));
  assert_null(find(&orders, "WxWy-RyRx+sync+2gpu"));
  assert_non_null(find(&gpus, "WxWy-RyRx+sync+2gpu"));
  assert_non_null(find(&gpus, "WxWy-RyRx+sync+gpu"));
  const struct program *mp = find(&gpus, "WxWy-RyRx+sync+2gpu");
  const struct instruction *first = &mp->threads[1].instructions[0], *second = first + 1;
  assert_true(first->order == ORDER_ACQUIRE && second->order == ORDER_RELAXED);
  assert_int_not_equal(mp->threads[0].place.gpu, mp->threads[1].place.gpu);
  suite_clear(&plain);
  suite_clear(&orders);
  suite_clear(&gpus);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_program_is_readable),
    cmocka_unit_test(classic_shapes_are_there),
    cmocka_unit_test(what_shows_nothing_is_left_out),
    cmocka_unit_test(styles_follow_the_machine),
  };
  return cmocka_run_group_tests_name("small programs", tests, NULL, NULL);
}

/* Each job runs once, on any number of threads; limits.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/memory.h"
#include "run/effort.h"

enum { JOBS = 1000 };
static _Atomic unsigned done[JOBS];
static uint64_t reported;

static void job(void *context, uint64_t index) {
  (void)context;
  done[index]++;
}

static void note(void *context, const char *things, uint64_t finished, uint64_t total,
                 const struct search_status *search) {
  (void)context;
  assert_string_equal(things, "searches");
  assert_null(search);
  assert_int_equal(total, JOBS);
  assert_in_range(finished, 1, JOBS);
  reported++;
}

static void each_once(void **state) {
  (void)state;
  for (unsigned threads = 0; threads <= 4; threads++) {
    struct effort effort = { .threads = threads, .status = note };
    for (unsigned i = 0; i < JOBS; i++) done[i] = 0;
    jobs_each(&effort, JOBS, job, NULL);
    for (unsigned i = 0; i < JOBS; i++) assert_int_equal(done[i], 1);
  }
  assert_true(reported > 0);
  jobs_each(&(struct effort){ .threads = 4 }, 0, job, NULL);
  assert_int_equal(memory_blocks(), 0);
}

static void limits(void **state) {
  (void)state;
  struct effort effort = { .threads = 4, .memory_max = 4096, .depth_max = 7 };
  struct search_options options = effort_search(&effort, 1, 4);
  assert_int_equal(options.memory_max, 1024);
  assert_int_equal(options.depth_max, 7);
  assert_true(options.seconds_max == 0);
  effort.deadline = effort_now() - 1;
  assert_true(effort_spent(&effort));
  assert_true(effort_search(&effort, 1, 1).seconds_max > 0); /* 0 would mean no limit */
  assert_true(effort_search(&(struct effort){ 0 }, 0, 0).memory_max > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(each_once), cmocka_unit_test(limits) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

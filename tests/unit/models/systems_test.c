/* The list of systems is asked for from several threads at once.  ThreadSanitizer would see a list
 * that one thread sorts while another reads it.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>
#include <string.h>
#include "protocol/system.h"

enum { THREADS = 8 };

struct asking {
  pthread_barrier_t *together;
  unsigned count;
  bool sorted;
};

static void *ask(void *context) {
  struct asking *asking = context;
  pthread_barrier_wait(asking->together);
  const struct system *const *list = systems();
  asking->sorted = true;
  while (list[asking->count]) {
    if (asking->count)
      asking->sorted &= strcmp(list[asking->count - 1]->name, list[asking->count]->name) < 0;
    asking->count++;
  }
  return NULL;
}

static void test_from_threads(void **state) {
  (void)state;
  pthread_t threads[THREADS];
  struct asking asking[THREADS] = { { 0 } };
  pthread_barrier_t together;
  pthread_barrier_init(&together, NULL, THREADS);
  for (unsigned i = 0; i < THREADS; i++) {
    asking[i].together = &together;
    assert_int_equal(pthread_create(&threads[i], NULL, ask, &asking[i]), 0);
  }
  for (unsigned i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&together);
  for (unsigned i = 0; i < THREADS; i++) {
    assert_true(asking[i].sorted && asking[i].count > 0);
    assert_int_equal(asking[i].count, asking[0].count);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_from_threads) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

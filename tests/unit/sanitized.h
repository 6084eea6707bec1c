/* Samples.  A sanitizer makes a test many times longer, so there it does less, through the same
 * code. ThreadSanitizer sees nothing in one thread, so tests without threads are left out under it.
 * `make test` takes samples, `make test-ci` (TEST_CI in the environment) larger ones, and
 * `make test-all` (WHOLE) everything.  A test that takes a sample tells scripts/test so, once. */
#ifndef SANITIZED_H
#define SANITIZED_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#ifdef __SANITIZE_THREAD__
enum { WATCHES_THREADS = 1 };
#else
enum { WATCHES_THREADS = 0 };
#endif

static inline void test_leaves(const char *class, const char *what, bool *told) {
  if (!*told) printf("# left to make %s: %s\n", class, what);
  *told = true;
}

static inline bool test_is_whole(void) {
  static bool told;
  if (getenv("WHOLE")) return true;
  test_leaves("test-all", "all but a sample", &told);
  return false;
}

static inline bool test_is_of_ci(void) {
  static bool told;
  if (getenv("WHOLE") || getenv("TEST_CI")) return true;
  test_leaves("test-ci", "a larger sample", &told);
  return false;
}

/* The size of a sample in `make test`, in `make test-ci` and in `make test-all`. */
static inline unsigned test_sample(unsigned test, unsigned ci, unsigned all) {
  return test_is_whole() ? all : test_is_of_ci() ? ci : test;
}

#endif

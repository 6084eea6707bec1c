/* TEST(name): a test that also fails if it leaves memory behind. */
#ifndef TESTS_UNIT_NOTHING_LEFT_H
#define TESTS_UNIT_NOTHING_LEFT_H

#include <cmocka.h>
#include "base/memory.h"

static inline int nothing_is_left(void **state) {
  (void)state;
  return memory_blocks() != 0;
}

#define TEST(name) cmocka_unit_test_teardown(name, nothing_is_left)

#endif

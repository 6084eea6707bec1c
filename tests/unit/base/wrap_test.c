/* Wrapped lines: where they break, how far in they go on, and the width of a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/printing.h"
#include "base/wrap.h"

static void expect(unsigned width, const char *head, const char *text, const char *wanted) {
  struct printing printing;
  wrap_print(printing_begin(&printing), width, head, text);
  assert_string_equal(printing_end(&printing), wanted);
  printing_free(&printing);
}

static void test_lines_that_fit(void **state) {
  (void)state;
  expect(20, "", "", "\n");
  expect(20, "  1. ", "one\n  two\n", "  1. one\n       two\n");
  expect(7, "", "one two", "one two\n");
  expect(7, "", "  a b c", "  a b c\n");
}

static void test_breaks(void **state) {
  (void)state;
  expect(6, "", "one two", "one\n  two\n");
  expect(8, "", "one two six ten", "one two\n  six\n  ten\n");
  expect(9, "> ", "  a bb ccc d", ">   a bb\n      ccc\n      d\n");
  expect(4, "", "longer than it", "longer\n  than\n  it\n");
  expect(4, "", "longest", "longest\n");
}

/* A break at a wide gap keeps what stands behind it together. */
static void test_wide_gaps(void **state) {
  (void)state;
  expect(12, "", "ab cd   [ef gh]", "ab cd\n  [ef gh]\n");
  expect(20, "", "ab cd   [ef gh]", "ab cd   [ef gh]\n");
  expect(7, "", "ab cd ef   gh", "ab cd\n  ef\n  gh\n");
}

/* A character of UTF-8 is one column. */
static void test_columns(void **state) {
  (void)state;
  expect(5, "", "ää öö", "ää öö\n");
  expect(4, "", "ää öö", "ää\n  öö\n");
}

static void test_width_of_a_file(void **state) {
  (void)state;
  FILE *file = tmpfile();
  setenv("COLUMNS", "200", 1);
  assert_int_equal(wrap_width(file), WRAP_USUAL);
  fclose(file);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines_that_fit),
                                      cmocka_unit_test(test_breaks),
                                      cmocka_unit_test(test_wide_gaps),
                                      cmocka_unit_test(test_columns),
                                      cmocka_unit_test(test_width_of_a_file) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

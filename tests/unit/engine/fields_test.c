/* Fields side by side, and what differs between two texts of fields. */
#include "support.h"
#include "machine/fields.h"

static void expect_all(const char *fields, bool empty_too, const char *wanted) {
  struct text text = { 0 };
  fields_add(&text, fields, empty_too);
  assert_string_equal(text.bytes ? text.bytes : "", wanted);
  text_free(&text);
}

static void test_side_by_side(void **state) {
  (void)state;
  expect_all("", true, "");
  expect_all("V\tdata=0\vkeep=0\tdirty", true, "V data=0 keep=0 dirty");
  expect_all("V\tdata=0\vkeep=0\tdirty", false, "V data=0 dirty");
  expect_all("\vnow=-", false, "");
}

static void expect_changes(const char *before, const char *after, const char *wanted) {
  struct text text = { 0 };
  assert_int_equal(fields_add_changes(&text, before, after), wanted != NULL);
  assert_string_equal(text.bytes ? text.bytes : "", wanted ? wanted : "");
  text_free(&text);
}

static void test_changes(void **state) {
  (void)state;
  expect_changes("V\tdata=0", "V\tdata=0", NULL);
  expect_changes("I", "V\tdata=0", "I => V, data none => 0");
  expect_changes("V\tdata=0\tdirty", "V\tdata=1", "V, data 0 => 1, no longer dirty");
  expect_changes("V\vkeep=0", "V\tkeep=2\tdirty", "V, keep 0 => 2, now dirty");
  expect_changes("\tnow=0\vx=-", "\tnow=1\vx=-", "now 0 => 1");
  expect_changes("V\twaiting=P0 LOAD", "V", "V, waiting P0 LOAD => none");
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_side_by_side),
                                      cmocka_unit_test(test_changes) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

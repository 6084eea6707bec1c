/* The folders that come with the program, as a test in the build folder finds them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/memory.h"
#include "os/installation.h"

static void finds_the_source_tree(void **state) {
  (void)state;
  assert_true(installation_is_source_tree());
  char *folders[INCLUDE_FOLDERS];
  assert_int_equal(installation_includes(folders), 2);
  char *header = memory_format("%s/protocol/system.h", folders[0]);
  assert_int_equal(access(header, R_OK), 0);
  memory_free(header);
  for (unsigned i = 0; i < INCLUDE_FOLDERS; i++) memory_free(folders[i]);
}

static void finds_only_what_is_there(void **state) {
  (void)state;
  char *litmus = installation_share("litmus");
  assert_non_null(litmus);
  assert_int_equal(access(litmus, R_OK), 0);
  memory_free(litmus);
  assert_null(installation_share("no-such-folder"));
}

static void expect_found(const char *path, const char *expected) {
  char *found = installation_find(path);
  assert_string_equal(found, expected);
  memory_free(found);
}

static void finds_its_suite_where_there_is_none(void **state) {
  (void)state;
  char *litmus = installation_share("litmus"), *here = getcwd(NULL, 0);
  char *test = memory_format("%s/sb/SB.litmus", litmus);
  assert_int_equal(chdir("tests"), 0);
  expect_found("litmus", litmus);
  expect_found("litmus/sb/SB.litmus", test);
  expect_found("litmus/no-such-test", "litmus/no-such-test");
  expect_found("litmus-of-mine", "litmus-of-mine");
  expect_found("models", "models");
  assert_int_equal(chdir(here), 0);
  expect_found("litmus", "litmus");
  memory_free(test);
  memory_free(litmus);
  free(here);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(finds_the_source_tree),
    cmocka_unit_test(finds_only_what_is_there),
    cmocka_unit_test(finds_its_suite_where_there_is_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

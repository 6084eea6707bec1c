/* Whole suites: every file of litmus/ is found and read, and printed back where it is PTX: other
 * dialects have no printer.  Where TURNSOLE_ORACLE names a folder laid out as the conformance
 * script expects, the PTX tests below it must be read as well. */
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "litmus/read/find.h"

static unsigned round_trip_all(const char *path) {
  struct diagnostic error = { 0 };
  unsigned count;
  char **files = files_find(path, ".litmus", &count, &error);
  if (!files) fail_msg("%s", error.message);
  for (unsigned i = 0; i < count; i++) {
    struct program *program = litmus_read_file(files[i], &error);
    if (!program) fail_msg("%s", error.message);
    assert_string_equal(program->path, files[i]);
    if (!strcmp(program->dialect, "PTX")) must_round_trip(program);
    program_free(program);
    if (i) assert_true(strcmp(files[i - 1], files[i]) < 0);
  }
  for (unsigned i = 0; i < count; i++) memory_free(files[i]);
  memory_free(files);
  return count;
}

static void own_suite(void **state) {
  (void)state;
  assert_true(round_trip_all("litmus") >= 120);
}

static void public_suite(void **state) {
  (void)state;
  const char *oracle = getenv("TURNSOLE_ORACLE");
  assert_non_null(oracle);
  char *path = memory_format("%s/tests/PTX", oracle);
  assert_true(round_trip_all(path) >= 163);
  memory_free(path);
}

static void write_file(const char *folder, const char *name) {
  char *path = memory_format("%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("PTX t\n{}\nP0@cta 0,gpu 0;\n", file);
  fclose(file);
  memory_free(path);
}

/* A folder with tests at two depths, other files, a hidden one and a loop of links. */
static void finding(void **state) {
  (void)state;
  char folder[] = "/tmp/turnsole-find-XXXXXX";
  assert_non_null(mkdtemp(folder));
  struct diagnostic error = { 0 };
  unsigned count;
  assert_null(files_find(folder, ".litmus", &count, &error));
  assert_non_null(strstr(error.message, "no .litmus file"));
  diagnostic_clear(&error);
  char *inner = memory_format("%s/b", folder), *link_path = memory_format("%s/b/loop", folder);
  assert_int_equal(mkdir(inner, 0700), 0);
  assert_int_equal(symlink("..", link_path), 0);
  write_file(folder, "c.litmus");
  write_file(folder, "a.litmus");
  write_file(folder, "README");
  write_file(folder, ".litmus");
  write_file(inner, "z.litmus");
  assert_int_equal(round_trip_all(folder), 3);
  char *file = memory_format("%s/README", folder);
  assert_int_equal(round_trip_all(file), 1);
  static const char *const names[] = { "b/loop",   "b/z.litmus", "c.litmus",
                                       "a.litmus", "README",     ".litmus" };
  for (size_t i = 0; i < 6; i++) {
    char *path = memory_format("%s/%s", folder, names[i]);
    assert_int_equal(unlink(path), 0);
    memory_free(path);
  }
  rmdir(inner);
  rmdir(folder);
  assert_null(files_find(folder, ".litmus", &count, &error));
  assert_non_null(strstr(error.message, "No such file"));
  diagnostic_clear(&error);
  memory_free(inner);
  memory_free(link_path);
  memory_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(own_suite), /* from the repository's root */
    cmocka_unit_test(finding),
    cmocka_unit_test(nothing_is_left),
  };
  const struct CMUnitTest asked_for[] = { cmocka_unit_test(public_suite) };
  int failed = cmocka_run_group_tests_name("suites", tests, NULL, NULL);
  if (getenv("TURNSOLE_ORACLE"))
    failed += cmocka_run_group_tests_name("public suites", asked_for, NULL, NULL);
  return failed;
}

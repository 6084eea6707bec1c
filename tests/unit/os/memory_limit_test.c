/* Limits of control groups, in folders laid out as Linux lays them out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "base/memory.h"
#include "os/budget.h"

static char root[] = "/tmp/turnsole-groups.XXXXXX";

static void write_file(const char *name, const char *text) {
  char *path = memory_format("%s/%s", root, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  memory_free(path);
}

static void make_folder(const char *name) {
  char *path = memory_format("%s/%s", root, name);
  mkdir(path, 0700);
  memory_free(path);
}

static uint64_t limit_of(const char *groups) {
  char *path = memory_format("%s/groups", root);
  write_file("groups", groups);
  uint64_t limit = memory_of_groups(path, root);
  memory_free(path);
  return limit;
}

static void version_two(void **unused) {
  (void)unused;
  make_folder("a");
  make_folder("a/b");
  assert_int_equal(limit_of("0::/a/b\n"), UINT64_MAX);
  write_file("a/b/memory.max", "max\n");
  assert_int_equal(limit_of("0::/a/b\n"), UINT64_MAX);
  write_file("a/memory.max", "3000000\n");
  assert_int_equal(limit_of("0::/a/b\n"), 3000000);
  assert_int_equal(limit_of("0::/a\n"), 3000000);
  assert_int_equal(limit_of("0::/\n"), UINT64_MAX);
  write_file("a/b/memory.max", "2000000\n");
  assert_int_equal(limit_of("0::/a/b\n"), 2000000);
  write_file("memory.max", "1000000\n"); /* as a container sees its own */
  assert_int_equal(limit_of("0::/\n"), 1000000);
  assert_int_equal(limit_of("0::/of/the/host\n"), 1000000);
}

static void version_one(void **unused) {
  (void)unused;
  make_folder("memory");
  make_folder("memory/a");
  write_file("memory/memory.limit_in_bytes", "9223372036854771712\n");
  write_file("memory/a/memory.limit_in_bytes", "500000\n");
  assert_int_equal(limit_of("5:cpu,cpuacct:/a\n4:memory:/a\n1:name=systemd:/\n"), 500000);
  assert_int_equal(limit_of("4:hugetlb,memory:/a\n"), 500000);
  assert_int_equal(limit_of("4:hugetlb:/a\n"), UINT64_MAX);
  assert_int_equal(limit_of("4:memory:/\n"), 9223372036854771712u);
}

static void odd_files(void **unused) {
  (void)unused;
  assert_int_equal(limit_of(""), UINT64_MAX);
  assert_int_equal(limit_of("nonsense\n::\n0:\n0::\n"), UINT64_MAX);
  assert_int_equal(memory_of_groups("/nowhere", root), UINT64_MAX);
  assert_true(memory_of_machine() > 1 << 20);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(version_two), cmocka_unit_test(version_one),
                                      cmocka_unit_test(odd_files) };
  if (!mkdtemp(root)) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char *command = memory_format("rm -rf %s", root);
  failed |= system(command) != 0;
  memory_free(command);
  return failed;
}

/* The cache of compiled protocols: hits, misses, and folders that cannot be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "authoring/object_cache.h"
#include "base/memory.h"
#include "base/text.h"

static char folder[] = "/tmp/turnsole-cache-XXXXXX";

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}
static int remove_folder(void **state) {
  (void)state;
  char *below = memory_format("%s/turnsole", folder);
  rmdir(below);
  memory_free(below);
  return rmdir(folder);
}

static struct cached_object found(uint64_t key) {
  struct cached_object object;
  struct diagnostic error = { NULL };
  assert_true(cached_object_find(&object, "own", key, &error));
  return object;
}

static void keeps_an_object(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  setenv("XDG_CACHE_HOME", folder, 1);
  struct cached_object object = found(7), other = found(7);
  assert_false(object.is_there);
  assert_true(text_ends(object.path, "/turnsole/own-0000000000000007.so"));
  assert_string_not_equal(object.unfinished, other.unfinished);
  assert_true(cached_object_keep(&object, &error));
  cached_object_clear(&object);
  cached_object_clear(&other);
  object = found(7);
  assert_true(object.is_there);
  other = found(8);
  assert_false(other.is_there);
  unlink(object.path);
  cached_object_clear(&object);
  cached_object_clear(&other);
}

/* A hash of 0 is of no content. */
static void never_finds_what_has_no_key(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct cached_object object = found(0);
  assert_true(cached_object_keep(&object, &error));
  cached_object_clear(&object);
  object = found(0);
  assert_false(object.is_there);
  unlink(object.path);
  cached_object_clear(&object);
}

static void turns_to_a_temporary_folder(void **state) {
  (void)state;
  setenv("XDG_CACHE_HOME", "/dev/null", 1);
  setenv("TMPDIR", folder, 1);
  struct cached_object object = found(7);
  assert_non_null(object.temporary);
  assert_true(text_starts(object.path, folder));
  char *temporary = memory_format("%s", object.temporary);
  assert_int_equal(access(temporary, R_OK), 0);
  cached_object_clear(&object);
  assert_int_not_equal(access(temporary, R_OK), 0);
  memory_free(temporary);
  setenv("TMPDIR", "/dev/null", 1);
  struct diagnostic error = { NULL };
  assert_false(cached_object_find(&object, "own", 7, &error));
  assert_non_null(error.message);
  diagnostic_clear(&error);
  cached_object_clear(&object);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(keeps_an_object),
    cmocka_unit_test(never_finds_what_has_no_key),
    cmocka_unit_test(turns_to_a_temporary_folder),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

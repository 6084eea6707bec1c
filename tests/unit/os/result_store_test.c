/* A store has what was put there under the same title, whole, and nothing else.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "os/result_store.h"

static char folder[] = "/tmp/result_store_test.XXXXXX";

static struct result_store *store_opened(void) {
  struct diagnostic error = { NULL };
  struct result_store *store = result_store_open(folder, &error);
  if (!store) fail_msg("%s", error.message);
  return store;
}

/* Calls act for the path of each file; returns how many there are. */
static unsigned each_file(void (*act)(const char *path)) {
  DIR *open = opendir(folder);
  unsigned count = 0;
  for (struct dirent *entry; (entry = readdir(open));) {
    if (*entry->d_name == '.') continue;
    char *path = memory_format("%s/%s", folder, entry->d_name);
    act(path);
    memory_free(path);
    count++;
  }
  closedir(open);
  return count;
}

static void damage(const char *path) {
  FILE *file = fopen(path, "r+");
  fseek(file, -12, SEEK_END);
  int byte = fgetc(file);
  fseek(file, -12, SEEK_END);
  fputc(byte ^ 1, file);
  fclose(file);
}

static void cut(const char *path) { assert_int_equal(truncate(path, 10), 0); }
static void take_away(const char *path) { unlink(path); }

static void assert_found(struct result_store *store, const char *title, const char *expected) {
  size_t length = 0;
  char *bytes = result_store_find(store, title, &length);
  assert_int_equal(bytes != NULL, expected != NULL);
  if (bytes) assert_int_equal(length, strlen(expected));
  if (bytes) assert_memory_equal(bytes, expected, length);
  memory_free(bytes);
}

static void found_whole(void **state) {
  (void)state;
  struct result_store *store = store_opened();
  result_store_put(store, "engine 1, machine 2", "holds and more", 14);
  result_store_put(store, "empty", "", 0);
  assert_found(store, "engine 1, machine 2", "holds and more");
  assert_found(store, "empty", "");
  assert_found(store, "engine 1, machine 3", NULL);
  assert_found(store, "engine 1", NULL);
  result_store_put(store, "empty", "changed", 7);
  assert_found(store, "empty", "changed");
  assert_false(result_store_failed(store));
  result_store_close(store);
  store = store_opened();
  assert_found(store, "engine 1, machine 2", "holds and more");
  assert_int_equal(each_file(damage), 2);
  assert_found(store, "engine 1, machine 2", NULL);
  each_file(cut);
  assert_found(store, "engine 1, machine 2", NULL);
  each_file(take_away);
  result_store_close(store);
}

static void folder_is_gone(void **state) {
  (void)state;
  struct result_store *store = store_opened();
  rmdir(folder);
  result_store_put(store, "title", "bytes", 5);
  assert_true(result_store_failed(store));
  assert_found(store, "title", NULL);
  result_store_close(store);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  const struct CMUnitTest tests[] = { cmocka_unit_test(found_whole),
                                      cmocka_unit_test(folder_is_gone) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

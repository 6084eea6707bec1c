/* Words of -p: which are paths, and what they name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "authoring/protocol_path.h"
#include "base/memory.h"
#include "base/text.h"

static char folder[] = "/tmp/turnsole-paths-XXXXXX";

static void write_file(const char *name) {
  char *path = memory_format("%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fclose(file);
  memory_free(path);
}

static int make_folder(void **state) {
  (void)state;
  if (!mkdtemp(folder) || chdir(folder) || mkdir("own", 0700) || mkdir("a:b", 0700) ||
      mkdir("empty", 0700))
    return -1;
  write_file("own/z.c");
  write_file("own/a.c");
  write_file("own/a.h");
  write_file("own/.hidden.c");
  write_file("a:b/x.c");
  write_file("own.c");
  return 0;
}

static int remove_folder(void **state) {
  static const char *const names[] = { "own/z.c", "own/a.c", "own/a.h", "own/.hidden.c", "a:b/x.c",
                                       "own.c",   "own",     "a:b",     "empty",         folder };
  (void)state;
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) remove(names[i]);
  return 0;
}

static void tells_paths_from_names(void **state) {
  (void)state;
  static const char *const paths[] = { "./own",        "own/",          "own.c", "own.c:printed",
                                       "own/:printed", "./own:printed", "a:b/",  "/nowhere" };
  static const char *const names[] = { "own", "mesi", "rcc-sc:printed", ".c", "own:x.y", "" };
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
    assert_true(protocol_path_is(paths[i]));
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    assert_false(protocol_path_is(names[i]));
}

/* `sources`: how many; 0: refused. */
static void reads_as(const char *word, const char *name, const char *variant, unsigned sources) {
  struct protocol_path path;
  struct diagnostic error = { NULL };
  bool good = protocol_path_read(&path, word, &error);
  assert_int_equal(good, sources > 0);
  assert_int_equal(path.sources.length, sources);
  if (good) assert_string_equal(path.name, name);
  if (good) assert_string_equal(path.variant, variant);
  if (good) assert_true(text_ends(path.sources.items[0], ".c"));
  if (!good) assert_non_null(error.message);
  diagnostic_clear(&error);
  protocol_path_clear(&path);
}

static void reads_folders_files_and_variants(void **state) {
  (void)state;
  size_t blocks = memory_blocks();
  reads_as("./own", "own", "", 2);
  reads_as("own/", "own", "", 2);
  reads_as("own/:printed", "own", ":printed", 2);
  reads_as("./own:printed", "own", ":printed", 2);
  reads_as("own.c", "own", "", 1);
  reads_as("own.c:printed", "own", ":printed", 1);
  reads_as("own/z.c", "z", "", 1);
  reads_as("./a:b", "a:b", "", 1);
  reads_as("./a:b:printed", "a:b", ":printed", 1);
  reads_as("./empty", NULL, NULL, 0);
  reads_as("./nowhere", NULL, NULL, 0);
  reads_as("own/a.h", NULL, NULL, 0);
  assert_int_equal(memory_blocks(), blocks);
}

static void sorts_the_sources(void **state) {
  (void)state;
  struct protocol_path path;
  struct diagnostic error = { NULL };
  assert_true(protocol_path_read(&path, "./own", &error));
  assert_true(text_ends(path.sources.items[0], "/own/a.c"));
  assert_true(text_ends(path.sources.items[1], "/own/z.c"));
  protocol_path_clear(&path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(tells_paths_from_names),
    cmocka_unit_test(reads_folders_files_and_variants),
    cmocka_unit_test(sorts_the_sources),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

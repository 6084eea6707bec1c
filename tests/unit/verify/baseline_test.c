/* A baseline: what is known, new and stale; what is written; faults of the file.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/printing.h"
#include "verify/baseline.h"

static char path[] = "/tmp/baseline_test.XXXXXX";

static struct baseline *baseline_of(const char *text, struct diagnostic *error) {
  FILE *file = fopen(path, "w");
  fputs(text, file);
  fclose(file);
  return baseline_open(path, error);
}

static struct baseline *good_baseline_of(const char *text) {
  struct diagnostic error = { NULL };
  struct baseline *baseline = baseline_of(text, &error);
  if (!baseline) fail_msg("%s", error.message);
  return baseline;
}

static void assert_counts(const struct baseline *baseline, unsigned known, unsigned fresh,
                          unsigned stale) {
  struct baseline_counts counts = baseline_count(baseline);
  assert_int_equal(counts.known, known);
  assert_int_equal(counts.fresh, fresh);
  assert_int_equal(counts.stale, stale);
}

static void assert_written(const struct baseline *baseline, const char *expected) {
  struct printing printing;
  baseline_write(baseline, printing_begin(&printing));
  const char *text = printing_end(&printing);
  while (*text == '#') text = strchr(text, '\n') + 1;
  assert_string_equal(text, expected);
  printing_free(&printing);
}

static void known_and_new(void **state) {
  (void)state;
  struct baseline *baseline =
      good_baseline_of("# a comment\r\n\nb\tMP\tswmr\na\tMP\tswmr\r\nb\tMP\tswmr\n");
  assert_true(baseline_fails(baseline, "a", "MP", "swmr"));
  assert_false(baseline_fails(baseline, "a", "MP", "deadlock"));
  assert_false(baseline_fails(baseline, "a", "SB", "swmr"));
  baseline_holds(baseline, "c", "MP", "swmr");
  assert_counts(baseline, 1, 2, 0);
  assert_written(baseline, "a\tMP\tdeadlock\na\tMP\tswmr\na\tSB\tswmr\nb\tMP\tswmr\n");
  baseline_free(baseline);
}

static void count_line(void *context, const struct baseline_entry *entry) {
  *(unsigned *)context += entry->line;
}

/* A property that fails anywhere under its name is not stale. */
static void stale(void **state) {
  (void)state;
  struct baseline *baseline = good_baseline_of("a\tMP\tswmr\nb\tMP\tswmr\nc\tMP\tswmr");
  unsigned lines = 0;
  baseline_holds(baseline, "a", "MP", "swmr");
  baseline_holds(baseline, "b", "MP", "swmr");
  assert_true(baseline_fails(baseline, "a", "MP", "swmr"));
  assert_counts(baseline, 1, 0, 1);
  baseline_each_stale(baseline, count_line, &lines);
  assert_int_equal(lines, 2);
  assert_written(baseline, "a\tMP\tswmr\nc\tMP\tswmr\n");
  baseline_free(baseline);
}

static void accepted(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct baseline *baseline = baseline_open(NULL, &error);
  baseline_accept(baseline);
  assert_true(baseline_fails(baseline, "a", "MP", "swmr"));
  assert_counts(baseline, 0, 1, 0);
  assert_written(baseline, "a\tMP\tswmr\n");
  baseline_free(baseline);
}

static void faults(void **state) {
  (void)state;
  static const struct {
    const char *text, *place;
  } files[] = { { "a\tMP\n", ":1:5: expected a tab and a property" },
                { "#\na", ":2:2: expected a tab and a test" },
                { "\tMP\tswmr\n", ":1:1: expected a model" },
                { "a\tMP\tswmr\t\n", ":1:10: expected the line to end" } };
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
    struct diagnostic error = { NULL };
    assert_null(baseline_of(files[i].text, &error));
    if (!strstr(error.message, files[i].place)) fail_msg("%s", error.message);
    diagnostic_clear(&error);
  }
}

int main(void) {
  close(mkstemp(path));
  const struct CMUnitTest tests[] = { cmocka_unit_test(known_and_new), cmocka_unit_test(stale),
                                      cmocka_unit_test(accepted), cmocka_unit_test(faults) };
  int status = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return status;
}

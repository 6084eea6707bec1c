/* The command line's options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "cli/arguments.h"

static bool parse(struct arguments *arguments, uint64_t takes, struct diagnostic *error, int count,
                  const char *const *words) {
  memset(arguments, 0, sizeof *arguments);
  return arguments_parse(arguments, takes, count, (char **)(uintptr_t)words, error);
}

#define PARSE(takes, ...)                                                     \
  parse(&arguments, takes, &error,                                            \
        (int)(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *)), \
        (const char *const[]){ __VA_ARGS__ })

static void in_order(void **state) {
  (void)state;
  assert_true(options_ordered());
}

static void every_way_to_write(void **state) {
  (void)state;
  struct arguments arguments;
  struct diagnostic error = { NULL };
  assert_true(PARSE(~0ull, "a", "-j2", "-p", "x", "--model=y", "--time", "5m", "--cold",
                    "--memory=4G", "--", "-b"));
  assert_int_equal(arguments.jobs, 2);
  assert_int_equal(arguments.models.length, 2);
  assert_string_equal(arguments.models.items[1], "y");
  assert_true(arguments.seconds == 300);
  assert_true(arguments.cold);
  assert_true(arguments.memory == 4ull << 30);
  assert_int_equal(arguments.paths.length, 2);
  assert_string_equal(arguments.paths.items[1], "-b");
  arguments_clear(&arguments);
}

static void refused(struct arguments *arguments, struct diagnostic *error, bool parsed,
                    const char *why) {
  assert_false(parsed);
  if (!strstr(error->message, why)) fail_msg("%s", error->message);
  diagnostic_clear(error);
  arguments_clear(arguments);
}

static void bad_options(void **state) {
  (void)state;
  struct arguments arguments;
  struct diagnostic error = { NULL };
  refused(&arguments, &error, PARSE(~0ull, "--nothing-such"), "unknown option --nothing-such");
  refused(&arguments, &error, PARSE(~0ull, "-x"), "unknown option -x");
  refused(&arguments, &error, PARSE(~0ull, "--judy"),
          "--judy was removed: leave it out, the default set is exact");
  refused(&arguments, &error, PARSE(TAKES(OPTION_QUIET), "--cold"), "unknown option --cold");
  refused(&arguments, &error, PARSE(~0ull, "-j"), "needs an argument");
  refused(&arguments, &error, PARSE(~0ull, "-j", "0"), "from 1 to 1024");
  refused(&arguments, &error, PARSE(~0ull, "-j", "2x"), "from 1 to 1024");
  refused(&arguments, &error, PARSE(~0ull, "-j", "99999999999999999999999"), "from 1 to 1024");
  refused(&arguments, &error, PARSE(~0ull, "--cold=yes"), "takes no argument");
  refused(&arguments, &error, PARSE(~0ull, "--time", "soon"), "expected a time");
  refused(&arguments, &error, PARSE(~0ull, "--memory", "4Q"), "expected a size");
  assert_int_equal(memory_blocks(), 0);
}

static void durations_and_sizes(void **state) {
  (void)state;
  static const char *const bad[] = { "",     "s",   "-1s", "1x",  "nan", "inf",
                                     "0x10", "1e9", " 1",  "1 s", "0" };
  double seconds;
  uint64_t bytes;
  assert_true(arguments_parse_duration("90", &seconds) && seconds == 90);
  assert_true(arguments_parse_duration("1.5h", &seconds) && seconds == 5400);
  assert_true(arguments_parse_size("512M", &bytes) && bytes == 512ull << 20);
  assert_true(arguments_parse_size("2GiB", &bytes) && bytes == 2ull << 30);
  assert_true(arguments_parse_size("4g", &bytes) && bytes == 4ull << 30);
  assert_true(arguments_parse_size("64kib", &bytes) && bytes == 64 << 10);
  assert_true(arguments_parse_size("1mb", &bytes) && bytes == 1 << 20);
  assert_true(arguments_parse_size("1000", &bytes) && bytes == 1000);
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    if (arguments_parse_duration(bad[i], &seconds)) fail_msg("\"%s\" passed for a time", bad[i]);
    if (arguments_parse_size(bad[i], &bytes)) fail_msg("\"%s\" passed for a size", bad[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(in_order),
                                      cmocka_unit_test(every_way_to_write),
                                      cmocka_unit_test(bad_options),
                                      cmocka_unit_test(durations_and_sizes) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

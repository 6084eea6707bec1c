/* The command line's options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/command.h"

static bool parse(struct arguments *arguments, option_set takes, struct diagnostic *error,
                  int count, const char *const *words) {
  memset(arguments, 0, sizeof *arguments);
  return arguments_parse(arguments, takes, count, (char **)(uintptr_t)words, error);
}

#define PARSE(takes, ...)                                                     \
  parse(&arguments, takes, &error,                                            \
        (int)(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *)), \
        (const char *const[]){ __VA_ARGS__ })

/* --help, the man page and the parser go by names and letters. */
static void an_option_has_one_name(void **state) {
  (void)state;
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    for (unsigned j = 0; j < i; j++) {
      const struct option *a = &option_table[i], *b = &option_table[j];
      assert_string_not_equal(a->name, b->name);
      assert_true(!a->letter || a->letter != b->letter);
    }
}

static void every_way_to_write(void **state) {
  (void)state;
  struct arguments arguments;
  struct diagnostic error = { NULL };
  assert_true(PARSE(~(option_set)0, "a", "-j2", "-p", "x", "--model=y", "--time", "5m", "--cold",
                    "--memory=4G", "--", "-b"));
  assert_int_equal(arguments.jobs, 2);
  assert_int_equal(arguments.models.length, 2);
  assert_string_equal(arguments.models.items[1], "y");
  assert_true(arguments.seconds == 300);
  assert_true(arguments.cold);
  assert_true(arguments.memory == 4ull << 30);
  assert_true(arguments.given == (TAKES(jobs) | TAKES(models) | TAKES(seconds) | TAKES(cold) |
                                  TAKES(memory) | TAKES(paths)));
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
  refused(&arguments, &error, PARSE(~(option_set)0, "--nothing-such"),
          "unknown option --nothing-such");
  refused(&arguments, &error, PARSE(~(option_set)0, "-x"), "unknown option -x");
  refused(&arguments, &error, PARSE(~(option_set)0, "--judy"),
          "--judy was removed: leave it out, the default set of visited states is exact");
  refused(&arguments, &error, PARSE(TAKES(quiet), "--cold"), "unknown option --cold");
  refused(&arguments, &error, PARSE(~(option_set)0, "-j"), "needs an argument");
  refused(&arguments, &error, PARSE(~(option_set)0, "-j", "0"), "from 1 to 1024");
  refused(&arguments, &error, PARSE(~(option_set)0, "-j", "2x"), "from 1 to 1024");
  refused(&arguments, &error, PARSE(~(option_set)0, "-j", "99999999999999999999999"),
          "from 1 to 1024");
  refused(&arguments, &error, PARSE(~(option_set)0, "--cold=yes"), "takes no argument");
  refused(&arguments, &error, PARSE(~(option_set)0, "--time", "soon"), "expected a time");
  refused(&arguments, &error, PARSE(~(option_set)0, "--memory", "4Q"), "expected a size");
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

/* Each row that a call falls under refuses it. */
static void exclusions(void **state) {
  (void)state;
  static const struct exclusion table[] = {
    { "run", TAKES(json), EXCLUDES, TAKES(junit), "--%s does not go with --junit" },
    { NULL, TAKES(fairness), NEEDS, TAKES(liveness), "--%s: expected --liveness, too" },
    { "allow", 0, NEEDS, TAKES(memory_models), "expected a memory model" },
    { 0 },
  };
  assert_true(exclusions_hold(table, "run", TAKES(json) | TAKES(fairness) | TAKES(liveness)));
  assert_false(exclusions_hold(table, "run", TAKES(json) | TAKES(junit)));
  assert_true(exclusions_hold(table, "prove", TAKES(json) | TAKES(junit)));
  assert_false(exclusions_hold(table, "prove", TAKES(fairness)));
  assert_false(exclusions_hold(table, "allow", TAKES(paths)));
  assert_true(exclusions_hold(table, "allow", TAKES(memory_models)));
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(an_option_has_one_name),
                                      cmocka_unit_test(every_way_to_write),
                                      cmocka_unit_test(bad_options),
                                      cmocka_unit_test(durations_and_sizes),
                                      cmocka_unit_test(exclusions) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

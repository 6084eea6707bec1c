#include "cli/tests.h"

#include <unistd.h>
#include "cli/messages.h"
#include "litmus/barriers.h"

static bool reading_of(const struct arguments *arguments, enum barrier_reading *reading) {
  *reading = BARRIERS_BY_CTA;
  if (!arguments->barriers || barrier_reading_named(arguments->barriers, reading)) return true;
  return cli_complain("--barriers: expected by-cta or by-name, found \"%s\"", arguments->barriers),
         false;
}

bool cli_tests_gather(const struct arguments *arguments, const char *fallback,
                      struct suite *suite) {
  enum barrier_reading reading;
  if (!reading_of(arguments, &reading)) return false;
  const char *const *paths = arguments->paths.items;
  size_t count = arguments->paths.length;
  if (!count) {
    if (!fallback || access(fallback, R_OK)) {
      cli_complain("expected a test or a folder of tests%s",
                   fallback ? " (there is no litmus/ here)" : "");
      return false;
    }
    paths = &fallback;
    count = 1;
  }
  *suite = suite_load(paths, (unsigned)count);
  for (unsigned i = 0; i < suite->count; i++)
    if (suite->tests[i].program) suite->tests[i].program->barriers = reading;
  fflush(stdout);
  for (unsigned i = 0; i < suite->count; i++)
    if (suite->tests[i].fault) fprintf(stderr, "%s\n", suite->tests[i].fault);
  return true;
}

bool cli_tests_load(const struct arguments *arguments, const char *fallback, struct suite *suite) {
  if (!cli_tests_gather(arguments, fallback, suite)) return false;
  if (suite->unreadable < suite->count) return true;
  suite_clear(suite);
  return false;
}

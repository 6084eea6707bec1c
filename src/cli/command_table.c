/* table: the tables of a model as a document. */
#include "base/memory.h"
#include "base/text.h"
#include "cli/frames.h"
#include "cli/status_line.h"
#include "cli/setup.h"
#include "report/table_text.h"
#include "mutation/coverage_search.h"
#include "run/suite.h"
#include "run/coverage.h"
#include "run/effort.h"

static int run(const struct arguments *arguments) {
  struct setting setting;
  bool of_frames = frames_only(arguments);
  const char *format = arguments->format ? arguments->format : "md";
  if (!text_equal(format, "md") && !text_equal(format, "dot"))
    return cli_complain("--format: expected md or dot, found \"%s\"", format);
  if (arguments->paths.length && !arguments->coverage)
    return cli_complain("table takes tests only with --coverage");
  if (arguments->coverage && of_frames)
    return cli_complain("--coverage is for tests, not for frames");
  if (!(of_frames ? frames_setting : cli_setting_load)(arguments, &setting)) return EXIT_USAGE;
  struct coverage *coverage = NULL;
  if (arguments->coverage) {
    struct suite suite;
    if (!cli_tests_load(arguments, "litmus", &suite)) return EXIT_USAGE;
    struct effort effort = cli_effort(arguments);
    coverage = coverage_run(&setting, &suite, arguments->paths.length == 0, &effort);
    status_line_end();
    suite_clear(&suite);
  }
  if (text_equal(format, "md")) table_markdown(stdout, setting.system, coverage);
  else table_dot(stdout, setting.system);
  memory_free(coverage);
  return EXIT_HOLDS;
}

const struct command command_table = {
  .name = "table",
  .arguments = "-p MODEL [--format md|dot] [--coverage [PATH...]]",
  .summary = "the tables, with counts beside the paper's, and coverage",
  .help = "Prints the tables of the model's controllers as Markdown, each row with its source's "
          "cell, and the counts of\n"
          "states and transitions beside those that a paper publishes, with the reason for each "
          "difference; or draws them\n"
          "for Graphviz.  --coverage marks which cells fire, over the tests of PATH; without one, "
          "over small general\n"
          "clients and the tests of litmus/, each up to a number of states: what is not marked may "
          "fire beyond it.",
  .takes = TAKES(OPTION_MODEL) | TAKES(OPTION_FORMAT) | TAKES(OPTION_COVERAGE) | TAKES_MACHINE |
           TAKES_LIMITS | TAKES(OPTION_APART) | TAKES(OPTION_QUIET),
  .run = run,
};

/* table: the tables of a model as a document. */
#include "cli/command.h"
#include "cli/command_table.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/effort.h"
#include "cli/output.h"
#include "cli/inputs.h"
#include "report/table_drawing.h"
#include "report/table_text.h"
#include "mutation/probe_list.h"
#include "run/suite.h"
#include "run/coverage.h"
#include "run/effort.h"

static struct coverage *cover(const struct arguments *arguments, const struct setting *setting) {
  struct suite suite;
  if (!cli_tests_load(arguments, "litmus", &suite)) return NULL;
  struct effort effort = cli_effort(arguments);
  status_line_begin("table", &effort, arguments->quiet);
  struct coverage *coverage = coverage_run(setting, &suite, arguments->paths.length == 0, &effort);
  status_line_end();
  suite_clear(&suite);
  return coverage;
}

int table_show(const struct arguments *arguments, const struct model_source *source) {
  struct setting setting;
  static const char *const formats[] = { "md", "dot", "svg", NULL };
  struct coverage *coverage = NULL;
  const char *format = arguments->format ? arguments->format : "md";
  if (!text_among(format, formats))
    return cli_complain("--format: expected md, dot or svg, found \"%s\"", format);
  if (arguments->variants && !text_equal(format, "svg"))
    return cli_complain("--variants: only --format svg leaves rows of variants out");
  if (!cli_setting_load(arguments, source, &setting)) return EXIT_USAGE;
  if (arguments->coverage && !(coverage = cover(arguments, &setting))) return EXIT_USAGE;
  if (text_equal(format, "md")) table_markdown(stdout, setting.system, coverage);
  else if (text_equal(format, "dot")) table_dot(stdout, setting.system);
  else table_svg(stdout, SVG_FILE, setting.system, coverage, arguments->variants);
  memory_free(coverage);
  return EXIT_HOLDS;
}

static int run(const struct arguments *arguments) { return table_show(arguments, &machine_source); }

const struct command command_table = {
  .name = "table",
  .arguments = "-p MODEL [--format md|dot|svg] [--variants] [--coverage [PATH...]]",
  .summary = "the tables, with counts beside the paper's, and coverage",
  .help = "Prints the tables of the model's controllers as Markdown, each row with its\n"
          "source's cell, and the counts of states and transitions beside those that a\n"
          "paper publishes, with the reason for each difference.\n"
          "--format svg draws the controllers, at most 1,000 points wide: each state is a box\n"
          "with its rows, and arrows lead to the next states.  Rows of variants are left out;\n"
          "--variants draws them, too.  --format dot is for Graphviz.\n"
          "--coverage marks the cells that fire, over the tests of PATH; without PATH,\n"
          "over small general clients and the tests of litmus/.  Each is explored up to a\n"
          "number of states: an unmarked cell may fire beyond it.",
  .takes = TAKES(models) | TAKES(format) | TAKES(variants) | TAKES(coverage) | TAKES_MACHINE |
           TAKES_LIMITS | TAKES(apart) | TAKES(quiet),
  .run = run,
};

/* frames mutate: every single-fault mutant of a composition's tables. */
#include <stdio.h>
#include "cli/effort.h"
#include "cli/status_line.h"
#include "frames/commands.h"
#include "frames/mutants.h"
#include "frames/print.h"
#include "report/cost_text.h"
#include "mutation/survivors.h"
#include "run/cost.h"
#include "run/effort.h"

static int status_of(const struct frame_mutation *mutation) {
  unsigned unexplained = mutation->count - mutation->killed - mutation->explained;
  if (unexplained > mutation->open || survivors_stale(&mutation->reasons)) return EXIT_FAILS;
  return mutation->open ? EXIT_INCONCLUSIVE : EXIT_HOLDS;
}

static int run(const struct arguments *arguments) {
  struct setting setting;
  struct frame_suite suite;
  if (!cli_setting_load(arguments, &frames_models, &setting) || !frames_load(arguments, &suite))
    return EXIT_USAGE;
  struct effort effort = cli_effort(arguments);
  double start = effort_now();
  struct frame_mutation mutation =
      frame_mutation_run(&setting, &suite, !arguments->paths.length, &effort);
  status_line_end();
  frame_mutation_print(stdout, setting.system, &mutation, arguments->quiet);
  struct cost cost = cost_since(start, (struct cost){ 0 });
  if (!arguments->quiet) cost_print(&cost, NULL);
  int status = status_of(&mutation);
  frame_mutation_clear(&mutation);
  frame_suite_clear(&suite);
  return status;
}

const struct command frames_command_mutate = {
  .family = "frames",
  .name = "mutate",
  .arguments = "-p MODEL [PATH...]",
  .summary = "every single-fault mutant of the tables: killed by which frame, or why not",
  .help =
      "Makes every mutant of the model's tables (an action dropped, a guard negated, another\n"
      "next state), and tries it on the frames of PATH, or of litmus/frames, until one breaks.\n"
      "Of a survivor it says why it may live, as models/MODEL/survivors.tsv has it.  A survivor\n"
      "without a reason is exit status 1, and so is a reason without a survivor.",
  .takes = TAKES(models) | TAKES(assignments) | TAKES_LIMITS | TAKES(quiet),
  .run = run,
};

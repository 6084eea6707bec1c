/* mutate: every single-fault mutant of a model's tables. */
#include "report/cost_text.h"
#include "cli/command.h"
#include "cli/status_line.h"
#include "cli/effort.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/tests.h"
#include "report/mutation_text.h"
#include "run/suite.h"
#include "report/mutation_json.h"
#include "mutation/mutation.h"
#include "run/effort.h"
#include "run/cost.h"

/* Without PATH: the tests that many mutants can be tried on quickly. */
enum { DEFAULT_THREADS_MAX = 3 };

static void keep_small(struct suite *suite) {
  for (unsigned t = 0; t < suite->count; t++) {
    struct test *test = &suite->tests[t];
    if (!test->program || test->program->thread_count <= DEFAULT_THREADS_MAX) continue;
    program_free(test->program);
    test->program = NULL;
  }
}

static int run_on(const struct arguments *arguments, const struct setting *setting,
                  const struct suite *suite) {
  struct effort effort = cli_effort(arguments);
  if (!arguments->paths.length)
    effort.layouts = false; /* more placements would leave room for fewer tests */
  struct mutation mutation;
  struct diagnostic error = { NULL };
  struct mutation_choice choice = { .all_tests = arguments->paths.length > 0,
                                    .clients = arguments->clients,
                                    .only = arguments->only,
                                    .checkpoint = arguments->checkpoint,
                                    .resume = arguments->resume };
  double start = effort_now();
  bool good = mutation_run(setting, suite, &choice, &effort, &mutation, &error);
  status_line_end();
  if (!good) return cli_complain_of(&error);
  struct cost cost = { .seconds = effort_now() - start };
  cost_weigh(&cost, false);
  if (!cli_output_takes_all(arguments)) mutation_print(stdout, &mutation, arguments->quiet);
  if (!cli_output_takes_all(arguments) && !arguments->quiet) cost_print(&cost, NULL);
  int status = mutation_status(&mutation);
  FILE *file = cli_output_open(arguments->json);
  if (file) mutation_json(file, &mutation, arguments->quiet ? NULL : &cost);
  if (!cli_output_close(file, arguments->json)) status = EXIT_USAGE;
  mutation_clear(&mutation);
  return status;
}

static int run(const struct arguments *arguments) {
  struct setting setting;
  struct suite suite = { NULL, 0, 0 };
  if (!cli_setting_load(arguments, &machine_list, &setting)) return EXIT_USAGE;
  if (!arguments->clients && !cli_tests_load(arguments, "litmus", &suite)) return EXIT_USAGE;
  int status = suite.unreadable ? EXIT_USAGE : EXIT_HOLDS;
  if (!arguments->paths.length) keep_small(&suite);
  status = cli_worse_status(status, run_on(arguments, &setting, &suite));
  suite_clear(&suite);
  return status;
}

const struct command command_mutate = {
  .name = "mutate",
  .arguments = "-p MODEL [PATH...]",
  .summary = "every single-fault mutant of the tables: killed by what, or why not",
  .help = "Makes every mutant of the model's tables (an action dropped, a guard negated, another "
          "next state), and tries it on\n"
          "the tests (those of litmus/ with few states, or all small enough of PATH) and on small "
          "general clients, until\n"
          "something notices: a forbidden outcome, a broken invariant, a test no run of which ends "
          "any longer, progress\n"
          "that is lost.  Of a survivor it says whether anything that was searched differs at all, "
          "and why it may live, as\n"
          "models/FAMILY/MODEL/survivors.tsv has it (the mutant's text, a tab, the reason; \"not "
          "equivalent:\" and what else kills\n"
          "it, where it is not).  One that has no reason is tried on more of litmus/.  A survivor "
          "without a reason is exit\n"
          "status 1, and so is a reason without a survivor.\n"
          "--clients tries the mutants on those clients alone, without tests: what survives is "
          "what proofs of that size do\n"
          "not see.  That is a report: no reasons are looked at, and the exit status is 0 whatever "
          "survives, or 3 where a\n"
          "limit was hit with a mutant that nothing kills.\n"
          "--checkpoint notes what becomes of each mutant as soon as that is known, so that a run "
          "that is ended at any\n"
          "moment can be taken up by --resume; a FILE that holds something is not begun anew "
          "without it.",
  .takes = TAKES(models) | TAKES_MACHINE | TAKES_LIMITS | TAKES(apart) | TAKES(unroll) |
           TAKES(only) | TAKES(clients) | TAKES(checkpoint) | TAKES(resume) | TAKES(json) |
           TAKES(quiet),
  .run = run,
};

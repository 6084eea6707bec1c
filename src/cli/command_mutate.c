/* mutate: every single-fault mutant of a model's tables. */
#include "cli/figures.h"
#include "cli/frames.h"
#include "cli/status_line.h"
#include "cli/setup.h"
#include "report/files.h"
#include "report/mutation_text.h"

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
  struct took took = { .seconds = effort_now() - start };
  figures_weigh(&took, false);
  if (!cli_output_takes_all(arguments)) mutation_print(stdout, &mutation, arguments->quiet);
  if (!cli_output_takes_all(arguments) && !arguments->quiet) figures_print(&took, NULL);
  int status = mutation_status(&mutation);
  FILE *file = cli_output_open(arguments->json);
  if (file) mutation_json(file, &mutation, arguments->quiet ? NULL : &took);
  if (!cli_output_close(file, arguments->json)) status = EXIT_USAGE;
  mutation_clear(&mutation);
  return status;
}

/* What only tests ask for is refused by name, lest it seem obeyed. */
static bool clients_fit(const struct arguments *arguments) {
  if (!arguments->clients) return true;
  if (arguments->paths.length)
    return cli_complain("--clients takes no tests: the most general client issues everything"),
           false;
  if (arguments->apart || arguments->unroll)
    return cli_complain("--clients does not go with --%s, which is for tests",
                        arguments->apart ? "apart" : "unroll"),
           false;
  return true;
}

static int run(const struct arguments *arguments) {
  struct setting setting;
  struct suite suite = { NULL, 0, 0 };
  if (frames_only(arguments)) return frames_mutate(arguments);
  if (!clients_fit(arguments) || !cli_setting_load(arguments, &setting)) return EXIT_USAGE;
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
  .takes = TAKES(OPTION_MODEL) | TAKES_MACHINE | TAKES_LIMITS | TAKES(OPTION_APART) |
           TAKES(OPTION_UNROLL) | TAKES(OPTION_ONLY) | TAKES(OPTION_CLIENTS) |
           TAKES(OPTION_CHECKPOINT) | TAKES(OPTION_RESUME) | TAKES(OPTION_JSON) |
           TAKES(OPTION_QUIET),
  .run = run,
};

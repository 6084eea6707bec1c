/* mutate: every single-fault mutant of a model's tables. */
#include "report/cost_text.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "base/memory.h"
#include "cli/output.h"
#include "cli/page_output.h"
#include "cli/inputs.h"
#include "report/mutation_report.h"
#include "report/page/mutation_page.h"
#include "mutation/mutation.h"
#include "run/effort.h"
#include "run/suite.h"

/* Threads of tests that many mutants can be tried on quickly. */
enum { DEFAULT_THREADS_MAX = 3 };

static void keep_small(struct suite *suite) {
  for (unsigned t = 0; t < suite->count; t++) {
    struct test *test = &suite->tests[t];
    if (!test->program || test->program->thread_count <= DEFAULT_THREADS_MAX) continue;
    program_free(test->program);
    test->program = NULL;
  }
}

static void put_page(void *context, struct page *page) { page_mutation(page, context); }

static bool write_page(const struct arguments *arguments, struct mutation *mutation) {
  char *model = setting_name(&mutation->setting), *title = memory_format("Mutants of %s", model);
  bool good = cli_page_write(arguments, &(struct page_content){ title, NULL, put_page, mutation });
  memory_free(title);
  memory_free(model);
  return good;
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
  status_line_begin("mutate", &effort, arguments->quiet);
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
  if (arguments->html && !write_page(arguments, &mutation)) status = EXIT_USAGE;
  mutation_clear(&mutation);
  return status;
}

static int run(const struct arguments *arguments) {
  struct setting setting;
  struct suite suite = { NULL, 0, 0 };
  if (!cli_setting_load(arguments, &machine_source, &setting)) return EXIT_USAGE;
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
  .help = "Makes every mutant of the model's tables (an action dropped, a guard negated,\n"
          "another next state).  Tries it on tests (those of litmus/ with few states, or\n"
          "those of PATH that are small enough) and on small general clients, until\n"
          "something notices: a forbidden outcome, a broken invariant, a test of which no\n"
          "run ends any longer, lost liveness.\n"
          "For a survivor it says whether any search differs at all, and why it may live,\n"
          "by models/FAMILY/MODEL/survivors.tsv (of your own protocol: PATH/survivors.tsv): the\n"
          "mutant's text, a tab, the reason.  A reason that begins with \"not equivalent:\"\n"
          "says what else kills it.  A survivor without a reason is tried on more of\n"
          "litmus/.  If it lives, the exit status is 1, and so it is for a reason without\n"
          "a survivor.\n"
          "--clients tries the mutants on those clients alone: proofs of that size do not\n"
          "see what survives.  It looks at no reasons, and the exit status is 0, or 3\n"
          "where a limit was hit with a mutant that nothing kills.\n"
          "--checkpoint notes the fate of each mutant when it is known.  A run that is\n"
          "ended at any moment goes on by --resume; a FILE that is not empty needs it.",
  .json = "model, whether it was asked of clients_alone, and the mutants, each with its row (file, "
          "line, source) and what killed "
          "it, or what was seen of it and, but for clients alone, the reason why it survives.",
  .takes = TAKES(models) | TAKES_MACHINE | TAKES_LIMITS | TAKES(apart) | TAKES(unroll) |
           TAKES(only) | TAKES(clients) | TAKES(checkpoint) | TAKES(resume) | TAKES(json) |
           TAKES(html) | TAKES(quiet),
  .run = run,
};

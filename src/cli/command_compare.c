/* compare: where two memory models differ. */
#include "base/memory.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/page_output.h"
#include "report/judge_text.h"
#include "report/page/judge_page.h"
#include "verify/comparison.h"
#include "run/suite.h"
#include "run/effort.h"

/* Says that outcomes may be missing, where they may; gives the exit status. */
static int say_missing(const struct program *program, struct cat_model *const *models,
                       const struct compared *comparison) {
  int status = EXIT_HOLDS;
  for (unsigned i = 0; i < 2; i++) {
    const struct judgement *judgement = &comparison->judgement[i];
    cli_say_missing(program, cat_model_name(models[i]), judgement);
    if (judgement->incomplete || judgement->bounded || judgement->nothing)
      status = EXIT_INCONCLUSIVE;
  }
  return status;
}

static int show(const struct program *program, struct cat_model *const *models,
                struct compared *comparison, struct comparison_totals *totals, FILE *out,
                struct page *page) {
  if (comparison->inapplicable) {
    cli_say_inapplicable(program, comparison->inapplicable, "transactions");
    return EXIT_HOLDS;
  }
  if (!comparison->good) {
    if (comparison->error.message) cli_complain_of(&comparison->error);
    return EXIT_USAGE;
  }
  comparison_count(totals, program, comparison);
  if (comparison_differs(program, comparison)) {
    comparison_print(out, models, program, comparison);
    if (page) {
      page_test_begin(page, program);
      page_comparison(page, models, program, comparison);
      page_test_end(page);
    }
  }
  int status = say_missing(program, models, comparison);
  for (unsigned i = 0; i < 2; i++) judgement_clear(&comparison->judgement[i]);
  return status;
}

struct compare_call {
  const struct arguments *arguments;
  const struct suite *suite;
  struct cat_model *const *models;
  int status;
};

static void compare(void *context, struct page *page) {
  struct compare_call *call = context;
  struct effort effort = cli_effort(call->arguments);
  status_line_begin("compare", &effort, call->arguments->quiet);
  struct compared *items = comparison_run(call->suite, call->models, &effort);
  struct comparison_totals totals = { 0 };
  status_line_end();
  for (unsigned t = 0; t < call->suite->count; t++)
    call->status =
        cli_worse_status(call->status, show(call->suite->tests[t].program, call->models, &items[t],
                                            &totals, cli_text_out(call->arguments), page));
  memory_free(items);
  comparison_totals_print(cli_text_out(call->arguments), call->models, &totals);
  if (page) {
    page_section_begin(page, NULL, "All tests");
    comparison_totals_print(page_lines_begin(page), call->models, &totals);
    page_lines_end(page);
    page_section_end(page);
  }
  if (totals.judged || call->status != EXIT_HOLDS) return;
  cli_complain("nothing here suits: no test is one that both memory models can judge");
  call->status = EXIT_INCONCLUSIVE;
}

static int compare_with_page(struct compare_call *call) {
  char *title = memory_format("turnsole: where %s and %s differ", cat_model_name(call->models[0]),
                              cat_model_name(call->models[1]));
  bool good = cli_page_write(call->arguments,
                             &(struct page_content){ title, NULL, compare, call, &call->status });
  memory_free(title);
  return good ? call->status : EXIT_USAGE;
}

static int run(const struct arguments *arguments) {
  struct memory_models models;
  struct suite suite;
  if (arguments->memory_models.length != 2)
    return cli_complain("expected two memory models (-m A -m B)");
  if (!cli_memory_models_load(arguments, &models)) return EXIT_USAGE;
  int status = EXIT_USAGE;
  if (cli_tests_load(arguments, "litmus", &suite)) {
    cli_say_foreign(models.items, models.count, &suite);
    cli_say_of_tests(arguments, &suite);
    struct compare_call call = { arguments, &suite, models.items, EXIT_HOLDS };
    if (!arguments->html) compare(&call, NULL);
    status = arguments->html ? compare_with_page(&call) : call.status;
    suite_clear(&suite);
  }
  cli_memory_models_clear(&models);
  return status;
}

const struct command command_compare = {
  .name = "compare",
  .arguments = "-m A -m B [PATH...]",
  .summary = "where two memory models differ",
  .help = "Judges every test (of litmus/, or of PATH) by both memory models.  Prints the\n"
          "tests on which they differ: outcomes that only one of them allows, or that\n"
          "only one of them leaves the test undefined (by a race, say).  Then it counts\n"
          "the tests by direction.\n"
          "Exit status 3: a limit was hit, or a loop was cut, so a test may differ\n"
          "otherwise; one of them allows no outcome; or no test is one that both can\n"
          "judge.",
  .takes = TAKES(memory_models) | TAKES(includes) | TAKES(unroll) | TAKES(barriers) | TAKES(jobs) |
           TAKES(seconds) | TAKES(cat_variants) | TAKES(html) | TAKES(quiet),
  .run = run,
};

/* Lassos are shown as counterexamples are: the first few failures.  Where one test on one model is
 * asked about, its lasso is shown even if the record does not claim guaranteed liveness. */
#include "cli/ask_liveness.h"

#include <stdio.h>
#include "base/text.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "report/cost_text.h"
#include "cli/output.h"
#include "cli/inputs.h"
#include "report/liveness_report.h"
#include "report/page/proof_page.h"
#include "report/run_chart.h"
#include "run/effort.h"
#include "run/subject.h"
#include "run/suite.h"
#include "verify/liveness.h"

enum { SHOWN_MAX = 3 };

static bool question_of(const struct arguments *arguments, struct liveness_question *question) {
  *question = (struct liveness_question){ .level = PROGRESS_POSSIBLE,
                                          .fairness = FAIRNESS_USUAL,
                                          .back_off = arguments->back_off };
  if (text_equal(arguments->liveness, "guaranteed")) question->level = PROGRESS_GUARANTEED;
  else if (!text_equal(arguments->liveness, "possible"))
    return cli_complain("--liveness: expected possible or guaranteed, found \"%s\"",
                        arguments->liveness),
           false;
  if (!arguments->fairness) return true;
  if (question->level != PROGRESS_GUARANTEED)
    return cli_complain("--fairness: only guaranteed liveness asks for fairness"), false;
  if (text_equal(arguments->fairness, "weak")) question->fairness = FAIRNESS_WEAK;
  else if (text_equal(arguments->fairness, "strong")) question->fairness = FAIRNESS_STRONG;
  else
    return cli_complain("--fairness: expected weak or strong, found \"%s\"", arguments->fairness),
           false;
  return true;
}

/* Counts, and time and memory of the search and of its analysis. */
static struct cost cost_of_liveness(const struct liveness *liveness) {
  struct cost cost = cost_of_search(&liveness->search, liveness->search.states);
  cost.seconds = liveness->seconds;
  cost.bytes = liveness->bytes;
  cost_weigh(&cost, false);
  return cost;
}

static bool draw_lasso(const struct arguments *arguments, const struct liveness_answer *answer) {
  if (!arguments->chart) return true;
  struct chart chart = chart_of_lasso(answer);
  return cli_chart_write(arguments->chart, &chart);
}

int liveness_ask_client(const struct arguments *arguments, const struct setting *setting,
                        const struct client *client, struct page *page) {
  struct liveness_question question;
  struct liveness_answer answer;
  struct diagnostic error = { NULL };
  if (!question_of(arguments, &question)) return EXIT_USAGE;
  struct effort effort = cli_effort(arguments);
  status_line_begin("liveness", &effort, arguments->quiet);
  struct subject subject = { .setting = *setting, .client = *client, .options = effort.machine };
  struct search_options limits = effort_search(&effort, effort.threads, 1);
  bool good = liveness_ask(&subject, &question, &limits, &answer, &error);
  status_line_end();
  if (!good) return cli_complain_of(&error);
  int status = liveness_status(liveness_of_client(&answer, &question));
  if (!cli_output_takes_all(arguments)) liveness_print(stdout, &answer, &question);
  struct cost cost = cost_of_liveness(&answer.progress);
  if (!cli_output_takes_all(arguments) && !arguments->quiet) cost_print(&cost, "states and steps");
  FILE *file = cli_output_open(arguments->json);
  if (file) liveness_json(file, &answer, &question, arguments->quiet ? NULL : &cost);
  if (!cli_output_close(file, arguments->json)) status = EXIT_USAGE;
  if (page) page_liveness(page, arguments->call, &answer, &question);
  if (!answer.progress.lasso) cli_run_unused(arguments);
  else if (!draw_lasso(arguments, &answer)) status = EXIT_USAGE;
  liveness_answer_clear(&answer);
  return status;
}

/* --- tests --- */

static bool is_shown(const struct liveness_matrix *matrix, const struct liveness_cell *cell) {
  if (cell->fault || cell->found == matrix->question.level) return false;
  bool alone = matrix->suite->count == 1 && matrix->setting_count == 1;
  return alone || cell->verdict == LIVENESS_VIOLATION;
}

/* Prints lassos of the matrix, and draws the first one.  false: it cannot be written. */
static bool show_lassos(const struct arguments *arguments, const struct liveness_matrix *matrix,
                        const struct effort *effort) {
  unsigned shown = 0;
  bool prints = !cli_output_takes_all(arguments), good = true;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count && shown < SHOWN_MAX; i++) {
    const struct liveness_cell *cell = &matrix->cells[i];
    struct liveness_answer answer;
    struct diagnostic error = { NULL };
    if (!is_shown(matrix, cell)) continue;
    struct subject subject = { .setting = *cell->setting,
                               .program = cell->test->program,
                               .placement = cell->placement,
                               .options = cell->options };
    struct search_options limits = effort_search(effort, effort->threads, 1);
    if (!liveness_ask(&subject, &matrix->question, &limits, &answer, &error)) {
      diagnostic_clear(&error);
      continue;
    }
    if (answer.progress.lasso && prints) lasso_print(stdout, &answer);
    if (answer.progress.lasso && !shown) good = draw_lasso(arguments, &answer);
    shown += answer.progress.lasso != NULL;
    liveness_answer_clear(&answer);
  }
  if (shown && prints) putchar('\n');
  if (!shown) cli_run_unused(arguments);
  return good;
}

static int ask_suite(const struct arguments *arguments, const struct settings *settings,
                     const struct suite *suite) {
  struct liveness_question question;
  if (!question_of(arguments, &question)) return EXIT_USAGE;
  struct effort effort = cli_effort(arguments);
  status_line_begin("liveness", &effort, arguments->quiet);
  double start = effort_now();
  struct liveness_matrix *matrix =
      liveness_matrix_run(suite, settings->items, settings->count, &question, &effort);
  status_line_end();
  int status = liveness_matrix_status(matrix);
  struct cost cost = cost_since(start, matrix->cost);
  effort.status = NULL;
  if (!cli_output_takes_all(arguments) || arguments->chart)
    if (!show_lassos(arguments, matrix, &effort)) status = EXIT_USAGE;
  if (!cli_output_takes_all(arguments)) {
    liveness_matrix_print(stdout, matrix, arguments->quiet);
    if (!arguments->quiet) cost_print(&cost, NULL);
  }
  FILE *file = cli_output_open(arguments->json);
  if (file) liveness_matrix_json(file, matrix, arguments->quiet ? NULL : &cost);
  if (!cli_output_close(file, arguments->json)) status = EXIT_USAGE;
  liveness_matrix_free(matrix);
  return status;
}

int liveness_ask_tests(const struct arguments *arguments) {
  struct settings settings;
  struct suite suite;
  int status = EXIT_USAGE;
  if (!cli_settings_load(arguments, &machine_source, &settings)) return EXIT_USAGE;
  if (cli_tests_gather(arguments, "litmus", &suite)) {
    cli_say_of_tests(arguments, &suite);
    status = ask_suite(arguments, &settings, &suite);
    suite_clear(&suite);
  }
  cli_settings_clear(&settings);
  return status;
}

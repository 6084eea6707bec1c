/* run: the matrix. */
#include <stdio.h>
#include <string.h>
#include "os/processes.h"
#include "base/memory.h"
#include "cli/ask_liveness.h"
#include "cli/baseline_files.h"
#include "cli/effort.h"
#include "report/cost_text.h"
#include "report/known_failures.h"
#include "cli/family.h"
#include "cli/inputs.h"
#include "cli/results_cache.h"
#include "cli/output.h"
#include "cli/page_output.h"
#include "report/matrix_alerts.h"
#include "report/matrix_text.h"
#include "report/steps.h"
#include "report/matrix_files.h"
#include "report/page/matrix_page.h"
#include "report/bystanders_report.h"
#include "run/effort.h"
#include "run/counterexample.h"
#include "run/suite.h"
#include "verify/matrix.h"
#include "verify/bystanders.h"
#include "verify/cell_verdict.h"

static bool write_files(const struct arguments *arguments, const struct matrix *matrix,
                        const struct matrix_runs *runs, const struct matrix_appendix *appendix,
                        int status, const struct cost *cost) {
  FILE *file = cli_output_open(arguments->json);
  if (file)
    matrix_json(file, matrix, runs, appendix, arguments->strongest, status,
                arguments->quiet ? NULL : cost);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file)
    matrix_junit(file, matrix, runs, appendix,
                 &(struct junit_options){ arguments->strongest, arguments->quiet });
  good &= cli_output_close(file, arguments->junit);
  struct alerts alerts = { 0 };
  if (cli_alerts_wanted(arguments)) matrix_alerts(&alerts, matrix, runs);
  if (cli_alerts_wanted(arguments) && appendix) appendix->alerts(appendix->context, &alerts);
  good &= cli_alerts_write(arguments, &alerts, "run");
  alerts_clear(&alerts);
  return good;
}

/* A known violation is shown where one test on one model is asked about. */
static bool is_shown(const struct matrix *matrix, const struct matrix_cell *cell) {
  bool alone = matrix->suite->count == 1 && matrix->setting_count == 1;
  if (cell->known) return alone;
  if (cell->verdict == VERDICT_VIOLATION || cell->broken & CLAIM(PROPERTY_OVERFLOW)) return true;
  return cell->verdict == VERDICT_KNOWN_VIOLATION && alone;
}

/* One of the other violations, which only pages show. */
static bool is_expected(const struct matrix *matrix, const struct matrix_cell *cell) {
  return !is_shown(matrix, cell) &&
         (cell->verdict == VERDICT_VIOLATION || cell->verdict == VERDICT_KNOWN_VIOLATION);
}

/* Files for CI servers, and pages, have more runs than the terminal. */
static unsigned runs_wanted(const struct arguments *arguments) {
  return arguments->junit || arguments->html || cli_alerts_wanted(arguments) ? MATRIX_RUNS_MAX
                                                                             : MATRIX_RUNS_SHOWN;
}

/* The shortest runs to the first of these violations, `most` of them. */
static struct matrix_runs find_runs(const struct matrix *matrix, const struct effort *effort,
                                    unsigned most,
                                    bool (*wanted)(const struct matrix *matrix,
                                                   const struct matrix_cell *cell)) {
  struct matrix_runs runs = { 0 };
  struct effort afresh = *effort; /* a cell that a limit cut short has a time of its own here */
  if (afresh.deadline) afresh.deadline = effort_now() + 20;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count && runs.count < most; i++) {
    const struct matrix_cell *cell = &matrix->cells[i];
    struct counterexample *found =
        wanted(matrix, cell) ? matrix_cell_counterexample(cell, &afresh) : NULL;
    if (!found) continue;
    runs.items[runs.count].cell = cell;
    runs.items[runs.count++].run = found;
  }
  return runs;
}

static void free_runs(struct matrix_runs *runs) {
  for (unsigned i = 0; i < runs->count; i++) counterexample_free(runs->items[i].run);
}

static bool show_counterexamples(const struct arguments *arguments, const struct matrix *matrix,
                                 const struct matrix_runs *runs) {
  for (unsigned i = 0; i < runs->count && i < MATRIX_RUNS_SHOWN; i++) {
    const struct matrix_cell *cell = runs->items[i].cell;
    if (cell->verdict == VERDICT_KNOWN_VIOLATION) { /* others stand among the faults */
      putchar('\n');
      cell_fault_print(stdout, matrix, cell);
    }
    counterexample_print(stdout, runs->items[i].run);
    if (!i && !cli_run_write(arguments, runs->items[i].run)) return false;
  }
  if (runs->count) putchar('\n');
  else cli_run_unused(arguments);
  return true;
}

/* A refutation is an answer; a test without an outcome refutes nothing. */
static int status_of_strongest(const struct matrix *matrix) {
  if (matrix->suite->unreadable) return EXIT_USAGE;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    if (matrix->cells[i].nothing) return EXIT_INCONCLUSIVE;
  return EXIT_HOLDS;
}

static void show(const struct arguments *arguments, const struct matrix *matrix) {
  if (arguments->strongest) {
    strongest_print(stdout, matrix);
    return;
  }
  matrix_print(stdout, matrix, arguments->quiet);
  if (matrix->suite->count == 1 && !arguments->quiet)
    for (unsigned s = 0; s < matrix->setting_count; s++)
      if (!matrix_cell(matrix, 0, s)->elsewhere)
        cell_print(stdout, matrix, matrix_cell(matrix, 0, s));
  putchar('\n');
  matrix_faults_print(stdout, matrix);
}

/* false: a run could not be saved. */
static bool show_all(const struct arguments *arguments, const struct matrix *matrix,
                     const struct effort *effort, struct matrix_runs *runs) {
  show(arguments, matrix);
  if (arguments->strongest) return true;
  *runs = find_runs(matrix, effort, runs_wanted(arguments), is_shown);
  bool good = show_counterexamples(arguments, matrix, runs);
  matrix_totals_print(stdout, matrix);
  if (arguments->results_cache)
    kept_print(stdout, matrix->kept, matrix->cost.searches, arguments->results_cache);
  if (matrix->baseline) baseline_totals_print(stdout, matrix->baseline);
  return good;
}

/* The matrix of tests, with the files of another family beside it. */
struct matrix_call {
  const struct arguments *whole;
  struct arguments of_tests;   /* the same, with only the paths of tests */
  const struct family *beside; /* or NULL */
};

static void put_bystanders(void *context, struct json *json) { bystanders_json(json, context); }
static void put_bystanders_junit(void *context, FILE *out, bool quiet) {
  bystanders_junit(out, context, quiet);
}
static void add_bystanders_alerts(void *context, struct alerts *alerts) {
  bystanders_alerts(alerts, context);
}

/* Runs that readers alone make possible.  false: one could not be saved. */
static bool show_violations(const struct arguments *arguments,
                            const struct bystanders *bystanders) {
  const struct matrix *matrix = bystanders->matrix;
  bool saved = false;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++) {
    const struct bystanders_cell *of = &bystanders->cells[i];
    if (of->verdict != BYSTANDERS_VIOLATE) continue;
    const struct counterexample *found = of->placements[of->count - 1].violation;
    if (!found) continue;
    counterexample_print(stdout, found);
    if (!saved && !cli_run_write(arguments, found)) return false;
    saved = true;
  }
  return true;
}

static void put_page(void *context, struct page *page) { page_matrix(page, context); }

static bool write_page(const struct matrix_call *call, const struct matrix *matrix,
                       const struct matrix_runs *runs, const struct bystanders *bystanders,
                       const struct effort *effort) {
  const struct arguments *arguments = &call->of_tests;
  if (!arguments->html || matrix->suite->unreadable == matrix->suite->count) return true;
  struct matrix_runs known = { 0 };
  if (!arguments->strongest)
    known = find_runs(matrix, effort, MATRIX_RUNS_MAX - runs->count, is_expected);
  struct matrix_page of = { matrix,
                            runs,
                            &known,
                            arguments->asked.bytes ? arguments->asked.bytes : "",
                            arguments->strongest,
                            bystanders };
  char *beside = call->beside ? memory_format("It also ran %s; turnsole %s run shows those.",
                                              call->beside->title, call->beside->name)
                              : NULL;
  char *title = matrix_page_title(matrix);
  bool good = cli_page_write(arguments, &(struct page_content){ title, beside, put_page, &of });
  memory_free(beside);
  memory_free(title);
  free_runs(&known);
  return good;
}

/* Asks about any number of readers; prints that unless it is silent. */
static struct bystanders *ask_bystanders(const struct arguments *arguments,
                                         const struct matrix *matrix, const struct effort *effort,
                                         bool silent, int *status) {
  struct bystanders *bystanders = bystanders_ask(matrix, effort);
  *status = cli_worse_status(*status, bystanders_status(bystanders));
  if (silent) return bystanders;
  bystanders_print(stdout, bystanders, arguments->quiet);
  if (!show_violations(arguments, bystanders)) *status = EXIT_USAGE;
  return bystanders;
}

static int conclude(const struct matrix_call *call, const struct matrix *matrix,
                    const struct effort *effort, double start) {
  const struct arguments *arguments = &call->of_tests;
  const struct family *family = call->beside;
  bool none = matrix->suite->unreadable == matrix->suite->count; /* that was said before */
  bool silent = none || cli_output_takes_all(arguments);
  struct matrix_runs runs = { 0 };
  bool good = silent || show_all(arguments, matrix, effort, &runs);
  if (silent && !none && !arguments->strongest)
    runs = find_runs(matrix, effort, runs_wanted(arguments), is_shown);
  int status = matrix_status(matrix);
  if (arguments->strongest && !none) status = status_of_strongest(matrix);
  int beside = EXIT_HOLDS;
  struct matrix_appendix appendix = { 0 };
  if (family)
    appendix =
        (struct matrix_appendix){ family->beside->run(call->whole, &beside), family->beside->json,
                                  family->beside->junit, family->beside->alerts };
  status = cli_worse_status(status, beside);
  struct bystanders *bystanders = NULL;
  if (arguments->bystanders) {
    bystanders = ask_bystanders(arguments, matrix, effort, silent, &status);
    appendix = (struct matrix_appendix){ bystanders, put_bystanders, put_bystanders_junit,
                                         add_bystanders_alerts };
  }
  struct cost cost = matrix->cost;
  cost.seconds = effort_now() - start;
  cost_weigh(&cost, true);
  if (!silent && !arguments->quiet) cost_print(&cost, NULL);
  if (!cli_baseline_write(arguments, matrix->baseline)) status = EXIT_USAGE;
  good &= write_files(arguments, matrix, &runs, appendix.context ? &appendix : NULL, status, &cost);
  good &= write_page(call, matrix, &runs, bystanders, effort);
  if (!good) status = EXIT_USAGE;
  free_runs(&runs);
  bystanders_free(bystanders);
  if (family) family->beside->end(appendix.context);
  return status;
}

/* Shows the head of the matrix before the work begins. */
static void show_head(void *context, const struct matrix *matrix) {
  const struct arguments *arguments = context;
  bool none = matrix->suite->unreadable == matrix->suite->count;
  if (none || arguments->quiet || arguments->strongest || cli_output_takes_all(arguments)) return;
  status_line_wipe();
  matrix_head_print(stdout, matrix);
  fflush(stdout);
}

/* The memory models of -m, or for --strongest all; none: those that each model claims. */
static struct name_list asked_models(const struct arguments *arguments) {
  struct name_list names = { 0 };
  for (size_t i = 0; i < arguments->memory_models.length; i++)
    vector_push(names, arguments->memory_models.items[i]);
  if (!names.length && arguments->strongest)
    for (const char *const *name = cat_model_names(); *name; name++) vector_push(names, *name);
  if (names.length) vector_push(names, NULL);
  return names;
}

static int run_matrix(const struct matrix_call *call, const struct settings *settings,
                      const struct suite *suite, const struct cat_lists *lists,
                      struct baseline *baseline, struct result_store *store) {
  const struct arguments *arguments = &call->of_tests;
  struct diagnostic error = { NULL };
  double start = effort_now();
  struct effort effort = cli_effort(arguments);
  effort.ranks = true;
  status_line_begin("run", &effort, arguments->quiet);
  effort.checkpoint =
      (struct checkpoint){ .path = arguments->checkpoint, .resume = arguments->resume };
  effort.results = store;
  struct name_list names = asked_models(arguments);
  struct matrix_question asked = { .models = names.items,
                                   .by_name = arguments->memory_models.length > 0,
                                   .choices = cli_cat_choices(lists),
                                   .begun = show_head,
                                   .begun_context = (void *)arguments,
                                   .shard = arguments->shard };
  struct matrix *matrix =
      matrix_run(suite, settings->items, settings->count, &asked, &effort, &error);
  status_line_end();
  if (matrix && baseline)
    known_failures_of_matrix(baseline, matrix, cli_baseline_sees_all(arguments), arguments->strict);
  int status = matrix ? conclude(call, matrix, &effort, start) : cli_complain_of(&error);
  if (matrix && matrix->journal_failed)
    status = cli_complain("cannot write all of %s", arguments->checkpoint);
  matrix_free(matrix);
  vector_free(names);
  return status;
}

static int run_tests(const struct matrix_call *call) {
  const struct arguments *arguments = &call->of_tests;
  struct settings settings;
  struct suite suite;
  struct baseline *baseline;
  struct result_store *store = NULL;
  int status = EXIT_USAGE;
  if (arguments->liveness) return processes_own() ? EXIT_HOLDS : liveness_ask_tests(arguments);
  struct cat_lists lists;
  if (!cli_baseline_open(arguments, &baseline)) return EXIT_USAGE;
  if (!cli_settings_load(arguments, &machine_source, &settings)) {
    baseline_free(baseline);
    return EXIT_USAGE;
  }
  bool chosen = cli_cat_gather(arguments, &lists);
  if (chosen && cli_store_open(arguments, &store) &&
      cli_tests_gather(arguments, "litmus", &suite)) {
    if (arguments->race_free) suite_remove_relaxed(&suite);
    if (processes_own() == 0) cli_say_of_tests(arguments, &suite);
    if (suite.count) status = run_matrix(call, &settings, &suite, &lists, baseline, store);
    else status = cli_complain("--race-free: expected a test without relaxed accesses");
    suite_clear(&suite);
  }
  cli_cat_clear(&lists);
  cli_settings_clear(&settings);
  baseline_free(baseline);
  cli_store_close(store);
  return status;
}

/* The family with files in the paths, or NULL. */
static const struct family *family_in(const struct name_list *paths) {
  for (EACH_FAMILY(family))
    if (family_is_held(*family, paths, "litmus")) return *family;
  return NULL;
}

/* The alert of a run in which no model suits the files. */
static bool say_nothing_suits(const struct arguments *arguments) {
  struct alerts alerts = { 0 };
  alerts_add(&alerts, (struct alert){ .rule = "inconclusive",
                                      .inconclusive = true,
                                      .subject = memory_format("run"),
                                      .message = memory_format("no model suits the files"),
                                      .place = place_of_file(arguments->paths.items[0], 1) });
  bool good = cli_alerts_write(arguments, &alerts, "run");
  alerts_clear(&alerts);
  return good;
}

/* Tests on machines, and beside them the files of another family, where no option asks for only
 * machines. */
static int run(const struct arguments *arguments) {
  struct matrix_call call = { .whole = arguments, .of_tests = *arguments };
  bool of_machines = arguments->models.length || arguments->liveness || arguments->strongest ||
                     arguments->bystanders || arguments->readers;
  call.of_tests.paths = family_paths_of_tests(&arguments->paths);
  int status;
  if (arguments->paths.length && !call.of_tests.paths.length) {
    struct settings settings;
    if (!cli_settings_load(arguments, &machine_source, &settings)) return EXIT_USAGE;
    cli_settings_clear(&settings);
    status = family_in(&arguments->paths)->beside->nothing(arguments);
    if (!say_nothing_suits(arguments)) status = EXIT_USAGE;
  } else {
    if (!of_machines) call.beside = family_in(&arguments->paths);
    if (call.beside && !shard_has(&arguments->shard, call.beside->name, "")) call.beside = NULL;
    status = run_tests(&call);
  }
  vector_free(call.of_tests.paths);
  return status;
}

const struct command command_run = {
  .name = "run",
  .arguments = "[-p MODEL]... [-m MEMMODEL]... [PATH...]",
  .summary = "every test on every model, judged by every memory model that it claims: the matrix",
  .help = "Runs every test (of litmus/, or of PATH) on every model (all, or those of -p;\n"
          "--variants adds theirs) in every placement.  Compares the outcomes reached\n"
          "with those that each claimed memory model (or each of -m) allows, and checks\n"
          "the claimed invariants in every state.  Prints the matrix, then each fault\n"
          "with a shortest run to it, then the totals; of a single test, all about it.\n"
          "A test of litmus/ must say in its header what each memory model says of it.  A\n"
          "model's record names the tests that it is known to fail, and they must "
          "fail.  Frames are run beside the tests (see turnsole frames --help).\n" HELP_PLACEMENTS
          "--html writes a page: the matrix, whose cells lead to their tests, outcomes and\n"
          "placements, and up to 25 runs with charts, to be stepped (docs/report.md).\n"
          "--quick bounds the states of each test on each model, so a run that it shows\n"
          "need not be a shortest one.\n"
          "--liveness asks another question: can every thread still end, from every state\n"
          "(possible)?  Does it, if threads, messages, controllers and clocks are fair\n"
          "(guaranteed)?  A model is held to the liveness that the program has on sc, or\n"
          "to the record's claim.  A failure is shown as a lasso: a run, and a loop in\n"
          "which it goes on for ever.\n"
          "--bystanders also asks whether any number of readers change what a test\n"
          "reaches: SMs that only load and evict.  Searches with 1 and 2 of them find real\n"
          "violations; then views of one reader stand for any number (docs/litmus.md).\n"
          "--checkpoint notes each whole search when it is done.  A run that is ended at\n"
          "any moment goes on by --resume, with the same program, and these tests and\n"
          "models or others.  A FILE that is not empty needs --resume.\n" HELP_BASELINE
          "--shard I/N runs the I-th of N parts; the parts together are the whole.  With\n"
          "--quick, each part has the whole budget of states of a model.\n" HELP_RESULTS_CACHE,
  .json = "with --shard: shard, models (name, core, parameters, memory_models that it is held to, "
          "and with "
          "--strongest: satisfied, each with whether it is strongest, and refuted, each with "
          "whether it is weakest and the smallest test), tests (name, path, answers: for each "
          "memory model what it says of the condition and what the header expects), results "
          "(test, model, verdict, with --baseline: known, condition reached or not, limits that "
          "were hit, whether it was "
          "bounded for quickness, placements, states, transitions, properties broken, for "
          "each memory model its verdict and the forbidden outcome, and of the first violations "
          "the run as of prove), frames as below where there "
          "are some, totals, with --baseline: baseline (path, known, new, stale), and status.  "
          "With --bystanders also bystanders (test, model, verdict, "
          "text, outcomes, those only beside readers, placements with their views and searches).  "
          "Verdicts are holds, violation, known-violation, "
          "not-applicable, missing-violation, undefined, inconclusive and unsupported.  With "
          "--liveness: the question, the fairness, and cells (test, model, verdict, liveness "
          "found, of the program itself, and claimed).  Verdicts are holds, as-recorded, "
          "inconclusive, violation, contradicted, missing-violation and unsupported.",
  .takes = TAKES(models) | TAKES(memory_models) | TAKES(includes) | TAKES_MACHINE | TAKES_LIMITS |
           TAKES(unroll) | TAKES(barriers) | TAKES(readers) | TAKES(bystanders) |
           TAKES(cat_variants) | TAKES(evictions_within) | TAKES(apart) | TAKES(quick) |
           TAKES(variants) | TAKES(strongest) | TAKES(race_free) | TAKES(trace) | TAKES(chart) |
           TAKES(checkpoint) | TAKES(resume) | TAKES(json) | TAKES(junit) | TAKES_ALERTS |
           TAKES(html) | TAKES(quiet) | TAKES_LIVENESS | TAKES(back_off) | TAKES_BASELINE |
           TAKES(strict) | TAKES(seconds_each) | TAKES(shard) | TAKES(results_cache),
  .run = run,
  .processes = true,
};

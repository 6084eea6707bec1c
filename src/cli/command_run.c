/* run: the matrix. */
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/processes.h"
#include "cli/ask_liveness.h"
#include "cli/figures.h"
#include "cli/frames.h"
#include "cli/status_line.h"
#include "cli/setup.h"
#include "frames/print.h"
#include "report/matrix_text.h"
#include "report/steps.h"
#include "verify/matrix.h"
#include "run/trace_file.h"
#include "verify/model_strength.h"
#include "run/suite.h"
#include "report/matrix_junit.h"
#include "run/effort.h"
#include "frames/render.h"
#include "run/cost.h"
#include "verify/matrix_totals.h"
#include "run/counterexample.h"
#include "report/cell_text.h"
#include "report/matrix_json.h"
#include "verify/matrix_counterexample.h"
#include "report/matrix_appendix.h"
#include "report/json.h"

/* So many counterexamples are shown in full; the other faults get their line. */
enum { SHOWN_MAX = 3 };

static bool write_files(const struct arguments *arguments, const struct matrix *matrix,
                        const struct matrix_appendix *appendix, int status,
                        const struct cost *cost) {
  FILE *file = cli_output_open(arguments->json);
  if (file)
    matrix_json(file, matrix, appendix, arguments->strongest, status,
                arguments->quiet ? NULL : cost);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) matrix_junit(file, matrix, appendix, arguments->strongest);
  good &= cli_output_close(file, arguments->junit);
  return good;
}

static bool save_trace(const char *path, const struct counterexample *found) {
  FILE *file = cli_output_open(path);
  if (file) trace_file_write(file, found);
  return cli_output_close(file, path);
}

/* Is this a cell to show a run for?  A known violation is shown when it is all that was asked
 * about. */
static bool is_shown(const struct matrix *matrix, const struct matrix_cell *cell) {
  if (cell->verdict == VERDICT_VIOLATION || cell->broken & CLAIM(PROPERTY_OVERFLOW)) return true;
  return cell->verdict == VERDICT_KNOWN_VIOLATION && matrix->suite->count == 1 &&
         matrix->setting_count == 1;
}

static bool show_counterexamples(const struct arguments *arguments, const struct matrix *matrix,
                                 const struct effort *effort) {
  unsigned shown = 0;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count && shown < SHOWN_MAX; i++) {
    const struct matrix_cell *cell = &matrix->cells[i];
    if (!is_shown(matrix, cell)) continue;
    struct counterexample *found = matrix_cell_counterexample(cell, effort);
    if (!found) continue;
    if (cell->verdict == VERDICT_KNOWN_VIOLATION) { /* the others were listed among the faults */
      putchar('\n');
      cell_fault_print(stdout, matrix, cell);
    }
    counterexample_print(stdout, found);
    bool saved = shown++ || save_trace(arguments->trace, found);
    counterexample_free(found);
    if (!saved) return false;
  }
  if (shown) putchar('\n');
  else cli_trace_unused(arguments);
  return true;
}

/* The memory models that the test which refutes `model`, the first of them, refutes; they are taken
 * out of `by`. */
static void show_refuted(const struct matrix *matrix, unsigned setting, const struct test **by,
                         unsigned model) {
  const struct test *test = by[model];
  fputs("    not", stdout);
  for (unsigned m = model; m < matrix->model_count; m++) {
    if (by[m] != test) continue;
    printf(" %s%s", cat_model_name(matrix->models[m]),
           model_strength_is_weakest_refuted(matrix, setting, m) ? "*" : "");
    by[m] = NULL;
  }
  printf(": %s\n", test->path);
}

static void show_all_refuted(const struct matrix *matrix, unsigned setting) {
  const struct test **by = memory_new(matrix->model_count, sizeof *by);
  for (unsigned m = 0; m < matrix->model_count; m++)
    by[m] = model_strength_refuted_by(matrix, setting, m);
  for (unsigned m = 0; m < matrix->model_count; m++)
    if (by[m]) show_refuted(matrix, setting, by, m);
  memory_free(by);
}

static void show_strongest(const struct matrix *matrix) {
  puts(
      "\nmemory models that the tests do not refute; * marks those that no other of them implies;\n"
      "not: those that they do, and the smallest test that does; * marks those that imply no other "
      "of them:");
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    char *name = setting_name(&matrix->settings[s]);
    printf("  %-20s", name);
    memory_free(name);
    for (unsigned m = 0; m < matrix->model_count; m++)
      if (model_strength_satisfied(matrix, s, m))
        printf(" %s%s", cat_model_name(matrix->models[m]),
               model_strength_is_strongest(matrix, s, m) ? "*" : "");
    putchar('\n');
    show_all_refuted(matrix, s);
  }
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    if (matrix->cells[i].nothing) cell_fault_print(stdout, matrix, &matrix->cells[i]);
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
    show_strongest(matrix);
    return;
  }
  matrix_print(stdout, matrix, arguments->quiet);
  if (matrix->suite->count == 1 && !arguments->quiet)
    for (unsigned s = 0; s < matrix->setting_count; s++)
      cell_print(stdout, matrix, matrix_cell(matrix, 0, s));
  putchar('\n');
  matrix_faults_print(stdout, matrix);
}

/* What there is to see of the tests; false: a run could not be saved. */
static bool show_all(const struct arguments *arguments, const struct matrix *matrix,
                     const struct effort *effort) {
  show(arguments, matrix);
  if (arguments->strongest) return true;
  struct effort afresh =
      *effort; /* what a limit cut short may still be shown, within a limit of its own */
  if (afresh.deadline) afresh.deadline = effort_now() + 20;
  bool good = show_counterexamples(arguments, matrix, &afresh);
  matrix_totals_print(stdout, matrix);
  return good;
}

static void add_json(void *context, struct json *json) {
  if (((struct framing *)context)->results.length)
    frames_into_json(json, &((struct framing *)context)->results);
}
static void add_junit(void *context, FILE *out) {
  frames_into_junit(out, &((struct framing *)context)->results);
}

/* Then the frames, if they were asked for, too: of_frames. */
static int conclude(const struct arguments *arguments, const struct arguments *of_frames,
                    const struct matrix *matrix, const struct effort *effort, double start) {
  bool none =
      matrix->suite->unreadable == matrix->suite->count; /* what is wrong with them was said */
  bool silent = none || cli_output_takes_all(arguments);
  bool good = silent || show_all(arguments, matrix, effort);
  struct framing framing = { 0 };
  int status = matrix_status(matrix);
  if (arguments->strongest && !none) status = status_of_strongest(matrix);
  if (of_frames) status = cli_worse_status(status, frames_render(of_frames, &framing));
  struct cost cost = matrix->cost;
  cost.seconds = effort_now() - start;
  figures_weigh(&cost, true);
  if (!silent && !arguments->quiet) figures_print(&cost, NULL);
  struct matrix_appendix appendix = { &framing, add_json, add_junit };
  if (!write_files(arguments, matrix, &appendix, status, &cost) || !good) status = EXIT_USAGE;
  frames_clear(&framing);
  return status;
}

/* The head of the matrix is on the screen before the work begins. */
static void show_head(void *context, const struct matrix *matrix) {
  const struct arguments *arguments = context;
  bool none = matrix->suite->unreadable == matrix->suite->count;
  if (none || arguments->quiet || arguments->strongest || cli_output_takes_all(arguments)) return;
  matrix_head_print(stdout, matrix);
  fflush(stdout);
}

/* The memory models of -m, or every one that there is for --strongest; none: what each model
 * claims. */
static struct name_list asked_models(const struct arguments *arguments) {
  struct name_list names = { 0 };
  for (size_t i = 0; i < arguments->memory_models.length; i++)
    vector_push(names, arguments->memory_models.items[i]);
  if (!names.length && arguments->strongest)
    for (const char *const *name = cat_model_names(); *name; name++) vector_push(names, *name);
  if (names.length) vector_push(names, NULL);
  return names;
}

static int run_tests(const struct arguments *arguments, const struct arguments *of_frames) {
  struct settings settings;
  struct suite suite;
  int status = EXIT_USAGE;
  if (!progress_options_fit(arguments)) return EXIT_USAGE;
  if (processes_count() > 1 && (arguments->checkpoint || arguments->resume))
    return cli_complain("--checkpoint, --resume: a run by many ranks keeps no journal");
  if (arguments->progress) return processes_own() ? EXIT_HOLDS : liveness_ask_tests(arguments);
  struct name_list variants = { 0 };
  if (!cli_settings_load(arguments, &settings)) return EXIT_USAGE;
  if (variants_gather(arguments, &variants) && cli_tests_gather(arguments, "litmus", &suite)) {
    if (processes_own() == 0) cli_say_barriers(arguments, &suite);
    double start = effort_now();
    struct effort effort = cli_effort(arguments);
    effort.ranks = true;
    effort.checkpoint =
        (struct checkpoint){ .path = arguments->checkpoint, .resume = arguments->resume };
    struct diagnostic error = { NULL };
    struct name_list names = asked_models(arguments);
    struct matrix_question asked = { names.items, arguments->memory_models.length > 0,
                                     variants.items, show_head, (void *)arguments };
    struct matrix *matrix =
        matrix_run(&suite, settings.items, settings.count, &asked, &effort, &error);
    status_line_end();
    status =
        matrix ? conclude(arguments, of_frames, matrix, &effort, start) : cli_complain_of(&error);
    if (matrix && matrix->journal_failed)
      status = cli_complain("cannot write all of %s", arguments->checkpoint);
    matrix_free(matrix);
    vector_free(names);
    suite_clear(&suite);
  }
  vector_free(variants);
  cli_settings_clear(&settings);
  return status;
}

/* Frames alone, and models that cannot show any: a result without results, no silence. */
static int run_nothing(const struct arguments *arguments) {
  struct settings settings;
  if (!cli_settings_load(arguments, &settings)) return EXIT_USAGE;
  cli_settings_clear(&settings);
  cli_complain("nothing here suits: frames are for models of image composition, without --progress "
               "and --strongest");
  return frames_write(arguments, &(struct frame_results){ 0 }, NULL) ? EXIT_INCONCLUSIVE
                                                                     : EXIT_USAGE;
}

/* Tests on machines, then frames on models of image composition; each where there are any. */
static int run(const struct arguments *arguments) {
  struct arguments of_tests;
  if (frames_only(arguments)) return frames_run(arguments);
  bool frames =
      !arguments->models.length && !arguments->progress && frames_are_held(arguments, "litmus");
  frames_paths_of_tests(arguments, &of_tests);
  bool tests = !arguments->paths.length || of_tests.paths.length;
  frames &= !arguments->strongest;
  if (!tests && !frames) return run_nothing(arguments);
  int status;
  if (tests) {
    struct arguments of_frames = *arguments;
    of_frames.trace = NULL; /* that is the tests' */
    status = run_tests(&of_tests, frames ? &of_frames : NULL);
  } else {
    status = frames_run(arguments);
  }
  vector_free(of_tests.paths);
  return status;
}

const struct command command_run = {
  .name = "run",
  .arguments = "[-p MODEL]... [-m MEMMODEL]... [PATH...]",
  .summary = "every test on every model, judged by every memory model that it claims: the matrix",
  .help = "Runs every test (of litmus/, or of PATH) on every model (all, or those of -p; "
          "--variants adds theirs, with\n"
          "their own claims) in every placement, and compares the outcomes reached with those that "
          "each memory model allows\n"
          "which the model claims (or those of -m).  Claimed invariants are checked in every "
          "state.  Prints the matrix; what\n"
          "is wrong, with a shortest run to it; and the totals.  With a single test, everything "
          "about it.\n"
          "A test of litmus/ must say in its header what each memory model says of it; a model's "
          "record says which tests it\n"
          "is known to fail, and must fail.\n" HELP_PLACEMENTS
          "--quick bounds the states of each test on each model, so a run that it shows need not\n"
          "be a shortest one.\n"
          "--progress asks another question: can every thread still end, from every state "
          "(possible)?  And does it, whatever\n"
          "happens, if threads, messages, controllers and clocks are fair (guaranteed)?  A model "
          "is held to the progress that\n"
          "the program has on sc, or to what its record claims.  What fails is shown as a lasso: a "
          "run, and a loop in which it\n"
          "goes on for ever.\n"
          "--checkpoint notes each whole search as soon as it is done, so that a run that is ended "
          "at any moment can be taken\n"
          "up by --resume, by the same program, with these tests and models or others.  A FILE "
          "that holds something is not\n"
          "begun anew without it.",
  .takes = TAKES(OPTION_MODEL) | TAKES(OPTION_MEMORY_MODEL) | TAKES_MACHINE | TAKES_LIMITS |
           TAKES(OPTION_UNROLL) | TAKES(OPTION_BARRIERS) | TAKES(OPTION_VARIANT) |
           TAKES(OPTION_AUTOMORPHISM) | TAKES(OPTION_EVICTIONS_WITHIN) | TAKES(OPTION_APART) |
           TAKES(OPTION_QUICK) | TAKES(OPTION_VARIANTS) | TAKES(OPTION_STRONGEST) |
           TAKES(OPTION_TRACE) | TAKES(OPTION_CHECKPOINT) | TAKES(OPTION_RESUME) |
           TAKES(OPTION_JSON) | TAKES(OPTION_JUNIT) | TAKES(OPTION_QUIET) | TAKES_PROGRESS |
           TAKES(OPTION_BACK_OFF),
  .run = run,
  .ranks = true,
};

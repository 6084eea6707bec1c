/* The record by which the eight commands know the family, its small commands, and work that its
 * commands share. */
#include "frames/commands.h"
#include "frames/frame_chart.h"

#include <stdio.h>
#include "base/text.h"
#include "cli/effort.h"
#include "cli/family.h"
#include "cli/output.h"
#include "frames/mutants.h"
#include "frames/report.h"
#include "frames/recording.h"
#include "report/cost_text.h"
#include "report/names.h"
#include "cli/command_table.h"

static bool check(const struct system *system, struct diagnostic *error) {
  return composition_check(composition_of_system(system), error);
}
const struct model_source frames_models = { composition_systems, composition_setting, check, NULL,
                                            true };

bool frames_load(const struct arguments *arguments, struct frame_suite *suite) {
  static const char *const usual = "litmus/frames";
  const struct name_list *paths = &arguments->paths;
  *suite = paths->length ? frame_suite_load(paths->items, (unsigned)paths->length)
                         : frame_suite_load(&usual, 1);
  fflush(stdout);
  for (unsigned i = 0; i < suite->count; i++) {
    const char *wrong = suite->items[i].fault ? suite->items[i].fault : suite->items[i].misstated;
    if (wrong) fprintf(stderr, "%s\n", wrong);
  }
  if (!suite->count) cli_complain("expected a frame or a folder of frames");
  return suite->count;
}

bool frames_save_run(const struct arguments *arguments, const struct setting *setting,
                     const struct frame *frame, const struct frame_run *run) {
  FILE *file = cli_output_open(arguments->trace);
  if (file) frame_recording_write(file, setting, frame, run);
  bool good = cli_output_close(file, arguments->trace);
  if (!arguments->chart) return good;
  struct chart chart = chart_of_frame_run(setting, frame, run);
  return cli_chart_write(arguments->chart, &chart) && good;
}

int frames_list(const char *const *paths, unsigned count) {
  struct frame_suite suite = frame_suite_load(paths, count);
  frame_suite_print(stdout, &suite);
  for (unsigned i = 0; i < suite.count; i++)
    if (suite.items[i].fault) fprintf(stderr, "%s\n", suite.items[i].fault);
  int status = suite.unreadable ? EXIT_USAGE : EXIT_HOLDS;
  frame_suite_clear(&suite);
  return status;
}

/* --- list --- */

static int list_model(const char *name) {
  struct setting setting;
  struct diagnostic error = { NULL };
  if (!composition_setting(&setting, name, &error)) return cli_complain_of(&error);
  setting_list_print(stdout, &setting);
  return EXIT_HOLDS;
}

static int run_list(const struct arguments *arguments) {
  const struct name_list *paths = &arguments->paths;
  if (!paths->length || !text_equal(paths->items[0], "models")) {
    static const char *const usual = "litmus";
    return paths->length ? frames_list(paths->items, (unsigned)paths->length)
                         : frames_list(&usual, 1);
  }
  int status = EXIT_HOLDS;
  for (size_t i = 1; i < paths->length; i++)
    status = cli_worse_status(status, list_model(paths->items[i]));
  for (const struct system *const *system = composition_systems(); *system && paths->length == 1;
       system++)
    system_list_print(stdout, *system);
  return status;
}

static const struct command command_list = {
  .family = "frames",
  .name = "list",
  .arguments = "models [MODEL...] | [PATH...]",
  .summary = "the models, or the frames of PATH (or of litmus/)",
  .help =
      "Lists the models of image composition with their variants (of those that are named: with\n"
      "the parameters that --set takes, too), or the frames of PATH (of litmus/, without one).",
  .run = run_list,
};

/* --- table --- */

static int run_table(const struct arguments *arguments) {
  return table_show(arguments, &frames_models);
}

static const struct command command_table = {
  .family = "frames",
  .name = "table",
  .arguments = "-p MODEL [--format md|dot|svg] [--variants]",
  .summary = "the tables of a model",
  .help = "Prints the tables of the model's controllers as Markdown, each row with its source's\n"
          "cell.  --format svg draws them, with --variants those of variants, too; --format dot\n"
          "is for Graphviz.",
  .takes = TAKES(models) | TAKES(assignments) | TAKES(format) | TAKES(variants),
  .run = run_table,
};

/* --- mutate: every single-fault mutant of a composition's tables --- */

static int run_mutate(const struct arguments *arguments) {
  struct setting setting;
  struct frame_suite suite;
  if (!cli_setting_load(arguments, &frames_models, &setting) || !frames_load(arguments, &suite))
    return EXIT_USAGE;
  struct effort effort = cli_effort(arguments);
  status_line_begin("frames mutate", &effort, arguments->quiet);
  double start = effort_now();
  struct frame_mutation mutation =
      frame_mutation_run(&setting, &suite, !arguments->paths.length, &effort);
  status_line_end();
  frame_mutation_print(stdout, setting.system, &mutation, arguments->quiet);
  struct cost cost = cost_since(start, (struct cost){ 0 });
  if (!arguments->quiet) cost_print(&cost, NULL);
  unsigned unexplained = mutation.count - mutation.killed - mutation.explained;
  bool fails = unexplained > mutation.open || survivors_stale(&mutation.reasons);
  int status = fails ? EXIT_FAILS : mutation.open ? EXIT_INCONCLUSIVE : EXIT_HOLDS;
  frame_mutation_clear(&mutation);
  frame_suite_clear(&suite);
  return status;
}

static const struct command command_mutate = {
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
  .run = run_mutate,
};

/* --- the family --- */

extern const struct command frames_command_run, frames_command_explore, frames_command_prove;
extern const struct beside frames_beside;

static const struct command *const frames_commands[] = { &frames_command_run,
                                                         &frames_command_explore,
                                                         &frames_command_prove,
                                                         &command_mutate,
                                                         &command_table,
                                                         &command_list,
                                                         NULL };

static const struct exclusion exclusions[] = {
  { "run", TAKES(trace) | TAKES(chart), NEEDS, 0,
    "--%s: explore saves the run to what a frame breaks" },
  { "explore", TAKES(paths) | TAKES(assignments) | TAKES(trace) | TAKES(witness) | TAKES(json),
    EXCLUDES, TAKES(replay),
    "the run is replayed as it was saved: no frame, --set, --trace, --witness or --json can change "
    "it" },
  { "explore", TAKES(witness) | TAKES(trace) | TAKES(chart) | TAKES(replay), EXCLUDES, TAKES(count),
    "--%s does not go with --count, which shows no run" },
  { "prove", TAKES(paths), NEEDS, 0,
    "prove takes no frames: every way to deal out groups of draws is tried" },
  { "table", TAKES(coverage), NEEDS, 0, "--%s is for tests, not for frames" },
  { "table", TAKES(paths), NEEDS, 0, "table takes tests only with --coverage" },
  { 0 },
};

FAMILY(frames) = {
  .name = "frames",
  .title = "models of image composition",
  .help =
      "Image composition: GPUs render a frame in parts and compose its image, which must be that\n"
      "of sequential rendering.  A frame, a file that ends in .frame, has GPUs, draws and the "
      "image\n"
      "to be shown: see litmus/README.md.  Draws are dealt out to GPUs in every way, and events\n"
      "happen in every order.",
  .stands_alone = "composes images: run, explore, prove, table and mutate are for it, with no "
                  "other kind of model beside it",
  .suffix = ".frame",
  .source = &frames_models,
  .commands = frames_commands,
  .exclusions = exclusions,
  .without_effect = TAKES(quick) | TAKES(unroll) | TAKES(barriers) | TAKES(cat_variants) |
                    TAKES(no_deferred_evictions) | TAKES(no_dead_values) | TAKES(no_ample) |
                    TAKES(no_symmetry) | TAKES(no_audit) | TAKES(trace) | TAKES(chart) |
                    TAKES(coverage) | TAKES(no_reduction),
  .saved = frame_recording_is,
  .list_files = frames_list,
  .beside = &frames_beside,
};

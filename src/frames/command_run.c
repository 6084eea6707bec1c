/* frames run: every frame on every model of image composition. */
#include <stdio.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/effort.h"
#include "cli/family.h"
#include "cli/output.h"
#include "frames/commands.h"
#include "frames/report.h"
#include "frames/report_files.h"
#include "report/cost_text.h"
#include "run/suite.h"
#include "report/json.h"
#include "run/effort.h"

struct frames_run {
  struct settings settings;
  struct frame_suite suite;
  struct frame_results results;
  unsigned bad, inconclusive, left_out;
};

/* A variant that is expected to fail is tried on three sorts of frames. These are given by name, or
 * known to fail, or small. */
enum { SMALL_GPUS_MAX = 3 };
static bool is_tried(const struct setting *setting, const struct framed *framed,
                     const struct arguments *arguments) {
  if (framed->frame->gpus <= SMALL_GPUS_MAX || !setting_is_broken(setting)) return true;
  for (size_t i = 0; i < arguments->paths.length; i++)
    if (text_equal(arguments->paths.items[i], framed->path)) return true;
  return suite_name_is_listed(setting_fails(setting), framed->frame->name);
}

static struct frame_result render(const struct setting *setting, const struct framed *framed,
                                  const struct effort *effort) {
  struct compositor_options options = { .no_reduction = effort->machine.no_reduction };
  uint64_t stop_at = setting_is_broken(setting) ? composition_invariants(setting) : 0;
  struct rendering made = frame_render(setting, framed->frame, &options, stop_at, effort);
  struct frame_result result = { setting, framed->frame, frame_judge(setting, framed, &made),
                                 framed->misstated, made };
  rendering_clear(&result.made);
  return result;
}

static void run_setting(struct frames_run *run, const struct setting *setting,
                        const struct arguments *arguments) {
  struct effort effort = cli_effort(arguments);
  status_line_begin("frames run", &effort, arguments->quiet);
  size_t from = run->results.length;
  for (unsigned i = 0; i < run->suite.count; i++) {
    const struct framed *framed = &run->suite.items[i];
    if (!framed->frame) continue;
    if (!is_tried(setting, framed, arguments)) {
      run->left_out++;
      continue;
    }
    struct frame_result result = render(setting, framed, &effort);
    run->bad += frame_verdict_is_bad(result.verdict);
    run->inconclusive += result.verdict == FRAME_INCONCLUSIVE;
    vector_push(run->results, result);
  }
  status_line_end();
  if (!cli_output_takes_all(arguments))
    frame_results_print(stdout, setting, &run->results, from, arguments->quiet);
  fflush(stdout);
}

/* Prints what came of the frames; gives the exit status. */
static int run_frames(struct frames_run *run, const struct arguments *arguments) {
  *run = (struct frames_run){ 0 };
  if (!cli_settings_load(arguments, &frames_models, &run->settings) ||
      !frames_load(arguments, &run->suite))
    return EXIT_USAGE;
  bool readable = run->suite.unreadable < run->suite.count;
  bool silent = cli_output_takes_all(arguments) || !readable; /* faults were printed */
  if (!silent) puts("frames");
  for (unsigned s = 0; s < run->settings.count && readable; s++)
    run_setting(run, &run->settings.items[s], arguments);
  if (!silent)
    frame_totals_print(stdout, (unsigned)run->results.length, run->bad, run->left_out,
                       SMALL_GPUS_MAX);
  if (run->suite.unreadable) return EXIT_USAGE;
  if (run->bad) return EXIT_FAILS;
  return run->inconclusive || !run->results.length ? EXIT_INCONCLUSIVE : EXIT_HOLDS;
}

static void run_clear(struct frames_run *run) {
  vector_free(run->results);
  frame_suite_clear(&run->suite);
  cli_settings_clear(&run->settings);
}

static bool write_files(const struct arguments *arguments, const struct frame_results *results,
                        const struct cost *cost) {
  FILE *file = cli_output_open(arguments->json);
  if (file) frames_json(file, results, arguments->quiet ? NULL : cost);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) frames_junit(file, results);
  return cli_output_close(file, arguments->junit) && good;
}

static int run(const struct arguments *arguments) {
  struct frames_run run;
  double start = effort_now();
  int status = run_frames(&run, arguments);
  struct cost cost = cost_since(start, (struct cost){ 0 });
  if (run.results.length && !cli_output_takes_all(arguments) && !arguments->quiet)
    cost_print(&cost, NULL);
  if (run.suite.count && !write_files(arguments, &run.results, &cost)) status = EXIT_USAGE;
  run_clear(&run);
  return status;
}

/* --- beside the tests of the matrix --- */

static void *beside_run(const struct arguments *arguments, int *status) {
  struct frames_run *run = memory_new(1, sizeof *run);
  *status = run_frames(run, arguments);
  return run;
}

static void beside_json(void *run, struct json *json) {
  const struct frame_results *results = &((struct frames_run *)run)->results;
  if (results->length) frames_into_json(json, results);
}

static void beside_junit(void *run, FILE *out, bool quiet) {
  (void)quiet; /* a frame has no time of its own */
  frames_into_junit(out, &((struct frames_run *)run)->results);
}

static void beside_alerts(void *run, struct alerts *alerts) {
  frames_into_alerts(alerts, &((struct frames_run *)run)->results);
}

static void beside_end(void *run) {
  run_clear(run);
  memory_free(run);
}

static int beside_nothing(const struct arguments *arguments) {
  cli_complain("nothing here suits: frames are for models of image composition, without --liveness "
               "and --strongest");
  return write_files(arguments, &(struct frame_results){ 0 }, NULL) ? EXIT_INCONCLUSIVE
                                                                    : EXIT_USAGE;
}

const struct beside frames_beside = { beside_run,    beside_json, beside_junit,
                                      beside_alerts, beside_end,  beside_nothing };

const struct command frames_command_run = {
  .family = "frames",
  .name = "run",
  .arguments = "[-p MODEL]... [PATH...]",
  .summary = "every frame on every model of image composition",
  .help =
      "Renders every frame (of litmus/frames, or of PATH) on every model (all, or those of -p;\n"
      "--variants adds theirs), and compares what is shown with sequential rendering.  Claimed\n"
      "properties are checked in every state.  A variant that is expected to fail is left out on\n"
      "frames of four GPUs, unless the frame is given by name.",
  .json = "frames (model, frame, path, verdict, fault where its image is not as stated, "
          "properties broken, dealings tried, how many they stand for, states, transitions, "
          "depth).",
  .takes =
      TAKES(models) | TAKES(variants) | TAKES_FRAMES | TAKES(json) | TAKES(junit) | TAKES(quiet),
  .run = run,
};

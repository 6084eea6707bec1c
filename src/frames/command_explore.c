/* frames explore: the images that a model shows, and the run to what it breaks. */
#include <stdio.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/effort.h"
#include "cli/output.h"
#include "frames/commands.h"
#include "frames/frame_counts.h"
#include "frames/report.h"
#include "frames/report_files.h"
#include "frames/recording.h"
#include "report/cost_text.h"
#include "run/effort.h"
#include "report/json.h"

struct frame_exploration {
  const struct arguments *arguments;
  struct setting setting;
  struct effort effort;
  bool silent;       /* standard output is the JSON's */
  struct json *json; /* NULL: none is asked for */
};

/* Shows, and saves, the run that was found. */
static int show_run(const struct frame_exploration *exploration, const struct frame *frame,
                    const struct frame_run *run) {
  const struct arguments *arguments = exploration->arguments;
  if (!exploration->silent && !arguments->quiet)
    frame_run_print(stdout, &exploration->setting, frame, run);
  return frames_save_run(arguments, &exploration->setting, frame, run) ? EXIT_HOLDS : EXIT_USAGE;
}

/* The shortest run to the images that --witness states. */
static int seek(const struct frame_exploration *exploration, const struct framed *framed) {
  struct diagnostic error = { NULL };
  struct frame *sought = frame_read_images(framed->frame, exploration->arguments->witness, &error);
  if (!sought) return cli_complain_of(&error);
  struct frame_run run;
  int status;
  status_line_begin("frames explore", &exploration->effort, exploration->arguments->quiet);
  bool found =
      frame_run_find(&exploration->setting, framed->frame, 0, sought, &exploration->effort, &run);
  status_line_end();
  if (found) {
    status = show_run(exploration, framed->frame, &run);
  } else {
    status = run.complete ? EXIT_FAILS : EXIT_INCONCLUSIVE;
    if (!exploration->silent)
      printf("%s: %s\n", framed->frame->name,
             run.complete ? "no run ends so"
                          : "inconclusive: no run was found before a limit was hit");
    cli_run_unused(exploration->arguments);
  }
  if (exploration->json)
    frames_explored_json_add(exploration->json, &exploration->setting, framed, NULL, &run);
  frame_run_clear(&run);
  frame_free(sought);
  return status;
}

static int explore(const struct frame_exploration *exploration, const struct framed *framed) {
  const struct setting *setting = &exploration->setting;
  struct compositor_options options = { .no_reduction = exploration->effort.machine.no_reduction };
  status_line_begin("frames explore", &exploration->effort, exploration->arguments->quiet);
  struct rendering rendering =
      frame_render(setting, framed->frame, &options, 0, &exploration->effort);
  status_line_end();
  uint64_t broken = rendering.broken & composition_invariants(setting);
  int status = broken ? EXIT_FAILS : rendering.complete ? EXIT_HOLDS : EXIT_INCONCLUSIVE;
  if (!exploration->silent) rendering_print(stdout, setting, framed, &rendering);
  struct frame_run run = { .trace = NULL };
  if (broken && frame_run_find(setting, framed->frame, broken, NULL, &exploration->effort, &run)) {
    status_line_end();
    status = cli_worse_status(status, show_run(exploration, framed->frame, &run));
  } else {
    cli_run_unused(exploration->arguments);
  }
  if (exploration->json)
    frames_explored_json_add(exploration->json, setting, framed, &rendering, &run);
  frame_run_clear(&run);
  rendering_clear(&rendering);
  return status;
}

/* --count: the messages of all runs. */
static int count(const struct frame_exploration *exploration, const struct framed *framed) {
  const struct setting *setting = &exploration->setting;
  status_line_begin("frames explore", &exploration->effort, exploration->arguments->quiet);
  struct frame_counts counts = frame_count(setting, framed->frame, &exploration->effort);
  status_line_end();
  if (!exploration->silent) frame_counts_print(stdout, setting, framed->frame, &counts);
  if (exploration->json) frame_counts_json(exploration->json, setting, framed, &counts);
  return counts.complete && counts.ends ? EXIT_HOLDS : EXIT_INCONCLUSIVE;
}

static int explore_all(const struct frame_exploration *exploration,
                       const struct frame_suite *suite) {
  bool seeks = exploration->arguments->witness, counts = exploration->arguments->count;
  int status = suite->unreadable            ? EXIT_USAGE
               : suite->misstated && !seeks ? EXIT_FAILS
                                            : EXIT_HOLDS;
  for (unsigned i = 0; i < suite->count; i++) {
    const struct framed *framed = &suite->items[i];
    if (framed->frame)
      status = cli_worse_status(status, (counts  ? count
                                         : seeks ? seek
                                                 : explore)(exploration, framed));
    else if (exploration->json)
      frames_explored_json_add(exploration->json, &exploration->setting, framed, NULL, NULL);
  }
  return status;
}

/* A -p beside the file must name the model of the run. */
static int replay(const struct arguments *arguments) {
  struct frame_recording recording;
  struct diagnostic error = { NULL };
  if (!frame_recording_load(arguments->replay, &recording, &error)) return cli_complain_of(&error);
  char *name = setting_name(&recording.setting);
  int status = EXIT_HOLDS;
  for (size_t i = 0; i < arguments->models.length && status == EXIT_HOLDS; i++)
    if (!text_equal(arguments->models.items[i], name))
      status = cli_complain("the saved run is of %s, not of %s", name, arguments->models.items[i]);
  memory_free(name);
  if (status == EXIT_HOLDS) {
    if (!cli_output_takes_all(arguments)) {
      frame_run_print(stdout, &recording.setting, recording.frame, &recording.run);
      puts("replayed: every step exists, and leads where it did");
    }
    if (!frames_save_run(arguments, &recording.setting, recording.frame, &recording.run))
      status = EXIT_USAGE;
  }
  frame_recording_clear(&recording);
  return status;
}

static int run(const struct arguments *arguments) {
  struct frame_exploration exploration = { .arguments = arguments,
                                           .silent = cli_output_takes_all(arguments) };
  struct frame_suite suite;
  if (arguments->replay) return replay(arguments);
  if (!cli_setting_load(arguments, &frames_models, &exploration.setting)) return EXIT_USAGE;
  if (!arguments->paths.length) return cli_complain("expected a frame or a folder of frames");
  if (!frames_load(arguments, &suite)) return EXIT_USAGE;
  exploration.effort = cli_effort(arguments);
  FILE *file = cli_output_open(arguments->json);
  struct json json;
  if (file) json = frames_explored_json_begin(file, &exploration.setting, arguments->witness);
  if (file) exploration.json = &json;
  double start = effort_now();
  int status = explore_all(&exploration, &suite);
  struct cost cost = cost_since(start, (struct cost){ 0 });
  if (!exploration.silent && !arguments->quiet) cost_print(&cost, NULL);
  if (file) frames_explored_json_end(&json, arguments->quiet ? NULL : &cost, status);
  if (!cli_output_close(file, arguments->json)) status = EXIT_USAGE;
  frame_suite_clear(&suite);
  return status;
}

const struct command frames_command_explore = {
  .family = "frames",
  .name = "explore",
  .arguments = "-p MODEL PATH... | --replay FILE",
  .summary = "the images that a model shows, and the run to a wrong one",
  .help =
      "Renders every frame in every way, and prints the images shown, the states and the claimed\n"
      "properties, with a shortest run to what is broken; --trace saves it.  --witness shows the\n"
      "shortest run to images, '0 = a over b; 1 = bg' (exit status 1 when no run ends so).\n"
      "--count prints instead how many messages of each kind a run sends, at least and at most.\n"
      "--json writes what was shown.  --replay steps through a saved run, of the model that the\n"
      "file names.",
  .json =
      "model, witness where one was asked for, frames (path, frame, fault, verdict, the "
      "properties that hold and that are broken, the image of sequential rendering, those "
      "shown and whether they are right, the counts, and the run; with --count: complete, ends, "
      "dealings, states, messages), status.",
  .takes = TAKES(models) | TAKES_FRAMES | TAKES(witness) | TAKES(count) | TAKES(trace) |
           TAKES(chart) | TAKES(replay) | TAKES(json) | TAKES(quiet),
  .run = run,
};

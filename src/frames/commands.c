/* The record by which the eight commands know the family, and work that its commands share. */
#include "frames/commands.h"

#include <stdio.h>
#include "cli/family.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "frames/print.h"
#include "frames/recording.h"

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
  return cli_output_close(file, arguments->trace);
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

extern const struct command frames_command_run, frames_command_explore, frames_command_prove,
    frames_command_mutate, frames_command_table, frames_command_list;
extern const struct beside frames_beside;

static const struct command *const frames_commands[] = { &frames_command_run,
                                                         &frames_command_explore,
                                                         &frames_command_prove,
                                                         &frames_command_mutate,
                                                         &frames_command_table,
                                                         &frames_command_list,
                                                         NULL };

static const struct exclusion exclusions[] = {
  { "run", TAKES(trace), NEEDS, 0, "--%s: explore saves the run to what a frame breaks" },
  { "explore", TAKES(paths) | TAKES(assignments) | TAKES(trace) | TAKES(witness) | TAKES(json),
    EXCLUDES, TAKES(replay),
    "the run is replayed as it was saved: no frame, --set, --trace, --witness or --json can change "
    "it" },
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
                    TAKES(automorphism) | TAKES(no_deferred_evictions) | TAKES(no_dead_values) |
                    TAKES(no_ample) | TAKES(no_symmetry) | TAKES(no_audit) | TAKES(trace) |
                    TAKES(coverage) | TAKES(no_reduction) | TAKES(judy),
  .saved = frame_recording_is,
  .list_files = frames_list,
  .beside = &frames_beside,
};

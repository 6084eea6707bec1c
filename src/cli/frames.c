/* Frames: the commands of the family beside coherence. */
#include "cli/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/figures.h"
#include "cli/status_line.h"
#include "cli/setup.h"
#include "litmus/read/find.h"
#include "report/files.h"
#include "report/frame_text.h"
#include "report/mutation_text.h"
#include "verify/frame_mutants.h"
#include "verify/frame_recording.h"
#include "verify/suite.h"

static const char frames_folder[] = "litmus/frames";

bool frames_only(const struct arguments *arguments) {
  for (size_t i = 0; i < arguments->models.length; i++)
    if (!composition_find(arguments->models.items[i])) return false;
  return arguments->models.length > 0;
}

/* --- settings --- */

static bool assign_all(const struct arguments *arguments, struct setting *setting,
                       struct diagnostic *error) {
  for (size_t i = 0; i < arguments->assignments.length; i++)
    if (!setting_assign(setting, arguments->assignments.items[i], error)) return false;
  return composition_check(composition_of(setting), error);
}

typedef VECTOR(struct setting) setting_list;

/* Adds a composition or a variant; where it was not named itself, if --set fits it. */
static bool add_setting(const struct arguments *arguments, const char *name, bool named,
                        setting_list *list, struct diagnostic *error) {
  struct setting setting;
  struct diagnostic unfit = { NULL };
  if (!composition_setting(&setting, name, error)) return false;
  bool fits = assign_all(arguments, &setting, named ? error : &unfit);
  if (fits) vector_push(*list, setting);
  diagnostic_clear(&unfit);
  return fits || !named;
}

static bool add_composition(const struct arguments *arguments, const char *name, bool named,
                            setting_list *list, struct diagnostic *error) {
  const struct system *system = &composition_find(name)->system;
  bool good = add_setting(arguments, name, named, list, error),
       plain = text_equal(name, system->name);
  for (unsigned v = 0;
       v < VARIANTS_MAX && good && plain && arguments->variants && system->variants[v].name; v++) {
    char *variant = memory_format("%s:%s", name, system->variants[v].name);
    good = add_setting(arguments, variant, false, list, error);
    memory_free(variant);
  }
  return good;
}

/* The settings of -p; without it every composition; with --variants theirs, too. */
static bool load_settings(const struct arguments *arguments, struct settings *settings) {
  struct diagnostic error = { NULL };
  setting_list list = { 0 };
  bool good = true;
  for (size_t i = 0; i < arguments->models.length && good; i++)
    if (composition_find(arguments->models.items[i]))
      good = add_composition(arguments, arguments->models.items[i], true, &list, &error);
  for (const struct composition *const *c = compositions(); *c && good && !arguments->models.length;
       c++)
    good = add_composition(arguments, (*c)->system.name, false, &list, &error);
  *settings = (struct settings){ list.items, (unsigned)list.length };
  if (!good) {
    cli_settings_clear(settings);
    cli_complain_of(&error);
  }
  return good;
}

bool frames_setting(const struct arguments *arguments, struct setting *setting) {
  struct settings settings;
  if (arguments->models.length != 1) return cli_complain("expected one model (-p MODEL)"), false;
  if (!load_settings(arguments, &settings)) return false;
  *setting = settings.items[0];
  cli_settings_clear(&settings);
  return true;
}

/* --- frames --- */

static bool load_frames(const struct arguments *arguments, const char *fallback,
                        struct frame_suite *suite) {
  const char *const *paths = arguments->paths.length ? arguments->paths.items : &fallback;
  *suite = frame_suite_load(paths, arguments->paths.length ? (unsigned)arguments->paths.length : 1);
  fflush(stdout);
  for (unsigned i = 0; i < suite->count; i++)
    if (suite->items[i].fault || suite->items[i].misstated)
      fprintf(stderr, "%s\n",
              suite->items[i].fault ? suite->items[i].fault : suite->items[i].misstated);
  return suite->count;
}

static bool ends_with(const char *text, const char *suffix) {
  size_t length = strlen(text), ending = strlen(suffix);
  return length >= ending && text_equal(text + length - ending, suffix);
}

static bool has_files(const char *path, const char *suffix) {
  struct diagnostic none = { NULL };
  unsigned count;
  char **files = files_find(path, suffix, &count, &none);
  bool some =
      files &&
      (count > 1 || ends_with(files[0], suffix)); /* a single file is found whatever it is called */
  for (unsigned i = 0; files && i < count; i++) memory_free(files[i]);
  memory_free(files);
  diagnostic_clear(&none);
  return some;
}

bool frames_are_held(const struct arguments *arguments, const char *fallback) {
  for (size_t i = 0; i < arguments->paths.length; i++)
    if (has_files(arguments->paths.items[i], ".frame")) return true;
  return !arguments->paths.length && has_files(fallback, ".frame");
}

void frames_paths_of_tests(const struct arguments *arguments, struct arguments *of) {
  *of = *arguments;
  of->paths = (struct name_list){ 0 };
  for (size_t i = 0; i < arguments->paths.length; i++)
    if (!has_files(arguments->paths.items[i], ".frame") ||
        has_files(arguments->paths.items[i], ".litmus"))
      vector_push(of->paths, arguments->paths.items[i]);
}

/* --- run --- */

struct count {
  unsigned frames, bad, inconclusive, left_out;
};

/* A variant that is broken on purpose is tried on frames that are given by name, what it is known
 * to fail, and what does not take long. */
enum { SMALL_GPUS_MAX = 3 };
static bool is_tried(const struct setting *setting, const struct framed *framed,
                     const struct arguments *arguments) {
  if (framed->frame->gpus <= SMALL_GPUS_MAX || !setting_is_broken(setting)) return true;
  for (size_t i = 0; i < arguments->paths.length; i++)
    if (text_equal(arguments->paths.items[i], framed->path)) return true;
  return suite_name_is_listed(setting_fails(setting), framed->frame->name);
}

static struct frame_result run_frame(const struct setting *setting, const struct framed *framed,
                                     const struct effort *effort) {
  const struct frame *frame = framed->frame;
  struct compositor_options options = { .no_reduction = effort->machine.no_reduction };
  uint64_t stop_at = setting_is_broken(setting) ? composition_invariants(setting) : 0;
  struct rendering rendering = frame_render(setting, frame, &options, stop_at, effort);
  struct frame_result result = { setting, frame, frame_judge(setting, framed, &rendering),
                                 framed->misstated, rendering };
  rendering_clear(&result.made);
  return result;
}

static void tally(struct count *count, const struct frame_result *result) {
  count->frames++;
  count->bad += frame_verdict_is_bad(result->verdict);
  count->inconclusive += result->verdict == FRAME_INCONCLUSIVE;
}

bool frames_write(const struct arguments *arguments, const struct frame_results *results,
                  const struct took *took) {
  FILE *file = cli_output_open(arguments->json);
  if (file) frames_json(file, results, arguments->quiet ? NULL : took);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) frames_junit(file, results);
  good &= cli_output_close(file, arguments->junit);
  return good;
}

static void run_setting(const struct setting *setting, const struct frame_suite *suite,
                        const struct arguments *arguments, struct count *count,
                        struct frame_results *results) {
  struct effort effort = cli_effort(arguments);
  struct frame_line line = { .setting = setting };
  for (unsigned i = 0; i < suite->count; i++) {
    const struct frame *frame = suite->items[i].frame;
    if (!frame) continue;
    if (!is_tried(setting, &suite->items[i], arguments)) {
      count->left_out++;
      continue;
    }
    struct frame_result result = run_frame(setting, &suite->items[i], &effort);
    tally(count, &result);
    frame_line_add(&line, frame, result.verdict, &result.made);
    vector_push(*results, result);
  }
  status_line_end();
  frame_line_print(cli_output_takes_all(arguments) ? NULL : stdout, &line, arguments->quiet);
  fflush(stdout);
}

int frames_render(const struct arguments *arguments, struct framing *framing) {
  *framing = (struct framing){ 0 };
  if (arguments->trace)
    return cli_complain("--trace: explore saves the run to what a frame breaks");
  if (!load_settings(arguments, &framing->settings)) return EXIT_USAGE;
  const struct frame_suite *suite = &framing->suite;
  if (!load_frames(arguments, frames_folder, &framing->suite))
    return cli_complain("expected a frame or a folder of frames");
  struct count count = { 0 };
  bool silent = cli_output_takes_all(arguments) ||
                suite->unreadable == suite->count; /* what is wrong with them was said */
  if (!silent) puts("frames");
  for (unsigned s = 0; s < framing->settings.count && suite->unreadable < suite->count; s++)
    run_setting(&framing->settings.items[s], suite, arguments, &count, &framing->results);
  if (!silent)
    printf("\n%u %s of frames: %u %s what is claimed or known\n", count.frames,
           text_numbered(count.frames, "rendering", "renderings"), count.bad,
           text_numbered(count.bad, "is not", "are not"));
  if (!silent && count.left_out)
    printf("%u left out: variants that are broken on purpose, on more than %d GPUs; a frame that "
           "is given by name is not\n",
           count.left_out, SMALL_GPUS_MAX);
  if (suite->unreadable) return EXIT_USAGE;
  return count.bad                             ? EXIT_FAILS
         : count.inconclusive || !count.frames ? EXIT_INCONCLUSIVE
                                               : EXIT_HOLDS;
}

void frames_clear(struct framing *framing) {
  vector_free(framing->results);
  frame_suite_clear(&framing->suite);
  cli_settings_clear(&framing->settings);
}

/* Options that say nothing of image composition are refused by name, lest they seem obeyed. */
static bool only_of_machines(const struct arguments *arguments) {
  const struct {
    const char *name;
    bool given;
  } others[] = {
    { "core", arguments->core },
    { "capacity", arguments->capacity },
    { "cold", arguments->cold },
    { "no-evictions", arguments->no_evictions },
    { "evictions-within", arguments->evictions_within },
    { "apart", arguments->apart },
    { "together", arguments->together },
    { "spread", arguments->spread },
    { "two-words", arguments->two_words },
    { "sms", arguments->sms },
    { "threads", arguments->threads },
    { "addrs", arguments->lines },
    { "values", arguments->values },
    { "gpms", arguments->gpms },
    { "placement", arguments->placement },
    { "progress", arguments->progress },
    { "fairness", arguments->fairness },
    { "strongest", arguments->strongest },
    { "memory-model", arguments->memory_models.length },
    { "spill", arguments->spill },
    { "hash-compaction", arguments->compact },
    { "bit-state", arguments->bit_state },
    { "checkpoint", arguments->checkpoint },
    { "resume", arguments->resume },
  };
  for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].given)
      return cli_complain("--%s is for machines, not for models of image composition",
                          others[i].name),
             true;
  return false;
}

int frames_run(const struct arguments *arguments) {
  struct framing framing;
  double start = effort_now();
  if (only_of_machines(arguments)) return EXIT_USAGE;
  int status = frames_render(arguments, &framing);
  struct took took = figures_since(start, (struct took){ 0 });
  if (framing.results.length && !cli_output_takes_all(arguments) && !arguments->quiet)
    figures_print(&took, NULL);
  if (framing.suite.count && !frames_write(arguments, &framing.results, &took)) status = EXIT_USAGE;
  frames_clear(&framing);
  return status;
}

/* --- explore --- */

static bool save_run(const struct arguments *arguments, const struct setting *setting,
                     const struct frame *frame, const struct frame_run *run) {
  FILE *file = cli_output_open(arguments->trace);
  if (file) frame_recording_write(file, setting, frame, run);
  return cli_output_close(file, arguments->trace);
}

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
  if (!exploration->silent && !exploration->arguments->quiet)
    frame_run_print(stdout, &exploration->setting, frame, run);
  return save_run(exploration->arguments, &exploration->setting, frame, run) ? EXIT_HOLDS
                                                                             : EXIT_USAGE;
}

/* The shortest run to the images that --witness states. */
static int seek(const struct frame_exploration *exploration, const struct framed *framed) {
  struct diagnostic error = { NULL };
  struct frame *sought = frame_read_images(framed->frame, exploration->arguments->witness, &error);
  if (!sought) return cli_complain_of(&error);
  struct frame_run run;
  int status;
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
    cli_trace_unused(exploration->arguments);
  }
  if (exploration->json)
    explored_json_add(exploration->json, &exploration->setting, framed, NULL, &run);
  frame_run_clear(&run);
  frame_free(sought);
  return status;
}

static int explore(const struct frame_exploration *exploration, const struct framed *framed) {
  const struct setting *setting = &exploration->setting;
  struct compositor_options options = { .no_reduction = exploration->effort.machine.no_reduction };
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
    cli_trace_unused(exploration->arguments);
  }
  if (exploration->json) explored_json_add(exploration->json, setting, framed, &rendering, &run);
  frame_run_clear(&run);
  rendering_clear(&rendering);
  return status;
}

static int explore_all(struct frame_exploration *exploration, const struct frame_suite *suite) {
  int status = suite->unreadable                                      ? EXIT_USAGE
               : suite->misstated && !exploration->arguments->witness ? EXIT_FAILS
                                                                      : EXIT_HOLDS;
  for (unsigned i = 0; i < suite->count; i++) {
    const struct framed *framed = &suite->items[i];
    if (framed->frame && exploration->arguments->witness)
      status = cli_worse_status(status, seek(exploration, framed));
    else if (framed->frame) status = cli_worse_status(status, explore(exploration, framed));
    else if (exploration->json)
      explored_json_add(exploration->json, &exploration->setting, framed, NULL, NULL);
  }
  return status;
}

int frames_explore(const struct arguments *arguments) {
  struct frame_exploration exploration = { .arguments = arguments,
                                           .silent = cli_output_takes_all(arguments) };
  struct frame_suite suite;
  if (arguments->replay) return frames_replay(arguments);
  if (only_of_machines(arguments) || !frames_setting(arguments, &exploration.setting))
    return EXIT_USAGE;
  if (!arguments->paths.length || !load_frames(arguments, frames_folder, &suite))
    return cli_complain("expected a frame or a folder of frames");
  exploration.effort = cli_effort(arguments);
  FILE *file = cli_output_open(arguments->json);
  struct json json;
  if (file) json = explored_json_begin(file, &exploration.setting, arguments->witness);
  if (file) exploration.json = &json;
  double start = effort_now();
  int status = explore_all(&exploration, &suite);
  struct took took = figures_since(start, (struct took){ 0 });
  if (!exploration.silent && !arguments->quiet) figures_print(&took, NULL);
  if (file) explored_json_end(&json, arguments->quiet ? NULL : &took, status);
  if (!cli_output_close(file, arguments->json)) status = EXIT_USAGE;
  frame_suite_clear(&suite);
  return status;
}

/* A -p or a frame beside the file must be that of the run. */
int frames_replay(const struct arguments *arguments) {
  struct frame_recording recording;
  struct diagnostic error = { NULL };
  if (arguments->paths.length || arguments->assignments.length || arguments->trace ||
      arguments->witness || arguments->json)
    return cli_complain("the run is replayed as it was saved: no frame, --set, --trace, --witness "
                        "or --json can change it");
  if (!frame_recording_load(arguments->replay, &recording, &error)) return cli_complain_of(&error);
  char *name = setting_name(&recording.setting);
  int status = EXIT_HOLDS;
  for (size_t i = 0; i < arguments->models.length && status == EXIT_HOLDS; i++)
    if (!text_equal(arguments->models.items[i], name))
      status = cli_complain("the saved run is of %s, not of %s", name, arguments->models.items[i]);
  memory_free(name);
  if (status == EXIT_HOLDS) {
    frame_run_print(stdout, &recording.setting, recording.frame, &recording.run);
    puts("replayed: every step exists, and leads where it did");
  }
  frame_recording_clear(&recording);
  return status;
}

/* --- prove --- */

enum { GPUS_USUAL = 4, DRAWS_USUAL = 4 };

static bool write_proof(const struct arguments *arguments, const struct frame_proof *proof,
                        const struct took *took) {
  FILE *file = cli_output_open(arguments->json);
  if (file) frame_proof_json(file, proof, arguments->quiet ? NULL : took);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) frame_proof_junit(file, proof);
  good &= cli_output_close(file, arguments->junit);
  if (!proof->run.trace) cli_trace_unused(arguments);
  else good &= save_run(arguments, &proof->setting, proof->frame, &proof->run);
  return good;
}

int frames_prove(const struct arguments *arguments) {
  struct setting setting;
  struct frame_client client = { arguments->gpus ? (unsigned)arguments->gpus : GPUS_USUAL,
                                 arguments->draws ? (unsigned)arguments->draws : DRAWS_USUAL,
                                 (unsigned)arguments->groups };
  if (arguments->paths.length)
    return cli_complain("prove takes no frames: every way to deal out groups of draws is tried");
  if (client.gpus < 2 || client.gpus > FRAME_GPUS_MAX)
    return cli_complain("--gpus: 2 to %u compose an image", FRAME_GPUS_MAX);
  if (only_of_machines(arguments) || !frames_setting(arguments, &setting)) return EXIT_USAGE;
  struct effort effort = cli_effort(arguments);
  double start = effort_now();
  struct frame_proof proof = frame_prove(&setting, &client, &effort);
  status_line_end();
  if (!cli_output_takes_all(arguments)) frame_proof_print(stdout, &proof, arguments->quiet);
  struct took took = figures_since(start, (struct took){ 0 });
  if (!cli_output_takes_all(arguments) && !arguments->quiet) figures_print(&took, NULL);
  int status = frame_proof_status(&proof);
  if (!write_proof(arguments, &proof, &took)) status = EXIT_USAGE;
  frame_proof_clear(&proof);
  return status;
}

/* --- mutate --- */

static void show_mutant(const struct frame_mutant *fate, bool quiet) {
  if (fate->killer && quiet) return;
  printf("  %s  %s: ",
         fate->killer   ? "killed"
         : fate->reason ? "survived"
                        : "SURVIVED",
         fate->text);
  if (fate->killer) composition_properties_print(stdout, fate->broken);
  if (fate->killer) printf(" on %s\n", fate->killer->name);
  else
    puts(fate->reason ? fate->reason
         : fate->open ? "a limit was hit"
                      : "nothing breaks, and nobody wrote down why");
}

int frames_mutate(const struct arguments *arguments) {
  struct setting setting;
  struct frame_suite suite;
  if (arguments->json)
    return cli_complain("--json is for machines, not for models of image composition");
  if (arguments->clients)
    return cli_complain("--clients is for machines, not for models of image composition");
  if (arguments->only)
    return cli_complain("--only is for machines, not for models of image composition");
  if (arguments->checkpoint || arguments->resume)
    return cli_complain(
        "--checkpoint and --resume are for machines, not for models of image composition");
  if (!frames_setting(arguments, &setting)) return EXIT_USAGE;
  if (!load_frames(arguments, frames_folder, &suite))
    return cli_complain("expected a frame or a folder of frames");
  struct effort effort = cli_effort(arguments);
  double start = effort_now();
  struct frame_mutation mutation =
      frame_mutation_run(&setting, &suite, !arguments->paths.length, &effort);
  status_line_end();
  for (unsigned i = 0; i < mutation.count; i++) show_mutant(&mutation.items[i], arguments->quiet);
  stale_reasons_print(stdout, setting.system, &mutation.reasons);
  unsigned left = mutation.count - mutation.killed, unexplained = left - mutation.explained;
  unsigned stale = survivors_stale(&mutation.reasons);
  printf("%s: %u mutants: %u killed by frames; %u survive, %u of them without a reason",
         setting.system->name, mutation.count, mutation.killed, left, unexplained);
  if (stale) printf("; %u stale %s", stale, text_numbered(stale, "reason", "reasons"));
  putchar('\n');
  struct took took = figures_since(start, (struct took){ 0 });
  if (!arguments->quiet) figures_print(&took, NULL);
  int status = unexplained > mutation.open || stale ? EXIT_FAILS
               : mutation.open                      ? EXIT_INCONCLUSIVE
                                                    : EXIT_HOLDS;
  frame_mutation_clear(&mutation);
  frame_suite_clear(&suite);
  return status;
}

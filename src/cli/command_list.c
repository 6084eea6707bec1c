/* list: what there is, a line each. */
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/frames.h"
#include "cli/setup.h"
#include "frames/composition.h"
#include "run/suite.h"
#include "frames/render.h"

static void list_variants(const struct system *system) {
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++) {
    char *name = memory_format("%s:%s", system->name, system->variants[i].name);
    printf("%-24s %s\n", name, system->variants[i].help);
    memory_free(name);
  }
}

static void list_system(const struct system *system) {
  printf("%-24s %s\n", system->name, system->title);
  list_variants(system);
}

static void list_parameters(const struct setting *setting) {
  const struct parameter *parameters = setting->system->parameters;
  if (parameters[0].name) puts("  parameters, for --set NAME=VALUE: value, range, what it is");
  for (unsigned i = 0; i < PARAMETERS_MAX && parameters[i].name; i++) {
    char *value = memory_format("%s=%d", parameters[i].name, setting->values[i]);
    printf("    %-20s %d to %d; %s\n", value, parameters[i].least, parameters[i].greatest,
           parameters[i].help);
    memory_free(value);
  }
}

/* A model with its variants, or a variant; and its parameters. */
static int list_model(const char *name) {
  struct setting setting;
  struct diagnostic error = { NULL };
  bool good = composition_find(name) ? composition_setting(&setting, name, &error)
                                     : setting_parse(&setting, name, &error);
  if (!good) return cli_complain_of(&error);
  if (setting.variant) printf("%-24s %s\n", name, setting.variant->help);
  else list_system(setting.system);
  list_parameters(&setting);
  return EXIT_HOLDS;
}

static int list_named_models(const struct arguments *arguments) {
  int status = EXIT_HOLDS;
  for (size_t i = 1; i < arguments->paths.length; i++)
    status = cli_worse_status(status, list_model(arguments->paths.items[i]));
  return status;
}

/* Machines and compositions, each sorted by name, are listed together. */
static int list_models(void) {
  const struct system *const *system = systems();
  const struct composition *const *composition = compositions();
  while (*system || *composition) {
    bool machine =
        !*composition || (*system && strcmp((*system)->name, (*composition)->system.name) < 0);
    list_system(machine ? *system++ : &(*composition++)->system);
  }
  return EXIT_HOLDS;
}

static int list_memory_models(void) {
  int status = EXIT_HOLDS;
  for (const char *const *name = cat_model_names(); *name; name++) {
    struct diagnostic error = { NULL };
    struct cat_model *model = cat_model_load(*name, &error);
    if (!model) {
      status = cli_complain_of(&error);
      continue;
    }
    printf("%-16s %s\n", *name, cat_model_title(model));
    cat_model_free(model);
  }
  return status;
}

/* The first remark of a test's header says what it is about. */
static int list_programs(const struct arguments *arguments) {
  struct suite suite;
  if (!cli_tests_load(arguments, "litmus", &suite)) return EXIT_USAGE;
  for (unsigned i = 0; i < suite.count; i++) {
    const struct program *program = suite.tests[i].program;
    if (program)
      printf("%-32s %s\n", program->name,
             program->remark_count ? program->remarks[0] : suite.tests[i].path);
  }
  int status = suite.unreadable ? EXIT_USAGE : EXIT_HOLDS;
  suite_clear(&suite);
  return status;
}

static int list_frames(const struct arguments *arguments) {
  static const char *const everywhere = "litmus";
  unsigned given = (unsigned)arguments->paths.length;
  struct frame_suite suite =
      frame_suite_load(given ? arguments->paths.items : &everywhere, given ? given : 1);
  for (unsigned i = 0; i < suite.count; i++) {
    const struct framed *framed = &suite.items[i];
    if (framed->frame)
      printf("%-32s %s\n", framed->frame->name,
             framed->frame->remark ? framed->frame->remark : framed->path);
    else fprintf(stderr, "%s\n", framed->fault);
  }
  int status = suite.unreadable ? EXIT_USAGE : EXIT_HOLDS;
  frame_suite_clear(&suite);
  return status;
}

/* Tests, and after them frames. */
static int list_tests(const struct arguments *arguments) {
  struct arguments of = *arguments, of_programs;
  of.paths.items++;
  of.paths.length--;
  frames_paths_of_tests(&of, &of_programs);
  bool frames = frames_are_held(&of, "litmus");
  int status =
      !of.paths.length || of_programs.paths.length ? list_programs(&of_programs) : EXIT_HOLDS;
  if (frames) {
    int of_frames = list_frames(&of);
    if (status == EXIT_HOLDS) status = of_frames;
  }
  vector_free(of_programs.paths);
  return status;
}

static int run(const struct arguments *arguments) {
  const char *what = arguments->paths.length ? arguments->paths.items[0] : "";
  if (text_equal(what, "litmus")) return list_tests(arguments);
  if (text_equal(what, "models"))
    return arguments->paths.length == 1 ? list_models() : list_named_models(arguments);
  if (arguments->paths.length == 1 && text_equal(what, "memmodels")) return list_memory_models();
  return cli_complain(
      "expected `list models [MODEL...]`, `list memmodels` or `list litmus [PATH...]`");
}

const struct command command_list = {
  .name = "list",
  .arguments = "models [MODEL...] | memmodels | litmus [PATH...]",
  .summary = "what there is, a line each",
  .help = "Lists the models of machines with their variants (of those that are named: with the "
          "parameters that --set takes,\n"
          "too), the memory models, or the tests and frames (of litmus/, or of PATH).",
  .takes = 0,
  .run = run,
};

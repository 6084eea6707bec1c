/* list: what there is, a line each. */
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "cli/family.h"
#include "cli/output.h"
#include "cli/own_protocols.h"
#include "cli/inputs.h"
#include "report/names.h"
#include "run/suite.h"

static int list_model(const char *name) {
  const struct family *family = family_of_model(name);
  struct setting setting;
  struct diagnostic error = { NULL };
  if (!(family ? family->source : &machine_source)->parse(&setting, name, &error))
    return cli_complain_of(&error);
  setting_list_print(stdout, &setting);
  return EXIT_HOLDS;
}

static int by_name(const void *a, const void *b) {
  return strcmp((*(const struct system *const *)a)->name, (*(const struct system *const *)b)->name);
}

/* Models of all families, sorted by name. */
static int list_models(void) {
  VECTOR(const struct system *) all = { 0 };
  for (const struct system *const *system = systems(); *system; system++) vector_push(all, *system);
  for (EACH_FAMILY(family))
    for (const struct system *const *system = (*family)->source->systems(); *system; system++)
      vector_push(all, *system);
  qsort(all.items, all.length, sizeof *all.items, by_name);
  for (size_t i = 0; i < all.length; i++) system_list_print(stdout, all.items[i]);
  vector_free(all);
  return EXIT_HOLDS;
}

static int list_named_models(const struct name_list *names) {
  int status = EXIT_HOLDS;
  for (size_t i = 0; i < names->length; i++)
    status = cli_worse_status(status, list_model(names->items[i]));
  return names->length ? status : list_models();
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
static int list_tests(const struct arguments *arguments) {
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

/* Tests, and after them the files of other families. */
static int list_litmus(const struct name_list *paths) {
  static const char *const everywhere = "litmus";
  struct arguments of_tests = { .paths = family_paths_of_tests(paths) };
  int status = !paths->length || of_tests.paths.length ? list_tests(&of_tests) : EXIT_HOLDS;
  for (EACH_FAMILY(family)) {
    if (!family_is_held(*family, paths, everywhere)) continue;
    int of_files = (*family)->list_files(paths->length ? paths->items : &everywhere,
                                         paths->length ? (unsigned)paths->length : 1);
    if (status == EXIT_HOLDS) status = of_files;
  }
  vector_free(of_tests.paths);
  return status;
}

static int run(const struct arguments *arguments) {
  const struct name_list *paths = &arguments->paths;
  const char *what = paths->length ? paths->items[0] : "";
  struct name_list rest = { 0 };
  if (paths->length > 1) rest = (struct name_list){ paths->items + 1, paths->length - 1, 0 };
  if (text_equal(what, "litmus")) return list_litmus(&rest);
  if (text_equal(what, "models"))
    return own_protocols_load(&rest, false) ? list_named_models(&rest) : EXIT_USAGE;
  if (paths->length == 1 && text_equal(what, "memmodels")) return list_memory_models();
  return cli_complain(
      "expected `list models [MODEL...]`, `list memmodels` or `list litmus [PATH...]`");
}

const struct command command_list = {
  .name = "list",
  .arguments = "models [MODEL...] | memmodels | litmus [PATH...]",
  .summary = "what there is, a line each",
  .help =
      "Lists the models with their variants (of those that are named, or given as the PATH of a\n"
      "protocol of your own: with the parameters that --set takes, too), the memory models, or the "
      "tests and frames (of litmus/, or of PATH).",
  .run = run,
};

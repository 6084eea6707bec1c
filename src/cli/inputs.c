#include "cli/inputs.h"

#include <sys/stat.h>
#include "base/memory.h"
#include "base/text.h"
#include "cat/variants.h"
#include "cli/family.h"
#include "cli/own_protocols.h"
#include "cli/output.h"
#include "litmus/barriers.h"
#include "verify/claimed_models.h"
#include "protocol/record.h"
#include "run/suite_files.h"

static bool machine_check(const struct system *system, struct diagnostic *error) {
  return system_check(system, error) && claimed_models_check(system, error);
}
const struct model_source machine_source = { systems, setting_parse, machine_check, setting_core,
                                             false };

struct setting_loading {
  const struct arguments *arguments;
  const struct model_source *source;
  struct settings *settings;
  struct diagnostic *error;
};

static bool apply(const struct setting_loading *loading, struct setting *setting,
                  struct diagnostic *error) {
  const struct arguments *arguments = loading->arguments;
  if (arguments->core && loading->source->core &&
      !loading->source->core(setting, arguments->core, error))
    return false;
  for (size_t i = 0; i < arguments->assignments.length; i++)
    if (!setting_assign(setting, arguments->assignments.items[i], error)) return false;
  return true;
}

/* Adds a model.  Not every model has every core and parameter: one that -p does not name is left
 * out where they do not fit it. */
static bool add(const struct setting_loading *loading, const char *name, bool named) {
  struct setting *setting = &loading->settings->items[loading->settings->count];
  struct diagnostic unfit = { NULL };
  if (!loading->source->parse(setting, name, loading->error)) return false;
  if (!setting->variant && !loading->source->check(setting->system, loading->error)) return false;
  bool fits = apply(loading, setting, named ? loading->error : &unfit);
  loading->settings->count += fits;
  diagnostic_clear(&unfit);
  return fits || !named;
}

static bool add_variants(const struct setting_loading *loading, const struct system *system) {
  bool good = loading->arguments->variants;
  for (unsigned v = 0; v < VARIANTS_MAX && good && system->variants[v].name; v++) {
    char *name = memory_format("%s:%s", system->name, system->variants[v].name);
    good = add(loading, name, false);
    memory_free(name);
  }
  return good || !loading->arguments->variants;
}

static bool add_named(const struct setting_loading *loading, const char *name) {
  const struct family *family = family_of_model(name);
  if (family && family->source != loading->source)
    return diagnostic_plain(loading->error, "%s %s", name, family->stands_alone);
  if (!add(loading, name, true)) return false;
  const struct setting *setting = &loading->settings->items[loading->settings->count - 1];
  return setting->variant ? loading->source->check(setting->system, loading->error)
                          : add_variants(loading, setting->system);
}

static bool add_all(const struct setting_loading *loading) {
  const struct model_source *source = loading->source;
  for (const struct system *const *system = source->systems(); *system; system++)
    if (!add(loading, (*system)->name, false) || !add_variants(loading, *system)) return false;
  return loading->settings->count || source->may_be_empty ||
         diagnostic_plain(loading->error, "no model takes these options");
}

bool cli_settings_load(const struct arguments *arguments, const struct model_source *source,
                       struct settings *settings) {
  struct diagnostic error = { NULL };
  struct setting_loading loading = { arguments, source, settings, &error };
  const struct name_list *named = &arguments->models;
  size_t count = named->length;
  bool good = true;
  while (!named->length && source->systems()[count]) count++;
  *settings =
      (struct settings){ memory_new(count * (1 + VARIANTS_MAX), sizeof(struct setting)), 0 };
  for (size_t i = 0; i < named->length && good; i++) good = add_named(&loading, named->items[i]);
  if (!named->length) good = add_all(&loading);
  if (good) return true;
  cli_complain_of(&error);
  cli_settings_clear(settings);
  return false;
}

bool cli_setting_load(const struct arguments *arguments, const struct model_source *source,
                      struct setting *setting) {
  struct settings settings;
  if (arguments->models.length != 1) {
    cli_complain("expected one model (-p MODEL); `turnsole list models` names them");
    return false;
  }
  if (!cli_settings_load(arguments, source, &settings)) return false;
  *setting = settings.items[0];
  cli_settings_clear(&settings);
  return true;
}

void cli_settings_clear(struct settings *settings) {
  memory_free(settings->items);
  *settings = (struct settings){ 0 };
}

/* --- tests --- */

static bool reading_of(const struct arguments *arguments, enum barrier_reading *reading) {
  *reading = BARRIERS_BY_CTA;
  if (!arguments->barriers || barrier_reading_named(arguments->barriers, reading)) return true;
  return cli_complain("--barriers: expected by-cta or by-name, found \"%s\"", arguments->barriers),
         false;
}

/* The folder `fallback` and those of models that bring tests of their own. */
static struct name_list usual_paths(const struct arguments *arguments, const char *fallback) {
  struct name_list paths = { 0 };
  if (!fallback) return paths;
  if (suite_path_is_there(fallback)) vector_push(paths, memory_format("%s", fallback));
  struct name_list own = own_protocols_tests(&arguments->models);
  for (size_t i = 0; i < own.length; i++) vector_push(paths, own.items[i]);
  vector_free(own);
  return paths;
}

/* false: there are none. */
static bool load_tests(const struct arguments *arguments, const char *fallback,
                       struct suite *suite) {
  struct name_list usual = { 0 };
  const struct name_list *paths = &arguments->paths;
  if (!paths->length) {
    usual = usual_paths(arguments, fallback);
    paths = &usual;
  }
  if (paths->length) *suite = suite_load(paths->items, (unsigned)paths->length);
  bool good = paths->length > 0;
  for (size_t i = 0; i < usual.length; i++) memory_free((void *)usual.items[i]);
  vector_free(usual);
  return good;
}

bool cli_tests_gather(const struct arguments *arguments, const char *fallback,
                      struct suite *suite) {
  enum barrier_reading reading;
  if (!reading_of(arguments, &reading)) return false;
  if (!load_tests(arguments, fallback, suite)) {
    cli_complain("expected a test or a folder of tests%s",
                 fallback ? " (there is no litmus/ here, nor beside the program)" : "");
    return false;
  }
  for (unsigned i = 0; i < suite->count; i++)
    if (suite->tests[i].program && !program_has_cluster_barrier(suite->tests[i].program))
      suite->tests[i].program->barriers = reading;
  fflush(stdout);
  for (unsigned i = 0; i < suite->count; i++) {
    const struct program *program = suite->tests[i].program;
    if (suite->tests[i].fault) fprintf(stderr, "%s\n", suite->tests[i].fault);
    if (program && program->warnings.length) fputs(program->warnings.bytes, stderr);
  }
  return true;
}

bool cli_tests_load(const struct arguments *arguments, const char *fallback, struct suite *suite) {
  if (!cli_tests_gather(arguments, fallback, suite)) return false;
  if (suite->unreadable < suite->count) return true;
  suite_clear(suite);
  return false;
}

/* --- memory models --- */

static bool gather_variants(const struct arguments *arguments, struct name_list *variants) {
  for (size_t i = 0; i < arguments->cat_variants.length; i++) {
    const char *name = arguments->cat_variants.items[i];
    if (cat_variant_may_be_chosen(name)) {
      vector_push(*variants, name);
      continue;
    }
    struct text known = { 0 };
    cat_variant_names(&known);
    cli_complain("--variant %s: expected one of %s", name, known.bytes);
    text_free(&known);
    return false;
  }
  vector_push(*variants, NULL);
  return true;
}

static bool is_folder(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool gather_folders(const struct arguments *arguments, struct name_list *folders) {
  for (size_t i = 0; i < arguments->includes.length; i++) {
    const char *name = arguments->includes.items[i];
    if (!is_folder(name)) {
      cli_complain("-I %s: there is no such folder", name);
      return false;
    }
    vector_push(*folders, name);
  }
  vector_push(*folders, NULL);
  return true;
}

bool cli_cat_gather(const struct arguments *arguments, struct cat_lists *lists) {
  *lists = (struct cat_lists){ { 0 }, { 0 } };
  return gather_variants(arguments, &lists->variants) && gather_folders(arguments, &lists->folders);
}

struct cat_choices cli_cat_choices(const struct cat_lists *lists) {
  return (struct cat_choices){ lists->variants.items, lists->folders.items };
}

void cli_cat_clear(struct cat_lists *lists) {
  vector_free(lists->variants);
  vector_free(lists->folders);
}

static bool load_each(const struct name_list *names, const struct cat_choices *choices,
                      struct memory_models *models) {
  models->items = memory_new(names->length, sizeof *models->items);
  models->count = 0;
  for (size_t i = 0; i < names->length; i++) {
    struct diagnostic error = { NULL };
    struct cat_model *model = cat_model_load_as(names->items[i], choices, &error);
    if (!model) {
      cli_complain_of(&error);
      cli_memory_models_clear(models);
      return false;
    }
    models->items[models->count++] = model;
  }
  cat_models_tell_apart(models->items, models->count);
  return true;
}

bool cli_memory_models_load(const struct arguments *arguments, struct memory_models *models) {
  struct cat_lists lists;
  bool good = cli_cat_gather(arguments, &lists);
  struct cat_choices choices = cli_cat_choices(&lists);
  good = good && load_each(&arguments->memory_models, &choices, models);
  cli_cat_clear(&lists);
  return good;
}

void cli_memory_models_clear(struct memory_models *models) {
  for (unsigned i = 0; i < models->count; i++) cat_model_free(models->items[i]);
  memory_free(models->items);
  *models = (struct memory_models){ 0 };
}

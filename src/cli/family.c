#include "cli/family.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "run/suite_files.h"

const struct family *family_of_model(const char *name) {
  size_t length = strcspn(name, ":");
  for (EACH_FAMILY(family))
    for (const struct system *const *system = (*family)->source->systems(); *system; system++)
      if (strlen((*system)->name) == length && !strncmp((*system)->name, name, length))
        return *family;
  return NULL;
}

option_set family_options(const char *name) {
  option_set options = 0;
  for (EACH_FAMILY(family)) {
    const struct command *command = command_named((*family)->commands, name);
    if (command) options |= command->takes;
  }
  return options;
}

const struct family *family_taking(const char *name, option_set options) {
  for (EACH_FAMILY(family)) {
    const struct command *command = command_named((*family)->commands, name);
    if (command && command->takes & options) return *family;
  }
  return NULL;
}

/* --- files --- */

static bool ends_with(const char *text, const char *suffix) {
  size_t length = strlen(text), ending = strlen(suffix);
  return length >= ending && text_equal(text + length - ending, suffix);
}

/* suite_files_find finds a single file whatever it is called. */
static bool has_files(const char *path, const char *suffix) {
  struct diagnostic none = { NULL };
  unsigned count;
  char **files = suite_files_find(path, suffix, &count, &none);
  bool some = files && (count > 1 || ends_with(files[0], suffix));
  for (unsigned i = 0; files && i < count; i++) memory_free(files[i]);
  memory_free(files);
  diagnostic_clear(&none);
  return some;
}

bool family_is_held(const struct family *family, const struct name_list *paths,
                    const char *fallback) {
  for (size_t i = 0; i < paths->length; i++)
    if (has_files(paths->items[i], family->suffix)) return true;
  return !paths->length && has_files(fallback, family->suffix);
}

static bool holds_no_tests(const char *path) {
  for (EACH_FAMILY(family))
    if (has_files(path, (*family)->suffix) && !has_files(path, ".litmus")) return true;
  return false;
}

struct name_list family_paths_of_tests(const struct name_list *paths) {
  struct name_list of_tests = { 0 };
  for (size_t i = 0; i < paths->length; i++)
    if (!holds_no_tests(paths->items[i])) vector_push(of_tests, paths->items[i]);
  return of_tests;
}

/* --- calls --- */

static bool has_all_models(const struct family *family, const struct name_list *models) {
  for (size_t i = 0; i < models->length; i++)
    if (family_of_model(models->items[i]) != family) return false;
  return models->length > 0;
}

/* Without -p: a saved run; or files to run, with no tests beside them. */
static bool has_all_files(const struct family *family, const struct command *command,
                          const struct arguments *arguments) {
  if (arguments->models.length) return false;
  if (arguments->replay) return family->saved(arguments->replay);
  if (!text_equal(command->name, "run") || arguments->liveness || arguments->strongest)
    return false;
  struct name_list of_tests = family_paths_of_tests(&arguments->paths);
  bool all = arguments->paths.length && !of_tests.length;
  vector_free(of_tests);
  return all;
}

const struct family *family_of_call(const struct command *command,
                                    const struct arguments *arguments) {
  for (EACH_FAMILY(family))
    if (command_named((*family)->commands, command->name) &&
        (has_all_models(*family, &arguments->models) || has_all_files(*family, command, arguments)))
      return *family;
  return NULL;
}

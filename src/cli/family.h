/* A family of models beside machines, with files and commands of its own: image composition.
 *
 * Commands of a family are called as `turnsole FAMILY COMMAND`.  Where one of the
 * eight commands is called for models or files of a family, the family's command of that name runs.
 * The eight commands know a family only by its record; the linker gathers the records. */
#ifndef CLI_FAMILY_H
#define CLI_FAMILY_H

#include "cli/command.h"
#include "cli/inputs.h"
#include "report/alerts.h"
#include "report/json.h"

/* How files of a family are run beside the tests of the matrix. */
struct beside {
  void *(*run)(const struct arguments *arguments, int *status); /* prints the results */
  /* Write the results of such a run for other programs. */
  void (*json)(void *run, struct json *json);
  void (*junit)(void *run, FILE *out, bool quiet); /* quiet: no times */
  void (*alerts)(void *run, struct alerts *alerts);
  void (*end)(void *run); /* frees it */
  /* Where no model here suits the files: says so, and writes files without results. */
  int (*nothing)(const struct arguments *arguments);
};

struct family {
  const char *name, *title; /* "frames", "models of image composition" */
  const char *help;
  const char *stands_alone; /* refuses a model of the family beside others: "NAME ..." */
  const char *suffix;       /* of its files */
  const struct model_source *source;
  const struct command *const *commands; /* ends with NULL */
  const struct exclusion *exclusions;    /* of its commands */
  option_set without_effect;             /* options of machines that are not refused */
  bool (*saved)(const char *path);       /* whether the file is a saved run of its models */
  /* Lists files of the family, for `list litmus`; gives the exit status. */
  int (*list_files)(const char *const *paths, unsigned count);
  const struct beside *beside;
};

/* `FAMILY(frames) = { .name = "frames", ... };` */
#define FAMILY(identifier)                                                                    \
  static const struct family family_##identifier;                                             \
  __attribute__((used, section("families"))) static const struct family *const family_entry = \
      &family_##identifier;                                                                   \
  static const struct family family_##identifier

/* All families, from begin to end. */
extern const struct family *const __start_families[] __attribute__((weak));
extern const struct family *const __stop_families[] __attribute__((weak));
#define EACH_FAMILY(family)                              \
  const struct family *const *family = __start_families; \
  family < __stop_families;                              \
  family++

/* The family that has the model NAME or NAME:VARIANT; NULL: none. */
const struct family *family_of_model(const char *name);
/* The family that a call of one of the eight commands goes to; NULL: none. */
const struct family *family_of_call(const struct command *command,
                                    const struct arguments *arguments);
/* Options of the families' commands of that name, and the family whose command takes one. */
option_set family_options(const char *command);
const struct family *family_taking(const char *command, option_set options);

/* Does one of the paths hold files of the family; or, where there are no paths, `fallback`? */
bool family_is_held(const struct family *family, const struct name_list *paths,
                    const char *fallback);
/* The paths without those that hold files of families and no tests; to be freed. */
struct name_list family_paths_of_tests(const struct name_list *paths);

#endif

/* The models, tests and memory models that a command line names. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "axiom/judge.h"
#include "cli/arguments.h"
#include "protocol/system.h"
#include "run/suite.h"

/* Where models come from, and how one of them is made ready. */
struct model_source {
  const struct system *const *(*systems)(void);
  bool (*parse)(struct setting *setting, const char *name, struct diagnostic *error);
  bool (*check)(const struct system *system, struct diagnostic *error); /* its record */
  bool (*core)(struct setting *setting, const char *name, struct diagnostic *error); /* or NULL */
  bool may_be_empty; /* no complaint where --core and --set fit no model */
};
extern const struct model_source machine_source;

struct settings {
  struct setting *items;
  unsigned count;
};
/* The models of -p; without -p every one that --core and --set fit; with --variants theirs, too.
 * false with a complaint. */
bool cli_settings_load(const struct arguments *arguments, const struct model_source *source,
                       struct settings *settings);
void cli_settings_clear(struct settings *settings);
/* The one model of -p. */
bool cli_setting_load(const struct arguments *arguments, const struct model_source *source,
                      struct setting *setting);

/* --- tests --- */

/* Reads the tests of PATH..., or of the folder `fallback` (may be NULL) where no PATH is given.
 * Complains of those that cannot be read; false where there is no PATH and no folder. */
bool cli_tests_gather(const struct arguments *arguments, const char *fallback, struct suite *suite);
/* The same, and false where none can be read. */
bool cli_tests_load(const struct arguments *arguments, const char *fallback, struct suite *suite);

/* --- memory models --- */

struct memory_models {
  struct cat_model **items;
  unsigned count;
};
/* false with a complaint. */
bool cli_memory_models_load(const struct arguments *arguments, struct memory_models *models);
void cli_memory_models_clear(struct memory_models *models);
/* What --variant and -I choose for .cat files. */
struct cat_lists {
  struct name_list variants, folders; /* with a NULL behind each */
};
/* false with a complaint. */
bool cli_cat_gather(const struct arguments *arguments, struct cat_lists *lists);
struct cat_choices cli_cat_choices(const struct cat_lists *lists);
void cli_cat_clear(struct cat_lists *lists);

#endif

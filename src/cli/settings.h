/* The models of -p, with --core and --set applied. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/arguments.h"
#include "protocol/system.h"

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

#endif

/* frames list: models of image composition, or frames. */
#include <stdio.h>
#include "base/text.h"
#include "cli/messages.h"
#include "frames/commands.h"
#include "report/list_text.h"

static int list_model(const char *name) {
  struct setting setting;
  struct diagnostic error = { NULL };
  if (!composition_setting(&setting, name, &error)) return cli_complain_of(&error);
  setting_list_print(stdout, &setting);
  return EXIT_HOLDS;
}

static int run(const struct arguments *arguments) {
  const struct name_list *paths = &arguments->paths;
  if (!paths->length || !text_equal(paths->items[0], "models")) {
    static const char *const usual = "litmus";
    return paths->length ? frames_list(paths->items, (unsigned)paths->length)
                         : frames_list(&usual, 1);
  }
  int status = EXIT_HOLDS;
  for (size_t i = 1; i < paths->length; i++)
    status = cli_worse_status(status, list_model(paths->items[i]));
  for (const struct system *const *system = composition_systems(); *system && paths->length == 1;
       system++)
    system_list_print(stdout, *system);
  return status;
}

const struct command frames_command_list = {
  .family = "frames",
  .name = "list",
  .arguments = "models [MODEL...] | [PATH...]",
  .summary = "the models, or the frames of PATH (or of litmus/)",
  .help =
      "Lists the models of image composition with their variants (of those that are named: with\n"
      "the parameters that --set takes, too), or the frames of PATH (of litmus/, without one).",
  .run = run,
};

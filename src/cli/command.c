/* The list of commands. */
#include "cli/command.h"

#include <stddef.h>
#include "base/text.h"

extern const struct command command_run, command_allow, command_explore, command_prove,
    command_compare, command_table, command_mutate, command_list;

const struct command *const commands[] = { &command_run,    &command_allow,   &command_explore,
                                           &command_prove,  &command_compare, &command_table,
                                           &command_mutate, &command_list,    NULL };

const struct command *command_named(const struct command *const *list, const char *name) {
  for (; *list; list++)
    if (text_equal((*list)->name, name)) return *list;
  return NULL;
}

int cli_worse_status(int a, int b) {
  static const int rank[] = {
    [EXIT_HOLDS] = 0, [EXIT_INCONCLUSIVE] = 1, [EXIT_FAILS] = 2, [EXIT_USAGE] = 3
  };
  return rank[a] >= rank[b] ? a : b;
}

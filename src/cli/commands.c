/* The list of commands. */
#include "cli/commands.h"

#include <stddef.h>

extern const struct command command_run, command_allow, command_explore, command_prove,
    command_compare, command_table, command_mutate, command_list, command_new, command_ptx,
    command_step;

const struct command *const commands[] = { &command_run,    &command_allow,   &command_explore,
                                           &command_prove,  &command_compare, &command_table,
                                           &command_mutate, &command_list,    &command_new,
                                           &command_ptx,    &command_step,    NULL };

/* The list of commands. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/command.h"

/* All commands but those of families; ends with NULL. */
extern const struct command *const commands[];

#endif

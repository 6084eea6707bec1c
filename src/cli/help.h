/* Help and the man page, both made from the records of commands and options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>
#include "cli/command.h"

void help_print(FILE *out);
void help_command(FILE *out, const struct command *command);
void man_print(FILE *out);

#endif

/* Help and the man page, both made from the records of commands and options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>
#include "cli/family.h"

void help_print(FILE *out);
void help_command(FILE *out, const struct command *command);
void help_family(FILE *out, const struct family *family);
/* "run" or "frames run", to be released by memory_free. */
char *command_title(const struct command *command);
void man_print(FILE *out);

#endif

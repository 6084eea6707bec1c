/* The command table, for models of any family. */
#ifndef CLI_COMMAND_TABLE_H
#define CLI_COMMAND_TABLE_H

#include "cli/command.h"

/* Prints the tables of the model of -p, in the --format; gives the exit status. */
int table_show(const struct arguments *arguments, const struct model_source *source);

#endif

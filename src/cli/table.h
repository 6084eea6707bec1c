/* table, of any family of models. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli/settings.h"

/* Prints the tables of the model of -p, in the --format; gives the exit status. */
int table_show(const struct arguments *arguments, const struct model_source *source);

#endif

/* How much work the options allow a command to do. */
#ifndef CLI_EFFORT_H
#define CLI_EFFORT_H

#include "cli/arguments.h"
#include "run/effort.h"

/* It reports to the status line, unless --quiet is given. */
struct effort cli_effort(const struct arguments *arguments);

#endif

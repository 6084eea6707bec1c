/* How much work the options allow a command to do, and its status line. */
#ifndef CLI_EFFORT_H
#define CLI_EFFORT_H

#include "cli/arguments.h"
#include "cli/status_line.h"
#include "run/effort.h"

/* The effort reports to the status line, unless --quiet is given. */
struct effort cli_effort(const struct arguments *arguments);

#endif

/* A saved run names its machine, and the command line cannot change it.  A -p, PATH or option
 * beside the file must agree with it, lest it seem obeyed. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include "cli/arguments.h"
#include "run/trace_file.h"

/* false with a complaint. */
bool cli_replay_agrees(const struct arguments *arguments, const struct trace_file *trace_file);

#endif

/* explore --replay FILE: steps through a saved run. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include "cli/command.h"

/* Shows the run of arguments->replay.  It is of the model, the test and the options that the file
 * names; whatever else the command line says of them must agree.  Gives the exit status. */
int replay_run(const struct arguments *arguments);

#endif

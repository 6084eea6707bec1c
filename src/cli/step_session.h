/* The commands of `step`: each reads its operand, calls the stepper, and prints. */
#ifndef CLI_STEP_SESSION_H
#define CLI_STEP_SESSION_H

#include "cli/arguments.h"
#include "run/placements.h"
#include "run/stepper.h"

struct step_session {
  const struct arguments *arguments;
  struct stepper *stepper;
  struct program *program;      /* NULL: the most general client */
  struct placements placements; /* of the program; none with --replay */
};

/* Obeys standard input up to its end, or `q`.  Returns the exit status. */
int step_session_run(struct step_session *session);

#endif

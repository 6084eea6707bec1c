/* The row that a thread runs.  A crash names it, and so do functions that have no step at hand. */
#ifndef PROTOCOL_CRASH_HANDLER_H
#define PROTOCOL_CRASH_HANDLER_H

struct row;
struct step;

struct running_row {
  struct step *step;     /* NULL: no step runs */
  const struct row *row; /* NULL: guards run, to find the row */
  unsigned action;       /* index of the action that runs */
};
extern _Thread_local struct running_row running_row;

/* Handles SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT.  In a guard or an action they print action,
 * row, controller and model, and end the program with `status`.  Elsewhere they end it as before.
 */
void crash_handler_install(int status);

#endif

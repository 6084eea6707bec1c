/* The row that a thread runs.  A crash names it, and so do functions that have no step at hand. */
#ifndef PROTOCOL_CRASH_HANDLER_H
#define PROTOCOL_CRASH_HANDLER_H

#include <setjmp.h>

struct row;
struct step;

/* In place of an action's index: the row's guard. */
enum { RUNNING_GUARD = 254 };

/* What the compiler's checks find in a protocol that is given by a path. */
#define UNDEFINED_BEHAVIOUR \
  "undefined behaviour: an index out of bounds, a null pointer, an overflow or a shift too far"

struct running_row {
  struct step *step;     /* NULL: no step runs */
  const struct row *row; /* NULL: `enabled` of an internal event runs */
  unsigned action;       /* index of the action that runs, or RUNNING_GUARD */
};
extern _Thread_local struct running_row running_row;

/* Where a step goes on whose undefined behaviour traps (SIGILL, SIGTRAP), with running_row as it
 * was; NULL: the program ends. */
extern _Thread_local sigjmp_buf *row_rescue;

/* Handles SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP and SIGABRT.  In a guard or an action they print
 * its name, row, controller and model, and end the program with `status`, unless row_rescue is set.
 * Elsewhere they end it as before.  A guard or an action that calls exit or _exit is reported in
 * the same way. */
void crash_handler_install(int status);

#endif

/* Which row a thread now runs: for what has no step at hand, and for a crash, which is to name it.
 */
#ifndef KIT_CRASH_HANDLER_H
#define KIT_CRASH_HANDLER_H

struct row;
struct step;

struct running_row {
  struct step *step;     /* NULL: none is being run */
  const struct row *row; /* NULL: rows are being looked for, by their guards */
  unsigned action;       /* which of the row's is under way */
};
extern _Thread_local struct running_row running_row;

/* From here on a crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) in a guard or an action names it,
 * its row, controller and model, and ends the program with `status`; any other crash ends it as
 * before. */
void crash_handler_install(int status);

#endif

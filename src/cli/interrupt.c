/* The handler only takes note.  The search looks several times a second, and saves itself between
 * two steps.
 *
 * The handler stays, since signals come twice and the second must not end the save: timeout(1)
 * signals its child and then their group, a batch system all processes of a job, and a user presses
 * Ctrl-C again.  SIGQUIT (Ctrl-\) is not caught: it leaves the file as it was saved last. */
#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile int interrupted;

static void take_note(int signal) {
  static const char patience[] =
      "turnsole: it ends once it is saved; SIGQUIT (Ctrl-\\) ends it at once, as last saved\n";
  int before = errno;
  if (signal == SIGINT && interrupted && write(STDERR_FILENO, patience, sizeof patience - 1) < 0)
    interrupted = 1;
  interrupted = 1;
  errno = before;
}

const volatile int *interrupt_watch(void) {
  struct sigaction action = { .sa_handler = take_note, .sa_flags = SA_RESTART };
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return &interrupted;
}

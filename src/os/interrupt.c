/* A handler that only takes note: the search looks at it several times a second, and saves itself
 * with nothing half done.
 *
 * It stays, for signals come twice: timeout(1) sends one to its child and one to the group that
 * both are in, a batch system to all processes of a job, and whoever waits presses Ctrl-C again.
 * The second must not end what is being saved.  Whoever cannot wait has SIGQUIT (Ctrl-\), which
 * nobody sends by accident, and which leaves the file that was saved last. */
#include "os/interrupt.h"

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

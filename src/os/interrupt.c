/* The handler only sets a flag.  The search looks at it several times a second, and saves itself
 * with nothing half done.
 *
 * The handler stays in place, since signals come twice. timeout(1) sends one to its child and one
 * to the group. A batch system sends one to each process. A user presses Ctrl-C again. The second
 * must not kill a search that is being saved.  SIGQUIT (Ctrl-\) ends it at once, and leaves the
 * file that was saved last. */
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

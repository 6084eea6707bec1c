/* A handler that only takes note: the search looks at it several times a second, and saves itself with nothing half done. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile int interrupted;

static void take_note(int signal) {
  (void)signal;
  interrupted = 1;
}

const volatile int *interrupt_watch(void) {
  struct sigaction action = { .sa_handler = take_note, .sa_flags = SA_RESETHAND | SA_RESTART };
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return &interrupted;
}

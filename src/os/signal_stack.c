#include "os/signal_stack.h"

#include <signal.h>
#include <stddef.h>

enum { STACK_BYTES = 1 << 15 };

static _Thread_local char stack[STACK_BYTES];

/* A sanitizer gives each thread one of its own. */
void signal_stack_use(void) {
  stack_t old, own = { .ss_sp = stack, .ss_size = sizeof stack };
  if (!sigaltstack(NULL, &old) && old.ss_flags & SS_DISABLE) sigaltstack(&own, NULL);
}

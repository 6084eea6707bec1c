/* See crash_handler.h.  A handler of signals may only write what it has at hand: it formats
 * nothing, and takes no lock. */
#include "protocol/crash_handler.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "machine/machine_private.h"

_Thread_local struct running_row running_row;
static int status_of_crash;

static void put(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

static void say(const char *text) { put(text ? text : "?", strlen(text ? text : "?")); }

static void say_number(unsigned number) {
  char digits[12], *at = digits + sizeof digits;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  put(at, (size_t)(digits + sizeof digits - at));
}

static const char *name_of(int signal) {
  return signal == SIGSEGV  ? "SIGSEGV"
         : signal == SIGBUS ? "SIGBUS"
         : signal == SIGFPE ? "SIGFPE"
         : signal == SIGILL ? "SIGILL"
                            : "SIGABRT";
}

/* The action's name among those of its row, as written: "drop, write". */
static void say_action(const struct row *row, unsigned number) {
  const char *at = row->action_names ? row->action_names : "?";
  for (unsigned i = 0; i < number && strchr(at, ','); i++) at = strchr(at, ',') + 1;
  while (*at == ' ') at++;
  put(at, strcspn(at, ","));
}

/* "models/x/x.c:61: x: SIGSEGV in action drop of row 2 "store", at L1 in cell I/STORE" */
static void say_where(int signal) {
  const struct step *step = running_row.step;
  const struct row *row = running_row.row;
  const struct table *table = &step->machine->shape.tables[step->me->kind];
  say(row && row->file ? row->file : "turnsole");
  if (row) say(":"), say_number(row->line);
  say(": ");
  say(step->machine->shape.system->name);
  say(": ");
  say(name_of(signal));
  if (row) {
    say(" in action ");
    say_action(row, running_row.action);
    say(" of row ");
    say_number((unsigned)(row - table->rows));
    say(" \"");
    say(row->source);
    say("\"");
  } else {
    say(" in a guard, or in .enabled");
  }
  say(", at ");
  say(step->machine->shape.system->kinds[step->me->kind].name);
  say(" in cell ");
  say(step->state < table->state_count ? table->states[step->state] : "?");
  say("/");
  say(step->event < table->event_count ? table->events[step->event] : "?");
  say("\n");
}

static void handle(int signal) {
  if (running_row.step) {
    say_where(signal);
    _exit(status_of_crash);
  }
  raise(signal); /* as if it had not been handled: SA_RESETHAND */
}

void crash_handler_install(int status) {
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
  struct sigaction handling = { .sa_handler = handle, .sa_flags = SA_RESETHAND | SA_NODEFER };
  status_of_crash = status;
  sigemptyset(&handling.sa_mask);
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &handling, NULL);
}

/* Names the row in which a crash happens: see crash_handler.h.  A signal handler can only write: it
 * formats nothing and takes no lock. */
#include "protocol/crash_handler.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "os/signal_stack.h"
#include "base/memory.h"
#include "protocol/record.h"
#include "protocol/step.h"

_Thread_local struct running_row running_row;
_Thread_local sigjmp_buf *row_rescue;
static int status_of_crash;

static void put(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

static void put_text(const char *text) { put(text ? text : "?", strlen(text ? text : "?")); }

static void put_number(unsigned number) {
  char digits[12], *at = digits + sizeof digits;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  put(at, (size_t)(digits + sizeof digits - at));
}

static const char *name_of(int signal) {
  switch (signal) {
  case SIGSEGV: return "SIGSEGV (a bad address)";
  case SIGBUS: return "SIGBUS (a bad address)";
  case SIGFPE: return "SIGFPE (a division by zero)";
  case SIGILL: return "SIGILL (" UNDEFINED_BEHAVIOUR ")";
  case SIGTRAP: return "SIGTRAP (" UNDEFINED_BEHAVIOUR ")";
  default: return "SIGABRT (an assertion or abort)";
  }
}

/* Writes "action drop of row "store"" or "guard last of row "store"". */
static void put_function(const struct row *row, unsigned number) {
  size_t length;
  const char *name = row_action_name(row, number == RUNNING_GUARD ? 0 : number, &length);
  put_text(number == RUNNING_GUARD ? "guard " : "action ");
  if (number == RUNNING_GUARD) put_text(row->when_name);
  else put(name, length);
  put_text(" of row \"");
  put_text(row->source);
  put_text("\"");
}

/* "models/x/x.c:61: x: SIGFPE (a division by zero) in action drop of row "store", at L1 in cell
 * I/STORE" */
static void put_place(const char *what) {
  const struct step *step = running_row.step;
  const struct row *row = running_row.row;
  const struct table *table = &step->shape->tables[step->me->kind];
  unsigned line = 0;
  const char *file = row ? row->file : system_file(step->shape->system, &line);
  if (row) line = row->line;
  put_text(file ? file : "turnsole");
  if (file) put_text(":"), put_number(line);
  put_text(": ");
  put_text(step->shape->system->name);
  put_text(": ");
  put_text(what);
  put_text(" in ");
  if (row) put_function(row, running_row.action);
  else put_text(".enabled of an event");
  put_text(", at ");
  put_text(step->shape->system->kinds[step->me->kind].name);
  put_text(" in cell ");
  put_text(step->state < table->state_count ? table->states[step->state] : "?");
  put_text("/");
  put_text(step->event < table->event_count ? table->events[step->event] : "?");
  put_text("\n");
}

static _Noreturn void end(int status) {
  for (;;) syscall(SYS_exit_group, status);
}

/* The first thread that crashes speaks, others do not.  One that crashes while it speaks ends. */
static void speak_alone(void) {
  static atomic_flag spoken = ATOMIC_FLAG_INIT;
  static _Thread_local bool speaks;
  if (speaks) end(status_of_crash);
  speaks = true;
  if (atomic_flag_test_and_set(&spoken))
    for (;;) pause();
}

static void handle(int signal) {
  if (row_rescue && (signal == SIGILL || signal == SIGTRAP)) siglongjmp(*row_rescue, 1);
  if (running_row.step) {
    speak_alone();
    put_place(name_of(signal));
    end(status_of_crash);
  }
  struct sigaction usual = { .sa_handler = SIG_DFL };
  sigaction(signal, &usual, NULL); /* as if it had not been handled */
  raise(signal);
}

/* --- a model that ends the program --- */

/* At exhausted memory the program ends itself, perhaps in a step, with a message of its own. */
static void at_exit(void) {
  if (!status_of_crash || !running_row.step || memory_is_exhausted()) return;
  speak_alone();
  put_place("exit (it would end the program)");
  end(status_of_crash);
}

/* These stand before the C library's.  A handler of atexit would miss a second thread that calls
 * exit at the same time. */
#define EXPORTED __attribute__((visibility("default")))
EXPORTED void exit(int status) {
  at_exit();
  void (*exit_of_libc)(int) = NULL;
  *(void **)&exit_of_libc = dlsym(RTLD_NEXT, "exit");
  exit_of_libc(status);
  end(status);
}
EXPORTED void _exit(int status) {
  at_exit();
  end(status);
}
EXPORTED void _Exit(int status) { _exit(status); }

void crash_handler_install(int status) {
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT };
  struct sigaction handling = { .sa_handler = handle, .sa_flags = SA_NODEFER | SA_ONSTACK };
  status_of_crash = status;
  sigemptyset(&handling.sa_mask);
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &handling, NULL);
  signal_stack_use();
  at_quick_exit(at_exit);
}

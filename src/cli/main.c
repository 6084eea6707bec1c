/* turnsole: finds the command, parses its options, runs it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/setup.h"
#include "kit/crash_handler.h"
#include "os/memory_limit.h"
#include "os/processes.h"

const struct command *const commands[] = { &command_run,    &command_allow,   &command_explore,
                                           &command_prove,  &command_compare, &command_table,
                                           &command_mutate, &command_list,    NULL };

static const struct command *command_named(const char *name) {
  for (const struct command *const *command = commands; *command; command++)
    if (text_equal((*command)->name, name)) return *command;
  return NULL;
}

static int no_command(const char *name) {
  struct nearest nearest = { name, strlen(name), NULL, 0 };
  char near[NEAREST_ROOM];
  for (const struct command *const *command = commands; *command; command++)
    text_offer(&nearest, (*command)->name);
  return cli_complain("no such command: %s%s; see turnsole --help", name,
                      text_suggestion(&nearest, near));
}

static int print_version(void) {
  puts("turnsole " TURNSOLE_VERSION);
  return EXIT_HOLDS;
}

static int run_command(const struct command *command, int count, char **argv) {
  struct arguments arguments = { 0 };
  struct diagnostic error = { NULL };
  int status = EXIT_HOLDS;
  if (!arguments_parse(&arguments, command->takes | TAKES_ALWAYS, count, argv, &error)) {
    status =
        cli_complain("%s: %s; see turnsole %s --help", command->name, error.message, command->name);
    diagnostic_clear(&error);
  } else if (arguments.help) {
    help_command(stdout, command);
  } else if (arguments.version) {
    print_version();
  } else if (command->ranks || processes_own() == 0) {
    cli_say_too_much_memory(&arguments);
    status = cli_outputs_fit(&arguments, command->ranks) ? command->run(&arguments) : EXIT_USAGE;
  }
  arguments_clear(&arguments);
  return status;
}

/* `help`, or `help COMMAND`. */
static int run_help(int count, char **argv) {
  const struct command *command = count ? command_named(argv[0]) : NULL;
  if (command) help_command(stdout, command);
  else if (count) return no_command(argv[0]);
  else help_print(stdout);
  return EXIT_HOLDS;
}

/* What may stand in the place of a command. */
static int run_option(const char *word, int count, char **argv) {
  if (text_equal(word, "--version")) return print_version();
  if (text_equal(word, "--help") || text_equal(word, "-h") || text_equal(word, "help"))
    return run_help(count, argv);
  if (!text_equal(word, "--man")) return no_command(word);
  man_print(stdout);
  return EXIT_HOLDS;
}

static int run_program(int count, char **argv) {
  if (!options_ordered()) return cli_complain("the table of options is out of order");
  if (count < 2) {
    help_print(stderr);
    return EXIT_USAGE;
  }
  const struct command *command = command_named(argv[1]);
  int status = command ? run_command(command, count - 2, argv + 2)
                       : run_option(argv[1], count - 2, argv + 2);
  if (fflush(stdout) || ferror(stdout)) return cli_complain("standard output cannot be written");
  return status;
}

/* The first rank speaks for all; what the others would say is the same. */
int main(int count, char **argv) {
  signal(SIGXFSZ, SIG_IGN); /* a file that a limit keeps small is told of as a full disk is */
  memory_heed_limit();
#ifndef __SANITIZE_ADDRESS__
  crash_handler_install(EXIT_USAGE); /* what a model's own code does is input */
#endif
  processes_start(&count, &argv);
  if (processes_own() && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
    abort();
  int status = run_program(count, argv);
  processes_end();
  return status;
}

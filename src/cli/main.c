/* turnsole: finds the command, parses its options, runs it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/family.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/own_protocols.h"
#include "protocol/crash_handler.h"
#include "os/budget.h"
#include "os/processes.h"

static const struct family *family_named(const char *name) {
  for (EACH_FAMILY(family))
    if (text_equal((*family)->name, name)) return *family;
  return NULL;
}

static int no_command(const char *name, const struct command *const *list) {
  struct nearest nearest = { name, strlen(name), NULL, 0 };
  char near[NEAREST_ROOM];
  for (; *list; list++) text_offer(&nearest, (*list)->name);
  return cli_complain("no such command: %s%s; see turnsole --help", name,
                      text_suggestion(&nearest, near));
}

static int print_version(void) {
  puts("turnsole " TURNSOLE_VERSION);
  return EXIT_HOLDS;
}

static int start(const struct command *command, const struct exclusion *exclusions,
                 const struct arguments *arguments) {
  if (!command->processes && processes_own()) return EXIT_HOLDS;
  cli_say_too_much_memory(arguments);
  bool fit = cli_outputs_fit(arguments, command->processes) &&
             exclusions_hold(exclusions, command->name, arguments->given);
  return fit ? command->run(arguments) : EXIT_USAGE;
}

/* Goes to the family that the call is for, if there is one.  Options of the other side are refused
 * by name, lest they seem obeyed. */
static int start_of_any_family(const struct command *command, struct arguments *arguments) {
  if (!own_protocols_load(&arguments->models, arguments->quiet)) return EXIT_USAGE;
  const struct family *family = family_of_call(command, arguments);
  option_set given = arguments->given & ~(TAKES_ALWAYS | TAKES(paths) | TAKES(processes));
  if (!family && given & ~command->takes) {
    given &= ~command->takes;
    return cli_complain("--%s is for %s", option_first_name(given),
                        family_taking(command->name, given)->title);
  }
  if (!family) return start(command, exclusion_table, arguments);
  const struct command *own = command_named(family->commands, command->name);
  given &= ~(own->takes | family->without_effect);
  if (given)
    return cli_complain("--%s is for machines, not for %s", option_first_name(given),
                        family->title);
  return start(own, family->exclusions, arguments);
}

/* The call, to be released by memory_free. */
static char *call_of(const struct command *command, const struct family *family, int count,
                     char **argv) {
  struct text call = { 0 };
  text_add(&call, "turnsole %s%s%s", family ? family->name : "", family ? " " : "", command->name);
  for (int i = 0; i < count; i++) {
    text_add(&call, " ");
    text_add_shell_word(&call, argv[i]);
  }
  return call.bytes;
}

/* `family` is that of a command which was called by its family's name. */
static int run_command(const struct command *command, const struct family *family, int count,
                       char **argv) {
  struct arguments arguments = { 0 };
  struct diagnostic error = { NULL };
  int status = EXIT_HOLDS;
  option_set takes = command->takes | (family ? 0 : family_options(command->name)) | TAKES_ALWAYS;
  if (processes_count() > 1) arguments.given |= TAKES(processes);
  arguments.call = call_of(command, family, count, argv);
  if (!arguments_parse(&arguments, takes, count, argv, &error)) {
    char *name = command_title(command);
    status = cli_complain("%s: %s; see turnsole %s --help", name, error.message, name);
    memory_free(name);
    diagnostic_clear(&error);
  } else if (arguments.help) {
    help_command(stdout, command);
  } else if (arguments.version) {
    print_version();
  } else if (family) {
    status = start(command, family->exclusions, &arguments);
  } else {
    status = start_of_any_family(command, &arguments);
  }
  arguments_clear(&arguments);
  return status;
}

/* `FAMILY COMMAND ...`, and help on the family. */
static int run_family(const struct family *family, int count, char **argv) {
  const char *word = count ? argv[0] : "--help";
  if (text_equal(word, "--help") || text_equal(word, "-h") || text_equal(word, "help")) {
    help_family(count ? stdout : stderr, family);
    return count ? EXIT_HOLDS : EXIT_USAGE;
  }
  const struct command *command = command_named(family->commands, word);
  return command ? run_command(command, family, count - 1, argv + 1)
                 : no_command(word, family->commands);
}

/* `help`, `help COMMAND` or `help FAMILY`. */
static int run_help(int count, char **argv) {
  const struct command *command = count ? command_named(commands, argv[0]) : NULL;
  const struct family *family = count ? family_named(argv[0]) : NULL;
  if (command) help_command(stdout, command);
  else if (family) help_family(stdout, family);
  else if (count) return no_command(argv[0], commands);
  else help_print(stdout);
  return EXIT_HOLDS;
}

static int print_completion(const char *shell) {
  return completion_print(stdout, shell)
             ? EXIT_HOLDS
             : cli_complain("--completion: expected bash, zsh or fish, found \"%s\"", shell);
}

static int run_word(const char *word, int count, char **argv) {
  const struct command *command = command_named(commands, word);
  const struct family *family = family_named(word);
  if (command) return run_command(command, NULL, count, argv);
  if (family) return run_family(family, count, argv);
  if (text_equal(word, "--version")) return print_version();
  if (text_equal(word, "--help") || text_equal(word, "-h") || text_equal(word, "help"))
    return run_help(count, argv);
  if (text_equal(word, "--completion")) return print_completion(count ? argv[0] : "");
  if (!text_equal(word, "--man")) return no_command(word, commands);
  man_print(stdout);
  return EXIT_HOLDS;
}

static int run_program(int count, char **argv) {
  if (count < 2) {
    help_print(stderr);
    return EXIT_USAGE;
  }
  int status = run_word(argv[1], count - 2, argv + 2);
  if (fflush(stdout) || ferror(stdout)) return cli_complain("standard output cannot be written");
  return status;
}

/* The first process speaks for all; the others would say the same. */
int main(int count, char **argv) {
  signal(SIGXFSZ, SIG_IGN); /* a limit on a file's size is reported as a full disk is */
  memory_heed_limit();
#ifndef __SANITIZE_ADDRESS__
  crash_handler_install(EXIT_USAGE); /* a crash in a model's own code is bad input */
#endif
  processes_start(&count, &argv);
  if (processes_own() && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
    abort();
  int status = run_program(count, argv);
  processes_end();
  return status;
}

/* --help. */
#include "cli/help.h"

#include "base/memory.h"

enum { COLUMN = 29 };

char *command_title(const struct command *command) {
  return memory_format("%s%s%s", command->family ? command->family : "", command->family ? " " : "",
                       command->name);
}

static void print_commands(FILE *out, const struct command *const *list) {
  for (; *list; list++) {
    char *title = command_title(*list);
    fprintf(out, "  turnsole %-8s %s\n      %s\n", title, (*list)->arguments, (*list)->summary);
    memory_free(title);
  }
}

void help_print(FILE *out) {
  fputs("turnsole: an exhaustive protocol model checker and litmus-test verifier for shared "
        "memory\n\nusage:\n",
        out);
  print_commands(out, commands);
  for (EACH_FAMILY(family))
    fprintf(out, "  turnsole %-8s COMMAND ...\n      the same for %s; see turnsole %s --help\n",
            (*family)->name, (*family)->title, (*family)->name);
  fputs(
      "  turnsole COMMAND --help, --version, --man\n\n" HELP_NAMES "\n" HELP_LIMITS
      "\nexit status: 0 everything holds; 1 a violation, or an expectation not met; 2 bad usage or "
      "bad input;\n3 inconclusive\n",
      out);
}

static void print_option(FILE *out, const struct option *option) {
  char left[64];
  int length = option->letter
                   ? snprintf(left, sizeof left, "-%c, --%s", option->letter, option->name)
                   : snprintf(left, sizeof left, "    --%s", option->name);
  if (option->argument)
    snprintf(left + length, sizeof left - (size_t)length, " %s", option->argument);
  fprintf(out, "  %-*s %s\n", COLUMN, left, option->help);
}

void help_command(FILE *out, const struct command *command) {
  char *title = command_title(command);
  fprintf(out, "usage: turnsole %s %s\n\n%s\n\noptions:\n", title, command->arguments,
          command->help);
  memory_free(title);
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if ((command->takes | TAKES_ALWAYS) >> i & 1) print_option(out, &option_table[i]);
}

void help_family(FILE *out, const struct family *family) {
  fprintf(out, "%s\n\nusage:\n", family->help);
  print_commands(out, family->commands);
  fprintf(out, "  turnsole %s COMMAND --help\n", family->name);
}

/* --help. */
#include "cli/help.h"

enum { COLUMN = 29 };

void help_print(FILE *out) {
  fputs("turnsole: an exhaustive protocol model checker and litmus-test verifier for shared "
        "memory\n\nusage:\n",
        out);
  for (const struct command *const *command = commands; *command; command++)
    fprintf(out, "  turnsole %-8s %s\n      %s\n", (*command)->name, (*command)->arguments,
            (*command)->summary);
  fputs("  turnsole COMMAND --help, --version, --man\n\n"
        "PATH is a test or a folder of tests; MEMMODEL is a name in memmodels/ or the path of a "
        ".cat file;\n"
        "MODEL is a name in models/, or NAME:VARIANT.\n\n"
        "limits: a machine takes tests of at most 8 threads and 6 locations; a memory model, of 64 "
        "threads and 64 events.\n\n"
        "exit status: 0 everything holds; 1 a violation, or an expectation not met; 2 bad usage or "
        "bad input;\n"
        "3 inconclusive\n",
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
  fprintf(out, "usage: turnsole %s %s\n\n%s\n\noptions:\n", command->name, command->arguments,
          command->help);
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if ((command->takes | TAKES_ALWAYS) >> i & 1) print_option(out, &option_table[i]);
}

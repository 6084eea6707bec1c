/* Help, and the man page in roff. */
#include "cli/commands.h"
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

/* --- the man page --- */

/* Escapes backslashes, hyphens, and a control character at the beginning of a line. */
static void put_roff(FILE *out, const char *text) {
  bool line_start = true;
  for (; *text; text++) {
    if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", out);
    line_start = *text == '\n';
    if (*text == '\\') fputs("\\e", out);
    else if (*text == '-') fputs("\\-", out);
    else fputc(*text, out);
  }
}

static void put_options(FILE *out, option_set takes) {
  for (unsigned i = 0; i < OPTION_COUNT; i++) {
    if (!(takes >> i & 1)) continue;
    fputs(".TP\n.B ", out);
    if (option_table[i].letter) fprintf(out, "\\-%c\\fR, \\fB", option_table[i].letter);
    fputs("\\-\\-", out);
    put_roff(out, option_table[i].name);
    if (option_table[i].argument) fprintf(out, " \\fI%s", option_table[i].argument);
    fputs("\\fR\n", out);
    put_roff(out, option_table[i].help);
    fputc('\n', out);
  }
}

static void put_command(FILE *out, const struct command *command) {
  char *title = command_title(command);
  fprintf(out, ".SS turnsole %s ", title);
  memory_free(title);
  put_roff(out, command->arguments);
  fputc('\n', out);
  put_roff(out, command->help);
  fputc('\n', out);
  if (!command->takes) return;
  fputs(".PP\nOptions: ", out);
  const char *separator = "";
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (command->takes >> i & 1) {
      fprintf(out, "%s\\fB\\-\\-", separator);
      put_roff(out, option_table[i].name);
      fputs("\\fR", out);
      separator = ", ";
    }
  fputs(".\n", out);
}

static void put_json(FILE *out, const struct command *command) {
  if (!command->json) return;
  char *title = command_title(command);
  fprintf(out, ".TP\n.B %s\n", title);
  put_roff(out, command->json);
  fputc('\n', out);
  memory_free(title);
}

/* Calls `put_one` for every command. */
static void put_each(FILE *out, void (*put_one)(FILE *, const struct command *)) {
  for (const struct command *const *command = commands; *command; command++) put_one(out, *command);
  for (EACH_FAMILY(family))
    for (const struct command *const *command = (*family)->commands; *command; command++)
      put_one(out, *command);
}

static void put_synopsis(FILE *out) {
  fputs(".SH NAME\nturnsole \\- exhaustive protocol model checker and litmus\\-test verifier for "
        "shared memory\n.SH SYNOPSIS\n",
        out);
  for (const struct command *const *command = commands; *command; command++) {
    fprintf(out, ".B turnsole %s\n", (*command)->name);
    put_roff(out, (*command)->arguments);
    fputs("\n.br\n", out);
  }
  for (EACH_FAMILY(family)) fprintf(out, ".B turnsole %s\nCOMMAND ...\n.br\n", (*family)->name);
}

static const char description[] =
    "A litmus test has two questions, which are answered in two independent ways and compared: "
    "which outcomes does a memory model allow, and which does a machine reach that is built from "
    "the tables of a coherence protocol?\n"
    ".PP\n" HELP_NAMES
    ".PP\nTests know transactions, txbegin to txcommit, with txabort (begin anew) and txcancel "
    "(give up) in them; conditions may ask for P0:commits and P0:cancels: see litmus/README.md.\n"
    ".PP\n" HELP_LIMITS
    ".PP\nA deadlock is a state of a machine from which nothing goes on while something is left to "
    "do.  A thread that waits for ever while others go on is none; \\-\\-liveness looks for it.\n";

void man_print(FILE *out) {
  fprintf(out, ".TH TURNSOLE 1 \"\" \"turnsole %s\" \"User Commands\"\n", TURNSOLE_VERSION);
  put_synopsis(out);
  fprintf(out, ".SH DESCRIPTION\n%s", description);
  for (EACH_FAMILY(family)) {
    fputs(".PP\n", out);
    put_roff(out, (*family)->help);
    fputc('\n', out);
  }
  fputs(".SH COMMANDS\n", out);
  put_each(out, put_command);
  fputs(".SH OPTIONS\n", out);
  put_options(out, ~(option_set)0);
  fputs(".SH EXIT STATUS\n.TP\n.B 0\neverything holds\n.TP\n.B 1\na violation, or an expectation "
        "that is not met\n.TP\n.B 2\nbad usage or bad input, a record with faults, or a crash in a "
        "model's own code\n.TP\n.B 3\ninconclusive: a limit was hit\n",
        out);
  fputs(".SH JSON\nThe file of \\-\\-json is one object: command, version (of this format, 1), and "
        "by command:\n",
        out);
  put_each(out, put_json);
  fputs(".PP\nAll, without \\-\\-quiet, have took (seconds, peak_bytes of the program and, where "
        "they are "
        "known, states_per_second and bytes_per_state).  Fields may be added; none is renamed or "
        "removed within a version of the format.\n",
        out);
  fputs(".SH REPORTS\nOutputs for CI servers.  Paths are relative to the working folder where they "
        "lie "
        "below it.  The runs are those of the first 25 violations.\n",
        out);
  fputs(".TP\n\\-\\-junit\nA test suite for each model, a case for each test, or of prove for each "
        "property.  A case has the file and the line of the test, or of the protocol's record, and "
        "its time: seconds of its searches, 0 with \\-\\-quiet.  Cases with equal machines share "
        "searches; the cases of a proof share one, which counts for the first.  The judge is not "
        "timed.  The body of a failure is the run, or how to see one.  A known violation is "
        "skipped, with a message that begins with \"known: \".\n",
        out);
  fputs(
      ".TP\n\\-\\-annotate github\nLines such as ::error file=FILE,line=N,title=TITLE::MESSAGE: "
      "for each violation one at its test or record, and one at the table's row of the run's last "
      "step.  Known ones are ::notice, inconclusive ones ::warning.  They go to standard error "
      "where a file is standard output.\n",
      out);
  fputs(
      ".TP\n\\-\\-sarif\nA run whose rules are the properties and other reasons to fail.  A result "
      "has ruleId, level (error, note where it is known, warning where it is inconclusive), "
      "message, locations (the test or the record, then the last row), partialFingerprints (model, "
      "test and property), and codeFlows with a location for each step of the run: its row, or the "
      "first location where it takes none.  A step's further rows follow with nestingLevel 1.\n",
      out);
}

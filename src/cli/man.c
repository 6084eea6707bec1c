/* The man page, in roff, from the records of commands and options. */
#include "cli/help.h"

#include "base/memory.h"

/* Text for roff: backslashes and hyphens escaped, no line that begins with a control character. */
static void put(FILE *out, const char *text) {
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
    put(out, option_table[i].name);
    if (option_table[i].argument) fprintf(out, " \\fI%s", option_table[i].argument);
    fputs("\\fR\n", out);
    put(out, option_table[i].help);
    fputc('\n', out);
  }
}

static void put_command(FILE *out, const struct command *command) {
  char *title = command_title(command);
  fprintf(out, ".SS turnsole %s ", title);
  memory_free(title);
  put(out, command->arguments);
  fputc('\n', out);
  put(out, command->help);
  fputc('\n', out);
  if (!command->takes) return;
  fputs(".PP\nOptions: ", out);
  const char *separator = "";
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (command->takes >> i & 1) {
      fprintf(out, "%s\\fB\\-\\-", separator);
      put(out, option_table[i].name);
      fputs("\\fR", out);
      separator = ", ";
    }
  fputs(".\n", out);
}

static const char json[] =
    "The file of\n.B \\-\\-json\nis one object.  Of\n.BR run :\n.IR command ,\n.I version\n(of "
    "this format, 1),\n.I models\n"
    "(name, core, parameters, memory_models that it is held to, and with\n.BR \\-\\-strongest "
    ":\nsatisfied, each with whether it is "
    "strongest, and refuted, each with whether it is weakest and the smallest test),\n"
    ".I tests\n(name, path, answers: for each memory model what it says of the "
    "condition and what the header expects),\n.I results\n"
    "(test, model, verdict, condition reached or not, limits that were hit, whether it was\n"
    "bounded for quickness, placements, states, "
    "transitions, properties broken, and for each memory model its verdict and the forbidden "
    "outcome),\n"
    ".I totals\nand\n.IR status .\n"
    "Verdicts are holds, violation, known\\-violation, not\\-applicable, missing\\-violation, "
    "undefined, inconclusive and "
    "unsupported.\n"
    "Of\n.BR prove :\nmodel, parameters, configuration, verdict (proved, known\\-violation, "
    "violation, missing\\-violation, "
    "inconclusive), the same as a text that says more, the properties (name, whether claimed, and "
    "a verdict: holds, broken, open "
    "or undecided), states, how many these stand_for by symmetry (expanded_stand_for: those of "
    "them that were expanded, where a "
    "limit left some), transitions, depth, end, cut_short where a limit was hit in the level of a "
    "violation, unfit where what was "
    "resumed did not fit in the memory (then the counts are those with which it was saved), and "
    "status.\n"
    "Of\n.BR \\-\\-progress :\nwhat was asked, the fairness, and for the client its goals with "
    "none, possible or guaranteed, "
    "verdict and lasso (stem, loop: steps in words); of tests cells (test, model, verdict, "
    "progress found, of the program itself, "
    "and claimed).  Verdicts are holds, as\\-recorded, inconclusive, violation, contradicted, "
    "missing\\-violation and "
    "unsupported.\n"
    "Of frames,\n.B run\nhas\n.IR frames ,\nbeside the tests where there are any (model, frame, "
    "path, verdict, "
    "fault where its image is not as stated, properties broken, dealings tried, how many "
    "they stand for, states, transitions, depth), and\n.B prove\ngpus, draws, client (one group, "
    "two in a row, or both), verdict "
    "(proved, known\\-violation, violation, missing\\-violation, inconclusive), the properties "
    "that hold, that are broken, and "
    "that the record of a variant says to be lost, for each sequence of groups its sizes, the "
    "packets that a link holds, and the "
    "same counts, the run that breaks something (dealing, start, steps, end, in words), and "
    "status.\n"
    "Of\n.BR explore ,\nof frames: model, witness where one was asked for, frames (path, frame, "
    "fault, verdict, the properties "
    "that hold and that are broken, the image of sequential rendering, those shown and whether "
    "they are right, the counts, and the "
    "run), status.\n"
    "Of\n.BR mutate :\nmodel, whether it was asked of clients_alone, and the mutants, each with "
    "what killed it, or what was "
    "seen of it and, but for clients alone, the reason why it survives.\n"
    "Of all, without\n.BR \\-\\-quiet :\ntook (seconds, peak_bytes of the program and, where they "
    "are known, states_per_second and "
    "bytes_per_state).\n"
    "Fields may be added; none is renamed or removed within a version of the format.\n";

void man_print(FILE *out) {
  fprintf(out, ".TH TURNSOLE 1 \"\" \"turnsole %s\" \"User Commands\"\n", TURNSOLE_VERSION);
  fputs(".SH NAME\nturnsole \\- exhaustive protocol model checker and litmus\\-test verifier for "
        "shared memory\n"
        ".SH SYNOPSIS\n",
        out);
  for (const struct command *const *command = commands; *command; command++) {
    fprintf(out, ".B turnsole %s\n", (*command)->name);
    put(out, (*command)->arguments);
    fputs("\n.br\n", out);
  }
  for (EACH_FAMILY(family)) fprintf(out, ".B turnsole %s\nCOMMAND ...\n.br\n", (*family)->name);
  fputs(".SH DESCRIPTION\nAnswers two questions of a litmus test in two independent ways, and "
        "compares the answers: which "
        "outcomes does a memory model allow, and which does a machine, built from the tables of a "
        "coherence protocol, reach?\n"
        ".PP\n.I PATH\nis a test or a folder of tests;\n.I MEMMODEL\nis a name in memmodels/ or "
        "the path of a .cat file;\n"
        ".I MODEL\nis a name in models/, or NAME:VARIANT.\n"
        ".PP\nTests know transactions, txbegin to txcommit, with txabort (begin anew) and txcancel "
        "(give up) in them; conditions "
        "may\nask for P0:commits and P0:cancels.  Models of image composition take frames, files "
        "that "
        "end in .frame: GPUs, draws and the image to be shown.  litmus/README.md describes both.\n"
        ".PP\nLimits: a machine takes tests of at most 8 threads and 6 locations; a memory model "
        "takes 64 threads and 64 "
        "events.\n"
        ".PP\nA deadlock is a state of a machine from which nothing goes on while something is "
        "left to do.  A thread that waits "
        "for ever while others go on is none;\n.B \\-\\-progress\nlooks for it.\n.SH COMMANDS\n",
        out);
  for (const struct command *const *command = commands; *command; command++)
    put_command(out, *command);
  for (EACH_FAMILY(family))
    for (const struct command *const *command = (*family)->commands; *command; command++)
      put_command(out, *command);
  fputs(".SH OPTIONS\n", out);
  put_options(out, ~(option_set)0);
  fputs(".SH EXIT STATUS\n.TP\n.B 0\neverything holds\n.TP\n.B 1\na violation, or an expectation "
        "that is not met\n"
        ".TP\n.B 2\n"
        "bad usage or bad input, a record with faults, or a crash in a model's own code\n"
        ".TP\n.B 3\ninconclusive: a limit was hit\n.SH JSON\n",
        out);
  fputs(json, out);
}

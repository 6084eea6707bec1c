/* Help and the man page, both made from the records of commands and options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>
#include "cli/family.h"

/* Paragraphs that --help and the man page share. */
#define HELP_NAMES                                                                               \
  "PATH is a test or a folder of tests; MEMMODEL is a name in memmodels/ or the path of a .cat " \
  "file;\n"                                                                                      \
  "MODEL is a name in models/, or NAME:VARIANT.\n"                                               \
  "A PATH such as litmus/mp that is not here is looked for among the tests that came with "      \
  "turnsole.\n"
#define HELP_LIMITS                                                                            \
  "limits: a machine takes tests of at most 8 threads and 6 locations; a memory model, of 64 " \
  "threads and 512 events.\n"

void help_print(FILE *out);
void help_command(FILE *out, const struct command *command);
void help_family(FILE *out, const struct family *family);
/* "run" or "frames run", to be released by memory_free. */
char *command_title(const struct command *command);
void man_print(FILE *out);

#endif

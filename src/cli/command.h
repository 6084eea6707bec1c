/* A command is one file and one const record. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdint.h>
#include "cli/arguments.h"

/* Exit statuses; the worst of what happened counts, in the order usage, failure, inconclusive. */
enum { EXIT_HOLDS = 0, EXIT_FAILS = 1, EXIT_USAGE = 2, EXIT_INCONCLUSIVE = 3 };

struct command {
  const char *name, *arguments; /* arguments: as shown in the usage */
  const char *summary;          /* one line */
  const char *help;             /* a paragraph or a few */
  uint64_t takes;               /* TAKES(...) of its options */
  int (*run)(const struct arguments *arguments);
  bool ranks; /* all ranks run it together (base/processes.h); others the first runs alone */
};

/* Options that bound a search, and that say how a machine is set up. */
#define TAKES_LIMITS \
  (TAKES(OPTION_JOBS) | TAKES(OPTION_MEMORY) | TAKES(OPTION_TIME) | TAKES(OPTION_DEPTH))
#define TAKES_MACHINE                                                                              \
  (TAKES(OPTION_CORE) | TAKES(OPTION_SET) | TAKES(OPTION_CAPACITY) | TAKES(OPTION_COLD) |          \
   TAKES(OPTION_NO_EVICTIONS) | TAKES(OPTION_NO_REDUCTION) | TAKES(OPTION_NO_DEFERRED_EVICTIONS) | \
   TAKES(OPTION_NO_DEAD_VALUES) | TAKES(OPTION_NO_AMPLE))

/* How placements are written, for the help of those commands that print them. */
#define HELP_PLACEMENTS                                                                            \
  "In a placement such as P0,P1|P2 x,y|z, P0 and P1 share an SM and P2 has another; x and y "      \
  "share a line and z has another.\n"                                                              \
  "x@1 is a line's bank, where lines share banks.  Of a model of GPUs with modules (GPMs) 0.1 is " \
  "module 1 of GPU 0: in\n"                                                                        \
  "P0@0.0|P1@1.0 a@0.1, P0's SM is on module 0 of GPU 0, P1's on module 0 of GPU 1, and a's home " \
  "is module 1 of GPU 0.\n"

extern const struct command command_run, command_allow, command_explore, command_prove,
    command_compare, command_table, command_mutate, command_list;
extern const struct command *const commands[]; /* ends with NULL */

#endif

/* A command is one file and one const record. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/arguments.h"
#include "cli/inputs.h"

/* Exit statuses; the worst of what happened counts, in the order usage, failure, inconclusive. */
enum { EXIT_HOLDS = 0, EXIT_FAILS = 1, EXIT_USAGE = 2, EXIT_INCONCLUSIVE = 3 };
int cli_worse_status(int a, int b);

struct command {
  const char *family;           /* "frames": `turnsole frames NAME`; NULL: `turnsole NAME` */
  const char *name, *arguments; /* arguments: as shown in the usage */
  const char *summary;          /* one line */
  const char *help;             /* a paragraph or a few */
  const char *json;             /* the fields that --json writes; NULL: none */
  option_set takes;             /* TAKES(...) of its options */
  int (*run)(const struct arguments *arguments);
  bool processes; /* all processes run it together (os/processes.h); only the first runs others */
};

/* Options that bound a search, and options that say how a machine is set up. */
#define TAKES_LIMITS (TAKES(jobs) | TAKES(memory) | TAKES(seconds) | TAKES(depth))
#define TAKES_MACHINE                                                                       \
  (TAKES(core) | TAKES(assignments) | TAKES(capacity) | TAKES(cold) | TAKES(no_evictions) | \
   TAKES(no_reduction) | TAKES(no_deferred_evictions) | TAKES(no_dead_values) | TAKES(no_ample))

/* What CI servers show at lines of files. */
#define TAKES_ALERTS (TAKES(annotate) | TAKES(sarif))

/* How placements are written, for the help of commands that print them. */
#define HELP_PLACEMENTS                                                                            \
  "In a placement such as P0,P1|P2 x,y|z, P0 and P1 share an SM and P2 has another; x and y "      \
  "share a line and z has another.\n"                                                              \
  "x@1 is a line's bank, where lines share banks.  Of a model of GPUs with modules (GPMs) 0.1 is " \
  "module 1 of GPU 0: in\n"                                                                        \
  "P0@0.0|P1@1.0 a@0.1, P0's SM is on module 0 of GPU 0, P1's on module 0 of GPU 1, and a's home " \
  "is module 1 of GPU 0.\n"

/* The command of that name in a list that ends with NULL; or NULL. */
const struct command *command_named(const struct command *const *list, const char *name);

/* --- which options go together: one table for all commands --- */

/* One of `options` EXCLUDES each of `others`, or NEEDS one of them. */
struct exclusion {
  const char *command; /* NULL: any */
  option_set options;  /* none: it is asked of every call */
  enum { EXCLUDES, NEEDS } relation;
  option_set others;
  const char *message; /* %s: the first of `options` that is given */
};
extern const struct exclusion exclusion_table[];

/* Whether the options that are given go together, by a table whose last row has no message; else
 * complains. */
bool exclusions_hold(const struct exclusion *table, const char *command, option_set given);

#endif

/* The files of --json, --junit and --trace.  The path "-" is standard output. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>
#include "cli/arguments.h"
#include "run/counterexample.h"

/* Whether the files can be written, as far as can be told without leaving anything there; else
 * complains.  `together`: all processes ask, and go by what the first one finds. */
bool cli_outputs_fit(const struct arguments *arguments, bool together);
/* NULL where `path` is NULL and, with a complaint, where the file cannot be written. */
FILE *cli_output_open(const char *path);
/* Whether all is written that was asked for; `file` is what cli_output_open gave for the path. */
bool cli_output_close(FILE *file, const char *path);
/* Whether a file of results is standard output, so that nothing else should be. */
bool cli_output_takes_all(const struct arguments *arguments);
/* Saves a run to the file of --trace; false where it cannot be written. */
bool cli_trace_write(const struct arguments *arguments, const struct counterexample *found);
/* Says that --trace saved nothing, since there was no run to show. */
void cli_trace_unused(const struct arguments *arguments);

#endif

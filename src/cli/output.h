/* The files of --json, --junit, --sarif, --trace and --chart, annotations, and messages on standard
 * error.  page_output.h has the page of --html. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>
#include "axiom/judge.h"
#include "base/diagnostic.h"
#include "cli/arguments.h"
#include "report/alerts.h"
#include "report/draw/chart.h"
#include "run/counterexample.h"
#include "run/suite.h"

/* Whether the files can be written, as far as can be found out without leaving anything there; else
 * complains.  `together`: all processes ask, and go by what the first one finds. */
bool cli_outputs_fit(const struct arguments *arguments, bool together);
/* "-" is standard output.  NULL where `path` is NULL and, with a complaint, where the file cannot
 * be written. */
FILE *cli_output_open(const char *path);
/* Whether all is written that was asked for; `file` is what cli_output_open gave for the path. */
bool cli_output_close(FILE *file, const char *path);
/* Returns whether a file of results is standard output; other text must then be left out. */
bool cli_output_takes_all(const struct arguments *arguments);
/* Where a command prints its text: standard output, or nowhere if a file of results takes that. */
FILE *cli_text_out(const struct arguments *arguments);
/* Whether --annotate or --sarif asks for alerts. */
bool cli_alerts_wanted(const struct arguments *arguments);
/* Writes them.  Annotations go to standard error where a file of results is standard output;
 * GitHub reads both.  `name`: "run", or "prove MODEL".  false: the file cannot be written. */
bool cli_alerts_write(const struct arguments *arguments, const struct alerts *alerts,
                      const char *name);
/* Saves a run to the file of --trace, and draws it to that of --chart; false where one cannot be
 * written. */
bool cli_run_write(const struct arguments *arguments, const struct counterexample *found);
/* Says that --trace and --chart wrote nothing, since there was no run to show. */
void cli_run_unused(const struct arguments *arguments);
/* Draws a run to a file, as Mermaid if it is called FILE.mmd, and clears the chart; false where the
 * file cannot be written. */
bool cli_chart_write(const char *path, struct chart *chart);

/* --- messages: standard output is flushed before each --- */

/* Prints "turnsole: MESSAGE" and gives EXIT_USAGE. */
int cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a diagnostic and releases it; gives EXIT_USAGE.  "turnsole: " stands before it, unless it
 * begins with the name of a file. */
int cli_complain_of(struct diagnostic *error);
/* The same of a test, whose path stands before it. */
int cli_complain_of_test(const struct program *program, struct diagnostic *error);

/* A memory model, or a protocol, knows nothing of the test's transactions. */
/* "x.litmus: not applicable: MODEL knows no WHAT" */
void cli_say_inapplicable(const struct program *program, const char *model, const char *what);
/* A memory model is not made for tests of a dialect: once for each dialect. */
void cli_say_foreign(struct cat_model *const *models, unsigned count, const struct suite *suite);
/* Prints the notes of the tests, each once, and the reading of barriers with a name or a quorum, if
 * a test has some.  Warns of barriers that never meet.  --quiet leaves out the notes, and the
 * reading where none was asked for. */
void cli_say_of_tests(const struct arguments *arguments, const struct suite *suite);
/* Outcomes may be missing, or there is none: why. */
void cli_say_missing(const struct program *program, const char *model,
                     const struct judgement *judgement);
/* --memory is more than the machine has. */
void cli_say_too_much_memory(const struct arguments *arguments);

#endif

/* What commands need before they can start: memory models, models, tests and limits, made from the
 * arguments. Each function that fails says why on standard error. */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include <stdbool.h>
#include "axiom/judge.h"
#include "base/diagnostic.h"
#include "cli/command.h"
#include "kit/system.h"
#include "run/effort.h"
#include "run/suite.h"

struct memory_models {
  struct cat_model **items;
  unsigned count;
};

/* Prints "turnsole: MESSAGE" and gives EXIT_USAGE. */
int cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a diagnostic, after "turnsole: " unless it begins with the name of a file, and releases
 * it; gives EXIT_USAGE. */
int cli_complain_of(struct diagnostic *error);
/* The same of a test, with whose path it begins. */
int cli_complain_of_test(const struct program *program, struct diagnostic *error);
/* Says on standard error that a test's transactions are beyond a memory model, or beyond a protocol
 * model. */
void cli_say_inapplicable(const struct program *program, const char *model);
/* And, once for each dialect, that a memory model is not made for tests of it. */
void cli_say_foreign(const struct memory_models *models, const struct suite *suite);
/* And how barriers with a name or a quorum are read, where a test has some: of one test its path,
 * of several their number.
 * With --quiet the reading is left out where none was asked for.  And warns of barriers that never
 * meet, since their work-groups differ. */
void cli_say_barriers(const struct arguments *arguments, const struct suite *suite);
/* And that outcomes may be missing, where they may: a limit was hit, or a loop cut.  Or why there
 * are none at all. */
void cli_say_missing(const struct program *program, const char *model,
                     const struct judgement *judgement);
/* And that --memory is more than there is, where it is. */
void cli_say_too_much_memory(const struct arguments *arguments);
/* The worse of two exit statuses: usage, then failure, then inconclusive. */
int cli_worse_status(int a, int b);

/* The variants of --variant, with a NULL behind them. */
bool variants_gather(const struct arguments *arguments, struct name_list *variants);
bool cli_memory_models_load(const struct arguments *arguments, struct memory_models *models);
void cli_memory_models_clear(struct memory_models *models);

struct settings {
  struct setting *items;
  unsigned count;
};
/* The models of -p with --core and --set applied; without -p every system that there is; with
 * --variants theirs, too. */
bool cli_settings_load(const struct arguments *arguments, struct settings *settings);
/* Exactly one -p. */
bool cli_setting_load(const struct arguments *arguments, struct setting *setting);
void cli_settings_clear(struct settings *settings);

/* The tests of PATH... (else of the folder `fallback`, if there is one); those that cannot be read
 * are complained of. false when none was asked for. */
bool cli_tests_gather(const struct arguments *arguments, const char *fallback, struct suite *suite);
/* The same, and false when none can be read. */
bool cli_tests_load(const struct arguments *arguments, const char *fallback, struct suite *suite);

struct effort cli_effort(const struct arguments *arguments);

/* Before any work: can the files of --json, --junit and --trace be written, as far as can be told
 * without leaving anything there? false with a complaint.  `ranks`: all ranks ask, and go by what
 * the first finds. */
bool cli_outputs_fit(const struct arguments *arguments, bool ranks);
/* A file for --json, --junit, --trace: "-" is standard output.  NULL when there is to be none (path
 * NULL), and, with a complaint, when it cannot be written. */
FILE *cli_output_open(const char *path);
/* Says that --trace saved nothing, where it was asked for: there was no run to show. */
void cli_trace_unused(const struct arguments *arguments);
/* Does a file of results go to standard output, so that nothing else should? */
bool cli_output_takes_all(const struct arguments *arguments);
/* Of what cli_output_open gave for the path: is all that was asked for written? */
bool cli_output_close(FILE *file, const char *path);

#endif

/* What commands say on standard error.  Standard output is flushed before it. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "axiom/judge.h"
#include "base/diagnostic.h"
#include "cli/arguments.h"
#include "run/suite.h"

/* Prints "turnsole: MESSAGE" and gives EXIT_USAGE. */
int cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a diagnostic and releases it; gives EXIT_USAGE.  "turnsole: " stands before it, unless it
 * begins with the name of a file. */
int cli_complain_of(struct diagnostic *error);
/* The same of a test, whose path stands before it. */
int cli_complain_of_test(const struct program *program, struct diagnostic *error);

/* A memory model, or a protocol, knows nothing of the test's transactions. */
void cli_say_inapplicable(const struct program *program, const char *model);
/* A memory model is not made for tests of a dialect: once for each dialect. */
void cli_say_foreign(struct cat_model *const *models, unsigned count, const struct suite *suite);
/* How barriers with a name or a quorum are read, where a test has some, and a warning of barriers
 * that never meet.  --quiet leaves the reading out where none was asked for. */
void cli_say_barriers(const struct arguments *arguments, const struct suite *suite);
/* Outcomes may be missing, or there is none: why. */
void cli_say_missing(const struct program *program, const char *model,
                     const struct judgement *judgement);
/* --memory is more than the machine has. */
void cli_say_too_much_memory(const struct arguments *arguments);

#endif

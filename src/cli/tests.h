/* The tests of PATH. */
#ifndef CLI_TESTS_H
#define CLI_TESTS_H

#include "cli/arguments.h"
#include "run/suite.h"

/* Reads the tests of PATH..., or of the folder `fallback` (may be NULL) where no PATH is given.
 * Complains of those that cannot be read; false where there is no PATH and no folder. */
bool cli_tests_gather(const struct arguments *arguments, const char *fallback, struct suite *suite);
/* The same, and false where none can be read. */
bool cli_tests_load(const struct arguments *arguments, const char *fallback, struct suite *suite);

#endif

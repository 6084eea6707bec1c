/* explore --count: the messages of tests on one machine. */
#ifndef CLI_ASK_COUNTS_H
#define CLI_ASK_COUNTS_H

#include "cli/arguments.h"
#include "run/suite.h"
#include "verify/exploration.h"

/* Counts, prints and writes --json; returns the exit status. */
int counts_ask_tests(const struct arguments *arguments, const struct exploration *exploration,
                     const struct suite *suite);

#endif

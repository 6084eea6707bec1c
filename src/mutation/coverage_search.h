/* The cells of a system's tables that fire on a suite. */
#ifndef MUTATION_COVERAGE_SEARCH_H
#define MUTATION_COVERAGE_SEARCH_H

#include "run/coverage.h"
#include "run/effort.h"
#include "run/suite.h"

/* Searches the tests; with `widely`, small general clients as well, and only some states of each
 * machine. The caller frees the coverage by memory_free. */
struct coverage *coverage_run(const struct setting *setting, const struct suite *suite, bool widely,
                              const struct effort *effort);

#endif

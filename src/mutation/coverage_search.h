/* Which cells of a system's tables fire. */
#ifndef MUTATION_COVERAGE_SEARCH_H
#define MUTATION_COVERAGE_SEARCH_H

#include "run/coverage.h"
#include "run/effort.h"
#include "run/suite.h"

/* Those that fire over the tests; with `widely`, over small general clients as well, but in so many
 * states of each search alone. To be released by memory_free. */
struct coverage *coverage_run(const struct setting *setting, const struct suite *suite, bool widely,
                              const struct effort *effort);

#endif

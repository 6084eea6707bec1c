/* Which cells of a system's tables fire. */
#ifndef VERIFY_COVERAGE_H
#define VERIFY_COVERAGE_H

#include "verify/matrix.h"

/* fired[kind][row][state] is a set of events. */
struct coverage {
  uint64_t fired[KINDS_MAX][256][STATES_MAX];
};
/* Adds what has fired in the machine. */
void coverage_add(struct coverage *coverage, const struct machine *machine,
                  const struct system *system);
/* Those that fire over the tests; with `widely`, over small general clients as well, but in so many
 * states of each search alone. To be released by memory_free. */
struct coverage *coverage_run(const struct setting *setting, const struct suite *suite, bool widely,
                              const struct effort *effort);

#endif

/* The cells of a system's tables that fired in searches. */
#ifndef RUN_COVERAGE_H
#define RUN_COVERAGE_H

#include "machine/machine.h"

/* fired[kind][row][state] is a set of events. */
struct coverage {
  uint64_t fired[KINDS_MAX][256][STATES_MAX];
};
/* Adds the cells that fired in the machine. */
void coverage_add(struct coverage *coverage, const struct machine *machine,
                  const struct system *system);
#endif

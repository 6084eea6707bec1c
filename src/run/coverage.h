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

/* --- rows that fired, and evidence that claims are not vacuous --- */

struct exercise {
  struct coverage *coverage; /* owned */
  unsigned evidence;         /* set of enum evidence */
};

/* Adds what the search of a machine showed. */
void exercise_add(struct exercise *exercise, const struct machine *machine);
void exercise_clear(struct exercise *exercise);
/* Calls visit for each row that never fired, except NEVER rows and rows of variants. */
void exercise_unfired(const struct exercise *exercise, const struct system *system,
                      void (*visit)(void *context, const struct controller_kind *kind,
                                    const struct row *row),
                      void *context);
/* Why the claim is vacuous, as in "no copy was ever readable"; NULL: it is not. */
const char *exercise_vacuous(const struct exercise *exercise, enum property property);

#endif

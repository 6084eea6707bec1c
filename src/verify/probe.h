/* Probes: the machines that mutants are tried on, cheapest first, and what fires in them. */
#ifndef VERIFY_PROBE_H
#define VERIFY_PROBE_H

#include "verify/matrix.h"

struct probe {
  const struct test *test;           /* NULL: the most general client */
  struct subject subject;
  struct outcome_set *allowed;       /* by every memory model claimed; NULL where any outcome is right */
  uint64_t states, key;
  bool ends;                         /* some run of the test does */
  bool fired[KINDS_MAX][256];        /* by row */
};

struct probes { struct probe *items; unsigned count; uint64_t stop_at; };

/* The machines on which the setting's system is right: placements of the tests with few states (unless `all` is set, no
 * more than a budget of them), equal ones once, and small general clients.  false on error. */
bool probes_make(const struct setting *setting, const struct suite *suite, bool all, const struct effort *effort,
                 struct probes *probes, struct diagnostic *error);
void probes_clear(struct probes *probes);

/* Every cell that fires over the tests: fired[kind][row][state] is a set of events. */
struct coverage { uint64_t fired[KINDS_MAX][256][STATES_MAX]; };
void coverage_add(struct coverage *coverage, const struct machine *machine, const struct system *system);
struct coverage *coverage_run(const struct setting *setting, const struct suite *suite, const struct effort *effort);

#endif

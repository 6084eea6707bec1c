/* The probes of a system: those within the budget, and spare ones. */
#ifndef MUTATION_PROBE_SELECTION_H
#define MUTATION_PROBE_SELECTION_H

#include "mutation/probe_list.h"
#include "run/effort.h"
#include "run/suite.h"

struct probes {
  struct probe *items;
  unsigned count;
  struct probe *spare; /* right, but beyond the budget */
  unsigned spare_count;
};

/* Selects machines on which the system is right. First tests with few states, within a budget
 * unless `all` is set, and small general clients. Then the same in nearby settings. Then enough
 * without reductions that each row fires in some. Last, clients with lines of two words. Returns
 * false on error. */
bool probes_make(const struct setting *setting, const struct suite *suite, bool all,
                 const struct effort *effort, struct probes *probes, struct diagnostic *error);
void probes_clear(struct probes *probes);
/* Appends, in order of cost, the spare probes of these settings (a set of probe.near) that may
 * notice one of the mutants. It adds each as it is, from every warm start, and without reductions.
 */
void probes_widen(struct probes *probes, const struct mutant *const *mutants, unsigned count,
                  uint64_t settings, const struct effort *effort);

#endif

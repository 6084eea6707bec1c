/*  */
#ifndef MUTATION_PROBE_SELECTION_H
#define MUTATION_PROBE_SELECTION_H

#include "mutation/probe.h"
#include "run/effort.h"
#include "run/suite.h"

struct probes {
  struct probe *items;
  unsigned count;
  struct probe *spare; /* right, but beyond the budget */
  unsigned spare_count;
};

/* The machines on which the setting's system is right: placements of the tests with few states
 * (unless `all` is set, no more than a budget of them), equal ones once, and small general clients;
 * the same under the settings beside it; and of all these, so many without reductions that each row
 * that can fire does in some; and last the clients of lines of two words. false on error. */
bool probes_make(const struct setting *setting, const struct suite *suite, bool all,
                 const struct effort *effort, struct probes *probes, struct diagnostic *error);
void probes_clear(struct probes *probes);
/* Adds, behind the others and cheapest first, what was left out in these settings (a set of
 * probe.near) and may notice one of these mutants; as it was, from every warm start, and without
 * reductions, too. */
void probes_widen(struct probes *probes, const struct mutant *const *mutants, unsigned count,
                  uint64_t settings, const struct effort *effort);

#endif

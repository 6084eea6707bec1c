/* Probes: the machines that mutants are tried on, cheapest first, and what fires in them. */
#ifndef MUTATION_PROBE_H
#define MUTATION_PROBE_H

#include "verify/matrix.h"

/* All that a whole search has seen, in words that differ where two searches saw different things.
 */
struct probe_view {
  uint64_t states, transitions, content, outcomes;
};

struct probe {
  const struct test *test; /* NULL: the most general client */
  struct subject subject;
  unsigned near;               /* 0: the setting itself; else the how manyth of those beside it */
  struct outcome_set *allowed; /* by every memory model claimed; NULL where any outcome is right */
  uint64_t key, stop_at;
  struct probe_view sight;    /* without a fault */
  bool ends;                  /* some run of the test does */
  bool fires[KINDS_MAX][256]; /* by row */
  bool asks[KINDS_MAX][256];  /* by row: its guard may have been asked */
};

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

/* Can a mutant change what is seen there? */
bool probe_may_notice(const struct probe *probe, const struct mutant *mutant);
/* What a search of its machine, now complete, has seen. */
struct probe_view probe_view_of(const struct probe *probe, const struct machine *machine,
                                const struct search_result *result);
bool probe_view_equal(struct probe_view a, struct probe_view b);

#endif

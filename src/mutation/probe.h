/* Probes: the machines that mutants are tried on, cheapest first, and what fires in them. */
#ifndef MUTATION_PROBE_H
#define MUTATION_PROBE_H

#include "run/subject.h"
#include "run/suite.h"

/* All that a whole search has seen, in words that differ where two searches saw different things.
 */
struct probe_observation {
  uint64_t states, transitions, content, outcomes;
};

struct probe {
  const struct test *test; /* NULL: the most general client */
  struct subject subject;
  unsigned near;               /* 0: the setting itself; else the how manyth of those beside it */
  struct outcome_set *allowed; /* by every memory model claimed; NULL where any outcome is right */
  uint64_t key, stop_at;
  struct probe_observation baseline; /* without a fault */
  bool ends;                         /* some run of the test does */
  bool fires[KINDS_MAX][256];        /* by row */
  bool asks[KINDS_MAX][256];         /* by row: its guard may have been asked */
};

/* Notes which rows fired in a search of the probe's machine, and which guards it asked. */
void probe_note_rows(struct probe *probe, const struct machine *machine,
                     const struct system *system);
/* Can a mutant change what is seen there? */
bool probe_may_notice(const struct probe *probe, const struct mutant *mutant);
/* What a search of its machine, now complete, has seen. */
struct probe_observation probe_observe(const struct probe *probe, const struct machine *machine,
                                       const struct search_result *result);
uint64_t probe_hash_outcomes(const struct outcome_set *set, unsigned width);
bool probe_observation_equal(struct probe_observation a, struct probe_observation b);

#endif

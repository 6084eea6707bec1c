/* Probes: the machines that mutants are tried on. */
#ifndef MUTATION_PROBE_H
#define MUTATION_PROBE_H

#include "run/subject.h"
#include "run/suite.h"

/* A summary of a complete search; two searches that saw different things have different ones. */
struct probe_observation {
  uint64_t states, transitions, content, outcomes;
};

struct probe {
  const struct test *test; /* NULL: the most general client */
  struct subject subject;
  unsigned near;               /* 0: the setting itself; else the number of a nearby setting */
  struct outcome_set *allowed; /* by all claimed memory models; NULL: any outcome */
  uint64_t key, stop_at;
  struct probe_observation baseline; /* without a fault */
  bool ends;                         /* some run of the test ends */
  bool fires[KINDS_MAX][256];        /* by row */
  bool asks[KINDS_MAX][256];         /* by row: its guard may have been asked */
};

/* Notes the rows that fired in a search of the probe's machine, and the guards that were asked. */
void probe_note_rows(struct probe *probe, const struct machine *machine,
                     const struct system *system);
/* Can the mutant change what the probe shows? */
bool probe_may_notice(const struct probe *probe, const struct mutant *mutant);
/* Summarises a complete search of the probe's machine. */
struct probe_observation probe_observe(const struct probe *probe, const struct machine *machine,
                                       const struct search_result *result);
uint64_t probe_hash_outcomes(const struct outcome_set *set, unsigned width);
bool probe_observation_equal(struct probe_observation a, struct probe_observation b);

#endif

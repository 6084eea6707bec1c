/* Probes: the machines that mutants are tried on. */
#ifndef MUTATION_PROBE_LIST_H
#define MUTATION_PROBE_LIST_H

#include "run/coverage.h"
#include "run/effort.h"
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

/* --- lists of probes --- */

struct probe_list {
  struct probe *items;
  size_t length, room;
};

/* Adds every placement of the tests that the system can run; with `judged`, each with the
 * outcomes that all claimed memory models allow. Returns false on error. */
bool probe_list_add_tests(struct probe_list *list, const struct setting *setting,
                          const struct suite *suite, const struct effort *effort, bool judged,
                          struct diagnostic *error);
/* Adds small general clients with lines of one word. */
void probe_list_add_clients(struct probe_list *list, const struct setting *setting,
                            const struct effort *effort);
/* Adds smaller clients with one line of two words. */
void probe_list_add_clients_of_two_words(struct probe_list *list, const struct setting *setting,
                                         const struct effort *effort);

/* The settings near one: each other kind of core, each parameter one up or down, and the sound
 * variants. Rows that never fire in the setting itself may fire there. */
enum { NEARBY_SETTINGS_MAX = CORE_KINDS + 2 * PARAMETERS_MAX + VARIANTS_MAX };
struct nearby_settings {
  struct setting items[NEARBY_SETTINGS_MAX];
  unsigned count;
};
struct nearby_settings nearby_settings_of(const struct setting *setting);

/* Searches the tests; with `widely`, small general clients as well, and only some states of each
 * machine. The caller frees the coverage by memory_free. */
struct coverage *coverage_run(const struct setting *setting, const struct suite *suite, bool widely,
                              const struct effort *effort);

#endif

/* A probe notices a mutant only if its row fired, or its negated guard was asked, without the
 * fault. */
#include "mutation/probe.h"

#include "base/hash.h"
#include "base/memory.h"
#include "run/coverage.h"

/* A guard is asked wherever its event came, whichever row answered, and the guard of an internal
 * event wherever the event may happen. */
void probe_note_rows(struct probe *probe, const struct machine *machine,
                     const struct system *system) {
  struct coverage *coverage = memory_new(1, sizeof *coverage);
  coverage_add(coverage, machine, system);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    uint64_t internal = 0, met[STATES_MAX] = { 0 };
    for (unsigned i = 0; i < system->kinds[k].internal_count; i++)
      internal |= 1ull << system->kinds[k].internals[i].event;
    for (unsigned r = 0; r < table->row_count; r++)
      for (unsigned s = 0; s < table->state_count; s++) {
        probe->fires[k][r] |= coverage->fired[k][r][s] != 0;
        met[s] |= coverage->fired[k][r][s];
      }
    for (unsigned r = 0; r < table->row_count; r++)
      for (unsigned s = 0; s < table->state_count; s++)
        if (table->rows[r].in >> s & 1)
          probe->asks[k][r] |= (table->rows[r].on & (met[s] | internal)) != 0;
  }
  memory_free(coverage);
}

bool probe_may_notice(const struct probe *probe, const struct mutant *mutant) {
  bool asks = mutant->fault == MUTANT_NEGATE_GUARD && probe->asks[mutant->kind][mutant->row];
  return asks || probe->fires[mutant->kind][mutant->row];
}

struct hashing {
  uint64_t hash;
  unsigned width;
};

static void hash_outcome(void *context, const int64_t *outcome, uint64_t times) {
  struct hashing *sum = context;
  (void)times;
  sum->hash = hash_combine(sum->hash, hash_bytes(outcome, sum->width * sizeof *outcome));
}

uint64_t probe_hash_outcomes(const struct outcome_set *set, unsigned width) {
  struct hashing sum = { 0, width };
  outcome_set_each(set, hash_outcome, &sum);
  return sum.hash;
}

struct probe_observation probe_observe(const struct probe *probe, const struct machine *machine,
                                       const struct search_result *result) {
  struct probe_observation baseline = { .states = result->states,
                                        .transitions = result->transitions,
                                        .content = machine_sum(machine) };
  if (!probe->test) return baseline;
  struct outcome_set *outcomes = machine_outcomes(machine);
  if (outcome_set_size(outcomes))
    baseline.outcomes =
        probe_hash_outcomes(outcomes, machine_outcome_width(probe->subject.program));
  outcome_set_free(outcomes);
  return baseline;
}

bool probe_observation_equal(struct probe_observation a, struct probe_observation b) {
  return a.states == b.states && a.transitions == b.transitions && a.content == b.content &&
         a.outcomes == b.outcomes;
}

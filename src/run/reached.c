#include "engine/machine_search.h"
#include "run/reached.h"

#include "base/memory.h"

struct reached *reached_by_search(struct machine *machine, const struct search_options *options) {
  struct reached *reached = memory_new(1, sizeof *reached);
  struct search_result result = machine_search(machine, options);
  *reached = (struct reached){ .everything = machine_outcomes(machine),
                               .end = result.end,
                               .states = result.states,
                               .transitions = result.transitions,
                               .broken = result.broken,
                               .depth = result.depth,
                               .blocked = result.blocked,
                               .bytes = result.bytes };
  bool wrong = result.broken & (CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_OVERFLOW));
  if (wrong && !machine_may_be_wrong(machine)) reached->named = machine_least_fault(machine);
  search_result_clear(&result);
  return reached;
}

void reached_free(struct reached *reached) {
  if (!reached) return;
  outcome_set_free(reached->everything);
  memory_free(reached->fault);
  memory_free(reached->named);
  memory_free(reached);
}

bool reached_all(const struct reached *reached) {
  return !reached->fault && reached->end == SEARCH_COMPLETE;
}

bool reached_bounded(const struct reached *reached) {
  return !reached->fault && reached->end == SEARCH_OUT_OF_STATES && reached->approximated;
}

struct cost reached_cost(const struct reached *reached) {
  return (struct cost){ .searches = 1,
                        .states = reached->states,
                        .transitions = reached->transitions,
                        .depth = reached->depth,
                        .explored = reached->from_journal ? 0 : reached->states,
                        .bytes = reached->bytes,
                        .held = reached->states };
}

struct outcome_filter {
  struct outcome_set *set;
  const struct program *program;
};

static void filter_outcome(void *context, const int64_t *outcome, uint64_t times) {
  struct outcome_filter *outcome_filter = context;
  if (outcome_filter->program->filter && !condition_holds(outcome_filter->program->filter, outcome))
    return;
  outcome_set_add(outcome_filter->set, outcome, times);
}

void reached_add_observed(struct outcome_set *set, const struct program *program,
                          const struct outcome_set *everything) {
  struct outcome_set *observed = machine_outcomes_observed(program, everything);
  outcome_set_each(observed, filter_outcome, &(struct outcome_filter){ set, program });
  outcome_set_free(observed);
}

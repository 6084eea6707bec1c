#include "engine/machine_search.h"
#include "run/reached.h"

#include "base/memory.h"
#include "machine/faults.h"
#include "machine/outcomes.h"
#include "litmus/condition.h"

struct reached *reached_by_search(struct machine *machine, const struct search_options *options) {
  struct reached *reached = memory_new(1, sizeof *reached);
  struct search_result result = machine_search(machine, options);
  *reached = (struct reached){ .everything = machine_outcomes(machine),
                               .end = result.end,
                               .cost = cost_of_search(&result, result.states),
                               .broken = result.broken,
                               .blocked = result.blocked };
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

/* Under-approximates a machine that has too many states.
 *
 * A machine has up to two under-approximations: without evictions, and without evictions from cold.
 * They are numbered from 0, the machine as asked.  Each reaches a subset of what the one before it
 * reaches.  The first one with at most quick_states states is searched to its end.
 *
 * If even the last one has more, there are two ways. With --evictions-within it is searched
 * to its end all the same. With --quick it is bounded: the first levels are searched whole, and a
 * sample of each later level (search/expand.c). The matrix may widen the bound afterwards
 * (verify/matrix.h).
 *
 * With a bound, the last one is searched first: if it exceeds the bound, the others would, too. */

enum { APPROXIMATIONS = 3 };

/* The machine as asked, and its under-approximations. */
struct approximations {
  struct machine_options items[APPROXIMATIONS];
  unsigned count;
};

static struct approximations approximations_of(const struct subject *subject,
                                               const struct effort *effort) {
  struct approximations all = { .items = { subject->options }, .count = 1 };
  struct machine_options less = subject->options;
  while (all.count < APPROXIMATIONS && effort_approximate(effort, &less))
    all.items[all.count++] = less;
  return all;
}

struct quick_search {
  const struct subject *subject;
  struct machine *machine; /* of the subject; NULL once it was searched */
  struct approximations approximations;
  struct search_options limits;
};

/* Searches one of them.  If it has more than `most` states (0: no bound), only `sample` of each
 * level are searched. */
static struct reached *reach_approximation(struct quick_search *quick, unsigned number,
                                           uint64_t most, unsigned sample) {
  struct subject less = *quick->subject;
  struct search_options limits = quick->limits;
  struct diagnostic none = { NULL };
  less.options = quick->approximations.items[number];
  limits.states_max = most;
  limits.sample = sample;
  struct machine *given = number ? NULL : quick->machine; /* a machine can be searched once only */
  /* cannot fail: the subject's own machine was built */
  struct machine *machine = given ? given : subject_machine(&less, &none);
  struct reached *reached = reached_by_search(machine, &limits);
  reached->options = less.options;
  reached->approximated = number > 0;
  if (given) quick->machine = NULL;
  else machine_free(machine);
  return reached;
}

static bool overflows(const struct reached *reached) {
  return reached->end == SEARCH_OUT_OF_STATES;
}

/* Returns the first one within `most` states, or the last one, of which `last` states are
 * explored (0: all). */
static struct reached *reach_downwards(struct quick_search *quick, uint64_t most, uint64_t last) {
  for (unsigned number = 0;; number++) {
    bool is_last = number + 1 == quick->approximations.count;
    struct reached *reached = reach_approximation(quick, number, is_last ? last : most, 0);
    if (is_last || !overflows(reached)) return reached;
    reached_free(reached);
  }
}

/* Starts with the last one, and takes a part of it if it exceeds the bound. */
static struct reached *reach_bounded(struct quick_search *quick, uint64_t most, unsigned sample) {
  unsigned last = quick->approximations.count - 1;
  struct reached *best = reach_approximation(quick, last, most, sample);
  best->approximated |= overflows(best);
  for (unsigned number = 0; number < last && reached_all(best); number++) {
    struct reached *larger = reach_approximation(quick, number, most, 0);
    if (!overflows(larger)) {
      reached_free(best);
      return larger;
    }
    reached_free(larger);
  }
  return best;
}

struct reached *quick_search_reach(const struct subject *subject, struct machine *machine,
                                   const struct effort *effort) {
  struct quick_search quick = { subject, machine, approximations_of(subject, effort),
                                effort_search(effort, 1, effort->threads) };
  if (!effort->quick_sample)
    return reach_downwards(&quick, effort->quick_states, effort->quick_most);
  return reach_bounded(&quick, effort->quick_states, effort->quick_sample);
}

struct reached *quick_search_widen(const struct subject *subject, uint64_t bound,
                                   const struct effort *effort) {
  struct quick_search quick = { subject, NULL, approximations_of(subject, effort),
                                effort_search(effort, 1, effort->threads) };
  struct reached *reached =
      reach_approximation(&quick, quick.approximations.count - 1, bound, effort->quick_sample);
  reached->approximated |= overflows(reached);
  return reached;
}

#include "verify/matrix_counterexample.h"

#include <string.h>
#include "run/reached.h"
#include "run/subject.h"
#include "verify/cell_verdict.h"

struct sorting {
  struct outcome_set *others;
  const int64_t *sought;
};

static void sort_out(void *context, const int64_t *outcome, uint64_t times) {
  const struct sorting *sorting = context;
  unsigned width = outcome_set_width(sorting->others);
  if (memcmp(outcome, sorting->sought, width * sizeof *outcome))
    outcome_set_add(sorting->others, outcome, times);
}

/* All observed outcomes but one: a run that leaves this set is a run to that one. */
static struct outcome_set *all_but(const struct program *program,
                                   const struct outcome_set *everything, const int64_t *outcome) {
  struct outcome_set *observed = machine_outcomes_observed(program, everything);
  struct sorting sorting = { outcome_set_new(outcome_set_width(observed)), outcome };
  outcome_set_each(observed, sort_out, &sorting);
  outcome_set_free(observed);
  return sorting.others;
}

/* Searches a bounded cell again within its bound; a shorter run may exist beyond. Returns NULL
 * if the cell was searched whole, or an earlier search found the outcome (reach_cache_renew). */
static struct counterexample *find_in_part(const struct reached *reached,
                                           const struct subject *subject,
                                           const struct search_options *options, uint64_t stop_at,
                                           const struct outcome_set *others,
                                           const struct effort *effort) {
  struct search_options part = *options;
  if (!reached_bounded(reached)) return NULL;
  part.states_max = reached->bound ? reached->bound : effort->quick_states;
  part.sample = effort->quick_sample;
  return counterexample_find(subject, &part, stop_at, others, NULL, NULL);
}

/* A broken invariant comes before the outcomes that follow from it. */
struct counterexample *matrix_cell_counterexample(const struct matrix_cell *cell,
                                                  const struct effort *effort) {
  if (cell->fault) return NULL;
  uint64_t broken = matrix_cell_broken(cell);
  const struct model_verdict *held = matrix_cell_violation(cell);
  if (!broken && !held) return NULL;
  unsigned p = 0;
  if (broken)
    while (!(cell->reached[p]->broken & broken)) p++;
  else p = held->placement;
  struct subject subject = { .setting = *cell->setting,
                             .program = cell->test->program,
                             .placement = cell->placements.items[p],
                             .options = cell->reached[p]->options };
  struct search_options options = effort_search(effort, effort->threads, 1);
  options.status = NULL;
  struct outcome_set *others =
      broken ? NULL : all_but(subject.program, cell->reached[p]->everything, held->outcome);
  uint64_t stop_at = broken ? broken : CLAIM(PROPERTY_OUTCOME);
  struct counterexample *found =
      find_in_part(cell->reached[p], &subject, &options, stop_at, others, effort);
  if (!found) found = counterexample_find(&subject, &options, stop_at, others, NULL, NULL);
  if (found) found->others = others;
  else outcome_set_free(others);
  return found;
}

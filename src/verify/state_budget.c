/* A bound that suits many large cells is too narrow for a model with a single one. So each model
 * has the same budget of states. What its finished cells leave of it is shared evenly among its
 * bounded placements, which are searched again. Some of these finish and leave states in turn, so
 * rounds follow until bounds would not double.
 *
 * The first rounds share the budget among the tests that the model's record says fail, since a
 * quick matrix must show known faults. Later rounds share it among all tests.
 *
 * Bounds depend on counts of states only, and are fixed between rounds, so the result is the
 * same for any number of threads. */
#include "verify/state_budget.h"

#include "base/memory.h"
#include "base/vector.h"
#include "run/jobs.h"
#include "run/reach_cache.h"
#include "run/reached.h"
#include "run/subject.h"
#include "run/suite.h"

struct due {
  struct matrix_cell *cell;
  unsigned placement;
};

struct state_budget {
  const struct matrix *matrix;
  const struct effort *effort;
  bool to_fail;     /* shares it among the tests that the record says fail, only */
  uint64_t *bounds; /* by setting */
  VECTOR(struct due) due;
  struct meter meter; /* of cells */
};

struct spending {
  uint64_t states, bounded;
};

static void spending_add(struct spending *spending, const struct matrix_cell *cell) {
  for (unsigned p = 0; p < cell->placements.count; p++) {
    if (reached_bounded(cell->reached[p])) spending->bounded++;
    else spending->states += cell->reached[p]->states;
  }
}

static bool takes_part(const struct state_budget *budget, const struct matrix_cell *cell) {
  if (!cell->placements.count) return false;
  return !budget->to_fail ||
         suite_name_is_listed(setting_fails(cell->setting), cell->test->program->name);
}

static struct spending spending_of(const struct state_budget *budget, unsigned setting) {
  struct spending spending = { 0, 0 };
  for (unsigned t = 0; t < budget->matrix->suite->count; t++) {
    const struct matrix_cell *cell = matrix_cell(budget->matrix, t, setting);
    if (takes_part(budget, cell)) spending_add(&spending, cell);
  }
  return spending;
}

static uint64_t share_of(const struct spending *spending, uint64_t budget) {
  if (!spending->bounded || spending->states >= budget) return 0;
  return (budget - spending->states) / spending->bounded;
}

/* Equal machines are searched once, within the widest of their bounds. */
static void widen_cell(struct state_budget *budget, struct matrix_cell *cell, uint64_t bound) {
  for (unsigned p = 0; p < cell->placements.count && takes_part(budget, cell); p++) {
    if (!reached_bounded(cell->reached[p]) || !reach_cache_widen(cell->reached[p], bound)) continue;
    vector_push(budget->due, ((struct due){ cell, p }));
    cell->to_search++;
  }
}

/* Fills `due`; false: no bound widens. */
static bool widen(struct state_budget *budget) {
  const struct matrix *matrix = budget->matrix;
  budget->due.length = 0;
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    struct spending spending = spending_of(budget, s);
    uint64_t share = share_of(&spending, budget->effort->quick_model);
    if (share < 2 * budget->bounds[s]) continue;
    budget->bounds[s] = share;
    for (unsigned t = 0; t < matrix->suite->count; t++)
      widen_cell(budget, matrix_cell(matrix, t, s), share);
  }
  return budget->due.length > 0;
}

static void renew(void *context, uint64_t index) {
  struct state_budget *budget = context;
  struct matrix_cell *cell = budget->due.items[index].cell;
  unsigned p = budget->due.items[index].placement;
  struct subject subject = matrix_cell_subject(cell, p, &budget->effort->machine);
  reach_cache_renew(cell->reached[p], &subject, budget->effort);
  meter_add(&budget->meter, --cell->to_search == 0);
}

/* Searches what is due; its cells count as not done meanwhile. */
static void renew_all(struct state_budget *budget) {
  const struct matrix *matrix = budget->matrix;
  struct effort silent = *budget->effort;
  unsigned cells = matrix->suite->count * matrix->setting_count;
  silent.progress = NULL;
  meter_start(&budget->meter, budget->effort, "cells", cells);
  for (unsigned i = 0; i < cells; i++) budget->meter.done += !matrix->cells[i].to_search;
  jobs_each(&silent, budget->due.length, renew, budget);
  meter_end(&budget->meter);
}

/* Runs rounds until no bound widens. */
static void share_out(struct state_budget *budget) {
  for (unsigned s = 0; s < budget->matrix->setting_count; s++)
    budget->bounds[s] = budget->effort->quick_states;
  while (widen(budget)) renew_all(budget);
}

void state_budget_spend(struct matrix *matrix, const struct effort *effort) {
  if (!effort->quick_sample || !effort->quick_model) return;
  struct state_budget budget = { .matrix = matrix, .effort = effort };
  budget.bounds = memory_new(matrix->setting_count, sizeof *budget.bounds);
  budget.to_fail = true;
  share_out(&budget);
  budget.to_fail = false;
  share_out(&budget);
  memory_free(budget.bounds);
  vector_free(budget.due);
}

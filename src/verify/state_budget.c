/* Bounds that are as wide as a model's allowance permits.
 *
 * A bound that suits a model with many large cells is too narrow for one with a single large cell.
 * So the allowance is a number of states for each model, the same for all: what its finished cells
 * have left of it is shared out evenly over its bounded placements, and these are searched again.
 * Some then come to their end, and what they left over is shared out once more, until bounds would
 * not even double.
 *
 * First of all it is shared out over the tests that the model's record says it fails, and then,
 * anew, over all.  What is known to be wrong with a variant must be seen in a quick matrix, too.
 *
 * Bounds depend on counts of states alone, and are fixed between two rounds of searches.  So the
 * result is the same for any number of threads. */
#include "verify/state_budget.h"

#include "base/memory.h"
#include "base/vector.h"
#include "run/reach_cache.h"

struct due {
  struct matrix_cell *cell;
  unsigned placement;
};

struct allowance {
  const struct matrix *matrix;
  const struct effort *effort;
  bool to_fail;     /* it is shared out over the tests that the record says fail, alone */
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

static bool takes_part(const struct allowance *allowance, const struct matrix_cell *cell) {
  if (!cell->placements.count) return false;
  return !allowance->to_fail ||
         suite_name_is_listed(setting_fails(cell->setting), cell->test->program->name);
}

static struct spending spending_of(const struct allowance *allowance, unsigned setting) {
  struct spending spending = { 0, 0 };
  for (unsigned t = 0; t < allowance->matrix->suite->count; t++) {
    const struct matrix_cell *cell = matrix_cell(allowance->matrix, t, setting);
    if (takes_part(allowance, cell)) spending_add(&spending, cell);
  }
  return spending;
}

static uint64_t share_of(const struct spending *spending, uint64_t allowance) {
  if (!spending->bounded || spending->states >= allowance) return 0;
  return (allowance - spending->states) / spending->bounded;
}

/* Equal machines are searched once, within the widest of their bounds. */
static void widen_cell(struct allowance *allowance, struct matrix_cell *cell, uint64_t bound) {
  for (unsigned p = 0; p < cell->placements.count && takes_part(allowance, cell); p++) {
    if (!reached_bounded(cell->reached[p]) || !reach_cache_widen(cell->reached[p], bound)) continue;
    vector_push(allowance->due, ((struct due){ cell, p }));
    cell->to_search++;
  }
}

/* Fills `due`; false: there is nothing more to do. */
static bool widen(struct allowance *allowance) {
  const struct matrix *matrix = allowance->matrix;
  allowance->due.length = 0;
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    struct spending spending = spending_of(allowance, s);
    uint64_t share = share_of(&spending, allowance->effort->quick_model);
    if (share < 2 * allowance->bounds[s]) continue;
    allowance->bounds[s] = share;
    for (unsigned t = 0; t < matrix->suite->count; t++)
      widen_cell(allowance, matrix_cell(matrix, t, s), share);
  }
  return allowance->due.length > 0;
}

static void renew(void *context, uint64_t index) {
  struct allowance *allowance = context;
  struct matrix_cell *cell = allowance->due.items[index].cell;
  unsigned p = allowance->due.items[index].placement;
  struct subject subject = matrix_cell_subject(cell, p, &allowance->effort->machine);
  reach_cache_renew(cell->reached[p], &subject, allowance->effort);
  effort_meter_add(&allowance->meter, --cell->to_search == 0);
}

/* Searches what is due.  Its cells count as not done until then. */
static void renew_all(struct allowance *allowance) {
  const struct matrix *matrix = allowance->matrix;
  struct effort silent = *allowance->effort;
  unsigned cells = matrix->suite->count * matrix->setting_count;
  silent.progress = NULL;
  effort_meter_start(&allowance->meter, allowance->effort, "cells", cells);
  for (unsigned i = 0; i < cells; i++) allowance->meter.done += !matrix->cells[i].to_search;
  effort_each(&silent, allowance->due.length, renew, allowance);
  effort_meter_end(&allowance->meter);
}

/* In rounds: what comes to its end leaves more for the others. */
static void share_out(struct allowance *allowance) {
  for (unsigned s = 0; s < allowance->matrix->setting_count; s++)
    allowance->bounds[s] = allowance->effort->quick_states;
  while (widen(allowance)) renew_all(allowance);
}

void allowance_spend(struct matrix *matrix, const struct effort *effort) {
  if (!effort->quick_sample || !effort->quick_model) return;
  struct allowance allowance = { .matrix = matrix, .effort = effort };
  allowance.bounds = memory_new(matrix->setting_count, sizeof *allowance.bounds);
  allowance.to_fail = true;
  share_out(&allowance);
  allowance.to_fail = false;
  share_out(&allowance);
  memory_free(allowance.bounds);
  vector_free(allowance.due);
}

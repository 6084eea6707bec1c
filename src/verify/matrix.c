/* One pool runs all jobs: a search for each placement of each cell, and a judgement for each
 * test and memory model. Afterwards the cells are concluded in order, so the result is the same
 * for any number of threads. */
#include "verify/matrix.h"

#include <stdatomic.h>
#include <string.h>
#include "axiom/applies.h"
#include "base/memory.h"
#include "base/vector.h"
#include "run/effort.h"
#include "run/reach_cache.h"
#include "verify/cell_verdict.h"
#include "verify/claimed_models.h"

const char *matrix_verdict_name(enum verdict verdict) {
  static const char *const names[] = {
    "holds",        "undefined", "known-violation",   "not-applicable",
    "inconclusive", "violation", "missing-violation", "unsupported"
  };
  return names[verdict];
}

struct judged *matrix_judged(const struct matrix *matrix, unsigned test, unsigned model) {
  return &matrix->judged[test * matrix->model_count + model];
}

struct matrix_cell *matrix_cell(const struct matrix *matrix, unsigned test, unsigned setting) {
  return &matrix->cells[test * matrix->setting_count + setting];
}

bool matrix_row_is_elsewhere(const struct matrix *matrix, unsigned test) {
  for (unsigned s = 0; s < matrix->setting_count; s++)
    if (!matrix_cell(matrix, test, s)->elsewhere) return false;
  return true;
}

/* --- setting up --- */

static bool is_in_shard(const struct shard *shard, const struct matrix_cell *cell) {
  char *model = setting_name(cell->setting);
  bool has = shard_has(shard, model, suite_test_name(cell->test));
  memory_free(model);
  return has;
}

static void cell_start(struct matrix_cell *cell, const struct shard *shard,
                       const struct model_set *claimed, const struct effort *effort) {
  const struct test *test = cell->test;
  const struct setting *setting = cell->setting;
  struct diagnostic error = { NULL };
  cell->elsewhere = !is_in_shard(shard, cell);
  if (cell->elsewhere) return;
  cell->held = memory_new(claimed->count, sizeof *cell->held);
  cell->held_count = claimed->count;
  for (unsigned i = 0; i < claimed->count; i++) cell->held[i].model = claimed->models[i];
  cell->inapplicable = subject_lacks(setting, test->program) != NULL;
  if (cell->inapplicable) return;
  if (!test->program || !placements_list(setting, test->program, effort, &cell->placements, &error))
    cell->fault = error.message ? error.message : memory_format("the test could not be read");
  cell->approximated = cell->placements.approximated;
  cell->reached = memory_new(cell->placements.count, sizeof *cell->reached);
  cell->to_search = cell->placements.count;
}

/* Does the model, one of transactions, say the same of this test as its host, which knows none? */
static bool says_what_host_says(const struct cat_model *model, const struct program *program) {
  return cat_model_knows_transactions(model) && !program_has_transactions(program);
}

/* Is the machine held to the memory model on this test? A model of transactions counts for tests
 * that run some, others for tests that run none. A model that was asked for by name counts wherever
 * it can judge. */
static bool is_held(const struct matrix *matrix, const struct matrix_cell *cell, unsigned model) {
  const struct program *program = cell->test->program;
  if (!program || cell->inapplicable || !judge_applies(matrix->models[model], program))
    return false;
  return matrix->by_name || !says_what_host_says(matrix->models[model], program);
}

struct matrix_work {
  struct matrix *matrix;
  const struct effort *effort;
  struct meter meter;          /* of cells */
  VECTOR(unsigned) judgements; /* indices into matrix.judged */
  VECTOR(struct {
    struct matrix_cell *cell;
    unsigned placement;
  })
  searches;
};

static void plan(struct matrix_work *work, const struct model_set *claimed) {
  struct matrix *matrix = work->matrix;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    for (unsigned s = 0; s < matrix->setting_count; s++) {
      struct matrix_cell *cell = matrix_cell(matrix, t, s);
      cell->test = &matrix->suite->tests[t];
      cell->setting = &matrix->settings[s];
      cell_start(cell, &matrix->shard, &claimed[s], work->effort);
      for (unsigned h = 0; h < cell->held_count; h++)
        matrix_judged(matrix, t, cell->held[h].model)->wanted |=
            is_held(matrix, cell, cell->held[h].model);
      for (unsigned p = 0; p < cell->placements.count; p++) {
        vector_reserve(work->searches, work->searches.length + 1);
        work->searches.items[work->searches.length].cell = cell;
        work->searches.items[work->searches.length++].placement = p;
      }
    }
    for (unsigned m = 0; m < matrix->model_count; m++)
      if (matrix_judged(matrix, t, m)->wanted)
        vector_push(work->judgements, t * matrix->model_count + m);
  }
}

/* --- the jobs --- */

static void judge_test(struct matrix_work *work, unsigned index) {
  struct matrix *matrix = work->matrix;
  struct judged *judged = &matrix->judged[index];
  const struct program *program = matrix->suite->tests[index / matrix->model_count].program;
  struct cat_model *model = matrix->models[index % matrix->model_count];
  struct effort effort = effort_each(work->effort, effort_now());
  struct judge_options options = { .unroll = effort.unroll, .seconds_max = effort_left(&effort) };
  struct diagnostic error = { NULL };
  judged->good = judge_program(model, program, &options, &judged->judgement, &error);
  judged->fault = error.message;
  judged->expected = suite_answer_expected(program, cat_model_name(model));
  judged->foreign = !cat_model_is_embedded(model) || says_what_host_says(model, program);
  if (judged->good) judged->answer = suite_answer(program, &judged->judgement);
}

struct subject matrix_cell_subject(const struct matrix_cell *cell, unsigned placement,
                                   const struct machine_options *options) {
  return (struct subject){ .setting = *cell->setting,
                           .program = cell->test->program,
                           .placement = cell->placements.items[placement],
                           .options = *options };
}

/* The effort of a cell.  A machine that several cells share is searched within the limit of the
 * first. */
static struct effort effort_of_cell(const struct effort *effort, struct matrix_cell *cell) {
  double none = 0, now = effort_now();
  if (!atomic_compare_exchange_strong(&cell->begun, &none, now)) now = none;
  return effort_each(effort, now);
}

/* Runs again, after processes have exchanged their searches, for those of other processes. */
static void do_search(void *context, uint64_t index) {
  struct matrix_work *work = context;
  struct matrix_cell *cell = work->searches.items[index].cell;
  unsigned p = work->searches.items[index].placement;
  if (cell->reached[p]) return;
  struct subject subject = matrix_cell_subject(cell, p, &work->effort->machine);
  struct effort effort = effort_of_cell(work->effort, cell);
  cell->reached[p] = reach_cache_search(work->matrix->cache, &subject, &effort);
  if (cell->reached[p]) meter_add(&work->meter, --cell->to_search == 0);
}

static void do_job(void *context, uint64_t index) {
  struct matrix_work *work = context;
  if (index < work->judgements.length) {
    judge_test(work, work->judgements.items[index]);
    meter_add(&work->meter, 0);
  } else {
    do_search(context, index - work->judgements.length);
  }
}

static void do_work(struct matrix_work *work) {
  struct matrix *matrix = work->matrix;
  struct effort silent = *work->effort; /* the meter counts cells, not jobs */
  unsigned cells = matrix->suite->count * matrix->setting_count;
  silent.status = NULL;
  meter_start(&work->meter, work->effort, "cells", cells);
  for (unsigned i = 0; i < cells; i++) work->meter.done += !matrix->cells[i].to_search;
  jobs_each(&silent, work->judgements.length + work->searches.length, do_job, work);
  if (!reach_cache_close_journal(matrix->cache)) matrix->journal_failed = true;
  if (reach_cache_gather(matrix->cache)) jobs_each(&silent, work->searches.length, do_search, work);
  meter_end(&work->meter);
}

/* --- a budget of states for each model ---
 *
 * A bound that suits many large cells is too narrow for a model with a single one. So each model
 * has the same budget of states. The rest that its finished cells leave is shared evenly among its
 * bounded placements, which are searched again. Some of these finish and leave states in turn, so
 * rounds follow until bounds would not double.
 *
 * The first rounds share the budget among the tests that the model's record says fail, since a
 * quick matrix must show known faults. Later rounds share it among all tests.
 *
 * Bounds depend on counts of states only, and are fixed between rounds, so the result is the
 * same for any number of threads. */

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
    else spending->states += cell->reached[p]->cost.states;
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
  struct effort effort = effort_each(budget->effort, effort_now());
  reach_cache_renew(cell->reached[p], &subject, &effort);
  meter_add(&budget->meter, --cell->to_search == 0);
}

/* Searches what is due; its cells count as not done meanwhile. */
static void renew_all(struct state_budget *budget) {
  const struct matrix *matrix = budget->matrix;
  struct effort silent = *budget->effort;
  unsigned cells = matrix->suite->count * matrix->setting_count;
  silent.status = NULL;
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

static void state_budget_spend(struct matrix *matrix, const struct effort *effort) {
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

/* --- the whole --- */

static struct matrix *matrix_new(const struct suite *suite, const struct setting *settings,
                                 unsigned setting_count, const struct matrix_question *asked,
                                 bool shared, struct model_set *claimed, struct diagnostic *error) {
  struct claimed_models list = { .choices = asked->choices };
  struct matrix *matrix = memory_new(1, sizeof *matrix);
  bool good = true;
  for (unsigned s = 0; s < setting_count && good; s++)
    good = asked->models ? claimed_models_named(&list, asked->models, &claimed[s], error)
                         : claimed_models_of(&list, &settings[s], &claimed[s], error);
  cat_models_tell_apart(list.items, list.length);
  *matrix = (struct matrix){ .suite = suite,
                             .settings = settings,
                             .setting_count = setting_count,
                             .models = list.items,
                             .model_count = (unsigned)list.length,
                             .asked = asked->models != NULL,
                             .by_name = asked->by_name,
                             .shard = asked->shard,
                             .cache = reach_cache_new(shared) };
  matrix->judged = memory_new((size_t)suite->count * matrix->model_count, sizeof *matrix->judged);
  matrix->cells = memory_new((size_t)suite->count * setting_count, sizeof *matrix->cells);
  if (good) return matrix;
  matrix_free(matrix);
  return NULL;
}

struct matrix *matrix_run(const struct suite *suite, const struct setting *settings,
                          unsigned setting_count, const struct matrix_question *asked,
                          const struct effort *effort, struct diagnostic *error) {
  struct model_set *claimed = memory_new(setting_count, sizeof *claimed);
  struct matrix *matrix =
      matrix_new(suite, settings, setting_count, asked, effort->ranks, claimed, error);
  if (matrix && !reach_cache_open_journal(matrix->cache, effort, error)) {
    matrix_free(matrix);
    matrix = NULL;
  }
  if (matrix) {
    struct matrix_work work = { .matrix = matrix, .effort = effort };
    plan(&work, claimed);
    if (asked->begun) asked->begun(asked->begun_context, matrix);
    do_work(&work);
    state_budget_spend(matrix, effort);
    vector_free(work.judgements);
    vector_free(work.searches);
    matrix_conclude(matrix, effort);
    matrix->cost = reach_cache_cost(matrix->cache);
    matrix->kept = reach_cache_found(matrix->cache);
  }
  memory_free(claimed);
  return matrix;
}

static void cell_clear(struct matrix_cell *cell) {
  for (unsigned h = 0; h < cell->held_count; h++) memory_free(cell->held[h].outcome);
  memory_free(cell->held);
  memory_free(cell->placements.items);
  memory_free(cell->reached);
  memory_free(cell->fault);
  memory_free(cell->nothing);
  outcome_set_free(cell->outcomes);
}

void matrix_free(struct matrix *matrix) {
  if (!matrix) return;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    cell_clear(&matrix->cells[i]);
  for (unsigned i = 0; i < matrix->suite->count * matrix->model_count; i++) {
    if (matrix->judged[i].good) judgement_clear(&matrix->judged[i].judgement);
    memory_free(matrix->judged[i].fault);
  }
  for (unsigned i = 0; i < matrix->model_count; i++) cat_model_free(matrix->models[i]);
  memory_free(matrix->models);
  memory_free(matrix->judged);
  memory_free(matrix->cells);
  reach_cache_free(matrix->cache);
  memory_free(matrix);
}

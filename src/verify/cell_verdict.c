/* A cell's verdict follows from the outcomes that its placements reached, the outcomes that each
 * memory model allows, and the model's record.
 *
 * A judgement whose loops were cut lacks outcomes. So an outcome that it lacks makes the cell
 * inconclusive, not a violation. */
#include "verify/cell_verdict.h"

#include "axiom/judge.h"
#include "axiom/no_outcome.h"
#include <string.h>
#include "base/memory.h"
#include "run/reached.h"
#include "run/subject.h"
#include "machine/outcomes.h"

static void gather(struct matrix_cell *cell) {
  if (!cell->test->program || cell->inapplicable) return;
  cell->outcomes = outcome_set_new(cell->test->program->observable_count);
  cell->complete = true;
  for (unsigned p = 0; p < cell->placements.count && !cell->fault; p++) {
    const struct reached *reached = cell->reached[p];
    if (reached->fault) {
      cell->fault = memory_format("%s", reached->fault);
      break;
    }
    reached_add_observed(cell->outcomes, cell->test->program, reached->everything);
    cost_add(&cell->cost, &reached->cost);
    cell->broken |= reached->broken;
    cell->blocked |= reached->blocked;
    cell->approximated |= reached->approximated;
    bool all = reached_all(reached) || reached_bounded(reached); /* of what was to be explored */
    cell->complete &= all;
    cell->bounded |= reached_bounded(reached);
    if (!all) cell->limits |= UINT64_C(1) << reached->end;
  }
}

/* A machine whose runs never end reaches no forbidden outcome, but is wrong. Without evictions
 * this does not count: some designs rely on them to refresh what a loop reads. */
static bool is_endless(const struct matrix *matrix, unsigned t, const struct matrix_cell *cell) {
  bool possible = false;
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct judged *judged = matrix_judged(matrix, t, cell->held[h].model);
    possible |= judged->good && outcome_set_size(judged->judgement.allowed);
  }
  for (unsigned p = 0; possible && p < cell->placements.count; p++)
    if (reached_all(cell->reached[p]) && !cell->reached[p]->approximated &&
        !outcome_set_size(cell->reached[p]->everything))
      return true;
  return false;
}

static bool runs_end(const struct matrix_cell *cell) {
  for (unsigned p = 0; p < cell->placements.count; p++)
    if (outcome_set_size(cell->reached[p]->everything)) return true;
  return false;
}

/* Why the machine reached no outcome: because of the test's filter, or of the program, which the
 * judge may explain. */
static char *why_nothing(const struct matrix *matrix, unsigned t, const struct matrix_cell *cell) {
  if (cell->fault || cell->inapplicable || !cell->test->program || !cell->complete) return NULL;
  if (outcome_set_size(cell->outcomes)) return NULL;
  if (runs_end(cell)) return memory_format("the test's filter leaves out every run");
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct judged *judged = matrix_judged(matrix, t, cell->held[h].model);
    if (judged->good && judged->judgement.nothing)
      return memory_format("%s", judged->judgement.nothing);
  }
  if (cell->approximated) return memory_format("no run ends of those that were explored");
  return no_outcome_never_ends(cell->test->program);
}

/* The first placement that reached the outcome. */
static unsigned placement_reaching(const struct matrix_cell *cell, const int64_t *outcome) {
  for (unsigned p = 0; p < cell->placements.count; p++) {
    struct outcome_set *observed =
        machine_outcomes_observed(cell->test->program, cell->reached[p]->everything);
    bool found = outcome_set_has(observed, outcome);
    outcome_set_free(observed);
    if (found) return p;
  }
  return 0;
}

static void hold(struct model_verdict *held, const struct matrix_cell *cell,
                 const struct judged *judged) {
  unsigned width = cell->test->program->observable_count;
  int64_t *outcome = memory_new(width, sizeof *outcome);
  if (!judged->wanted) held->verdict = VERDICT_INAPPLICABLE;
  else if (!judged->good) held->verdict = VERDICT_UNSUPPORTED;
  else if (judged->judgement.undefined) held->verdict = VERDICT_UNDEFINED;
  else if (outcome_set_within(cell->outcomes, judged->judgement.allowed, outcome))
    held->verdict = cell->complete && !cell->nothing ? VERDICT_HOLDS : VERDICT_INCONCLUSIVE;
  else if (judged->judgement.bounded || judged->judgement.incomplete)
    held->verdict = VERDICT_INCONCLUSIVE;
  else held->verdict = VERDICT_VIOLATION;
  if (held->verdict == VERDICT_VIOLATION) {
    held->outcome = outcome;
    held->placement = placement_reaching(cell, outcome);
  } else {
    memory_free(outcome);
  }
}

const char *matrix_cell_named_fault(const struct matrix_cell *cell) {
  for (unsigned p = 0; p < cell->placements.count && cell->reached; p++)
    if (cell->reached[p] && cell->reached[p]->named) return cell->reached[p]->named;
  return NULL;
}

uint64_t matrix_cell_broken(const struct matrix_cell *cell) {
  return cell->broken & setting_invariants(cell->setting);
}

/* Combines the verdicts under each memory model: a violation counts most, then what is missing. */
static enum verdict combine(const struct matrix_cell *cell) {
  bool seen[VERDICTS] = { false };
  if (cell->fault) return VERDICT_UNSUPPORTED;
  if (cell->inapplicable) return VERDICT_INAPPLICABLE;
  for (unsigned h = 0; h < cell->held_count; h++) seen[cell->held[h].verdict] = true;
  if (cell->broken & CLAIM(PROPERTY_OVERFLOW)) return VERDICT_INCONCLUSIVE;
  if (seen[VERDICT_VIOLATION] || matrix_cell_broken(cell) || cell->endless)
    return VERDICT_VIOLATION;
  if (!cell->held_count) return VERDICT_INCONCLUSIVE; /* nothing judged the outcomes */
  if (seen[VERDICT_UNSUPPORTED]) return VERDICT_UNSUPPORTED;
  if (seen[VERDICT_INCONCLUSIVE] || !cell->complete || cell->nothing) return VERDICT_INCONCLUSIVE;
  if (seen[VERDICT_UNDEFINED] && !seen[VERDICT_HOLDS]) return VERDICT_UNDEFINED;
  if (seen[VERDICT_INAPPLICABLE] && !seen[VERDICT_HOLDS]) return VERDICT_INAPPLICABLE;
  return VERDICT_HOLDS;
}

/* Was nothing asked that could hide a known violation? */
static bool is_default(const struct matrix *matrix, const struct effort *effort) {
  const struct machine_options *options = &effort->machine;
  return !matrix->asked && !effort->layouts && !options->cold && !options->no_evictions &&
         !options->capacity;
}

/* Does a memory model that the machine is held to forbid the test's condition? Only then can the
 * machine be known to fail: a record's pattern may match tests that are allowed or racy. */
static bool is_forbidden(const struct matrix *matrix, unsigned t, const struct matrix_cell *cell) {
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct judged *judged = matrix_judged(matrix, t, cell->held[h].model);
    if (judged->good && judged->answer == ANSWER_FORBIDDEN) return true;
  }
  return false;
}

/* A record that lists failing tests speaks of forbidden outcomes only. A broken invariant stays
 * a violation.  A machine that never ends stays one, too, unless its record claims no liveness.
 * Where the judge cut a loop, the record decides. */
static bool is_excused(const struct matrix *matrix, const struct matrix_cell *cell, bool listed) {
  bool endless = cell->endless && setting_progress(cell->setting).threads != PROGRESS_NONE;
  if (matrix->asked || cell->fault || cell->inapplicable || matrix_cell_broken(cell) || endless)
    return false;
  return cell->verdict == VERDICT_VIOLATION ||
         (cell->verdict == VERDICT_INCONCLUSIVE && cell->complete && listed);
}

static void conclude(struct matrix *matrix, unsigned t, unsigned s, bool by_default) {
  struct matrix_cell *cell = matrix_cell(matrix, t, s);
  if (cell->elsewhere) {
    cell->verdict = VERDICT_INAPPLICABLE;
    return;
  }
  gather(cell);
  cell->nothing = why_nothing(matrix, t, cell);
  for (unsigned h = 0; h < cell->held_count && !cell->fault && !cell->inapplicable; h++)
    hold(&cell->held[h], cell, matrix_judged(matrix, t, cell->held[h].model));
  cell->endless = !cell->fault && is_endless(matrix, t, cell);
  cell->verdict = combine(cell);
  if (!cell->test->program || cell->inapplicable) return;
  bool listed = suite_name_is_listed(setting_fails(cell->setting), cell->test->program->name);
  if (!listed && !setting_is_broken(cell->setting)) return;
  if (is_excused(matrix, cell, listed)) cell->verdict = VERDICT_KNOWN_VIOLATION;
  else if (listed && (cell->verdict == VERDICT_HOLDS || cell->verdict == VERDICT_UNDEFINED) &&
           by_default && !cell->approximated && is_forbidden(matrix, t, cell))
    cell->verdict = VERDICT_MISSING_VIOLATION;
}

void matrix_conclude(struct matrix *matrix, const struct effort *effort) {
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned s = 0; s < matrix->setting_count; s++)
      conclude(matrix, t, s, is_default(matrix, effort));
}

const struct model_verdict *matrix_cell_violation(const struct matrix_cell *cell) {
  for (unsigned h = 0; h < cell->held_count; h++)
    if (cell->held[h].verdict == VERDICT_VIOLATION) return &cell->held[h];
  return NULL;
}

/* --- matrix totals --- */

enum expectation matrix_expectation(const struct test *test, const struct judged *judged) {
  if (!judged->wanted || !judged->good)
    return EXPECTATION_MET; /* counted as unsupported, with the cells */
  if (judged->expected == ANSWER_NONE)
    return test->ours && !judged->foreign ? EXPECTATION_UNSTATED : EXPECTATION_MET;
  if (judged->judgement.nothing) return EXPECTATION_OPEN;
  if (judged->expected == judged->answer) {
    bool seen = judged->answer == ANSWER_ALLOWED || judged->answer == ANSWER_UNDEFINED;
    return judged->judgement.incomplete && !seen ? EXPECTATION_OPEN : EXPECTATION_MET;
  }
  bool unseen = judged->expected != ANSWER_SEVERAL && judged->answer == ANSWER_FORBIDDEN &&
                (judged->judgement.incomplete || judged->judgement.bounded);
  return unseen ? EXPECTATION_OPEN : EXPECTATION_CONTRADICTED;
}

struct matrix_totals matrix_totals(const struct matrix *matrix) {
  struct matrix_totals totals = { { 0 } };
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++) {
    if (matrix->cells[i].elsewhere) continue;
    totals.cells++;
    totals.verdicts[matrix->cells[i].verdict]++;
    totals.known += matrix->cells[i].known;
  }
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned m = 0; m < matrix->model_count; m++) {
      enum expectation met =
          matrix_expectation(&matrix->suite->tests[t], matrix_judged(matrix, t, m));
      totals.contradicted += met == EXPECTATION_CONTRADICTED;
      totals.unstated += met == EXPECTATION_UNSTATED;
      totals.open += met == EXPECTATION_OPEN;
      totals.known_answers += matrix_judged(matrix, t, m)->known;
    }
  return totals;
}

int matrix_status(const struct matrix *matrix) {
  struct matrix_totals totals = matrix_totals(matrix);
  if (matrix->suite->unreadable || totals.verdicts[VERDICT_UNSUPPORTED]) return 2;
  unsigned failures =
      totals.verdicts[VERDICT_VIOLATION] + totals.verdicts[VERDICT_MISSING_VIOLATION];
  if (failures > totals.known || matrix->stale) return 1;
  if (totals.contradicted + totals.unstated > totals.known_answers) return 1;
  /* nothing was checked; a small shard may be empty */
  bool empty = totals.verdicts[VERDICT_INAPPLICABLE] == totals.cells &&
               (totals.cells || !matrix->shard.count);
  return totals.verdicts[VERDICT_INCONCLUSIVE] || totals.open || empty ? 3 : 0;
}

/* --- matrix counterexample --- */

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
  struct subject subject = matrix_cell_subject(cell, p, &cell->reached[p]->options);
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

/* Cells are independent jobs on one thread each; a cell's result depends on its placements in
 * order.  Lassos are not kept: a caller that wants one asks again about a single placement. */
#include "verify/liveness_matrix.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/jobs.h"
#include "run/placements.h"
#include "run/subject.h"

struct liveness_work {
  struct liveness_matrix *matrix;
  const struct effort *effort;
};

/* Asks; where the machine has more states than quick_states, asks an under-approximation. */
static bool ask_quickly(struct subject *subject, const struct liveness_work *work,
                        struct liveness_answer *answer, struct diagnostic *error) {
  const struct effort *effort = work->effort;
  struct search_options limits = effort_search(effort, 1, effort->threads);
  for (;;) {
    struct machine_options less = subject->options;
    bool may_shrink = effort_approximate(effort, &less);
    limits.states_max = may_shrink ? effort->quick_states : 0;
    if (!liveness_ask(subject, &work->matrix->question, &limits, answer, error)) return false;
    if (answer->progress.end != SEARCH_OUT_OF_STATES) return true;
    liveness_answer_clear(answer);
    subject->options = less;
  }
}

/* Without evictions a machine may lack the steps that rescue it, so its failures do not count. A
 * fair run without evictions is a fair run of the whole machine, too. */
static enum progress_level found_in(const struct liveness_answer *answer,
                                    const struct liveness_question *question, bool approximated) {
  enum progress_level found = liveness_found(&answer->progress, question);
  return approximated && found == PROGRESS_NONE ? PROGRESS_POSSIBLE : found;
}

/* What the record claims of the threads of a program in this placement. */
static enum progress_level claimed_in(const struct subject *subject) {
  struct progress_claim claim = liveness_claim(&subject->setting);
  bool all = (claim.all_on_one_sm && subject->placement.sms == 1) ||
             (claim.all_with_acquires && program_loops_refresh(subject->program)) ||
             (claim.all_without_loops && !program_has_loop(subject->program));
  return all ? PROGRESS_GUARANTEED : claim.threads;
}

static void ask_placement(struct liveness_cell *cell, const struct liveness_work *work,
                          const struct placement *placement, enum progress_level due) {
  const struct machine_options *asked = &work->effort->machine;
  struct subject subject = { .setting = *cell->setting,
                             .program = cell->test->program,
                             .placement = *placement,
                             .options = *asked };
  struct liveness_answer answer;
  struct diagnostic error = { NULL };
  subject.options.back_off = work->matrix->question.back_off;
  if (effort_spent(work->effort)) {
    cell->end = SEARCH_OUT_OF_TIME;
  } else if (!ask_quickly(&subject, work, &answer, &error)) {
    cell->fault = error.message ? error.message : memory_format("the machine cannot be built");
  } else {
    bool approximated =
        subject.options.no_evictions != asked->no_evictions || subject.options.cold != asked->cold;
    enum progress_level found = found_in(&answer, &work->matrix->question, approximated);
    bool unexcused = found < liveness_least(due, claimed_in(&subject));
    if (found < cell->found || (unexcused && !cell->unexcused)) {
      cell->placement = *placement;
      cell->options = subject.options;
    }
    cell->unexcused |= unexcused;
    cell->found = liveness_least(cell->found, found);
    cell->approximated |= approximated;
    const struct search_result *search = &answer.progress.search;
    cost_add(&cell->cost, &(struct cost){ .searches = 1,
                                          .states = search->states,
                                          .transitions = search->transitions,
                                          .depth = search->depth,
                                          .explored = search->states,
                                          .bytes = answer.progress.bytes,
                                          .held = search->states });
    if (answer.progress.end != SEARCH_COMPLETE) cell->end = answer.progress.end;
    liveness_answer_clear(&answer);
  }
}

static void ask_cell(const struct liveness_work *work, struct liveness_cell *cell,
                     const struct test *test, const struct setting *setting,
                     enum progress_level due) {
  struct placements placements = { 0 };
  struct diagnostic error = { NULL };
  *cell = (struct liveness_cell){
    .test = test, .setting = setting, .found = work->matrix->question.level, .end = SEARCH_COMPLETE
  };
  if (subject_lacks_transactions(setting, test->program)) return;
  if (!test->program || !placements_list(setting, test->program, work->effort, &placements, &error))
    cell->fault = error.message ? error.message : memory_format("the test could not be read");
  cell->placements = placements.count;
  cell->approximated = placements.approximated;
  for (unsigned p = 0; p < placements.count && !cell->fault; p++)
    ask_placement(cell, work, &placements.items[p], due);
  memory_free(placements.items);
}

static void do_reference(void *context, uint64_t test) {
  struct liveness_work *work = context;
  struct liveness_matrix *matrix = work->matrix;
  const struct test *t = &matrix->suite->tests[test];
  bool transactions = t->program && program_has_transactions(t->program);
  ask_cell(work, &matrix->reference[test], t, &matrix->atomic[transactions], PROGRESS_NONE);
}

static void do_cell(void *context, uint64_t index) {
  struct liveness_work *work = context;
  const struct liveness_matrix *matrix = work->matrix;
  ask_cell(work, &work->matrix->cells[index], &matrix->suite->tests[index / matrix->setting_count],
           &matrix->settings[index % matrix->setting_count],
           matrix->reference[index / matrix->setting_count].found);
}

static enum liveness_verdict cell_verdict(const struct liveness_cell *cell,
                                          const struct liveness_cell *reference,
                                          const struct liveness_question *question) {
  enum progress_level expected;
  if (subject_lacks_transactions(cell->setting, cell->test->program)) return LIVENESS_INAPPLICABLE;
  if (cell->fault || reference->fault) return LIVENESS_UNSUPPORTED;
  if (reference->end != SEARCH_COMPLETE) return LIVENESS_INCONCLUSIVE;
  bool stated = liveness_expected(cell->test->program, &expected);
  if (stated && liveness_asked(question, expected) != reference->found)
    return LIVENESS_CONTRADICTED;
  if (liveness_asks_nothing(reference)) return LIVENESS_INCONCLUSIVE;
  if (cell->found < cell->due) return cell->unexcused ? LIVENESS_VIOLATION : LIVENESS_AS_RECORDED;
  return cell->end == SEARCH_COMPLETE ? LIVENESS_HOLDS : LIVENESS_INCONCLUSIVE;
}

bool liveness_expected(const struct program *program, enum progress_level *level) {
  for (unsigned i = 0; i < program->field_count; i++) {
    if (!text_equal(program->fields[i].key, "Progress")) continue;
    for (*level = PROGRESS_NONE; *level <= PROGRESS_GUARANTEED; ++*level)
      if (text_equal(program->fields[i].value, progress_level_name(*level))) return true;
  }
  return false;
}

bool liveness_asks_nothing(const struct liveness_cell *reference) {
  enum progress_level expected;
  return reference->test->program && !reference->fault && reference->end == SEARCH_COMPLETE &&
         reference->found == PROGRESS_NONE &&
         !liveness_expected(reference->test->program, &expected);
}

struct liveness_matrix *liveness_matrix_run(const struct suite *suite,
                                            const struct setting *settings, unsigned setting_count,
                                            const struct liveness_question *question,
                                            const struct effort *effort) {
  struct liveness_matrix *matrix = memory_new(1, sizeof *matrix);
  *matrix = (struct liveness_matrix){
    .suite = suite, .settings = settings, .setting_count = setting_count, .question = *question
  };
  matrix->reference = memory_new(suite->count, sizeof *matrix->reference);
  matrix->cells = memory_new((size_t)suite->count * setting_count, sizeof *matrix->cells);
  struct liveness_work work = { .matrix = matrix, .effort = effort };
  static const char *const atomic[] = { "sc", "warptm-el" };
  for (unsigned i = 0; i < 2; i++) {
    struct diagnostic none = { NULL };
    if (!setting_parse(&matrix->atomic[i], atomic[i], &none)) diagnostic_clear(&none);
  }
  jobs_each(effort, suite->count, do_reference, &work);
  jobs_each(effort, (uint64_t)suite->count * setting_count, do_cell, &work);
  for (unsigned i = 0; i < suite->count * setting_count; i++) {
    struct liveness_cell *cell = &matrix->cells[i];
    const struct liveness_cell *reference = &matrix->reference[i / setting_count];
    cell->due = reference->found;
    cell->verdict = cell_verdict(cell, reference, question);
    cost_add(&matrix->cost, &cell->cost);
  }
  for (unsigned t = 0; t < suite->count; t++) cost_add(&matrix->cost, &matrix->reference[t].cost);
  return matrix;
}

void liveness_matrix_free(struct liveness_matrix *matrix) {
  for (unsigned t = 0; t < matrix->suite->count; t++) memory_free(matrix->reference[t].fault);
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    memory_free(matrix->cells[i].fault);
  memory_free(matrix->reference);
  memory_free(matrix->cells);
  memory_free(matrix);
}

int liveness_matrix_status(const struct liveness_matrix *matrix) {
  static const int ranks[] = { 0, 2, 3, 1 }; /* by status: usage, then failure, then inconclusive */
  int worst = 0;
  bool empty = true; /* nothing was asked */
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++) {
    int status = liveness_status(matrix->cells[i].verdict);
    empty &= matrix->cells[i].verdict == LIVENESS_INAPPLICABLE;
    if (ranks[status] > ranks[worst]) worst = status;
  }
  return empty ? 3 : worst;
}

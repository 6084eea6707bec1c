/* Symmetry preserves possible liveness, since no renaming changes its goal, rest. The quotient by
 * symmetry has the same branching (Emerson and Sistla, Symmetry and model checking, 1996). A
 * machine at rest has answered every request. Other questions are asked without reductions. */
#include "engine/machine_search.h"
#include "verify/liveness.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/effort.h"
#include "run/placements.h"
#include "run/subject.h"

const char *liveness_verdict_name(enum liveness_verdict verdict) {
  static const char *const names[] = { "holds",       "as-recorded",   "inconclusive",
                                       "violation",   "contradicted",  "missing-violation",
                                       "unsupported", "not-applicable" };
  return names[verdict];
}

struct liveness_attempt {
  const struct liveness_question *question;
  const struct search_options *limits;
  struct liveness *progress;
};

static bool ask(void *context, struct machine *machine, struct machine_options *options) {
  const struct liveness_attempt *attempt = context;
  const struct liveness_question *question = attempt->question;
  *attempt->progress =
      machine_liveness(machine, attempt->limits, question->level, question->fairness);
  if (!attempt->progress->impossible || machine_symmetries(machine) == 1) return true;
  liveness_clear(attempt->progress);
  options->keep_symmetry = false;
  return false;
}

/* Repeats without symmetry what fails with it, so that the lasso is a run. */
bool liveness_ask(const struct subject *subject, const struct liveness_question *question,
                  const struct search_options *limits, struct liveness_answer *answer,
                  struct diagnostic *error) {
  struct liveness_attempt attempt = { question, limits, &answer->progress };
  struct machine_options *options = &answer->subject.options;
  *answer = (struct liveness_answer){ .subject = *subject };
  options->keep_symmetry =
      !subject->program && question->level == PROGRESS_POSSIBLE && !options->no_reduction;
  options->no_reduction = options->unwatched = true;
  answer->machine = retry_until(&answer->subject, ask, &attempt, error);
  return answer->machine != NULL;
}

void liveness_answer_clear(struct liveness_answer *answer) {
  liveness_clear(&answer->progress);
  machine_free(answer->machine);
  answer->machine = NULL;
}

enum progress_level liveness_found(const struct liveness *progress,
                                   const struct liveness_question *question) {
  if (progress->impossible) return PROGRESS_NONE;
  return progress->avoidable ? PROGRESS_POSSIBLE : question->level;
}

enum progress_level liveness_least(enum progress_level a, enum progress_level b) {
  return a < b ? a : b;
}

enum progress_level liveness_asked(const struct liveness_question *question,
                                   enum progress_level level) {
  return liveness_least(question->level, level);
}

/* Does the variant's record say that it may deadlock, or do what must never happen? Such a
 * variant claims no liveness anywhere, since the record need not say where this shows. */
static bool loses_its_way(const struct setting *setting) {
  return setting_losses(setting) & (CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER));
}

struct progress_claim liveness_claim(const struct setting *setting) {
  if (!loses_its_way(setting)) return setting_progress(setting);
  return (struct progress_claim){ .threads = PROGRESS_NONE, .requests = PROGRESS_NONE };
}

int liveness_status(enum liveness_verdict verdict) {
  static const int statuses[] = { 0, 0, 3, 1, 1, 1, 2, 0 };
  return statuses[verdict];
}

enum progress_level liveness_claimed(const struct subject *subject) {
  struct progress_claim claim = liveness_claim(&subject->setting);
  unsigned threads[CORES_MAX] = { 0 }, most = 0; /* of an SM */
  for (unsigned i = 0; i < subject->client.threads; i++) {
    unsigned here = ++threads[subject->client.sm_of_thread[i]];
    if (here > most) most = here;
  }
  return claim.all_apart && most <= 1 ? PROGRESS_GUARANTEED : claim.requests;
}

/* Does a client like this one show what the record claims, or only some others? */
static bool shows_claim(const struct subject *subject) {
  return subject->client.sms > 1 && !subject->client.topology.gpms &&
         !loses_its_way(&subject->setting);
}

enum liveness_verdict liveness_of_client(const struct liveness_answer *answer,
                                         const struct liveness_question *question) {
  enum progress_level found = liveness_found(&answer->progress, question),
                      claimed = liveness_claimed(&answer->subject);
  bool complete = answer->progress.end == SEARCH_COMPLETE;
  if (found < liveness_least(claimed, question->level)) return LIVENESS_VIOLATION;
  if (complete && claimed < found && shows_claim(&answer->subject)) return LIVENESS_MISSING;
  if (found < question->level) return LIVENESS_AS_RECORDED;
  return complete ? LIVENESS_HOLDS : LIVENESS_INCONCLUSIVE;
}

/* --- every test on every machine ---
 *
 * Cells are independent jobs on one thread each; a cell's result depends on its placements in
 * order.  Lassos are not kept: a caller that wants one asks again about a single placement. */

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

/* The record's claim for the threads of a program in this placement. */
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
    struct cost cost = cost_of_search(search, search->states);
    cost.bytes = answer.progress.bytes;
    cost_add(&cell->cost, &cost);
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
  if (subject_lacks(setting, test->program)) return;
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
  if (subject_lacks(cell->setting, cell->test->program)) return LIVENESS_INAPPLICABLE;
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
  *matrix = (struct liveness_matrix){ .suite = suite,
                                      .settings = settings,
                                      .setting_count = setting_count,
                                      .question = *question,
                                      .no_evictions = effort->machine.no_evictions };
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

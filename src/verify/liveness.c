/* Cells are independent jobs, each on one thread; what comes of a cell goes by its placements in
 * order.  Lassos are not kept: who wants to see one asks again, of one placement. */
#include "verify/liveness.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"

const char *progress_verdict_name(enum progress_verdict verdict) {
  static const char *const names[] = { "holds",       "as-recorded",   "inconclusive",
                                       "violation",   "contradicted",  "missing-violation",
                                       "unsupported", "not-applicable" };
  return names[verdict];
}

static bool ask(struct progress_answer *answer, const struct progress_question *question,
                const struct search_options *limits, struct diagnostic *error) {
  answer->machine = subject_machine(&answer->subject, error);
  if (!answer->machine) return false;
  answer->progress = machine_progress(answer->machine, limits, question->level, question->fairness);
  return true;
}

/* Symmetry preserves what is possible of rest, which is a goal that no renaming changes (a quotient
 * by symmetry has the same branching: Emerson and Sistla 1996); who rests has answered every
 * request.  What fails is asked again without. */
bool progress_ask(const struct subject *subject, const struct progress_question *question,
                  const struct search_options *limits, struct progress_answer *answer,
                  struct diagnostic *error) {
  bool symmetric =
      !subject->program && question->level == PROGRESS_POSSIBLE && !subject->options.no_reduction;
  *answer = (struct progress_answer){ .subject = *subject };
  answer->subject.options.no_reduction = answer->subject.options.unwatched = true;
  answer->subject.options.keep_symmetry = symmetric;
  if (!ask(answer, question, limits, error)) return false;
  if (!answer->progress.impossible || machine_symmetries(answer->machine) == 1) return true;
  progress_answer_clear(answer);
  answer->subject.options.keep_symmetry = false;
  return ask(answer, question, limits, error);
}

void progress_answer_clear(struct progress_answer *answer) {
  progress_clear(&answer->progress);
  machine_free(answer->machine);
  answer->machine = NULL;
}

enum progress_level progress_found(const struct progress *progress,
                                   const struct progress_question *question) {
  if (progress->impossible) return PROGRESS_NONE;
  return progress->avoidable ? PROGRESS_POSSIBLE : question->level;
}

bool progress_expected(const struct program *program, enum progress_level *level) {
  for (unsigned i = 0; i < program->field_count; i++) {
    if (!text_equal(program->fields[i].key, "Progress")) continue;
    for (*level = PROGRESS_NONE; *level <= PROGRESS_GUARANTEED; ++*level)
      if (text_equal(program->fields[i].value, progress_level_name(*level))) return true;
  }
  return false;
}

bool progress_asks_nothing(const struct progress_cell *reference) {
  enum progress_level expected;
  return reference->test->program && !reference->fault && reference->end == SEARCH_COMPLETE &&
         reference->found == PROGRESS_NONE &&
         !progress_expected(reference->test->program, &expected);
}

static enum progress_level least(enum progress_level a, enum progress_level b) {
  return a < b ? a : b;
}

enum progress_level progress_asked(const struct progress_question *question,
                                   enum progress_level level) {
  return least(question->level, level);
}

/* --- one cell --- */

struct liveness_work {
  struct progress_matrix *matrix;
  const struct effort *effort;
};

/* Asks, and asks a smaller machine where this one has more states than quickness allows. */
static bool ask_quickly(struct subject *subject, const struct liveness_work *work,
                        struct progress_answer *answer, struct diagnostic *error) {
  const struct effort *effort = work->effort;
  struct search_options limits = effort_search(effort, 1, effort->threads);
  for (;;) {
    struct machine_options less = subject->options;
    bool may_shrink = effort_curtail(effort, &less);
    limits.states_max = may_shrink ? effort->quick_states : 0;
    if (!progress_ask(subject, &work->matrix->question, &limits, answer, error)) return false;
    if (answer->progress.end != SEARCH_OUT_OF_STATES) return true;
    progress_answer_clear(answer);
    subject->options = less;
  }
}

/* Without evictions, what they might rescue looks lost: of that a smaller machine cannot speak.  A
 * fair run without them is one with them, too. */
static enum progress_level found_in(const struct progress_answer *answer,
                                    const struct progress_question *question, bool curtailed) {
  enum progress_level found = progress_found(&answer->progress, question);
  return curtailed && found == PROGRESS_NONE ? PROGRESS_POSSIBLE : found;
}

/* Does the variant's record say that it may be stuck, or lose who comes where nothing ever may?
 * Wherever that shows, and the record need not say where, there is no progress. */
static bool loses_its_way(const struct setting *setting) {
  return setting_losses(setting) & (CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER));
}

struct progress_claim progress_claim(const struct setting *setting) {
  if (!loses_its_way(setting)) return setting_progress(setting);
  return (struct progress_claim){ .threads = PROGRESS_NONE, .requests = PROGRESS_NONE };
}

/* What the record claims of a program's threads, placed so. */
static enum progress_level claimed_in(const struct subject *subject) {
  struct progress_claim claim = progress_claim(&subject->setting);
  bool all = (claim.all_on_one_sm && subject->placement.sms == 1) ||
             (claim.all_with_acquires && program_loops_refresh(subject->program)) ||
             (claim.all_without_loops && !program_has_loop(subject->program));
  return all ? PROGRESS_GUARANTEED : claim.threads;
}

static void ask_placement(struct progress_cell *cell, const struct liveness_work *work,
                          const struct placement *placement, enum progress_level due) {
  const struct machine_options *asked = &work->effort->machine;
  struct subject subject = { .setting = *cell->setting,
                             .program = cell->test->program,
                             .placement = *placement,
                             .options = *asked };
  struct progress_answer answer;
  struct diagnostic error = { NULL };
  subject.options.back_off = work->matrix->question.back_off;
  if (effort_spent(work->effort)) {
    cell->end = SEARCH_OUT_OF_TIME;
  } else if (!ask_quickly(&subject, work, &answer, &error)) {
    cell->fault = error.message ? error.message : memory_format("the machine cannot be built");
  } else {
    bool curtailed =
        subject.options.no_evictions != asked->no_evictions || subject.options.cold != asked->cold;
    enum progress_level found = found_in(&answer, &work->matrix->question, curtailed);
    bool unexcused = found < least(due, claimed_in(&subject));
    if (found < cell->found || (unexcused && !cell->unexcused)) {
      cell->placement = *placement;
      cell->options = subject.options;
    }
    cell->unexcused |= unexcused;
    cell->found = least(cell->found, found);
    cell->curtailed |= curtailed;
    const struct search_result *search = &answer.progress.search;
    took_add(&cell->took, &(struct took){ .searches = 1,
                                          .states = search->states,
                                          .transitions = search->transitions,
                                          .depth = search->depth,
                                          .made = search->states,
                                          .bytes = answer.progress.bytes,
                                          .held = search->states });
    if (answer.progress.end != SEARCH_COMPLETE) cell->end = answer.progress.end;
    progress_answer_clear(&answer);
  }
}

static void ask_cell(const struct liveness_work *work, struct progress_cell *cell,
                     const struct test *test, const struct setting *setting,
                     enum progress_level due) {
  struct placements placements = { 0 };
  struct diagnostic error = { NULL };
  *cell = (struct progress_cell){
    .test = test, .setting = setting, .found = work->matrix->question.level, .end = SEARCH_COMPLETE
  };
  if (subject_lacks_transactions(setting, test->program)) return;
  if (!test->program || !placements_list(setting, test->program, work->effort, &placements, &error))
    cell->fault = error.message ? error.message : memory_format("the test could not be read");
  cell->placements = placements.count;
  cell->curtailed = placements.curtailed;
  for (unsigned p = 0; p < placements.count && !cell->fault; p++)
    ask_placement(cell, work, &placements.items[p], due);
  memory_free(placements.items);
}

static void do_reference(void *context, uint64_t test) {
  struct liveness_work *work = context;
  struct progress_matrix *matrix = work->matrix;
  const struct test *t = &matrix->suite->tests[test];
  bool transactions = t->program && program_has_transactions(t->program);
  ask_cell(work, &matrix->reference[test], t, &matrix->atomic[transactions], PROGRESS_NONE);
}

static void do_cell(void *context, uint64_t index) {
  struct liveness_work *work = context;
  const struct progress_matrix *matrix = work->matrix;
  ask_cell(work, &work->matrix->cells[index], &matrix->suite->tests[index / matrix->setting_count],
           &matrix->settings[index % matrix->setting_count],
           matrix->reference[index / matrix->setting_count].found);
}

/* --- verdicts --- */

static enum progress_verdict cell_verdict(const struct progress_cell *cell,
                                          const struct progress_cell *reference,
                                          const struct progress_question *question) {
  enum progress_level expected;
  if (subject_lacks_transactions(cell->setting, cell->test->program)) return PROGRESS_INAPPLICABLE;
  if (cell->fault || reference->fault) return PROGRESS_UNSUPPORTED;
  if (reference->end != SEARCH_COMPLETE) return PROGRESS_INCONCLUSIVE;
  bool stated = progress_expected(cell->test->program, &expected);
  if (stated && progress_asked(question, expected) != reference->found)
    return PROGRESS_CONTRADICTED;
  if (progress_asks_nothing(reference)) return PROGRESS_INCONCLUSIVE;
  if (cell->found < cell->due) return cell->unexcused ? PROGRESS_VIOLATION : PROGRESS_AS_RECORDED;
  return cell->end == SEARCH_COMPLETE ? PROGRESS_HOLDS : PROGRESS_INCONCLUSIVE;
}

struct progress_matrix *progress_matrix_run(const struct suite *suite,
                                            const struct setting *settings, unsigned setting_count,
                                            const struct progress_question *question,
                                            const struct effort *effort) {
  struct progress_matrix *matrix = memory_new(1, sizeof *matrix);
  *matrix = (struct progress_matrix){
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
  effort_each(effort, suite->count, do_reference, &work);
  effort_each(effort, (uint64_t)suite->count * setting_count, do_cell, &work);
  for (unsigned i = 0; i < suite->count * setting_count; i++) {
    struct progress_cell *cell = &matrix->cells[i];
    const struct progress_cell *reference = &matrix->reference[i / setting_count];
    cell->due = reference->found;
    cell->verdict = cell_verdict(cell, reference, question);
    took_add(&matrix->took, &cell->took);
  }
  for (unsigned t = 0; t < suite->count; t++) took_add(&matrix->took, &matrix->reference[t].took);
  return matrix;
}

void progress_matrix_free(struct progress_matrix *matrix) {
  for (unsigned t = 0; t < matrix->suite->count; t++) memory_free(matrix->reference[t].fault);
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    memory_free(matrix->cells[i].fault);
  memory_free(matrix->reference);
  memory_free(matrix->cells);
  memory_free(matrix);
}

int progress_status(enum progress_verdict verdict) {
  static const int statuses[] = { 0, 0, 3, 1, 1, 1, 2, 0 };
  return statuses[verdict];
}

int progress_matrix_status(const struct progress_matrix *matrix) {
  static const int ranks[] = { 0, 2, 3, 1 }; /* by status: usage, then failure, then inconclusive */
  int worst = 0;
  bool empty = true; /* nothing was asked */
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++) {
    int status = progress_status(matrix->cells[i].verdict);
    empty &= matrix->cells[i].verdict == PROGRESS_INAPPLICABLE;
    if (ranks[status] > ranks[worst]) worst = status;
  }
  return empty ? 3 : worst;
}

enum progress_level progress_claimed(const struct subject *subject) {
  struct progress_claim claim = progress_claim(&subject->setting);
  unsigned threads[CORES_MAX] = { 0 }, most = 0; /* of an SM */
  for (unsigned i = 0; i < subject->client.threads; i++) {
    unsigned here = ++threads[subject->client.sm_of_thread[i]];
    if (here > most) most = here;
  }
  return claim.all_apart && most <= 1 ? PROGRESS_GUARANTEED : claim.requests;
}

/* Does what the record claims show in such a client, and not only in some others? */
static bool shows_claim(const struct subject *subject) {
  return subject->client.sms > 1 && !subject->client.topology.gpms &&
         !loses_its_way(&subject->setting);
}

enum progress_verdict progress_of_client(const struct progress_answer *answer,
                                         const struct progress_question *question) {
  enum progress_level found = progress_found(&answer->progress, question),
                      claimed = progress_claimed(&answer->subject);
  bool complete = answer->progress.end == SEARCH_COMPLETE;
  if (found < least(claimed, question->level)) return PROGRESS_VIOLATION;
  if (complete && claimed < found && shows_claim(&answer->subject)) return PROGRESS_MISSING;
  if (found < question->level) return PROGRESS_AS_RECORDED;
  return complete ? PROGRESS_HOLDS : PROGRESS_INCONCLUSIVE;
}

/* See bystanders.h. */
#include "verify/bystanders.h"

#include "base/memory.h"
#include "engine/machine_search.h"
#include "machine/outcomes.h"
#include "run/reached.h"

/* A search with readers ends at the level that has so many states. */
enum { STATES_WITH_READERS = 1 << 19 };

const char *bystanders_verdict_name(enum bystanders_verdict verdict) {
  static const char *const names[] = { "holds", "not-asked", "refused", "undecided", "violation" };
  return names[verdict];
}

/* The question about one placement. */
struct bystanders_question {
  const struct matrix *matrix;
  struct bystanders_cell *of;
  unsigned placement;
  const struct effort *effort;
  struct outcome_set *bound;    /* what is allowed, or reached without readers; NULL: any outcome */
  bool judge_is_cut;            /* more may be allowed */
  struct outcome_set *searched; /* everything that searches with readers reached */
  struct bystanders_of_placement *answer;
};

/* --- what is allowed --- */

struct allowed_outcomes {
  const struct outcome_set *allowed;
  struct outcome_set *met;
};

static void meet(void *context, const int64_t *outcome, uint64_t times) {
  struct allowed_outcomes *kept = context;
  if (outcome_set_has(kept->allowed, outcome)) outcome_set_add(kept->met, outcome, times);
}

/* Keeps the outcomes that this memory model allows; takes over `bound`, NULL: all. */
static struct outcome_set *allowed_by(struct outcome_set *bound,
                                      const struct judgement *judgement) {
  struct allowed_outcomes kept = { judgement->allowed,
                                   outcome_set_new(outcome_set_width(judgement->allowed)) };
  outcome_set_each(bound ? bound : judgement->allowed, meet, &kept);
  outcome_set_free(bound);
  return kept.met;
}

/* What all memory models that the model is held to allow, and what the cell reaches without
 * readers: those outcomes were judged before. */
static void find_bound(struct bystanders_question *question) {
  const struct matrix *matrix = question->matrix;
  const struct matrix_cell *cell = question->of->cell;
  unsigned test = (unsigned)(cell->test - matrix->suite->tests);
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct judged *judged = matrix_judged(matrix, test, cell->held[h].model);
    if (!judged->wanted || !judged->good || judged->judgement.undefined) continue;
    question->bound = allowed_by(question->bound, &judged->judgement);
    question->judge_is_cut |= judged->judgement.bounded || judged->judgement.incomplete;
  }
  if (question->bound) outcome_set_merge(question->bound, cell->outcomes);
}

static struct outcome_set *observed(const struct bystanders_question *question,
                                    const struct outcome_set *everything) {
  const struct program *program = question->of->cell->test->program;
  struct outcome_set *set = outcome_set_new(program->observable_count);
  reached_add_observed(set, program, everything);
  return set;
}

/* Are these outcomes within the bound?  false: `outcome` is the least that is not; the caller owns
 * it. */
static bool is_within(const struct bystanders_question *question,
                      const struct outcome_set *everything, int64_t **outcome) {
  if (!question->bound) return true;
  struct outcome_set *set = observed(question, everything);
  int64_t *least = memory_new(outcome_set_width(set) + 1, sizeof *least);
  bool within = outcome_set_within(set, question->bound, least);
  outcome_set_free(set);
  if (within || !outcome) memory_free(least);
  else *outcome = least;
  return within;
}

/* --- searches with readers --- */

static struct subject subject_with(const struct bystanders_question *question, unsigned readers) {
  struct machine_options options = question->effort->machine;
  options.readers = readers;
  return matrix_cell_subject(question->of->cell, question->placement, &options);
}

static void look_for_run(struct bystanders_question *question, unsigned readers, uint64_t broken) {
  struct subject subject = subject_with(question, readers);
  struct search_options limits = effort_search(question->effort, 1, 1);
  const struct outcome_set *allowed = broken ? NULL : question->bound;
  question->answer->verdict = BYSTANDERS_VIOLATE;
  question->answer->violation = counterexample_find(
      &subject, &limits, broken ? broken : CLAIM(PROPERTY_OUTCOME), allowed, NULL, NULL);
  if (question->answer->violation) question->answer->violation->others = question->bound;
  if (question->answer->violation) question->bound = NULL;
}

/* false, with an error: the machine cannot be built. */
static bool search_with(struct bystanders_question *question, unsigned readers,
                        struct diagnostic *error) {
  struct subject subject = subject_with(question, readers);
  struct machine *machine = subject_machine(&subject, error);
  if (!machine) return false;
  struct search_options limits = effort_search(question->effort, 1, 1);
  limits.states_max = STATES_WITH_READERS;
  struct reached *reached = reached_by_search(machine, &limits);
  question->answer->searches[question->answer->search_count++] =
      (struct bystanders_search){ reached->cost.states, reached->end };
  outcome_set_merge(question->searched, reached->everything);
  uint64_t broken = reached->broken & setting_invariants_of_programs(question->of->cell->setting) &
                    ~question->of->cell->broken;
  bool overflows = reached->broken & CLAIM(PROPERTY_OVERFLOW);
  bool outcome = !is_within(question, reached->everything, NULL) && !question->judge_is_cut;
  if (!overflows && (broken || outcome)) look_for_run(question, readers, broken);
  reached_free(reached);
  machine_free(machine);
  return true;
}

/* --- any number of readers --- */

static bool is_complete(const struct any_readers_result *result) {
  return result->warming.end == ANY_SMS_PROVED && result->running.end == ANY_SMS_PROVED;
}

static void conclude(struct bystanders_question *question, const struct outcome_set *everything,
                     bool complete) {
  struct bystanders_of_placement *answer = question->answer;
  int64_t missing[OUTCOME_WIDTH_MAX], *alarm = NULL;
  bool missed = !outcome_set_within(question->searched, everything, missing),
       within = is_within(question, everything, &alarm);
  answer->doubt = !within     ? question->judge_is_cut ? DOUBT_JUDGE : DOUBT_ALARM
                  : !complete ? DOUBT_END
                  : missed    ? DOUBT_MISSED
                              : DOUBT_NONE;
  answer->verdict = answer->doubt ? BYSTANDERS_UNDECIDED : BYSTANDERS_HOLD;
  if (question->of->alarm) memory_free(alarm);
  else question->of->alarm = alarm;
  struct outcome_set *set = observed(question, everything);
  outcome_set_merge(question->of->outcomes, set);
  outcome_set_free(set);
}

static bool ask_any(struct bystanders_question *question, struct diagnostic *error) {
  const struct subject subject = subject_with(question, 0);
  const struct effort *effort = question->effort;
  const struct any_sms_options any = { .properties = CLAIM(PROPERTY_NEVER),
                                       .deadline = effort->deadline,
                                       .now = effort_now,
                                       .memory_max = effort_search(effort, 1, 1).memory_max };
  struct any_readers_result result;
  any_readers_free(question->of->last);
  question->of->last = any_readers_new(&subject.setting, subject.program,
                                       &question->of->cell->placements.items[question->placement],
                                       &subject.options, &any);
  if (!any_readers_prove(question->of->last, &result, error)) return false;
  question->answer->warming = result.warming;
  question->answer->running = result.running;
  conclude(question, result.everything, is_complete(&result));
  outcome_set_free(result.everything);
  return true;
}

/* --- cells --- */

static bool ask_placement(struct bystanders_question *question, struct diagnostic *error) {
  struct bystanders_of_placement *answer = question->answer;
  if (effort_spent(question->effort)) {
    answer->verdict = BYSTANDERS_UNDECIDED;
    answer->doubt = DOUBT_UNTRIED;
    return true;
  }
  for (unsigned readers = 1; readers <= READERS_SEARCHED && !effort_spent(question->effort);
       readers++) {
    if (!search_with(question, readers, error)) return false;
    if (answer->verdict == BYSTANDERS_VIOLATE) return true;
    if (answer->searches[readers - 1].end != SEARCH_COMPLETE) break;
  }
  return ask_any(question, error);
}

/* An outcome of the cell that is forbidden was judged by the matrix, so it is not asked again. */
static bool is_asked(const struct matrix_cell *cell) {
  return cell->test->program && !cell->fault && !cell->inapplicable &&
         cell->verdict != VERDICT_VIOLATION;
}

static void count_more(void *context, const int64_t *outcome, uint64_t times) {
  struct bystanders_cell *of = context;
  (void)times;
  of->more += !outcome_set_has(of->cell->outcomes, outcome);
}

static void ask_cell(struct bystanders *bystanders, struct bystanders_cell *of,
                     const struct effort *effort) {
  const struct matrix_cell *cell = of->cell;
  double began = effort_now();
  of->verdict = BYSTANDERS_NOT_ASKED;
  if (!is_asked(cell)) return;
  of->verdict = BYSTANDERS_HOLD;
  of->placements = memory_new(cell->placements.count, sizeof *of->placements);
  of->outcomes = outcome_set_new(cell->test->program->observable_count);
  bool is_judged = true;
  for (unsigned p = 0; p < cell->placements.count && !of->fault; p++) {
    struct diagnostic error = { NULL };
    struct bystanders_question question = { .matrix = bystanders->matrix,
                                            .of = of,
                                            .placement = p,
                                            .effort = effort,
                                            .searched = outcome_set_new(
                                                machine_outcome_width(cell->test->program)),
                                            .answer = &of->placements[of->count++] };
    find_bound(&question);
    is_judged &= question.bound != NULL;
    if (!ask_placement(&question, &error)) {
      question.answer->verdict = BYSTANDERS_REFUSED;
      of->fault = error.message;
    }
    if (question.answer->verdict > of->verdict) of->verdict = question.answer->verdict;
    outcome_set_free(question.bound);
    outcome_set_free(question.searched);
  }
  outcome_set_each(of->outcomes, count_more, of);
  if (!is_judged && of->more && of->verdict == BYSTANDERS_HOLD) {
    of->verdict = of->placements[0].verdict = BYSTANDERS_UNDECIDED;
    of->placements[0].doubt = DOUBT_UNJUDGED;
  }
  of->seconds = effort_now() - began;
}

struct bystanders *bystanders_ask(const struct matrix *matrix, const struct effort *effort) {
  unsigned count = matrix->suite->count * matrix->setting_count;
  struct bystanders *bystanders = memory_new(1, sizeof *bystanders);
  bystanders->matrix = matrix;
  bystanders->cells = memory_new(count, sizeof *bystanders->cells);
  for (unsigned i = 0; i < count; i++) {
    bystanders->cells[i].cell = &matrix->cells[i];
    ask_cell(bystanders, &bystanders->cells[i], effort);
  }
  return bystanders;
}

static void clear_cell(struct bystanders_cell *of) {
  for (unsigned p = 0; p < of->count; p++) counterexample_free(of->placements[p].violation);
  memory_free(of->placements);
  outcome_set_free(of->outcomes);
  memory_free(of->alarm);
  memory_free(of->fault);
  any_readers_free(of->last);
}

void bystanders_free(struct bystanders *bystanders) {
  if (!bystanders) return;
  unsigned count = bystanders->matrix->suite->count * bystanders->matrix->setting_count;
  for (unsigned i = 0; i < count; i++) clear_cell(&bystanders->cells[i]);
  memory_free(bystanders->cells);
  memory_free(bystanders);
}

int bystanders_status(const struct bystanders *bystanders) {
  bool seen[BYSTANDERS_VERDICTS] = { false };
  unsigned count = bystanders->matrix->suite->count * bystanders->matrix->setting_count;
  for (unsigned i = 0; i < count; i++) seen[bystanders->cells[i].verdict] = true;
  if (seen[BYSTANDERS_VIOLATE]) return 1;
  if (seen[BYSTANDERS_REFUSED]) return 2;
  return seen[BYSTANDERS_UNDECIDED] ? 3 : 0;
}

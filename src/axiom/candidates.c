/* The search: every choice of paths, and every candidate execution on it.
 *
 * Executions may be many more than outcomes: k stores to one location have k! orders and at most k
 * final values.  Then the judge begins anew, and builds only what may still add an outcome or raise
 * a flag (outcomes_wanted).  It builds the least of the executions that differ by the names of like
 * threads (thread_symmetry.c).
 *
 * Paths that were cut at the bound on loops come last.  One consistent execution on such a path
 * shows that the bound mattered; it adds no outcome. */
#include "axiom/candidates.h"

#include <string.h>
#include "axiom/applies.h"
#include "axiom/search.h"
#include "axiom/no_outcome.h"
#include "axiom/outcomes.h"
#include "axiom/withs.h"
#include "axiom/coherence.h"
#include "axiom/fences.h"
#include "axiom/barriers.h"
#include "axiom/reads.h"
#include "axiom/thread_symmetry.h"
#include "axiom/unfold.h"
#include "axiom/possible_paths.h"
#include "axiom/base_relations.h"

/* Choices of paths, if loops that count go round to their end. */
enum { COUNTED_CHOICES_MAX = 10000 };

static const struct stage stages[] = {
  { "events", LEVEL_EVENTS, NULL }, /* which execution_prepare builds */
  { "reads", LEVEL_READS_FROM, reads_choose },
  { "barriers", LEVEL_BARRIERS, barriers_choose },
  { "fences", LEVEL_FENCES, fences_choose },
  { "coherence", LEVEL_COHERENCE, coherence_choose },
  { "withs", LEVEL_WITH, withs_choose },
  { "judge", LEVEL_WITH, outcomes_judge },
};

/* ---- paths ---- */

static void judge_paths(struct execution *x) {
  search_check_limits(x);
  if (x->symmetry && !thread_symmetry_least_paths(x->symmetry, x)) return;
  execution_prepare(x);
  search_next(x);
}

/* Every choice of paths for the threads from `thread` on, with (`cut`) or without a cut path.
 * `found`: a thread before them has one. */
static void choose_paths(struct execution *x, unsigned thread, bool cut, bool found) {
  if (thread == x->program->thread_count) {
    x->cut = cut;
    if (cut == found) judge_paths(x);
    return;
  }
  const struct paths *paths = &x->search->paths[thread];
  for (size_t i = 0; i < paths->length && !x->stop; i++) {
    if (paths->items[i].cut && !cut) continue;
    x->paths[thread] = &paths->items[i];
    x->path_number[thread] = (unsigned)i;
    choose_paths(x, thread + 1, cut, found || paths->items[i].cut);
  }
}

/* Begins anew, for outcomes only. */
static void choose_outcomes(struct execution *x) {
  struct search *search = x->search;
  x->stop = search->judgement->incomplete || search->judgement->curtailed;
  thread_symmetry_find(&search->symmetry, x->program);
  x->symmetry = &search->symmetry;
  choose_paths(x, 0, false, false);
  thread_symmetry_close(x->symmetry, x->program, search->judgement->allowed);
}

static bool unfold_threads(const struct program *program, struct search *search, bool counts,
                           const struct cells *cells, struct diagnostic *error) {
  struct unfolding how = { search->options->unroll ? search->options->unroll : UNROLL_DEFAULT,
                           counts, search->updates, search->fenced };
  for (unsigned t = 0; t < program->thread_count; t++) {
    paths_free(&search->paths[t]);
    if (!unfold_program(program, t, how, cells, &search->paths[t], error) &&
        !search->paths[t].too_long)
      return false;
  }
  return true;
}

static size_t longest_path(const struct paths *paths) {
  size_t longest = 0;
  for (size_t i = 0; i < paths->length; i++)
    if (paths->items[i].events.length > longest) longest = paths->items[i].events.length;
  return longest;
}

/* The most events of a choice of paths, with an initial write of each cell that some path accesses.
 */
static size_t most_events(const struct program *program, const struct search *search) {
  bool accessed[CELLS_MAX] = { false };
  size_t events = 0;
  for (unsigned t = 0; t < program->thread_count; t++) {
    events += longest_path(&search->paths[t]);
    for (size_t i = 0; i < search->paths[t].length; i++)
      path_note_accessed(&search->paths[t].items[i], accessed);
  }
  for (unsigned cell = 0; cell < CELLS_MAX; cell++) events += accessed[cell];
  return events;
}

/* Have all candidates at most EVENTS_MAX events?  If not, notes how many one has. */
static bool events_fit(const struct program *program, struct search *search) {
  size_t events = most_events(program, search);
  search->too_many = events > EVENTS_MAX ? events : 0;
  return !search->too_many;
}

static bool any_too_long(const struct program *program, const struct search *search) {
  bool found = false;
  for (unsigned t = 0; t < program->thread_count; t++) found |= search->paths[t].too_long;
  return found;
}

/* Is there room for all events of any choice of paths, and not too many choices? */
static bool paths_fit(const struct program *program, const struct search *search) {
  size_t events = program->location_count, choices = 1;
  for (unsigned t = 0; t < program->thread_count; t++) {
    events += longest_path(&search->paths[t]);
    choices *= search->paths[t].length;
    if (choices > COUNTED_CHOICES_MAX) return false;
  }
  return events <= EVENTS_MAX;
}

/* Loops that count go round to their end, if that fits, or else are cut like others.  Paths that
 * are too long are not all found. */
static bool unfold_all(const struct program *program, struct search *search,
                       const struct cells *cells, struct diagnostic *error) {
  struct diagnostic ignored = { 0 };
  bool good = program_has_loop(program) && unfold_threads(program, search, true, cells, &ignored) &&
              paths_fit(program, search);
  diagnostic_clear(&ignored);
  good = good || unfold_threads(program, search, false, cells, error);
  return good && (!any_too_long(program, search) || events_fit(program, search));
}

/* Finds the threads' paths and the cells that they access; if accesses are torn, the paths anew. */
static bool find_paths(const struct program *program, struct search *search,
                       struct diagnostic *error) {
  struct cells *cells = &search->cells;
  if (!unfold_all(program, search, NULL, error)) return false;
  if (!cells_may_differ(program)) {
    cells_of_locations(cells, program);
    return true;
  }
  if (!cells_find(cells, program, search->paths, error)) return false;
  if (cells->torn) return unfold_all(program, search, cells, error);
  for (unsigned t = 0; t < program->thread_count; t++)
    for (size_t p = 0; p < search->paths[t].length; p++)
      cells_assign(cells, &search->paths[t].items[p]);
  return true;
}

/* ---- flags ---- */

/* herd7's flag of an `undefined_unless` that fails; here it stands beside the test's own. */
#define UNDEFINED_FLAG "*undef*"

static void gather_flags(const struct cat_code *code, const struct search *search) {
  struct judgement *judgement = search->judgement;
  unsigned count = 0;
  judgement->flags = memory_new(code->flags.length + 2, sizeof *judgement->flags);
  if (search->flags & code->undefined)
    judgement->flags[count++] = memory_copy_text(UNDEFINED_FLAG, strlen(UNDEFINED_FLAG));
  for (size_t i = 0; i < code->flags.length; i++) {
    if (!(search->flags >> i & 1)) continue;
    const char *name = code->flags.items[i];
    judgement->flags[count++] = memory_copy_text(name, strlen(name));
    if (cat_flag_undefines(code, i)) judgement->undefined = true;
  }
}

/* ---- the search ---- */

static struct execution *begin(const struct judging *judging, struct judgement *judgement,
                               struct diagnostic *error) {
  static const struct judge_options defaults;
  const struct program *program = judging->program;
  struct search *search = memory_new(1, sizeof *search);
  struct execution *x = memory_new(1, sizeof *x);
  memset(judgement, 0, sizeof *judgement);
  judgement->allowed = outcome_set_new(program->observable_count);
  search->options = judging->options ? judging->options : &defaults;
  search->judgement = judgement;
  search->outcome = memory_new(program->observable_count + 1, sizeof *search->outcome);
  search->decided = memory_new(program->observable_count + 1, sizeof *search->decided);
  clock_gettime(CLOCK_MONOTONIC, &search->started);
  x->program = program;
  x->code = judging->code;
  x->stages = stages;
  x->search = search;
  x->error = error;
  x->cells = &search->cells;
  addresses_find(&x->addresses, program);
  base_relations_find_tags(x);
  return x;
}

/* The candidates of whole paths come first, then those in which some path is cut. */
static void run(struct execution *x) {
  struct search *search = x->search;
  x->failed = !find_paths(x->program, search, x->error);
  if (x->failed) return;
  possible_paths_keep(search->paths, x->program, &x->addresses, &search->cells);
  x->failed = !events_fit(x->program, search);
  if (x->failed) return;
  outcomes_find_observed(x);
  search->judgement->uncounted = search->options->outcomes_only;
  if (!search->judgement->uncounted) choose_paths(x, 0, false, false);
  if (search->judgement->uncounted) choose_outcomes(x);
  if (!x->stop) choose_paths(x, 0, true, false);
}

static void release(struct execution *x) {
  struct search *search = x->search;
  for (unsigned t = 0; t < x->program->thread_count; t++) paths_free(&search->paths[t]);
  thread_symmetry_free(&search->symmetry);
  memory_free(search->outcome);
  memory_free(search->decided);
  memory_free(x->failing);
  memory_free(x->hindrances.waits);
  execution_free(x);
  memory_free(x);
  memory_free(search);
}

/* Why no outcome was found, although none is missing; NULL if one was. */
static char *why_nothing(const struct execution *x, const struct judging *judging) {
  const struct search *search = x->search;
  const struct judgement *found = search->judgement;
  if (outcome_set_size(found->allowed) || found->bounded || found->incomplete) return NULL;
  if (!x->program->filter) return no_outcome_reason(x, search->paths, judging->model);
  struct program unfiltered = *x->program;
  struct judging without = *judging;
  struct judgement judgement;
  struct diagnostic ignored = { 0 };
  unfiltered.filter = NULL;
  without.program = &unfiltered;
  bool good = judge_candidates(&without, &judgement, &ignored);
  diagnostic_clear(&ignored);
  char *reason = good ? judgement.nothing : NULL;
  judgement.nothing = NULL;
  if (good) judgement_clear(&judgement);
  return reason ? reason : memory_format("the test's filter leaves out every run");
}

static bool refuse_diverged(const struct judging *judging, struct diagnostic *error) {
  const struct program *program = judging->program;
  return diagnostic_of_file(error,
                            "%s: unsupported: a recursive definition of %s is not monotone, "
                            "and no fixpoint of it is found",
                            program->path ? program->path : program->name, judging->model);
}

/* classes(r) was given no equivalence relation in some execution. */
static bool refuse_unequal(const struct judging *judging, uint64_t raised,
                           struct diagnostic *error) {
  const struct program *program = judging->program;
  return diagnostic_of_file(error, "%s: classes(r) is given no equivalence relation (%s)",
                            program->path ? program->path : program->name,
                            judging->code->flags.items[__builtin_ctzll(raised)]);
}

bool judge_candidates(struct judging *judging, struct judgement *judgement,
                      struct diagnostic *error) {
  judging->too_many = 0;
  if (!code_applies(judging->code, judging->model, judging->program, error)) return false;
  struct execution *x = begin(judging, judgement, error);
  x->search->updates = code_has_updates(judging->code, judging->program);
  x->search->fenced = code_full_fences(judging->code, judging->program);
  x->search->visit = judging->visit;
  x->search->context = judging->context;
  if (judging->visit && !x->search->options->outcomes_only)
    x->failing = memory_new(judging->code->tests.length + 1, sizeof *x->failing);
  run(x);
  gather_flags(judging->code, x->search);
  judgement->nothing = judging->visit || x->failed ? NULL : why_nothing(x, judging);
  judgement->candidates = x->candidates;
  judgement->consistent = x->consistent;
  judgement->seconds = search_seconds(x->search);
  judging->too_many = x->search->too_many;
  uint64_t unequal = x->search->flags & judging->code->unequal;
  if (x->evaluation.diverged) x->failed = !refuse_diverged(judging, error);
  if (unequal) x->failed = !refuse_unequal(judging, unequal, error);
  bool good = !x->failed;
  if (!good) judgement_clear(judgement);
  release(x);
  return good;
}

/* The judge: every choice of paths, every candidate execution on it, and the outcomes of those that
 * are consistent.
 *
 * A consistent execution adds its outcome once; where coherence is partial, once for each way to
 * pick, at every location that is observed, a final value among the writes that none follows.
 * Executions are counted as herd counts them, but candidates are those that were built, which no
 * other tool's count equals.
 *
 * Where executions are many more than outcomes (of k stores to one location k! orders show no more
 * than k final values), nobody wants their number: the judge begins anew, and from then on builds
 * only what may still add an outcome or raise a flag (outcomes_wanted), and of executions that
 * differ by the names of like threads only the least (thread_symmetry.h).
 *
 * Paths that were cut at the bound on loops come last: one consistent execution on a choice that
 * includes such a path shows that the bound mattered, and adds no outcome. */
#include "axiom/judge.h"

#include <string.h>
#include <time.h>
#include "axiom/applies.h"
#include "axiom/search.h"
#include "axiom/thread_symmetry.h"
#include "axiom/possible_paths.h"

enum { CLOCK_EVERY = 1024 };
enum { COUNTED_AT_LEAST = 4096, COUNTED_PER_OUTCOME = 16 }; /* executions */
enum {
  COUNTED_CHOICES_MAX = 10000
}; /* of paths, with loops that count gone through to their end */
enum {
  FINALS_MAX = 64
}; /* as many choices of final values are looked at; where there are more, one may be new */

struct search {
  const struct judge_options *options;
  struct judgement *judgement;
  visit_execution *visit; /* or NULL, */
  void *context;          /* and what it is given */
  bool updates;           /* read-modify-writes are one event */
  uint64_t fenced;        /* tags of those that stand between two fences */
  struct paths paths[THREADS_MAX];
  int64_t *outcome;
  bool *decided;  /* which of its cells are, before the execution is complete */
  bool counted;   /* the execution in work meets the filter, if there is one */
  uint64_t flags; /* raised in some consistent execution */
  unsigned observed[CELLS_MAX], observed_count; /* physical cells */
  int64_t final[CELLS_MAX];                     /* by physical cell */
  struct cells cells;
  struct thread_symmetry symmetry;
  unsigned finals; /* choices of final values looked at */
  struct timespec started;
  uint64_t steps;
};

static double seconds_since(const struct timespec *started) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - started->tv_sec) + (double)(now.tv_nsec - started->tv_nsec) / 1e9;
}

/* ---- limits ---- */

void search_check_limits(struct execution *x) {
  struct search *judging = x->search;
  const struct judge_options *options = judging->options;
  bool late = options->seconds_max > 0 && ++judging->steps % CLOCK_EVERY == 0 &&
              seconds_since(&judging->started) > options->seconds_max;
  bool many = options->candidates_max && x->candidates >= options->candidates_max;
  if (late || many) x->stop = judging->judgement->incomplete = true;
}

bool search_passes(struct execution *x, unsigned level) {
  search_check_limits(x);
  return !x->stop && evaluate_level(&x->evaluation, level, x->failing);
}

static bool is_consistent(const struct execution *x) {
  bool failing = x->evaluation.diverged;
  for (size_t i = 0; x->failing && i < x->code->tests.length; i++)
    failing = failing || x->failing[i];
  return !failing;
}

/* ---- outcomes ---- */

static void observe(struct execution *x, event_set *seen, unsigned physical) {
  if (*seen >> physical & 1) return;
  *seen |= event_bit(physical);
  x->search->observed[x->search->observed_count++] = physical;
}

/* The cells that are observed; of a location that is cut into several, all of them. */
static void find_observed(struct execution *x) {
  const struct program *program = x->program;
  event_set seen = 0;
  for (unsigned i = 0; i < program->observable_count; i++)
    for (unsigned c = 0; c < x->cells->count && !program->observables[i].is_register; c++)
      if (x->cells->items[c].location == program->observables[i].index)
        observe(x, &seen, x->cells->items[c].physical);
}

static void gather_outcome(struct execution *x) {
  const struct program *program = x->program;
  struct search *judging = x->search;
  for (unsigned i = 0; i < program->observable_count; i++) {
    const struct observable *observable = &program->observables[i];
    if (observable->is_register) {
      unsigned node = x->first_node[observable->thread] +
                      x->paths[observable->thread]->registers[observable->index];
      judging->outcome[i] = x->values[node];
    } else {
      judging->outcome[i] = cells_content(x->cells, program, observable, judging->final);
    }
    judging->outcome[i] = type_shows(observable->type, judging->outcome[i]);
  }
  outcome_number_unknowns(judging->outcome, program->observable_count);
}

bool outcomes_meet_filter(struct execution *x) {
  const struct program *program = x->program;
  struct search *judging = x->search;
  if (!program->filter || x->cut) return true;
  for (unsigned i = 0; i < program->observable_count; i++) {
    const struct observable *cell = &program->observables[i];
    judging->decided[i] =
        cell->is_register &&
        x->known[x->first_node[cell->thread] + x->paths[cell->thread]->registers[cell->index]];
  }
  gather_outcome(x);
  return condition_may_be(true, program->filter, judging->outcome, judging->decided);
}

static void add_outcome(struct execution *x) {
  const struct program *program = x->program;
  struct search *judging = x->search;
  gather_outcome(x);
  if (program->filter && !condition_holds(program->filter, judging->outcome)) return;
  judging->counted = true;
  if (judging->visit) judging->visit(judging->context, x);
  outcome_set_add(judging->judgement->allowed, judging->outcome, 1);
}

/* Picks a final value for the k-th observed location, and those after it. */
static void pick_final(struct execution *x, unsigned k) {
  struct search *judging = x->search;
  if (k == judging->observed_count) {
    add_outcome(x);
    return;
  }
  unsigned physical = judging->observed[k];
  const uint64_t *co = base_relation(x, BASE_CO);
  if (!x->writes_to[physical]) {
    judging->final[physical] = cell_initial(x->cells, x->program, physical);
    pick_final(x, k + 1);
    return;
  }
  EACH_EVENT(w, x->writes_to[physical]) {
    if (co[w]) continue;
    judging->final[physical] = x->values[x->events[w].written];
    pick_final(x, k + 1);
  }
}

/* ---- what is worth building ---- */

/* Does some choice of final values of the k-th observed location and those after it, or one that is
 * not known yet, meet the filter, and where only outcomes that are new are wanted, is it one? */
static bool wants_final(struct execution *x, const uint64_t *order, bool only_new, unsigned k) {
  struct search *judging = x->search;
  if (k == judging->observed_count) {
    if (++judging->finals > FINALS_MAX) return true;
    gather_outcome(x);
    return (!x->program->filter || condition_holds(x->program->filter, judging->outcome)) &&
           !(only_new && outcome_set_has(judging->judgement->allowed, judging->outcome));
  }
  unsigned physical = judging->observed[k];
  judging->final[physical] = cell_initial(x->cells, x->program, physical);
  if (!x->writes_to[physical]) return wants_final(x, order, only_new, k + 1);
  EACH_EVENT(w, x->writes_to[physical]) {
    if (order[w] & x->writes_to[physical]) continue;
    bool known = x->known[x->events[w].written];
    if (!known && !sums_final(x, physical, &judging->final[physical])) return true;
    if (known) judging->final[physical] = x->values[x->events[w].written];
    if (wants_final(x, order, only_new, k + 1)) return true;
  }
  return false;
}

/* May a flag be raised that was not yet, where the axioms were asked up to `level`? */
static bool flags_left(const struct execution *x, unsigned level) {
  if (x->evaluation.raised[level] & ~x->search->flags) return true;
  for (size_t i = 0; i < x->code->flag_tests.length; i++) {
    const struct cat_flag *test = &x->code->flag_tests.items[i];
    if (test->level <= level || x->search->flags >> test->flag & 1) continue;
    if (test->needs == BASE_COUNT ||
        !relation_empty(evaluation_slot(&x->evaluation, test->needs), x->count))
      return true;
  }
  return false;
}

bool outcomes_wanted(struct execution *x, const uint64_t *order, unsigned level) {
  bool only_new = x->symmetry && !flags_left(x, level);
  if (x->cut || (!only_new && !x->program->filter)) return true;
  for (unsigned i = 0; i < x->program->observable_count; i++) {
    const struct observable *cell = &x->program->observables[i];
    if (cell->is_register &&
        !x->known[x->first_node[cell->thread] + x->paths[cell->thread]->registers[cell->index]])
      return true;
  }
  x->search->finals = 0;
  return wants_final(x, order, only_new, 0);
}

/* Are there more executions than anybody wants to know the number of, so that the search is to
 * begin anew? */
static bool counted_enough(const struct execution *x) {
  return !x->symmetry && !x->search->visit &&
         x->consistent > COUNTED_AT_LEAST +
                             COUNTED_PER_OUTCOME * outcome_set_size(x->search->judgement->allowed);
}

bool outcomes_accept(struct execution *x) {
  struct search *judging = x->search;
  bool consistent = is_consistent(x);
  if (x->cut) {
    if (consistent) judging->judgement->bounded = x->stop = true;
    return consistent;
  }
  if (!x->recorded) {
    judging->counted = false;
    x->consistent++;
    pick_final(x, 0);
    if (counted_enough(x)) x->search->judgement->uncounted = x->stop = true;
  }
  if (judging->counted) judging->flags |= x->evaluation.raised[x->code->level_count - 1];
  return consistent;
}

/* ---- paths ---- */

static void judge_paths(struct execution *x) {
  search_check_limits(x);
  if (x->symmetry && !thread_symmetry_least_paths(x->symmetry, x)) return;
  if (!execution_prepare(x, x->error)) {
    x->failed = x->stop = true;
    return;
  }
  reads_choose(x);
}

/* Every choice of paths for the threads from `thread` on; `cut` asks for choices with a cut path,
 * or for the others. */
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

/* The search anew, for outcomes only. */
static void choose_outcomes(struct execution *x) {
  struct search *judging = x->search;
  x->stop = judging->judgement->incomplete;
  thread_symmetry_find(&judging->symmetry, x->program);
  x->symmetry = &judging->symmetry;
  choose_paths(x, 0, false, false);
  thread_symmetry_close(x->symmetry, x->program, judging->judgement->allowed);
}

static bool unfold_threads(const struct program *program, struct search *judging, bool counts,
                           const struct cells *cells, struct diagnostic *error) {
  struct unfolding how = { judging->options->unroll ? judging->options->unroll : UNROLL_DEFAULT,
                           counts, judging->updates, judging->fenced };
  for (unsigned t = 0; t < program->thread_count; t++) {
    paths_free(&judging->paths[t]);
    if (!unfold_program(program, t, how, cells, &judging->paths[t], error)) return false;
  }
  return true;
}

/* Is there room for all events of any choice of paths, and not too many choices? */
static bool paths_fit(const struct program *program, const struct search *judging) {
  size_t events = program->location_count, choices = 1;
  for (unsigned t = 0; t < program->thread_count; t++) {
    size_t longest = 0;
    for (size_t i = 0; i < judging->paths[t].length; i++)
      if (judging->paths[t].items[i].events.length > longest)
        longest = judging->paths[t].items[i].events.length;
    events += longest;
    choices *= judging->paths[t].length;
    if (choices > COUNTED_CHOICES_MAX) return false;
  }
  return events <= EVENTS_MAX;
}

/* Loops that count go round to their end, if that fits; else they are cut as others are. */
static bool unfold_all(const struct program *program, struct search *judging,
                       const struct cells *cells, struct diagnostic *error) {
  struct diagnostic ignored = { 0 };
  bool good = program_has_loop(program) &&
              unfold_threads(program, judging, true, cells, &ignored) &&
              paths_fit(program, judging);
  diagnostic_clear(&ignored);
  return good || unfold_threads(program, judging, false, cells, error);
}

/* The threads' paths, and the cells that they access; where accesses are torn, the paths anew. */
static bool find_paths(const struct program *program, struct search *judging,
                       struct diagnostic *error) {
  struct cells *cells = &judging->cells;
  if (!unfold_all(program, judging, NULL, error)) return false;
  if (!cells_may_differ(program)) {
    cells_of_locations(cells, program);
    return true;
  }
  if (!cells_find(cells, program, judging->paths, error)) return false;
  if (cells->torn) return unfold_all(program, judging, cells, error);
  for (unsigned t = 0; t < program->thread_count; t++)
    for (size_t p = 0; p < judging->paths[t].length; p++)
      cells_assign(cells, &judging->paths[t].items[p]);
  return true;
}

/* ---- flags ---- */

bool cat_flag_undefines(const struct cat_code *code, size_t flag) {
  const char *name = code->flags.items[flag];
  return strstr(name, "race") || strstr(name, "racy") || strstr(name, "undefined") ||
         code->undefined >> flag & 1;
}

/* Where an `undefined_unless` fails herd7 has this flag; here it stands beside the test's own. */
#define UNDEFINED_FLAG "*undef*"

static void gather_flags(const struct cat_code *code, const struct search *judging) {
  struct judgement *judgement = judging->judgement;
  unsigned count = 0;
  judgement->flags = memory_new(code->flags.length + 2, sizeof *judgement->flags);
  if (judging->flags & code->undefined)
    judgement->flags[count++] = memory_copy_text(UNDEFINED_FLAG, strlen(UNDEFINED_FLAG));
  for (size_t i = 0; i < code->flags.length; i++) {
    if (!(judging->flags >> i & 1)) continue;
    const char *name = code->flags.items[i];
    judgement->flags[count++] = memory_copy_text(name, strlen(name));
    if (cat_flag_undefines(code, i)) judgement->undefined = true;
  }
}

bool judge_program(const struct cat_model *model, const struct program *program,
                   const struct judge_options *options, struct judgement *judgement,
                   struct diagnostic *error) {
  return candidates_judge(cat_model_code(model), cat_model_name(model), program, options, NULL,
                          NULL, judgement, error);
}

/* What is not set here is nothing, and large. */
static struct execution *begin(const struct cat_code *code, const struct program *program,
                               const struct judge_options *options, struct judgement *judgement,
                               struct diagnostic *error) {
  static const struct judge_options defaults;
  struct search *judging = memory_new(1, sizeof *judging);
  struct execution *x = memory_new(1, sizeof *x);
  memset(judgement, 0, sizeof *judgement);
  judgement->allowed = outcome_set_new(program->observable_count);
  judging->options = options ? options : &defaults;
  judging->judgement = judgement;
  judging->outcome = memory_new(program->observable_count + 1, sizeof *judging->outcome);
  judging->decided = memory_new(program->observable_count + 1, sizeof *judging->decided);
  clock_gettime(CLOCK_MONOTONIC, &judging->started);
  x->program = program;
  x->code = code;
  x->search = judging;
  x->error = error;
  x->cells = &judging->cells;
  addresses_find(&x->addresses, program);
  base_relations_find_tags(x);
  return x;
}

/* The candidates of whole paths, and then those in which some path is cut. */
static void search(struct execution *x) {
  struct search *judging = x->search;
  x->failed = !find_paths(x->program, judging, x->error);
  if (x->failed) return;
  possible_paths_keep(judging->paths, x->program, &x->addresses, &judging->cells);
  find_observed(x);
  judging->judgement->uncounted = judging->options->outcomes_only;
  if (!judging->judgement->uncounted) choose_paths(x, 0, false, false);
  if (judging->judgement->uncounted) choose_outcomes(x);
  if (!x->stop) choose_paths(x, 0, true, false);
}

static void release(struct execution *x) {
  struct search *judging = x->search;
  for (unsigned t = 0; t < x->program->thread_count; t++) paths_free(&judging->paths[t]);
  thread_symmetry_free(&judging->symmetry);
  memory_free(judging->outcome);
  memory_free(judging->decided);
  memory_free(x->failing);
  memory_free(x->hindrances.waits);
  execution_free(x);
  memory_free(x);
  memory_free(judging);
}

/* C's models that do not look at rmw (herd7's c11_simp, say) know of the pair of events that most
 * models see in a read-modify-write as of one, a read and a write.  (herd7 always has it so, and
 * its rc11 knows both forms.) */
static bool has_updates(const struct cat_code *code, const struct program *program) {
  return !code->used[BASE_RMW_PAIR] &&
         (text_equal(program->dialect, "C") || text_equal(program->dialect, "OPENCL"));
}

/* The kernel's, which are not tagged A, are two events in herd7, too: without rmw they would not be
 * atomic. */
static bool splits_rmw(const struct program *program) {
  uint64_t atomic = 0;
  for (unsigned t = 0; t < program->tag_count; t++)
    if (text_equal(program->tags[t], "A")) atomic = (uint64_t)1 << t;
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned i = 0; i < program->threads[t].length; i++) {
      const struct instruction *instruction = &program->threads[t].instructions[i];
      if (instruction->opcode == OP_RMW && !(instruction->tags & atomic)) return true;
    }
  return false;
}

/* Why no outcome was found, where none is missing; NULL: one was. */
static char *why_nothing(const struct execution *x, const char *model) {
  const struct search *judging = x->search;
  const struct judgement *found = judging->judgement;
  if (outcome_set_size(found->allowed) || found->bounded || found->incomplete) return NULL;
  if (!x->program->filter) return no_outcome_reason(x, judging->paths, model);
  struct program unfiltered = *x->program;
  struct judgement judgement;
  struct diagnostic ignored = { 0 };
  unfiltered.filter = NULL;
  bool good = candidates_judge(x->code, model, &unfiltered, judging->options, NULL, NULL,
                               &judgement, &ignored);
  diagnostic_clear(&ignored);
  char *reason = good ? judgement.nothing : NULL;
  judgement.nothing = NULL;
  if (good) judgement_clear(&judgement);
  return reason ? reason : memory_format("the test's filter leaves out every run");
}

bool candidates_judge(const struct cat_code *code, const char *model, const struct program *program,
                      const struct judge_options *options, visit_execution *visit, void *context,
                      struct judgement *judgement, struct diagnostic *error) {
  if (!code->used[BASE_STXN] && !code->used[BASE_TXN] && program_has_transactions(program))
    return diagnostic_of_file(error, "%s: not applicable: %s knows no transactions", program->path,
                              model);
  if (code_is_of_another(code, program))
    return diagnostic_of_file(error,
                              "%s: not applicable: the test is of %s, and %s is a memory model of "
                              "%s, as its first line says",
                              program->path, program->dialect, model, code->architecture);
  if (!code->takes_foreign_tests && !code_fits_tags(code, model, program, error)) return false;
  if (code->is_lkmmv1 && code_asks_tag(code, "MB"))
    return diagnostic_of_file(error,
                              "%s: unsupported: lkmmv1 with %s, which goes by the MB of lkmmv2",
                              program->path, model);
  bool updates = has_updates(code, program);
  if (updates && splits_rmw(program))
    return diagnostic_of_file(error,
                              "%s: unsupported: %s does not look at rmw, without which the "
                              "kernel's read-modify-writes, two "
                              "events each, would not be atomic",
                              program->path, model);
  struct execution *x = begin(code, program, options, judgement, error);
  x->search->updates = updates;
  x->search->fenced = code_full_fences(code, program);
  x->search->visit = visit;
  x->search->context = context;
  if (visit && !x->search->options->outcomes_only)
    x->failing = memory_new(code->tests.length + 1, sizeof *x->failing);
  search(x);
  gather_flags(code, x->search);
  if (!visit && !x->failed) judgement->nothing = why_nothing(x, model);
  judgement->candidates = x->candidates;
  judgement->consistent = x->consistent;
  judgement->seconds = seconds_since(&x->search->started);
  if (x->evaluation.diverged)
    x->failed =
        !diagnostic_of_file(error,
                            "%s: unsupported: a recursive definition of %s is not monotone, "
                            "and no fixpoint of it is found",
                            program->path ? program->path : program->name, model);
  bool good = !x->failed;
  if (!good) judgement_clear(judgement);
  release(x);
  return good;
}

void judgement_clear(struct judgement *judgement) {
  outcome_set_free(judgement->allowed);
  for (const char **flag = judgement->flags; flag && *flag; flag++) memory_free((char *)*flag);
  memory_free(judgement->flags);
  memory_free(judgement->nothing);
  memset(judgement, 0, sizeof *judgement);
}

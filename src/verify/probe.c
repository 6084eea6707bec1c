/* Making probes.
 *
 * A mutant is noticed where the system itself is right and the mutant is not.  So every candidate machine is searched
 * once without a fault: it must be complete, break nothing that is claimed, and reach nothing that is forbidden.
 * What fired then says which mutants it can notice at all. */
#include "verify/probe.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "verify/prove.h"

/* What is small must not depend on time: tests and clients whose searches stay within these many bytes and states, and
 * of the tests the cheapest that together have so many states. */
enum { TEST_MEMORY_MAX = 4 << 20, TEST_STATES_MAX = 30000, TESTS_STATES_MAX = 300000,
       CLIENT_MEMORY_MAX = 32 << 20, CLIENT_STATES_MAX = 150000 };

struct making {
  const struct setting *setting;
  const struct effort *effort;
  struct probe *items;
  bool *right;
  uint64_t stop_at;
  struct coverage *coverage; /* NULL: not asked for */
  pthread_mutex_t lock;
};

void coverage_add(struct coverage *coverage, const struct machine *machine, const struct system *system) {
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    for (unsigned r = 0; r < table->row_count; r++)
      for (unsigned s = 0; s < table->state_count; s++)
        for (unsigned e = 0; e < table->event_count; e++)
          if (table->rows[r].in >> s & 1 && table->rows[r].on >> e & 1 && machine_fired(machine, k, r, s, e))
            coverage->fired[k][r][s] |= 1ull << e;
  }
}

static void note_fired(struct probe *probe, const struct machine *machine, const struct system *system) {
  struct coverage *coverage = memory_new(1, sizeof *coverage);
  coverage_add(coverage, machine, system);
  for (unsigned k = 0; k < KINDS_MAX; k++)
    for (unsigned r = 0; r < 256; r++)
      for (unsigned s = 0; s < STATES_MAX; s++) probe->fired[k][r] |= coverage->fired[k][r][s] != 0;
  memory_free(coverage);
}

static bool some_run_ends(const struct machine *machine) {
  struct outcome_set *outcomes = machine_outcomes(machine);
  bool some = outcome_set_size(outcomes) > 0;
  outcome_set_free(outcomes);
  return some;
}

static void try_probe(void *context, uint64_t index) {
  struct making *making = context;
  struct probe *probe = &making->items[index];
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(&probe->subject, &error);
  diagnostic_clear(&error);
  if (!machine) return;
  if (probe->allowed) machine_forbid(machine, probe->allowed);
  struct search_options search_options = effort_search(making->effort, 1, making->effort->threads);
  if (!making->coverage) {
    search_options.stop_at = making->stop_at;
    search_options.memory_max = probe->test ? TEST_MEMORY_MAX : CLIENT_MEMORY_MAX;
  }
  probe->key = machine_key(machine);
  struct search_result result = search(machine_model(machine), &search_options);
  probe->states = result.states;
  probe->ends = probe->test && some_run_ends(machine);
  making->right[index] = result.end == SEARCH_COMPLETE && result.states <= (probe->test ? TEST_STATES_MAX : CLIENT_STATES_MAX);
  search_result_clear(&result);
  if (making->coverage) {
    pthread_mutex_lock(&making->lock);
    coverage_add(making->coverage, machine, making->setting->system);
    pthread_mutex_unlock(&making->lock);
  } else {
    note_fired(probe, machine, making->setting->system);
  }
  machine_free(machine);
}

/* --- candidates --- */

struct candidates { struct probe *items; size_t length, room; };

static void intersect(void *context, const int64_t *outcome, uint64_t times) {
  struct { struct outcome_set *to; const struct outcome_set *with; } *both = context;
  (void)times;
  if (outcome_set_has(both->with, outcome)) outcome_set_add(both->to, outcome, 1);
}

static struct outcome_set *intersection(const struct program *program, struct outcome_set *a, const struct outcome_set *b) {
  struct { struct outcome_set *to; const struct outcome_set *with; } both = { outcome_set_new(program->observable_count), b };
  if (!a) {
    outcome_set_merge(both.to, b);
    return both.to;
  }
  outcome_set_each(a, intersect, &both);
  outcome_set_free(a);
  return both.to;
}

/* What all the memory models claimed allow; NULL when a race, or a bound, leaves it open.  false on error. */
static bool allowed_by_claims(const struct setting *setting, const struct program *program, const struct effort *effort,
                              struct outcome_set **allowed, struct diagnostic *error) {
  char name[128];
  *allowed = NULL;
  for (const char *at = setting_claims(setting); *(at += strspn(at, " ")); at += strcspn(at, " ")) {
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
    struct cat_model *model = cat_model_load(name, error);
    if (!model) return false;
    struct judgement judgement;
    struct judge_options judge_options = { .unroll = effort->unroll, .seconds_max = effort_left(effort) };
    struct diagnostic unfit = { NULL };
    if (judge(model, program, &judge_options, &judgement, &unfit)) {
      if (!judgement.undefined && !judgement.bounded && !judgement.incomplete)
        *allowed = intersection(program, *allowed, judgement.allowed);
      judgement_clear(&judgement);
    }
    diagnostic_clear(&unfit);
    cat_model_free(model);
  }
  return true;
}

static bool add_test(struct candidates *list, const struct setting *setting, const struct test *test,
                     const struct effort *effort, bool judged, struct diagnostic *error) {
  struct placements placements;
  struct diagnostic unfit = { NULL };
  struct outcome_set *allowed = NULL;
  if (!test->program) return true;
  if (judged && !allowed_by_claims(setting, test->program, effort, &allowed, error)) return false;
  bool fits = placements_list(setting, test->program, effort->layouts, &placements, &unfit);
  diagnostic_clear(&unfit);
  for (unsigned p = 0; fits && p < placements.count; p++) {
    struct probe probe = { .test = test, .subject = { .setting = *setting, .program = test->program,
                                                      .placement = placements.items[p], .options = effort->machine } };
    if (allowed) outcome_set_merge(probe.allowed = outcome_set_new(test->program->observable_count), allowed);
    vector_push(*list, probe);
  }
  if (fits) memory_free(placements.items);
  outcome_set_free(allowed);
  return true;
}

static void add_clients(struct candidates *list, const struct setting *setting, const struct effort *effort) {
  static const struct { unsigned sms, threads, lines, values; } sizes[] = {
    { 1, 1, 1, 2 }, { 2, 2, 1, 2 }, { 2, 3, 1, 1 }, { 2, 2, 2, 1 }
  };
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct client client = client_of(sizes[i].sms, sizes[i].threads, sizes[i].lines, sizes[i].values);
    struct probe probe = { .subject = { .setting = *setting, .client = client, .options = effort->machine } };
    vector_push(*list, probe);
  }
}

/* --- the list --- */

static void hash_outcome(void *context, const int64_t *outcome, uint64_t times) {
  struct { uint64_t hash; unsigned width; } *sum = context;
  (void)times;
  sum->hash = hash_combine(sum->hash, hash_bytes(outcome, sum->width * sizeof *outcome));
}

/* Equal machines that are asked the same are one probe. */
static uint64_t identity(const struct probe *probe) {
  struct { uint64_t hash; unsigned width; } sum = { probe->key, 0 };
  if (!probe->allowed) return sum.hash;
  sum.width = probe->subject.program->observable_count;
  outcome_set_each(probe->allowed, hash_outcome, &sum);
  return sum.hash;
}

/* Cheap first; the order in which they were made breaks ties, since qsort need not keep it. */
static int by_cost(const void *a, const void *b) {
  const struct probe *p = a, *q = b;
  if (p->states != q->states) return p->states < q->states ? -1 : 1;
  return p->key < q->key ? -1 : p->key > q->key;
}

/* Of probes in the order of their cost: drops the tests beyond the budget. */
static unsigned keep_cheap(struct probe *items, unsigned count) {
  unsigned kept = 0;
  uint64_t states = 0;
  for (unsigned i = 0; i < count; i++) {
    if (items[i].test) states += items[i].states;
    if (items[i].test && states > TESTS_STATES_MAX) outcome_set_free(items[i].allowed);
    else items[kept++] = items[i];
  }
  return kept;
}

static unsigned keep_right(struct making *making, unsigned count) {
  unsigned kept = 0;
  struct sparse seen = { 0 };
  for (unsigned i = 0; i < count; i++) {
    struct probe probe = making->items[i];
    probe.key = making->right[i] ? identity(&probe) : 0;
    if (making->right[i] && !*sparse_at(&seen, probe.key)) {
      *sparse_at(&seen, probe.key) = 1;
      making->items[kept++] = probe;
    } else {
      outcome_set_free(probe.allowed);
    }
  }
  sparse_free(&seen);
  return kept;
}

bool probes_make(const struct setting *setting, const struct suite *suite, bool all, const struct effort *effort,
                 struct probes *probes, struct diagnostic *error) {
  struct candidates list = { 0 };
  bool good = true;
  *probes = (struct probes){ 0 };
  for (unsigned t = 0; t < suite->count && good; t++) good = add_test(&list, setting, &suite->tests[t], effort, true, error);
  add_clients(&list, setting, effort);
  struct making making = { .setting = setting, .effort = effort, .items = list.items,
                           .stop_at = setting_invariants(setting) | CLAIM(PROPERTY_OUTCOME) };
  making.right = memory_new(list.length, sizeof *making.right);
  if (good) effort_each(effort, list.length, try_probe, &making);
  unsigned kept = keep_right(&making, (unsigned)list.length);
  memory_free(making.right);
  qsort(list.items, kept, sizeof *list.items, by_cost);
  if (!all) kept = keep_cheap(list.items, kept);
  *probes = (struct probes){ list.items, kept, making.stop_at };
  if (!good) probes_clear(probes);
  return good;
}

void probes_clear(struct probes *probes) {
  for (unsigned i = 0; i < probes->count; i++) outcome_set_free(probes->items[i].allowed);
  memory_free(probes->items);
  *probes = (struct probes){ 0 };
}

struct coverage *coverage_run(const struct setting *setting, const struct suite *suite, const struct effort *effort) {
  struct candidates list = { 0 };
  struct diagnostic error = { NULL };
  for (unsigned t = 0; t < suite->count; t++) add_test(&list, setting, &suite->tests[t], effort, false, &error);
  struct making making = { .setting = setting, .effort = effort, .items = list.items,
                           .coverage = memory_new(1, sizeof *making.coverage) };
  making.right = memory_new(list.length, sizeof *making.right);
  pthread_mutex_init(&making.lock, NULL);
  effort_each(effort, list.length, try_probe, &making);
  pthread_mutex_destroy(&making.lock);
  memory_free(making.right);
  memory_free(list.items);
  diagnostic_clear(&error);
  return making.coverage;
}

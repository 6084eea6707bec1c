/* A mutant is noticed where the system is right and the mutant is not. So each probe is first
 * searched without a fault: the search must be complete, and break no claim. The rows that fired
 * say which mutants it can notice.
 *
 * The selection must not depend on time. Searches have bounds on bytes and states, and the cheapest
 * probes are kept up to a budget of states. Rows that fire in few of these add the cheapest probes
 * in which they do. The others are spare.
 *
 * A test on GPMs has up to hundreds of placements, and those of the smallest tests would use up
 * the budget. So a number of placements, spread evenly, is taken of each test, and as many on
 * GPUs with one GPM more. */

#include "engine/machine_search.h"
#include "mutation/probe_selection.h"

#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "run/effort.h"
#include "run/subject.h"
#include "machine/key.h"
#include "machine/outcomes.h"

/* Bounds on one search. */
struct limits {
  uint64_t bytes, states;
};
static const struct limits of_test = { 4 << 20, 30000 }, of_client = { 32 << 20, 120000 },
                           of_near = { 4 << 20, 30000 }, of_unreduced = { 32 << 20, 60000 };

/* Budgets of states for all tests together, from cold and warm. */
struct probe_budget {
  uint64_t cold, warm;
};
static const struct probe_budget own_budget = { 60000, 300000 }, near_budget = { 10000, 20000 },
                                 no_budget = { UINT64_MAX, UINT64_MAX };

enum { NEAR_THREADS_MAX = 2, PLACEMENTS_MAX = 32, NEAR_PLACEMENTS_MAX = 8, TESTS_OF_A_ROW = 4 };
enum { UNREDUCED_OF_A_ROW = 2, UNREDUCED_BUDGET = 200000 };

/* --- searching without a fault --- */

struct trying {
  const struct effort *effort;
  struct probe *items;
  bool *right;
  struct limits limits;
};

static struct search_options limits_of(const struct trying *trying, const struct probe *probe) {
  struct search_options options = effort_search(trying->effort, 1, trying->effort->threads);
  options.stop_at = probe->stop_at;
  options.model_memory = false;
  options.states_max = trying->limits.states;
  if (options.memory_max > trying->limits.bytes) options.memory_max = trying->limits.bytes;
  return options;
}

static void try_probe(void *context, uint64_t index) {
  struct trying *trying = context;
  struct probe *probe = &trying->items[index];
  const struct setting *setting = &probe->subject.setting;
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(&probe->subject, &error);
  diagnostic_clear(&error);
  if (!machine) return;
  if (probe->allowed) machine_forbid(machine, probe->allowed);
  probe->key = machine_key(machine);
  probe->stop_at = setting_invariants(setting) | CLAIM(PROPERTY_OUTCOME);
  struct search_options options = limits_of(trying, probe);
  struct search_result result = machine_search(machine, &options);
  probe->baseline = probe_observe(probe, machine, &result);
  probe->ends = probe->baseline.outcomes != 0;
  trying->right[index] = result.end == SEARCH_COMPLETE && result.states <= trying->limits.states;
  search_result_clear(&result);
  probe_note_rows(probe, machine, setting->system);
  machine_free(machine);
}

/* Equal machines with equal allowed outcomes are one probe. */
static uint64_t identity(const struct probe *probe) {
  if (!probe->allowed) return probe->key;
  return hash_combine(
      probe->key, probe_hash_outcomes(probe->allowed, probe->subject.program->observable_count));
}

/* The key breaks ties, since qsort is not stable. */
static int by_cost(const void *a, const void *b) {
  const struct probe *p = a, *q = b;
  if (p->baseline.states != q->baseline.states)
    return p->baseline.states < q->baseline.states ? -1 : 1;
  return p->key < q->key ? -1 : p->key > q->key;
}

/* Keeps the probes that are `right`, equal ones once, by cost. */
static void keep_right(struct probe_list *list, const bool *right) {
  size_t kept = 0;
  struct sparse seen = { 0 };
  for (size_t i = 0; i < list->length; i++) {
    struct probe *probe = &list->items[i];
    probe->key = right[i] ? identity(probe) : 0;
    if (right[i] && !*sparse_at(&seen, probe->key)) {
      *sparse_at(&seen, probe->key) = 1;
      list->items[kept++] = *probe;
    } else {
      outcome_set_free(probe->allowed);
    }
  }
  sparse_free(&seen);
  list->length = kept;
  if (kept) qsort(list->items, kept, sizeof *list->items, by_cost);
}

static void try_all(struct probe_list *list, const struct effort *effort, struct limits limits) {
  struct trying trying = { effort, list->items, memory_new(list->length, sizeof *trying.right),
                           limits };
  for (size_t i = 0; i < list->length; i++)
    list->items[i].subject.options.sum = list->items[i].subject.options.remembers =
        true; /* a mutant's rows may read data that would be dropped */
  jobs_each(effort, list->length, try_probe, &trying);
  keep_right(list, trying.right);
  memory_free(trying.right);
}

/* --- choosing --- */

/* How many probes each row fires in, up to 255. */
struct cover {
  unsigned char times[KINDS_MAX][256];
};

static void cover_add(struct cover *cover, const struct probe *probe) {
  for (unsigned k = 0; k < KINDS_MAX; k++)
    for (unsigned r = 0; r < 256; r++)
      if (probe->fires[k][r] && cover->times[k][r] < 255) cover->times[k][r]++;
}

/* Does a row fire here that fires in fewer than `least` counted probes? */
static bool cover_lacks(const struct cover *cover, const struct probe *probe, unsigned least) {
  for (unsigned k = 0; k < KINDS_MAX; k++)
    for (unsigned r = 0; r < 256; r++)
      if (probe->fires[k][r] && cover->times[k][r] < least) return true;
  return false;
}

/* Moves the tests beyond the budget to `spare`, except those with a row that fires in few
 * probes. The list is sorted by cost. */
static void keep_cheap(struct probe_list *list, uint64_t budget, struct cover *cover,
                       struct probe_list *spare) {
  size_t kept = 0;
  uint64_t states = 0;
  for (size_t i = 0; i < list->length; i++) {
    struct probe *probe = &list->items[i];
    if (probe->test) states += probe->baseline.states;
    if (probe->test && states > budget && !cover_lacks(cover, probe, TESTS_OF_A_ROW)) {
      vector_push(*spare, *probe);
      continue;
    }
    cover_add(cover, probe);
    list->items[kept++] = *probe;
  }
  list->length = kept;
}

static void append(struct probe_list *list, struct probe_list *more) {
  for (size_t i = 0; i < more->length; i++) vector_push(*list, more->items[i]);
  memory_free(more->items);
  *more = (struct probe_list){ 0 };
}

/* A copy of the probe, not yet searched. */
static struct probe probe_again(const struct probe *probe) {
  struct probe copy = *probe;
  if (copy.allowed)
    outcome_set_merge(copy.allowed = outcome_set_new(copy.subject.program->observable_count),
                      probe->allowed);
  memset(copy.fires, 0, sizeof copy.fires);
  memset(copy.asks, 0, sizeof copy.asks);
  return copy;
}

struct lists {
  struct probe_list kept, spare;
};

static void add_again(struct probe_list *to, const struct probe *probe, bool cold,
                      bool no_reduction) {
  struct probe copy = probe_again(probe);
  copy.subject.options.cold = cold;
  copy.subject.options.no_reduction |= no_reduction;
  vector_push(*to, copy);
}

/* Adds tests from cold, where most mutants die early, and those that are cheap so from every
 * warm start. */
static bool add_tests(struct lists *lists, const struct setting *setting, const struct suite *suite,
                      struct limits limits, struct probe_budget budget, const struct effort *effort,
                      struct cover *cover, struct diagnostic *error) {
  struct probe_list cold = { 0 }, warm = { 0 };
  struct cover of_cold = { { { 0 } } };
  if (!probe_list_add_tests(&cold, setting, suite, effort, true, error)) return false;
  for (size_t i = 0; i < cold.length; i++) cold.items[i].subject.options.cold = true;
  try_all(&cold, effort, limits);
  keep_cheap(&cold, budget.cold, &of_cold, &lists->spare);
  for (size_t i = 0; i < cold.length && !effort->machine.cold; i++)
    add_again(&warm, &cold.items[i], false, false);
  try_all(&warm, effort, limits);
  keep_cheap(&warm, budget.warm, cover, &lists->spare);
  for (size_t i = 0; i < cold.length; i++) cover_add(cover, &cold.items[i]);
  append(&lists->kept, &cold);
  append(&lists->kept, &warm);
  return true;
}

static void add_clients(struct probe_list *list, const struct setting *setting,
                        struct limits limits, const struct effort *effort, struct cover *cover) {
  struct probe_list clients = { 0 };
  probe_list_add_clients(&clients, setting, effort);
  try_all(&clients, effort, limits);
  for (size_t i = 0; i < clients.length; i++) cover_add(cover, &clients.items[i]);
  append(list, &clients);
}

/* They come last: they are large, and few mutants need them. */
static void add_clients_of_two_words(struct probe_list *list, const struct setting *setting,
                                     const struct effort *effort) {
  struct probe_list clients = { 0 };
  probe_list_add_clients_of_two_words(&clients, setting, effort);
  try_all(&clients, effort, of_client);
  append(list, &clients);
}

/* The tests of few threads. */
static struct suite small_tests(const struct suite *suite) {
  struct suite small = { memory_new(suite->count, sizeof *small.tests), 0, 0 };
  for (unsigned i = 0; i < suite->count; i++)
    if (suite->tests[i].program && suite->tests[i].program->thread_count <= NEAR_THREADS_MAX)
      small.tests[small.count++] = suite->tests[i];
  return small;
}

/* The suite's own record of a program; NULL: it has none. */
static const struct test *test_of(const struct suite *suite, const struct program *program) {
  for (unsigned i = 0; program && i < suite->count; i++)
    if (suite->tests[i].program == program) return &suite->tests[i];
  return NULL;
}

static void name_tests(struct probe_list *list, const struct suite *suite) {
  for (size_t i = 0; i < list->length; i++)
    list->items[i].test = test_of(suite, list->items[i].subject.program);
}

/* Limits the placements of a test on GPMs. */
static struct effort on_gpms(const struct effort *effort, const struct setting *setting,
                             unsigned most) {
  struct effort few = *effort;
  if (setting->system->topology.gpms && (!few.quick_placements || few.quick_placements > most))
    few.quick_placements = most;
  return few;
}

/* On GPUs with one GPM more, a fault that invalidates all GPMs but one leaves two that differ. */
static bool add_wider(struct lists *lists, const struct setting *setting, const struct suite *small,
                      const struct effort *few, struct cover *cover, struct diagnostic *error) {
  struct effort wider = *few;
  wider.wider = true;
  const struct topology *topology = &setting->system->topology;
  return !topology->gpms || topology->no_homes ||
         add_tests(lists, setting, small, of_near, near_budget, &wider, cover, error);
}

/* Adds nearby settings: other cores, parameters one step away, locations that share
 * lines and banks, more GPMs. */
static bool add_near(struct lists *lists, const struct setting *setting, const struct suite *suite,
                     const struct effort *effort, struct cover *cover, struct diagnostic *error) {
  struct suite small = small_tests(suite);
  struct nearby_settings near = nearby_settings_of(setting);
  struct effort few = on_gpms(effort, setting, NEAR_PLACEMENTS_MAX), sharing = few;
  bool good = true;
  for (unsigned i = 0; i < near.count && good; i++) {
    size_t kept = lists->kept.length, spare = lists->spare.length;
    good = add_tests(lists, &near.items[i], &small, of_near, near_budget, &few, cover, error);
    if (good) add_clients(&lists->kept, &near.items[i], of_near, effort, cover);
    for (; kept < lists->kept.length; kept++) lists->kept.items[kept].near = i + 1;
    for (; spare < lists->spare.length; spare++) lists->spare.items[spare].near = i + 1;
  }
  sharing.layouts = true;
  if (good && !effort->layouts)
    good = add_tests(lists, setting, &small, of_near, near_budget, &sharing, cover, error);
  good = good && add_wider(lists, setting, &small, &few, cover, error);
  name_tests(&lists->kept, suite);
  name_tests(&lists->spare, suite);
  memory_free(small.tests);
  return good;
}

/* Does a reduction rely on promises about the tables? */
static bool promises(const struct system *system) {
  if (system_forgets(system)) return true;
  for (const struct controller_kind *kind = system->kinds;
       kind < system->kinds + KINDS_MAX && kind->name; kind++)
    for (const struct internal *i = kind->internals; i < kind->internals + kind->internal_count;
         i++)
      if (i->promises.deferred || i->promises.persistent || i->promises.ample) return true;
  for (unsigned i = 0; i < system->event_count; i++)
    if (system->messages[i].promises.ample) return true;
  return false;
}

/* Adds some probes without reductions: clients, warm tests, and the cheapest of each row. */
static void add_unreduced(struct probe_list *list, const struct effort *effort) {
  struct probe_list plain = { 0 };
  struct cover tried = { { { 0 } } }, kept = { { { 0 } } };
  uint64_t states = 0;
  for (size_t i = 0; i < list->length; i++) {
    struct probe *probe = &list->items[i];
    bool cheap = !probe->subject.options.cold && states < UNREDUCED_BUDGET;
    if (!cheap && !cover_lacks(&tried, probe, 2 * UNREDUCED_OF_A_ROW)) continue;
    cover_add(&tried, probe);
    states += probe->baseline.states;
    struct probe copy = probe_again(probe);
    copy.subject.options.no_reduction = true;
    vector_push(plain, copy);
  }
  try_all(&plain, effort, of_unreduced);
  states = 0;
  for (size_t i = 0; i < plain.length; i++) {
    struct probe *probe = &plain.items[i];
    states += probe->baseline.states;
    if (states > UNREDUCED_BUDGET && !cover_lacks(&kept, probe, UNREDUCED_OF_A_ROW)) {
      outcome_set_free(probe->allowed);
      continue;
    }
    cover_add(&kept, probe);
    vector_push(*list, *probe);
  }
  memory_free(plain.items);
}

bool probes_make(const struct setting *setting, const struct suite *suite, bool all,
                 const struct effort *effort, struct probes *probes, struct diagnostic *error) {
  struct lists lists = { 0 };
  struct probe_list *list = &lists.kept;
  struct cover cover = { { { 0 } } };
  struct effort some = all ? *effort : on_gpms(effort, setting, PLACEMENTS_MAX);
  bool good = add_tests(&lists, setting, suite, of_test, all ? no_budget : own_budget, &some,
                        &cover, error);
  if (good) add_clients(list, setting, of_client, effort, &cover);
  if (good && list->length) qsort(list->items, list->length, sizeof *list->items, by_cost);
  good = good && add_near(&lists, setting, suite, effort, &cover, error);
  if (good && !effort->machine.no_reduction && promises(setting->system))
    add_unreduced(list, effort);
  if (good) add_clients_of_two_words(list, setting, effort);
  *probes = (struct probes){ list->items, (unsigned)list->length, lists.spare.items,
                             (unsigned)lists.spare.length };
  if (!good) probes_clear(probes);
  return good;
}

static bool any_may_notice(const struct probe *probe, const struct mutant *const *mutants,
                           unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (probe_may_notice(probe, mutants[i])) return true;
  return false;
}

void probes_widen(struct probes *probes, const struct mutant *const *mutants, unsigned count,
                  uint64_t settings, const struct effort *effort) {
  struct probe_list list = { probes->items, probes->count, probes->count }, more = { 0 };
  for (unsigned i = 0; i < probes->spare_count; i++) {
    const struct probe *probe = &probes->spare[i];
    if (!(settings >> probe->near & 1) || !any_may_notice(probe, mutants, count)) continue;
    bool reduces = !effort->machine.no_reduction && promises(probe->subject.setting.system);
    if (probe->subject.options.cold) add_again(&more, probe, true, false);
    add_again(&more, probe, effort->machine.cold, false);
    if (reduces) add_again(&more, probe, effort->machine.cold, true);
  }
  try_all(&more, effort, of_unreduced);
  append(&list, &more);
  probes->items = list.items;
  probes->count = (unsigned)list.length;
}

static void clear(struct probe *items, unsigned count) {
  for (unsigned i = 0; i < count; i++) outcome_set_free(items[i].allowed);
  memory_free(items);
}

void probes_clear(struct probes *probes) {
  clear(probes->items, probes->count);
  clear(probes->spare, probes->spare_count);
  *probes = (struct probes){ 0 };
}

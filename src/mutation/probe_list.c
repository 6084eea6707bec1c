/* Tests come in all placements, with what the claimed memory models allow; clients come in a few
 * sizes. */
#include "engine/machine_search.h"
#include "mutation/probe_list.h"

#include <pthread.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"
#include "run/coverage.h"
#include "run/effort.h"
#include "run/placements.h"
#include "run/subject.h"
#include "verify/claimed_models.h"
#include "machine/clients.h"
#include "machine/mutant.h"
#include "machine/outcomes.h"

/* --- allowed outcomes --- */

struct judging_tests {
  const struct suite *suite;
  const struct effort *effort;
  struct claimed_models models;
  struct outcome_set **allowed; /* by test */
};

struct intersection {
  struct outcome_set *to;
  const struct outcome_set *with;
};

static void intersect(void *context, const int64_t *outcome, uint64_t times) {
  struct intersection *both = context;
  (void)times;
  if (outcome_set_has(both->with, outcome)) outcome_set_add(both->to, outcome, 1);
}

/* Intersects `a`, which is freed, with `b`; NULL stands for all outcomes. */
static struct outcome_set *intersection(unsigned width, struct outcome_set *a,
                                        const struct outcome_set *b) {
  struct intersection both = { outcome_set_new(width), b };
  if (!a) {
    outcome_set_merge(both.to, b);
    return both.to;
  }
  outcome_set_each(a, intersect, &both);
  outcome_set_free(a);
  return both.to;
}

/* A race or a bound leaves open what is allowed, so it allows any outcome. */
static void judge_test(void *context, uint64_t index) {
  struct judging_tests *judging = context;
  const struct program *program = judging->suite->tests[index].program;
  for (size_t i = 0; i < judging->models.length && program; i++) {
    struct judgement judgement;
    struct judge_options options = { .unroll = judging->effort->unroll,
                                     .seconds_max = effort_left(judging->effort) };
    struct diagnostic unfit = { NULL };
    if (judge_program(judging->models.items[i], program, &options, &judgement, &unfit)) {
      if (!judgement.undefined && !judgement.bounded && !judgement.incomplete)
        judging->allowed[index] =
            intersection(program->observable_count, judging->allowed[index], judgement.allowed);
      judgement_clear(&judgement);
    }
    diagnostic_clear(&unfit);
  }
}

/* Judges all tests; the caller frees the array and each set. */
static bool judge_all(const struct setting *setting, const struct suite *suite,
                      const struct effort *effort, struct outcome_set ***allowed,
                      struct diagnostic *error) {
  struct judging_tests judging = { .suite = suite,
                                   .effort = effort,
                                   .allowed = *allowed =
                                       memory_new(suite->count, sizeof *judging.allowed) };
  struct model_set claimed = { .count = 0 };
  bool good = claimed_models_of(&judging.models, setting, &claimed, error);
  if (good) jobs_each(effort, suite->count, judge_test, &judging);
  claimed_models_clear(&judging.models);
  return good;
}

/* --- the lists --- */

static void add_test(struct probe_list *list, const struct setting *setting,
                     const struct test *test, const struct effort *effort,
                     const struct outcome_set *allowed) {
  struct placements placements;
  struct diagnostic unfit = { NULL };
  if (subject_lacks(setting, test->program)) return;
  bool fits = placements_list(setting, test->program, effort, &placements, &unfit);
  diagnostic_clear(&unfit);
  for (unsigned p = 0; fits && p < placements.count; p++) {
    struct probe probe = { .test = test,
                           .subject = { .setting = *setting,
                                        .program = test->program,
                                        .placement = placements.items[p],
                                        .options = effort->machine } };
    if (allowed)
      outcome_set_merge(probe.allowed = outcome_set_new(test->program->observable_count), allowed);
    vector_push(*list, probe);
  }
  if (fits) memory_free(placements.items);
}

bool probe_list_add_tests(struct probe_list *list, const struct setting *setting,
                          const struct suite *suite, const struct effort *effort, bool judged,
                          struct diagnostic *error) {
  struct outcome_set **allowed = NULL;
  bool good = !judged || judge_all(setting, suite, effort, &allowed, error);
  for (unsigned t = 0; t < suite->count; t++) {
    if (good && suite->tests[t].program)
      add_test(list, setting, &suite->tests[t], effort, allowed ? allowed[t] : NULL);
    if (allowed) outcome_set_free(allowed[t]);
  }
  memory_free(allowed);
  return good;
}

struct placing {
  struct probe_list *list;
  const struct setting *setting;
  const struct effort *effort;
};

static bool add_placed(void *context, const struct client *placed) {
  struct placing *placing = context;
  struct probe probe = { .subject = { .setting = *placing->setting,
                                      .client = *placed,
                                      .options = placing->effort->machine } };
  if (!probe.subject.options.capacity) probe.subject.options.capacity = 1;
  vector_push(*placing->list, probe);
  return true;
}

/* Clients of one SM, with SM and homes in every placement, on the system's topology. They come
 * again on one GPU with one GPM more, which may show more. Channels hold one message: no
 * controller acknowledges stores between GPMs, so endless stores fill any queue. */
static void add_clients_on_gpms(struct probe_list *list, const struct setting *setting,
                                const struct effort *effort) {
  static const struct {
    unsigned threads, lines, values;
  } sizes[] = { { 1, 1, 2 }, { 2, 1, 1 }, { 1, 2, 1 } };
  struct topology own = setting->system->topology, wider = { 1, own.gpms + 1 };
  struct placing placing = { list, setting, effort };
  if (own.no_homes) return;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct client client = client_of_size(1, sizes[i].threads, sizes[i].lines, sizes[i].values);
    client.topology = own;
    client_placements_each(&client, add_placed, &placing);
    client.topology = wider;
    client_placements_each(&client, add_placed, &placing);
  }
}

struct client_size {
  unsigned sms, threads, lines, values;
};

static void add_clients(struct probe_list *list, const struct setting *setting,
                        const struct effort *effort, const struct client_size *sizes,
                        unsigned count, bool two_words) {
  for (const struct client_size *size = sizes; size < sizes + count; size++) {
    struct probe probe = { .subject = { .setting = *setting, .options = effort->machine } };
    probe.subject.client = client_of_size(size->sms, size->threads, size->lines, size->values);
    probe.subject.client.two_words = two_words;
    if (setting_lines_share_clock(setting))
      probe.subject.options.together = true; /* a mutant's addresses may not be independent */
    vector_push(*list, probe);
  }
}

void probe_list_add_clients(struct probe_list *list, const struct setting *setting,
                            const struct effort *effort) {
  static const struct client_size sizes[] = { { 1, 1, 1, 2 }, { 1, 2, 1, 1 }, { 1, 3, 1, 1 },
                                              { 2, 2, 1, 1 }, { 2, 2, 1, 2 }, { 2, 3, 1, 1 },
                                              { 3, 3, 1, 1 }, { 1, 1, 2, 1 }, { 1, 2, 2, 1 },
                                              { 2, 2, 2, 1 } };
  add_clients(list, setting, effort, sizes, sizeof sizes / sizeof *sizes, false);
  if (setting->system->topology.gpms) add_clients_on_gpms(list, setting, effort);
}

/* Two words show data that a store does not overwrite, and words that come and go by themselves. */
void probe_list_add_clients_of_two_words(struct probe_list *list, const struct setting *setting,
                                         const struct effort *effort) {
  static const struct client_size sizes[] = { { 1, 1, 1, 2 }, { 1, 2, 1, 1 }, { 2, 2, 1, 1 } };
  add_clients(list, setting, effort, sizes, sizeof sizes / sizeof *sizes, true);
}

/* --- nearby settings --- */

static void add_setting(struct nearby_settings *near, const struct setting *setting) {
  for (unsigned i = 0; i < near->count; i++) {
    const struct setting *other = &near->items[i];
    bool same = other->core == setting->core &&
                !memcmp(other->values, setting->values, sizeof setting->values);
    bool claims_same = setting_invariants(other) == setting_invariants(setting) &&
                       !strcmp(setting_claims(other), setting_claims(setting));
    if (same && claims_same) return;
  }
  near->items[near->count++] = *setting;
}

/* Sound variants may differ by several parameters and claim more. One that claims less shows
 * that the same parameters are right elsewhere, where the system's claims would break. */
static void add_variants(struct nearby_settings *near, const struct setting *setting) {
  const struct variant *variants = setting->system->variants;
  for (unsigned i = 0; i < VARIANTS_MAX && variants[i].name; i++) {
    struct setting other;
    setting_of_variant(&other, setting->system, &variants[i]);
    other.core = setting->core;
    if (!setting_is_broken(&other) && !variants[i].invariants_lost) add_setting(near, &other);
  }
}

struct nearby_settings nearby_settings_of(const struct setting *setting) {
  struct nearby_settings near = { .count = 0 };
  for (unsigned core = 0; core < CORE_KINDS; core++) {
    if (core == setting->core || !setting->system->claims[core].offered) continue;
    near.items[near.count] = *setting;
    near.items[near.count++].core = (enum core_kind)core;
  }
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    for (int by = -1; by <= 1; by += 2) {
      int value = setting->values[i] + by;
      if (value < setting->system->parameters[i].least ||
          value > setting->system->parameters[i].greatest)
        continue;
      near.items[near.count] = *setting;
      near.items[near.count++].values[i] = value;
    }
  if (setting_is_plain(setting)) add_variants(&near, setting);
  return near;
}

/* A probe notices a mutant only if its row fired, or its negated guard was asked, without the
 * fault. */

/* A guard is asked wherever its event came, whichever row answered, and the guard of an internal
 * event wherever the event may happen. */
void probe_note_rows(struct probe *probe, const struct machine *machine,
                     const struct system *system) {
  struct coverage *coverage = memory_new(1, sizeof *coverage);
  coverage_add(coverage, machine, system);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    uint64_t internal = 0, met[STATES_MAX] = { 0 };
    for (unsigned i = 0; i < system->kinds[k].internal_count; i++)
      internal |= 1ull << system->kinds[k].internals[i].event;
    for (unsigned r = 0; r < table->row_count; r++)
      for (unsigned s = 0; s < table->state_count; s++) {
        probe->fires[k][r] |= coverage->fired[k][r][s] != 0;
        met[s] |= coverage->fired[k][r][s];
      }
    for (unsigned r = 0; r < table->row_count; r++)
      for (unsigned s = 0; s < table->state_count; s++)
        if (table->rows[r].in >> s & 1)
          probe->asks[k][r] |= (table->rows[r].on & (met[s] | internal)) != 0;
  }
  memory_free(coverage);
}

bool probe_may_notice(const struct probe *probe, const struct mutant *mutant) {
  bool asks = mutant->fault == MUTANT_NEGATE_GUARD && probe->asks[mutant->kind][mutant->row];
  return asks || probe->fires[mutant->kind][mutant->row];
}

struct hashing {
  uint64_t hash;
  unsigned width;
};

static void hash_outcome(void *context, const int64_t *outcome, uint64_t times) {
  struct hashing *sum = context;
  (void)times;
  sum->hash = hash_combine(sum->hash, hash_bytes(outcome, sum->width * sizeof *outcome));
}

uint64_t probe_hash_outcomes(const struct outcome_set *set, unsigned width) {
  struct hashing sum = { 0, width };
  outcome_set_each(set, hash_outcome, &sum);
  return sum.hash;
}

struct probe_observation probe_observe(const struct probe *probe, const struct machine *machine,
                                       const struct search_result *result) {
  struct probe_observation baseline = { .states = result->states,
                                        .transitions = result->transitions,
                                        .content = machine_sum(machine) };
  if (!probe->test) return baseline;
  struct outcome_set *outcomes = machine_outcomes(machine);
  if (outcome_set_size(outcomes))
    baseline.outcomes =
        probe_hash_outcomes(outcomes, machine_outcome_width(probe->subject.program));
  outcome_set_free(outcomes);
  return baseline;
}

bool probe_observation_equal(struct probe_observation a, struct probe_observation b) {
  return a.states == b.states && a.transitions == b.transitions && a.content == b.content &&
         a.outcomes == b.outcomes;
}

/* Searches each machine, or the beginning of its states, and gathers the cells that fired. */

/* With `widely`: placements of each test, from cold, and bounds on states. */
enum { PLACEMENTS_TO_COVER = 32, STATES_TO_COVER = 10000, CLIENT_STATES_TO_COVER = 300000 };

struct covering {
  const struct effort *effort;
  bool widely;
  struct probe *items;
  struct coverage *coverage;
  pthread_mutex_t lock;
};

static void cover_one(void *context, uint64_t index) {
  struct covering *covering = context;
  struct subject *subject = &covering->items[index].subject;
  struct diagnostic error = { NULL };
  struct search_options options = effort_search(covering->effort, 1, covering->effort->threads);
  if (covering->widely) {
    options.states_max = subject->program ? STATES_TO_COVER : CLIENT_STATES_TO_COVER;
    subject->options.cold = true;
  }
  struct machine *machine = subject_machine(subject, &error);
  diagnostic_clear(&error);
  if (!machine) return;
  struct search_result result = machine_search(machine, &options);
  search_result_clear(&result);
  pthread_mutex_lock(&covering->lock);
  coverage_add(covering->coverage, machine, subject->setting.system);
  pthread_mutex_unlock(&covering->lock);
  machine_free(machine);
}

/* Probes stand in the order of their tests. */
static void keep_few_placements(struct probe_list *list) {
  const struct program *program = NULL;
  size_t kept = 0;
  unsigned placements = 0;
  for (size_t i = 0; i < list->length; i++) {
    if (list->items[i].subject.program != program) placements = 0;
    program = list->items[i].subject.program;
    if (placements++ < PLACEMENTS_TO_COVER) list->items[kept++] = list->items[i];
  }
  list->length = kept;
}

struct coverage *coverage_run(const struct setting *setting, const struct suite *suite, bool widely,
                              const struct effort *effort) {
  struct probe_list list = { 0 };
  struct diagnostic error = { NULL };
  probe_list_add_tests(&list, setting, suite, effort, false, &error);
  diagnostic_clear(&error);
  if (widely) {
    keep_few_placements(&list);
    probe_list_add_clients(&list, setting, effort);
  }
  struct covering covering = { .effort = effort,
                               .widely = widely,
                               .items = list.items,
                               .coverage = memory_new(1, sizeof *covering.coverage) };
  pthread_mutex_init(&covering.lock, NULL);
  jobs_each(effort, list.length, cover_one, &covering);
  pthread_mutex_destroy(&covering.lock);
  memory_free(list.items);
  return covering.coverage;
}

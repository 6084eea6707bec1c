/* Searches each machine, or the beginning of its states, and gathers the cells that fired. */
#include "engine/machine_search.h"
#include "mutation/coverage_search.h"

#include <pthread.h>
#include "base/memory.h"
#include "mutation/probe.h"
#include "mutation/probe_list.h"
#include "run/jobs.h"
#include "run/subject.h"

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

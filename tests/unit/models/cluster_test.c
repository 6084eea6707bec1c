/* A search by clusters and one of the slots agree (docs/internals/clusters.md).
 *
 * The test compares states, transitions, broken properties and the trace: for every record and
 * variant, with and without symmetry, for one thread and two.  A sample explores fewer states,
 * and gives each variant one of the clients, in turn (sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "machine/clients.h"
#include "machine/machine.h"
#include "tests/unit/sanitized.h"
#include "trace_words.h"

static const struct client clients[] = {
  { .sms = 2, .threads = 3, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 0 } },
  { .sms = 3, .threads = 3, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2 } },
  { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } },
};
enum {
  CLIENTS = sizeof clients / sizeof *clients,
  STATES_MAX_HERE = 3000,
  STATES_MAX_OF_SAMPLE = 1000
};

struct cluster_searched {
  struct search_result result;
  uint64_t sum, stand_for;
  char *trace;
};

static struct cluster_searched search_client(const struct setting *setting,
                                             const struct client *client,
                                             struct machine_options options, unsigned threads) {
  struct diagnostic error = { NULL };
  options.sum = true;
  struct machine *machine = machine_new_client(setting, client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_options limits = { .threads = threads,
                                   .stop_at = setting_invariants(setting),
                                   .states_max =
                                       test_is_whole() ? STATES_MAX_HERE : STATES_MAX_OF_SAMPLE };
  struct cluster_searched searched = { .result = machine_search(machine, &limits) };
  const struct trace *trace = searched.result.trace;
  if (trace) assert_true(trace_replays(machine_model(machine), trace));
  searched.trace = trace_words(machine_model(machine), trace);
  searched.sum = machine_sum(machine);
  searched.stand_for = trace ? 0 : machine_orbit_states(machine);
  search_result_clear(&searched.result);
  machine_free(machine);
  return searched;
}

static bool same(const struct cluster_searched *a, const struct cluster_searched *b) {
  return a->result.states == b->result.states && a->result.transitions == b->result.transitions &&
         a->result.depth == b->result.depth && a->result.broken == b->result.broken &&
         a->result.blocked == b->result.blocked && a->result.end == b->result.end &&
         a->sum == b->sum && a->stand_for == b->stand_for && !strcmp(a->trace, b->trace);
}

/* With all clients, or with one. */
static void compare(const struct setting *setting, const char *name, bool all, unsigned one) {
  for (unsigned i = 0; i < 2 * CLIENTS; i++) {
    if (!all && i / 2 != one) continue;
    struct machine_options options = { .no_symmetry = i % 2,
                                       .capacity = i == 2 ? 1 : 0,
                                       .together = i != 2 * CLIENTS - 1 };
    struct cluster_searched clusters =
        search_client(setting, &clients[i / 2], options, 1 + i / 2 % 2);
    options.no_clusters = true;
    struct cluster_searched slots = search_client(setting, &clients[i / 2], options, 1);
    if (!same(&clusters, &slots))
      fail_msg("%s, client %u: %lu states by clusters, %lu by slots:\n%s\n%s", name, i,
               (unsigned long)clusters.result.states, (unsigned long)slots.result.states,
               clusters.trace, slots.trace);
    free(clusters.trace);
    free(slots.trace);
  }
}

static void every_record(void **state) {
  unsigned turn = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned variant = 0; variant <= VARIANTS_MAX; variant++) {
      const struct variant *chosen = variant ? &(*system)->variants[variant - 1] : NULL;
      char name[128];
      struct diagnostic error = { NULL };
      struct setting setting;
      if (chosen && !chosen->name) break;
      snprintf(name, sizeof name, "%s%s%s", (*system)->name, chosen ? ":" : "",
               chosen ? chosen->name : "");
      if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
      compare(&setting, name, !chosen || test_is_whole(), turn++ % CLIENTS);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(every_record) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

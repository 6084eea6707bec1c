/* Where a machine's moves touch more sets of clusters than there are lanes for (recall.h), those of
 * no lane are told anew in each state: then too a search finds what one finds that remembers
 * nothing, and one of the slots themselves.  Four SMs of mesi have that many in eight levels; in
 * ten there are thousands of such states.  Of every system's smaller machines lanes are taken away
 * while they are searched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/memory.h"
#include "kit/successor_cache.h"

enum recall_manner { REMEMBERING, CROWDED, BY_CLUSTERS, BY_SLOTS };

struct recall_question {
  struct setting setting;
  struct client client;
  uint64_t states_max;
};
struct recall_searched {
  struct search_result result;
  uint64_t sum;
  unsigned crowded;
};

/* Workers that met moves of no lane. */
static unsigned crowded;

static bool met_no_lane(const struct successor_cache *recall) {
  uint64_t lanes = 0;
  for (unsigned i = 0; i < WIDTH_MAX; i++)
    for (uint32_t j = 0; j < recall->spots[i].count; j++)
      lanes |= recall->spots[i].contents[j].lanes;
  for (uint32_t i = 0; i < 1u << recall->item_bits; i++) lanes |= recall->items[i].lanes;
  return lanes >> LANE_OTHERS;
}

static void look_and_free(const struct model *model, void *data) {
  const struct cluster_worker *worker = data;
  crowded += worker->recall && met_no_lane(worker->recall);
  clusters_model(model->self).worker_free(model, data);
}

/* Lanes that are left once the first state was told. */
static unsigned spare;

static struct steps_emitted tell_crowded(const struct model *model, void *data, struct sink *sink) {
  struct successor_cache *recall = ((struct cluster_worker *)data)->recall;
  struct steps_emitted told = successor_cache_emit(model, data, sink);
  while (recall->lane_count + spare < LANE_OTHERS)
    recall->lanes[recall->lane_count++] = (struct lane){ .clusters = 0 };
  return told;
}

static struct search_result search_clusters(struct machine *machine, enum recall_manner manner,
                                            const struct search_options *limits) {
  struct clusters *clusters = clusters_new(machine);
  struct model model = clusters_model(clusters);
  model.worker_free = look_and_free;
  if (manner == BY_CLUSTERS) model.emit = cluster_emit;
  if (manner == CROWDED) model.emit = tell_crowded;
  assert_int_equal(machine_warm(machine, limits), SEARCH_COMPLETE);
  struct search_result result = search_run(&model, limits);
  clusters_free(clusters);
  return result;
}

static struct machine *machine_of(const struct recall_question *question, bool no_clusters) {
  struct machine_options options = {
    .no_symmetry = true, .sum = true, .together = true, .no_clusters = no_clusters
  };
  struct diagnostic error = { NULL };
  struct machine *machine =
      machine_new_client(&question->setting, &question->client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  return machine;
}

static struct recall_searched search_in(const struct recall_question *question,
                                        enum recall_manner manner, unsigned threads) {
  struct search_options limits = { .threads = threads, .states_max = question->states_max };
  struct machine *machine = machine_of(question, manner == BY_SLOTS);
  struct recall_searched searched;
  crowded = 0;
  searched.result = manner == BY_SLOTS ? machine_search(machine, &limits)
                                       : search_clusters(machine, manner, &limits);
  searched.sum = machine_sum(machine);
  searched.crowded = crowded;
  search_result_clear(&searched.result);
  machine_free(machine);
  return searched;
}

static bool remembers(const struct recall_question *question) {
  struct machine *machine = machine_of(question, false);
  struct clusters *clusters = clusters_new(machine);
  bool does = clusters && successor_cache_applies(clusters);
  clusters_free(clusters);
  machine_free(machine);
  return does;
}

static void assert_same(const struct recall_question *question, const struct recall_searched *due,
                        const struct recall_searched *found) {
  const struct search_result *a = &due->result, *b = &found->result;
  bool same = a->states == b->states && a->transitions == b->transitions && a->depth == b->depth &&
              a->broken == b->broken && a->blocked == b->blocked && a->end == b->end &&
              due->sum == found->sum;
  if (!same)
    fail_msg("%s: %lu states and %lu transitions instead of %lu and %lu",
             question->setting.system->name, (unsigned long)b->states,
             (unsigned long)b->transitions, (unsigned long)a->states,
             (unsigned long)a->transitions);
}

static void more_lanes_than_there_are(void **state) {
  struct recall_question question = {
    .client = { .sms = 4, .threads = 4, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2, 3 } },
    .states_max = 40000
  };
  struct diagnostic error = { NULL };
  (void)state;
  assert_true(setting_parse(&question.setting, "mesi", &error) && remembers(&question));
  struct recall_searched slots = search_in(&question, BY_SLOTS, 1),
                         clusters = search_in(&question, BY_CLUSTERS, 1);
  assert_same(&question, &slots, &clusters);
  assert_int_equal(clusters.crowded, 0);
  for (unsigned threads = 1; threads <= 2; threads++) {
    struct recall_searched remembering = search_in(&question, REMEMBERING, threads);
    assert_same(&question, &slots, &remembering);
    assert_true(remembering.crowded > 0);
  }
  assert_int_equal(memory_blocks(), 0);
}

static void few_lanes(void **state) {
  static const unsigned spares[] = { 0, 3, 8 };
  unsigned tried = 0, told_anew = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    struct recall_question question = {
      .client = { .sms = 3, .threads = 3, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2 } },
      .states_max = 3000
    };
    struct diagnostic error = { NULL };
    if (!setting_parse(&question.setting, (*system)->name, &error)) fail_msg("%s", error.message);
    if (!remembers(&question)) continue;
    struct recall_searched slots = search_in(&question, BY_SLOTS, 1);
    for (unsigned i = 0; i < sizeof spares / sizeof *spares; i++, tried++) {
      spare = spares[i];
      struct recall_searched few = search_in(&question, CROWDED, 1);
      assert_same(&question, &slots, &few);
      told_anew += few.crowded;
    }
  }
  assert_true(tried > 20 && told_anew > tried / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(more_lanes_than_there_are),
                                      cmocka_unit_test(few_lanes) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What a state breaks is found by clusters (which remember what properties saw) as it is by slots:
 * for every mutant of a protocol that claims nothing that looks at controllers' states, so that
 * what clusters show of copies is all that there is to see; and of those whose invariant is seen
 * line by line (sights.c), of two lines.  Of one that looks at two lines together it would not be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "kit/machine.h"
#include "plant.h"
#include "reach.h"
#include "tests/peers/msi.c"
#include "tests/unit/sanitized.h"

static uint64_t broken_in(const struct setting *setting, const struct client *client,
                          struct machine_options options, uint64_t states_max) {
  struct search_options limits = { .threads = 1, .states_max = states_max };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(setting, client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &limits);
  uint64_t broken = result.broken;
  search_result_clear(&result);
  machine_free(machine);
  return broken;
}

static uint64_t broken_by(const struct setting *setting, const struct mutant *mutant,
                          bool no_clusters) {
  struct client client = {
    .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 }
  };
  struct machine_options options = { .no_reduction = true,
                                     .no_clusters = no_clusters,
                                     .mutant = mutant };
  return broken_in(setting, &client, options, 1000);
}

static void mutants(void **state) {
  (void)state;
  const struct setting setting = { .system = &system_msi };
  uint64_t all = 0;
  assert_null(setting.system->invariant);
  for (unsigned i = 0; i < mutant_count(setting.system); i++) {
    struct mutant mutant = mutant_at(setting.system, i);
    uint64_t broken = broken_by(&setting, &mutant, false);
    assert_int_equal(broken, broken_by(&setting, &mutant, true));
    all |= broken;
  }
  assert_true(all & CLAIM(PROPERTY_SWMR));
}

/* --- line by line --- */

enum { STATES_COMPARED = 20000, STATES_TO_LOSE = 150000 };

/* How many states the system's own invariant was seen not to hold in. */
static const struct system *counted;
static uint64_t refuted;

static bool count_refuted(const struct machine *machine, const struct local *const *locals,
                          const struct message *messages, unsigned count) {
  bool holds = counted->invariant_in_flight(machine, locals, messages, count);
  refuted += !holds;
  return holds;
}

static uint64_t refuted_in(const struct setting *setting, struct topology topology,
                           const struct mutant *mutant, uint64_t states_max, bool no_clusters) {
  const struct client client = { .sms = 2,
                                 .threads = 2,
                                 .lines = 2,
                                 .values = 1,
                                 .sm_of_thread = { 0, 1 },
                                 .topology = topology,
                                 .placed = true,
                                 .gpm_of_sm = { 0, (uint8_t)(topology.gpus * topology.gpms - 1) },
                                 .home_of_line = { 1, topology.gpus * topology.gpms > 2 ? 2 : 0 } };
  struct machine_options options = {
    .mutant = mutant, .capacity = 1, .together = true, .no_clusters = no_clusters
  };
  refuted = 0;
  broken_in(setting, &client, options, states_max);
  return refuted;
}

static struct setting counting(struct system *system, const char *model) {
  struct setting setting = setting_of(&(struct question){ .model = model });
  *system = *setting.system;
  assert_non_null(system->seen_with_all_lines);
  counted = setting.system;
  system->invariant_in_flight = count_refuted;
  setting.system = system;
  return setting;
}

/* In how many states the invariant does not hold, of which none is passed over. */
static uint64_t refuted_either_way(const struct setting *setting, struct topology topology,
                                   struct mutant mutant, uint64_t states_max) {
  uint64_t by_slots = refuted_in(setting, topology, &mutant, states_max, true);
  assert_int_equal(refuted_in(setting, topology, &mutant, states_max, false), by_slots);
  return by_slots;
}

/* And of the mutant by which something is lost that was in flight: controllers then look as they
 * did while it was. */
static void line_by_line(const char *model, struct mutant loses) {
  struct system system;
  const struct setting setting = counting(&system, model);
  for (unsigned i = 0, every = test_is_whole() ? 1 : 9; i < mutant_count(&system); i += every)
    refuted_either_way(&setting, system.topology, mutant_at(&system, i), STATES_COMPARED);
  assert_true(refuted_either_way(&setting, (struct topology){ 1, 2 }, loses, STATES_TO_LOSE) > 0);
}

static void nhcc(void **state) {
  (void)state;
  line_by_line("nhcc", fault_drop("nhcc", 1, "Table I invalidation", "drop_copy"));
}

static void hmg(void **state) {
  (void)state;
  line_by_line("hmg", fault_drop("hmg", 1, "Table I invalidation", "drop_copy"));
}

static void sw_hier(void **state) {
  (void)state;
  line_by_line("sw-hier", fault_drop("sw-hier", 1, "VI: releases", "ack_release"));
}

static bool has_one_line(const struct machine *machine, const struct local *const *locals,
                         const struct message *messages, unsigned count) {
  const struct local *l1 = locals[machine_l1(machine, 0)];
  (void)messages;
  (void)count;
  return !l1->line[0].state || !l1->line[1].state;
}

/* An invariant that looks at two lines together, which it should not. */
static void false_promise(void **state) {
  (void)state;
  struct system system, planted;
  const struct setting setting = counting(&system, "nhcc");
  planted = *counted;
  planted.invariant_in_flight = has_one_line;
  counted = &planted;
  uint64_t by_slots = refuted_in(&setting, system.topology, NULL, STATES_COMPARED, true);
  assert_true(refuted_in(&setting, system.topology, NULL, STATES_COMPARED, false) < by_slots);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(mutants), cmocka_unit_test(nhcc),
                                      cmocka_unit_test(hmg), cmocka_unit_test(sw_hier),
                                      cmocka_unit_test(false_promise) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

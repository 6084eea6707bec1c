/* The protocols that other model checkers are compared on have the state spaces that were published
 * for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "machine/clients.h"
#include "machine/machine.h"
#include "machine/mutant.h"
#include "tests/peers/german.c"
#include "tests/unit/sanitized.h"

static struct search_result search_peer(const char *name, unsigned sms, bool no_symmetry,
                                        enum visited_kind visited, unsigned threads) {
  struct client client = { .sms = sms, .threads = sms, .lines = 1, .values = 1 };
  struct machine_options options = { .no_symmetry = no_symmetry };
  struct search_options limits = { .threads = threads, .visited = visited, .stop_at = ~0ull };
  struct diagnostic error = { NULL };
  struct setting setting;
  for (unsigned i = 0; i < sms; i++) client.sm_of_thread[i] = i;
  if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
  struct machine *machine = machine_new_client(&setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &limits);
  assert_int_equal(result.end, SEARCH_COMPLETE);
  search_result_clear(&result);
  machine_free(machine);
  return result;
}

static void expect(struct search_result result, uint64_t states, uint64_t transitions) {
  assert_int_equal(result.states, states);
  if (transitions) assert_int_equal(result.transitions, transitions);
}

static void german(void **state) {
  (void)state;
  expect(search_peer("german", 3, true, VISITED_CONCURRENT, 1), 58104, 235872);
  expect(search_peer("german", 3, true, VISITED_CONCURRENT, 2), 58104, 235872);
  expect(search_peer("german", 3, false, VISITED_CONCURRENT, 1), 5235, 0);
  expect(search_peer("german", 4, false, VISITED_CONCURRENT, 1), 28088, 0);
  if (SANITIZED) return; /* half a million states: nothing that four clients do not show */
  expect(search_peer("german", 6, false, VISITED_CONCURRENT, 1), 536837, 4303458);
}

static uint64_t broken_by(const struct setting *setting, const struct mutant *mutant,
                          bool no_clusters) {
  struct client client = {
    .sms = 8, .threads = 8, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2, 3, 4, 5, 6, 7 }
  };
  struct machine_options options = { .no_symmetry = true,
                                     .no_clusters = no_clusters,
                                     .mutant = mutant };
  struct search_options limits = { .threads = 1, .states_max = 20000 };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &limits);
  uint64_t broken = result.broken;
  search_result_clear(&result);
  machine_free(machine);
  return broken;
}

/* The invariant's view of the home outgrows the word in which clusters keep property views, which
 * is then laid out anew.  Mutants break the same properties as in a search by slots. */
static void breaks_what_slots_say(void **state) {
  (void)state;
  struct setting setting;
  struct diagnostic error = { NULL };
  uint64_t all = 0;
  if (!setting_parse(&setting, "german", &error)) fail_msg("%s", error.message);
  for (unsigned i = 0; i < mutant_count(setting.system); i++) {
    struct mutant mutant = mutant_at(setting.system, i);
    uint64_t broken = broken_by(&setting, &mutant, false);
    assert_int_equal(broken, broken_by(&setting, &mutant, true));
    all |= broken;
  }
  assert_true(all & CLAIM(PROPERTY_OWN));
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(german),
                                      cmocka_unit_test(breaks_what_slots_say) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

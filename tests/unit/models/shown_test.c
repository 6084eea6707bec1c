/* A search by clusters remembers property views, and breaks the same properties as a search by
 * slots.  Checked for every mutant of a protocol without an invariant over controllers, whose
 * properties see only the copies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "machine/clients.h"
#include "machine/machine.h"
#include "machine/mutant.h"
#include "reach.h"
#include "tests/peers/msi.c"

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
  const struct setting setting = { .system = &msi_system_record };
  uint64_t all = 0;
  assert_null(setting.system->own_invariant.holds);
  for (unsigned i = 0; i < mutant_count(setting.system); i++) {
    struct mutant mutant = mutant_at(setting.system, i);
    uint64_t broken = broken_by(&setting, &mutant, false);
    assert_int_equal(broken, broken_by(&setting, &mutant, true));
    all |= broken;
  }
  assert_true(all & CLAIM(PROPERTY_SWMR));
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(mutants) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

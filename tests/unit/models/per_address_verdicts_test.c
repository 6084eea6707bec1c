/* If lines together refute a record, a variant or a mutant, then some line by itself does
 * (abstract/per_address.c).  per_address_test.c compares the steps.  `make test` takes fewer
 * mutants, and smaller clients (see sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "per_address.h"
#include "machine/clients.h"
#include "machine/machine_private.h"
#include "machine/mutant.h"
#include "plant.h"
#include "tests/unit/sanitized.h"

struct alone_verdicts_verdicts {
  struct setting setting;
  const struct mutant *mutant;
  uint64_t together, each;
  unsigned searched;
  bool undecided; /* a line by itself has more states than are searched */
};

enum { TOGETHER_MAX = 3000, TOGETHER_MAX_OF_SAMPLE = 2000, EACH_MAX = 2000000 };

static uint64_t broken_by(struct alone_verdicts_verdicts *verdicts, const struct client *placed,
                          unsigned alone, uint64_t stop_at, uint64_t states_max) {
  /* The messages of a step to one controller fit; an L2 of rcc-hier may answer a release and the
   * drains of two threads at once. */
  unsigned capacity = placed->topology.no_homes ? 3 : placed->topology.gpms ? 1 : 2;
  struct machine_options options = { .capacity = capacity,
                                     .only_line = alone,
                                     .mutant = verdicts->mutant };
  struct machine *machine = machine_of_client(&verdicts->setting, placed, &options);
  struct search_options limits = { .threads = 1, .stop_at = stop_at, .states_max = states_max };
  struct search_result result = machine_search(machine, &limits);
  uint64_t broken = result.broken & stop_at;
  if (alone && !broken && result.end == SEARCH_OUT_OF_STATES) verdicts->undecided = true;
  else if (alone && !broken) assert_int_equal(result.end, SEARCH_COMPLETE);
  search_result_clear(&result);
  machine_free(machine);
  return broken;
}

static bool compare_in(void *context, const struct client *placed) {
  struct alone_verdicts_verdicts *verdicts = context;
  uint64_t together = broken_by(verdicts, placed, 0, SAFETY,
                                test_is_whole() ? TOGETHER_MAX : TOGETHER_MAX_OF_SAMPLE),
           each = 0;
  for (unsigned line = 0; line < placed->lines && together && !each; line++)
    if (first_with_that_home(placed, line) == line)
      each |= broken_by(verdicts, placed, 1 + line, SAFETY, EACH_MAX);
  verdicts->searched++;
  verdicts->together |= together;
  verdicts->each |= each;
  return !together || each;
}

/* Are lines together found to break something?  Then a line by itself is, in the same placement;
 * `*undecided` counts those of which that takes too many states. */
static bool is_refuted(const struct setting *setting, const struct mutant *mutant,
                       unsigned *undecided) {
  struct alone_verdicts_verdicts verdicts = { .setting = *setting, .mutant = mutant };
  struct client client = { .sms = 1,
                           .threads = test_is_whole() ? 2 : 1,
                           .lines = 2,
                           .values = 1,
                           .topology = setting->system->topology };
  in_each_placement(&client, compare_in, &verdicts);
  assert_true(verdicts.searched > 0);
  bool misses = verdicts.together && !verdicts.each;
  *undecided += misses && verdicts.undecided;
  if (misses && !verdicts.undecided) {
    char *text = mutant ? mutant_text(setting->system, mutant) : NULL;
    fail_msg("%s, %s: no line by itself breaks anything", setting->system->name,
             text ? text : "a variant");
  }
  return verdicts.together;
}

static unsigned refuted_mutants(const struct system *system, unsigned *undecided) {
  struct setting setting = setting_named(system->name);
  unsigned refuted = 0, apart = test_is_whole() ? 3 : 13;
  for (unsigned i = 0; i < mutant_count(system); i += apart) {
    struct mutant mutant = mutant_at(system, i);
    refuted += is_refuted(&setting, &mutant, undecided);
  }
  return refuted;
}

static void verdicts(void **state) {
  unsigned broken = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    if (!(*system)->promises.per_address) continue;
    struct setting own = setting_named((*system)->name);
    unsigned undecided = 0;
    assert_false(is_refuted(&own, NULL, &undecided));
    for (unsigned v = 0; v < VARIANTS_MAX && (*system)->variants[v].name; v++) {
      struct setting setting;
      assert_true(!setting_of_variant(&setting, *system, &(*system)->variants[v]));
      if (!alone_is_refused(&setting)) broken += is_refuted(&setting, NULL, &undecided);
    }
    assert_int_equal(undecided, 0);
    unsigned refuted = refuted_mutants(*system, &undecided);
    assert_true(refuted > 10 * undecided);
    print_message("%s: %u mutants refuted, %u of them together alone, as far as was searched\n",
                  (*system)->name, refuted, undecided);
  }
  assert_true(broken > 0);
}

/* Others may act at any time.  Still a request that waits for an answer is stuck if none comes. */
static void a_deadlock_of_one_alone(void **state) {
  const struct mutant lost[] = { fault_drop("sw-hier", 0, "IV-A: software-managed, write-through",
                                            "answer_loads"),
                                 fault_drop("sw-flat", 0, "HMG VI; thesis 5.7", "serve"),
                                 fault_drop("rcc", 0, "IV/Data", "serve") };
  static const char *const names[] = { "sw-hier", "sw-flat", "rcc" };
  (void)state;
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    struct alone_verdicts_verdicts verdicts = { .setting = setting_named(names[i]) };
    struct client client = {
      .sms = 1, .threads = 1, .lines = 2, .values = 1, .topology = verdicts.setting.system->topology
    };
    assert_int_equal(broken_by(&verdicts, &client, 1, CLAIM(PROPERTY_DEADLOCK), 0), 0);
    verdicts.mutant = &lost[i];
    assert_int_not_equal(broken_by(&verdicts, &client, 1, CLAIM(PROPERTY_DEADLOCK), 0), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(verdicts),
                                      cmocka_unit_test(a_deadlock_of_one_alone) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

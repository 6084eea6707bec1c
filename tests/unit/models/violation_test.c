/* What traces say of properties that no variant loses: mutants of mesi lose each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "machine/mutant.h"
#include "machine/violation.h"
#include "machine/clients.h"
#include "protocol/placement.h"
#include "protocol/system.h"
#include "search/search.h"

/* Searches with a mutant, up to the property.  Returns what the run breaks; no text: none. */
static struct violation search(const struct setting *setting, const struct mutant *mutant,
                               enum property property) {
  struct client client = { .sms = 2, .lines = 1, .values = 2, .threads = 2 };
  client.sm_of_thread[1] = 1;
  struct machine_options options = { .mutant = mutant };
  struct diagnostic error = { NULL };
  struct violation violation = { 0 };
  struct machine *machine = machine_new_client(setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_options search_options = { .stop_at = CLAIM(property), .states_max = 4000 };
  struct search_result result = machine_search(machine, &search_options);
  if (result.trace && result.trace->property == property)
    violation = violation_of(machine, result.trace);
  search_result_clear(&result);
  machine_free(machine);
  return violation;
}

static void expect_said(const char *model, enum property property, const char *const *parts) {
  const struct system *system = system_find(model, (unsigned)strlen(model));
  struct setting setting;
  assert_null(setting_of_variant(&setting, system, NULL));
  unsigned told = 0;
  for (unsigned i = 0; i < mutant_count(system) && told < 3; i++) {
    struct mutant mutant = mutant_at(system, i);
    struct violation violation = search(&setting, &mutant, property);
    for (const char *const *part = parts; violation.step && *part; part++)
      if (!violation.text.bytes || !strstr(violation.text.bytes, *part))
        fail_msg("no \"%s\" in \"%s\"", *part, violation.text.bytes ? violation.text.bytes : "");
    told += violation.step > 0;
    violation_clear(&violation);
  }
  assert_true(told > 0);
}

static void test_swmr(void **state) {
  (void)state;
  static const char *const parts[] = { " may write a (since step ", " while L1.", " it", NULL };
  expect_said("mesi", PROPERTY_SWMR, parts);
}

static void test_data_value(void **state) {
  (void)state;
  static const char *const parts[] = { "L1.", " a", "(since step ", NULL };
  expect_said("mesi", PROPERTY_DATA_VALUE, parts);
}

static void test_never(void **state) {
  (void)state;
  static const char *const parts[] = { "mesi.c:", NULL };
  expect_said("mesi", PROPERTY_NEVER, parts);
}

static void test_deadlock(void **state) {
  (void)state;
  static const char *const parts[] = { "no step goes on with any of this",
                                       "the last step: ", NULL };
  expect_said("mesi", PROPERTY_DEADLOCK, parts);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_swmr),
                                      cmocka_unit_test(test_data_value),
                                      cmocka_unit_test(test_never),
                                      cmocka_unit_test(test_deadlock) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

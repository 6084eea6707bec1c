/* Audits (kit/answers.c, kit/audit.c): no system is at fault, and each planted fault is found by the check that is for it.
 *
 * `make test` searches few states of each system; with WHOLE, more.
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "kit/inside.h"
#include "plant.h"
#include "reach.h"
#include "tests/unit/described.h"
#include "tests/unit/sanitized.h"

struct size { unsigned sms, threads, lines; bool two_words; };

static struct machine *audited(const struct setting *setting, const struct size *size) {
  struct client client = { .sms = size->sms, .threads = size->threads, .lines = size->lines, .values = 2,
                           .two_words = size->two_words };
  struct machine_options options = { .audit = true, .no_reduction = true, .together = true };
  struct diagnostic error = { NULL };
  for (unsigned i = 0; i < size->threads; i++) client.sm_of_thread[i] = i < size->sms ? i : 0;
  struct machine *machine = machine_new_client(setting, &client, &options, &error);
  if (!machine) fail_msg("%s: %s", setting->system->name, error.message);
  return machine;
}

/* The run to what an audit finds, in words; NULL: it finds nothing.  To be released with free(). */
static char *audit(const struct setting *setting, const struct size *size, uint64_t states) {
  struct machine *machine = audited(setting, size);
  uint64_t faults = (setting_invariants(setting) | CLAIM(PROPERTY_NEVER)) & ~(uint64_t)CLAIM(PROPERTY_DEADLOCK);
  struct search_options limits = { .threads = 1, .states_max = states, .stop_at = faults };
  struct search_result result = machine_search(machine, &limits);
  char *found = result.trace ? steps_described(machine_model(machine), result.trace) : NULL;
  if (getenv("SHOW")) {
    printf("%s %s %ux%ux%u: %llu states, end %d, broken %llx\n", setting->system->name, core_kind_name(setting->core), size->sms, size->threads, size->lines, (unsigned long long)result.states, result.end, (unsigned long long)result.broken);
    if (found) printf("%s\n", found);
  }
  search_result_clear(&result);
  machine_free(machine);
  return found;
}

static void audit_cores(const struct system *system, const struct size *size, uint64_t states) {
  for (unsigned core = 0; core < CORE_KINDS; core++) {
    struct setting setting = setting_of(&(struct question){ .model = system->name });
    if (!system->claims[core].offered) continue;
    setting.core = core;
    char *found = audit(&setting, size, states);
    if (found && !getenv("SHOW")) fail_msg("%s, %s cores: %s", system->name, core_kind_name(core), found);
    free(found);
  }
}

static void test_systems(void **state) {
  static const struct size sizes[] = { { 2, 2, 1, false }, { 2, 3, 2, false }, { 1, 2, 1, true } };
  (void)state;
  const char *only = getenv("ONLY");
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      if (only && strcmp(only, (*system)->name)) continue;
      audit_cores(*system, &sizes[i], getenv("STATES") ? (uint64_t)atoll(getenv("STATES")) : 2000);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_systems) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

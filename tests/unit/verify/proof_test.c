/* `prove` refutes what the records of variants lose, by its default client. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/memory.h"
#include "run/subject.h"
#include "verify/proof.h"
#include "tests/unit/sanitized.h"
#include "run/coverage.h"
#include "run/effort.h"
#include "verify/audit.h"
#include "machine/clients.h"

static struct setting setting_named(const struct system *system, const struct variant *variant) {
  struct setting setting;
  struct diagnostic error = { NULL };
  char *name = variant ? memory_format("%s:%s", system->name, variant->name)
                       : memory_format("%s", system->name);
  if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
  memory_free(name);
  return setting;
}

static struct proof prove_within(const struct setting *setting, struct client asked,
                                 uint64_t memory) {
  struct effort effort = { .threads = 1, .memory_max = memory };
  struct diagnostic error = { NULL };
  struct client client = client_asked(setting, &asked);
  struct proof proof;
  if (!proof_run(setting, &client, &effort, &proof, &error)) fail_msg("%s", error.message);
  return proof;
}

static struct proof prove_default(const struct setting *setting, struct client asked) {
  return prove_within(setting, asked, 0);
}

/* `make test` leaves those to CI that need more memory. */
static void test_every_variant(void **state) {
  (void)state;
  unsigned tried = 0, left = 0;
  uint64_t memory = test_is_of_ci() ? 0 : 16 << 20;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned v = 0; v < VARIANTS_MAX && (*system)->variants[v].name; v++) {
      const struct variant *variant = &(*system)->variants[v];
      if (!variant->invariants_lost) continue;
      struct setting setting = setting_named(*system, variant);
      struct proof proof = prove_within(&setting, (struct client){ 0 }, memory);
      if (memory && proof.result.end == SEARCH_OUT_OF_MEMORY &&
          !(proof.result.broken & variant->invariants_lost)) {
        print_message("# left to make test-ci: %s:%s\n", (*system)->name, variant->name);
        left++;
      } else if (!(proof.result.broken & variant->invariants_lost) || proof_status(&proof))
        fail_msg("%s:%s loses none of what its record says", (*system)->name, variant->name);
      proof_clear(&proof);
      tried++;
    }
  assert_true(tried > 0 && left < tried / 4);
}

static void test_clients(void **state) {
  (void)state;
  struct setting plain = setting_named(system_find("rcc-sc", 6), NULL), merge = plain;
  struct diagnostic error = { NULL };
  assert_true(setting_parse(&merge, "rcc-sc:printed-merge", &error));
  struct client client = client_asked(&plain, &(struct client){ 0 });
  assert_true(client.sms == 2 && client.threads == 2 && client.lines == 1 && client.values == 2);
  client = client_asked(&merge, &(struct client){ 0 });
  assert_true(client.sms == 2 && client.threads == 3 && client.lines == 1 && client.values == 1);
  client = client_asked(&merge, &(struct client){ .sms = 4, .values = 3 });
  assert_true(client.sms == 4 && client.threads == 4 && client.lines == 1 && client.values == 3);
  client = client_asked(&merge, &(struct client){ .threads = 1 });
  assert_true(client.sms == 2 && client.threads == 1);
}

/* Independent addresses share channels: two may fill what one never does. `rfo` with forwards
 * and answers in one channel of one message: two addresses deadlock. */
static void test_lines_fill_a_channel(void **state) {
  (void)state;
  enum { FORWARD = 1, RESPONSE };
  struct setting setting = setting_named(system_find("rfo", 3), NULL);
  struct system narrow = *setting.system;
  for (unsigned event = 0; event < narrow.event_count; event++)
    if (narrow.messages[event].network == RESPONSE) narrow.messages[event].network = FORWARD;
  narrow.networks[FORWARD].capacity = 1;
  setting.system = &narrow;
  struct proof one = prove_default(&setting, (struct client){ .lines = 1, .values = 1 });
  assert_int_equal(proof_broken(&one), 0);
  struct proof two = prove_default(&setting, (struct client){ .lines = 2, .values = 1 });
  assert_int_equal(proof_broken(&two), CLAIM(PROPERTY_DEADLOCK));
  assert_true(two.result.blocked && two.addresses_share_channels && !one.addresses_share_channels);
  proof_clear(&one);
  proof_clear(&two);
  setting.system = system_find("rfo", 3);
  struct proof wide = prove_default(&setting, (struct client){ .lines = 2, .values = 1 });
  assert_true(machine_one_line(wide.machine) && !wide.addresses_share_channels &&
              !wide.result.blocked);
  proof_clear(&wide);
}

/* A client too small for the violation contradicts nothing; one large enough does. */
static void test_too_small(void **state) {
  (void)state;
  struct setting setting;
  struct diagnostic error = { NULL };
  assert_true(setting_parse(&setting, "rcc-sc:printed-merge", &error));
  struct proof proof = prove_default(&setting, (struct client){ .threads = 2 });
  assert_int_equal(proof.result.end, SEARCH_COMPLETE);
  assert_false(proof_misses_violation(&proof));
  assert_int_equal(proof_status(&proof), 0);
  struct variant smaller = *setting.variant;
  smaller.shown_by.threads = 2;
  proof.subject.setting.variant = &smaller;
  assert_true(proof_misses_violation(&proof));
  assert_int_equal(proof_status(&proof), 1);
  proof_clear(&proof);
}

/* A cycle among all attempts, or with edges of real time, may have no cycle of committed
 * transactions. Without a second graph the property is undecided. */
static void test_one_graph_tells_no_two_properties_apart(void **state) {
  (void)state;
  const uint64_t serialisable = CLAIM(PROPERTY_SERIALISABLE), opacity = CLAIM(PROPERTY_OPACITY),
                 strict = CLAIM(PROPERTY_STRICT);
  assert_int_equal(proof_undecided(&(struct proof){ .claimed = serialisable | opacity,
                                                    .result.broken = opacity }),
                   serialisable);
  assert_int_equal(
      proof_undecided(&(struct proof){ .claimed = serialisable, .result.broken = opacity }), 0);
  assert_int_equal(proof_undecided(&(struct proof){ .claimed = serialisable | opacity }), 0);
  assert_int_equal(proof_undecided(&(struct proof){ .claimed = serialisable | opacity | strict,
                                                    .result.broken = strict }),
                   serialisable | opacity);
  assert_int_equal(proof_undecided(&(struct proof){ .claimed = serialisable | opacity,
                                                    .result.broken = strict }),
                   0);
}

static void make_audits(const struct setting *setting, double deadline, struct audits *audits) {
  struct effort effort = { .threads = 1, .deadline = deadline };
  struct client client = client_asked(setting, &(struct client){ .values = 1 });
  struct exercise exercise = { NULL };
  audits_make(setting, &client, &effort, 0, &exercise, audits);
  exercise_clear(&exercise);
}

/* An audit without time left says so. */
static void test_no_time_for_audits(void **state) {
  (void)state;
  struct setting setting = setting_named(system_find("wt", 2), NULL);
  struct audits audits;
  make_audits(&setting, 1e-9, &audits);
  for (unsigned kind = 0; kind < AUDITS; kind++) {
    assert_true(!audits.items[kind].count && !audits.items[kind].programs);
    assert_true(audits.items[kind].why_not || audits.items[kind].cut);
  }
  assert_string_equal(audits.items[AUDIT_AS_ASKED].cut, "no time was left");
  audits_clear(&audits);
}

/* Clients and programs that no machine takes, for a channel without room, are reported. */
static void test_refused_by_the_kit(void **state) {
  (void)state;
  struct setting setting = setting_named(system_find("wt", 2), NULL);
  struct system narrow = *setting.system;
  narrow.networks[0].capacity = 0;
  setting.system = &narrow;
  struct audits audits;
  make_audits(&setting, 0, &audits);
  assert_int_equal(audits.items[AUDIT_AS_ASKED].count, 0);
  assert_string_equal(audits.items[AUDIT_AS_ASKED].cut, "the kit takes no such client");
  const struct audit *programs = &audits.items[AUDIT_PROGRAMS];
  assert_true(programs->programs > 0 && programs->unjudged == programs->programs);
  audits_clear(&audits);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_clients),
                                      cmocka_unit_test(test_too_small),
                                      cmocka_unit_test(test_lines_fill_a_channel),
                                      cmocka_unit_test(test_no_time_for_audits),
                                      cmocka_unit_test(test_refused_by_the_kit),
                                      cmocka_unit_test(
                                          test_one_graph_tells_no_two_properties_apart) };
  const struct CMUnitTest long_ones[] = { cmocka_unit_test(test_every_variant) };
  return cmocka_run_group_tests(tests, NULL, NULL) +
         (SANITIZED ? 0 : cmocka_run_group_tests(long_ones, NULL, NULL));
}

/* Finds systems by name, parses settings, and checks all records. */
#include "support.h"
#include "base/memory.h"
#include "protocol/record.h"

static void test_names(void **state) {
  (void)state;
  assert_non_null(system_find("split", 5));
  assert_null(system_find("split", 4));
  assert_null(system_find("spli", 4));
  assert_ptr_equal(system_find("split:x", 5), system_find("split", 5));
  for (const struct system *const *system = systems(); system[0] && system[1]; system++)
    assert_true(strcmp(system[0]->name, system[1]->name) < 0);
}

static enum permission may_read(const struct local *local, unsigned line) {
  return local->line[line].waiting ? PERMISSION_NONE : PERMISSION_READ;
}

static bool all_is_well(const struct shape *shape, const struct local *const *locals) {
  return shape && locals;
}

/* `split` with parameters and variants. */
static struct system record(void) {
  struct system system = *system_find("split", 5);
  system.kinds[0].permission = may_read;
  system.own_invariant.holds = all_is_well;
  system.invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_OWN);
  system.claims[CORE_IO] = (struct claim){ .offered = true, .memory_models = "sc", .fails = "SB*" };
  system.claims[CORE_WEAK].offered = false;
  system.parameters[0] = (struct parameter){ "lease", 2, 0, 9, "" };
  system.parameters[1] = (struct parameter){ "least", 1, 1, 1, "" };
  system.variants[0] = (struct variant){
    .name = "bad", .fails = "MP*", .invariants_lost = CLAIM(PROPERTY_SWMR), .memory_models = ""
  };
  return system;
}

static void expect_refused(bool good, struct diagnostic *error, const char *part) {
  assert_false(good);
  assert_non_null(error->message);
  if (!strstr(error->message, part)) fail_msg("%s", error->message);
  diagnostic_clear(error);
}

static void test_assigning(void **state) {
  (void)state;
  struct system system = record();
  struct setting setting = { .system = &system, .values = { 2, 1 } };
  struct diagnostic error = { NULL };
  assert_true(setting_assign(&setting, "lease=9", &error));
  assert_int_equal(setting.values[0], 9);
  assert_true(setting_assign(&setting, "lease=0", &error));
  static const char *const wrong[] = { "lease=10", "lease=-1", "lease=", "lease",
                                       "lease=x",  "lease=1x", "least=0" };
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
    expect_refused(setting_assign(&setting, wrong[i], &error), &error, "expected a number from");
  expect_refused(setting_assign(&setting, "leas=1", &error), &error, "no parameter \"leas\"");
  assert_int_equal(setting.values[0], 0);
  assert_int_equal(setting.values[1], 1);
}

static void test_choosing(void **state) {
  (void)state;
  struct system system = record();
  struct setting setting = { .system = &system };
  struct diagnostic error = { NULL };
  assert_true(setting_core(&setting, "gpu", &error));
  assert_int_equal(setting.core, CORE_GPU);
  expect_refused(setting_core(&setting, "weak", &error), &error, "does not run with weak cores");
  expect_refused(setting_core(&setting, "cpu", &error), &error, "no such core");
  expect_refused(setting_parse(&setting, "nothing", &error), &error, "no such model: nothing");
  expect_refused(setting_parse(&setting, "split:odd", &error), &error,
                 "split has no variant \"odd\"");
  assert_true(setting_parse(&setting, "split", &error));
  char *name = setting_name(&setting);
  assert_string_equal(name, "split");
  memory_free(name);
}

/* Every system claims deadlock, never and overflow.  A variant lists its losses and own claims. */
static void test_claims(void **state) {
  (void)state;
  struct system system = record();
  struct setting setting = { .system = &system };
  unsigned all = CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_OVERFLOW);
  assert_int_equal(setting_invariants(&setting), all | CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_OWN));
  system.invariants |= CLAIM(PROPERTY_LOAD_VALUE);
  assert_int_equal(setting_invariants(&setting), all | system.invariants);
  assert_int_equal(setting_invariants_of_programs(&setting),
                   all | CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_OWN));
  setting.variant = &(struct variant){ .invariants_lost = CLAIM(PROPERTY_DATA_VALUE) };
  assert_int_equal(setting_invariants(&setting), all | CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_OWN));
  setting.variant = NULL;
  system.invariants &= ~CLAIM(PROPERTY_LOAD_VALUE);
  assert_string_equal(setting_claims(&setting), "sc");
  assert_string_equal(setting_fails(&setting), "SB*");
  setting.core = CORE_GPU;
  assert_string_equal(setting_claims(&setting), "");
  setting.variant = &system.variants[0];
  assert_int_equal(setting_invariants(&setting), all | CLAIM(PROPERTY_OWN));
  system.variants[0].invariants_claimed = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_STRICT);
  assert_int_equal(setting_invariants(&setting),
                   all | CLAIM(PROPERTY_OWN) | system.variants[0].invariants_claimed);
  system.variants[0].invariants_lost |= CLAIM(PROPERTY_SERIALISABLE);
  assert_int_equal(setting_invariants(&setting), all | CLAIM(PROPERTY_OWN));
  assert_string_equal(setting_claims(&setting), "");
  assert_string_equal(setting_fails(&setting), "MP*");
  char *name = setting_name(&setting);
  assert_string_equal(name, "split:bad");
  memory_free(name);
}

static void test_records(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct system system = record();
  assert_true(system_check(&system, &error));
  system.source = NULL;
  expect_refused(system_check(&system, &error), &error, "lacks a name");
  system = record();
  system.core = CORE_WEAK;
  expect_refused(system_check(&system, &error), &error, "default core (.core) is not offered");
  system = record();
  system.messages[EVENT_OWN] = (struct message_kind){ .name = "DATA", .network = 1 };
  expect_refused(system_check(&system, &error), &error, "DATA is on no network");
  system = record();
  system.messages[EVENT_OWN] =
      (struct message_kind){ .name = "SERVE", .instead = 1, .lease = NO_LEASE };
  system.networks[0] = (struct network){ .name = "up", .capacity = 1 };
  system.networks[1] = (struct network){ .name = "down", .capacity = 1 };
  system.network_count = 2;
  expect_refused(system_check(&system, &error), &error,
                 "SERVE goes by another network where no parameter says so");
  system.messages[EVENT_OWN].instead_where = 3; /* it has two */
  expect_refused(system_check(&system, &error), &error,
                 "SERVE goes by another network where no parameter says so");
  system.messages[EVENT_OWN].instead_where = 2;
  assert_true(system_check(&system, &error));
  system = record();
  system.kinds[0].table.row_count--;
  expect_refused(system_check(&system, &error), &error, "split/memory: cell M/SERVE has no row");
}

static void test_orders(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct system system = record();
  system.network_count = 1;
  system.networks[0] = (struct network){
    .name = "up", .capacity = 1, .instead_where = 2, .instead = { FIFO, FIFO_PER_LINE }
  };
  assert_true(system_check(&system, &error));
  system.networks[0].instead_where = 3;
  expect_refused(system_check(&system, &error), &error,
                 "network up goes by no parameter that is 0 to 2");
  system.networks[0].instead_where = 1; /* up to 9 */
  expect_refused(system_check(&system, &error), &error,
                 "network up goes by no parameter that is 0 to 2");
  system.network_count = NETWORKS_MAX + 1;
  expect_refused(system_check(&system, &error), &error, "too many networks");
}

static bool is_long(const struct setting *setting) { return setting->values[0] == 9; }

static void test_banks(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct system system = record();
  system.one_bank = is_long;
  expect_refused(system_check(&system, &error), &error, "in one bank, and banks do not matter");
  system.banks_matter = true;
  expect_refused(system_check(&system, &error), &error, "in one bank, and banks do not matter");
  system.kinds[0].instances = ONE_PER_BANK;
  assert_true(system_check(&system, &error));
  system.time = TIME_REMAINING;
  system.promises.lines_share_clock = record_lines_always_share_clock;
  assert_true(system_check(&system, &error)); /* no variant has them in one */
  system.variants[0].settings[0].name = "lease";
  system.variants[0].settings[0].value = 9;
  expect_refused(system_check(&system, &error), &error,
                 "though they share nothing, or a clock alone");
  system.promises.lines_share_clock = NULL;
  system.promises.lines_apart = true;
  expect_refused(system_check(&system, &error), &error,
                 "though they share nothing, or a clock alone");
}

static void test_internals(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct system system = record();
  system.kinds[0].internals[0] = (struct internal){ .event = EVENT_OWN, .over = PER_CORE };
  system.kinds[0].internal_count = 1;
  struct internal *internal = &system.kinds[0].internals[0];
  assert_true(system_check(&system, &error));
  internal->promises.deferred = true;
  expect_refused(system_check(&system, &error), &error,
                 "is deferred or persistent, and over no line");
  internal->over = PER_LINE;
  assert_true(system_check(&system, &error));
  internal->promises.persistent = true;
  expect_refused(system_check(&system, &error), &error,
                 "is persistent, though lines share something");
  system.promises.lines_apart = true;
  assert_true(system_check(&system, &error));
  internal->over = ONCE;
  expect_refused(system_check(&system, &error), &error,
                 "is deferred or persistent, and over no line");
  internal->promises.deferred = internal->promises.persistent = system.promises.lines_apart = false;
  system.promises.tick = EVENT_OWN;
  assert_true(system_check(&system, &error));
  internal->over = PER_CORE;
  assert_true(system_check(&system, &error));
  system.kinds[0].extra_line_per_core = true;
  expect_refused(system_check(&system, &error), &error, "a tick is over a line");
  system.kinds[0].extra_line_per_core = false;
  internal->over = PER_LINE;
  expect_refused(system_check(&system, &error), &error, "a tick is over a line");
}

static bool is_nothing(struct local *local, unsigned other, unsigned i) {
  (void)local, (void)other;
  return !i;
}

static unsigned is_no_company(const struct local *local, unsigned line) {
  (void)local, (void)line;
  return 0;
}

static void test_company(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct system system = record();
  system.kinds[0].promises.context = is_nothing;
  expect_refused(system_check(&system, &error), &error, "split: memory: it has a context");
  system.promises.per_address = record_always_per_address;
  expect_refused(system_check(&system, &error), &error,
                 "split: memory: .promises.context without .promises.context_of");
  system.kinds[0].promises.context_of = is_no_company;
  assert_true(system_check(&system, &error));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_names),    cmocka_unit_test(test_assigning),
    cmocka_unit_test(test_choosing), cmocka_unit_test(test_claims),
    cmocka_unit_test(test_records),  cmocka_unit_test(test_orders),
    cmocka_unit_test(test_banks),    cmocka_unit_test(test_internals),
    cmocka_unit_test(test_company),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

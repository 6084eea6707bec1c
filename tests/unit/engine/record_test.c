/* Records with omissions or contradictions are refused, with file and line, and all findings at
 * once. Each case plants one fault in a copy of a whole record. */
#include "support.h"
#include "base/memory.h"
#include "protocol/record.h"

/* --- a port and a home, with one message each way --- */

enum { EVENT_ASK = EVENT_OWN, EVENT_DATA, EVENT_COUNT };
#define ASK (1ull << EVENT_ASK)
#define DATA (1ull << EVENT_DATA)
enum { EMPTY = 1, FULL = 2, GOING = 4 };
static const char *const events[] = { "LOAD",  "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE",
                                      "FENCE", "EVICT", "EXPIRY", "ASK",          "DATA" };
static const char *const short_events[] = { "LOAD",         "STORE",         "ATOMIC",
                                            "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE",
                                            "EVICT",        "EXPIRY",        "ASK" };
static const char *const port_states[] = { "EMPTY", "FULL", "GOING" };
static const char *const short_states[] = { "EMPTY", "FULL" };
static const char *const home_states[] = { "HOME" };

static unsigned lower_nothing(const struct shape *shape, const struct instruction *instruction,
                              struct micro *out) {
  return shape && instruction && out ? 0 : 0;
}
static enum permission permission(const struct local *local, unsigned line) {
  return local->line[line].state == 1 ? PERMISSION_READ : PERMISSION_NONE;
}
static bool not_at_all(const struct step *s) { return s && false; }
static const struct data *value(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}
static bool invariant(const struct shape *shape, const struct local *const *locals) {
  return shape && locals;
}

static const struct row port_rows[] = {
  ROW("ask", EMPTY, LOAD, always, GOING),      ROW("hit", FULL, LOAD, always, SAME),
  STALL("busy", GOING, LOAD, always),          ROW("drop", FULL, EVICT, always, EMPTY),
  STALL("none", EMPTY | GOING, EVICT, always), ROW("fill", GOING, DATA, always, FULL),
  NEVER("none", EMPTY | FULL, DATA),
};
static const struct row home_rows[] = { ROW("give", EMPTY, ASK, always, SAME) };

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define WHOLE(names, port_names, rows_)                                                          \
  .title = "a port and a home", .source = "none", .not_modelled = "nothing",                     \
  .kinds = { { .name = "port",                                                                   \
               .table = { port_rows, rows_, port_names, 3, EMPTY | FULL, names, EVENT_COUNT,     \
                          LOAD | EVICT | DATA },                                                 \
               .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .environment = true } }, \
               .internal_count = 1,                                                              \
               .instances = ONE_PER_SM,                                                          \
               .permission = permission,                                                         \
               .lease = NO_LEASE },                                                              \
             { .name = "home",                                                                   \
               .table = { home_rows, 1, home_states, 1, EMPTY, names, EVENT_COUNT, ASK },        \
               .instances = ONE_PER_BANK,                                                        \
               .value = value,                                                                   \
               .lease = NO_LEASE } },                                                            \
  .events = names, .event_count = EVENT_COUNT,                                                   \
  .networks = { { "up", UNORDERED, 1 }, { "down", UNORDERED, 1 } }, .network_count = 2,          \
  .messages = { [EVENT_ASK] = { "ASK", 0, .lease = NO_LEASE },                                   \
                [EVENT_DATA] = { "DATA", 1, .lease = NO_LEASE } },                               \
  .lower = lower_nothing, .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc" } },  \
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE), .client = LOAD,               \
  .parameters = { { "one", 1, 0, 2, "" } },                                                      \
  .variants = { { .name = "two", .settings = { { "one", 2 } } } }

SYSTEM(whole) = { .name = "whole", WHOLE(events, port_states, COUNT_OF(port_rows)) };
/* Arrays that end too soon, or whose rows are not all counted. */
SYSTEM(events_short) = { .name = "events-short",
                         WHOLE(short_events, port_states, COUNT_OF(port_rows)) };
SYSTEM(states_short) = { .name = "states-short", WHOLE(events, short_states, COUNT_OF(port_rows)) };
SYSTEM(rows_short) = { .name = "rows-short", WHOLE(events, port_states, COUNT_OF(port_rows) - 1) };
SYSTEM(rows_long) = { .name = "rows-long", WHOLE(events, port_states, COUNT_OF(port_rows) + 1) };
/* The second one of a name. */
SYSTEM(twin) = { .name = "twin", WHOLE(events, port_states, COUNT_OF(port_rows)) };
SYSTEM(other_twin) = { .name = "twin", WHOLE(events, port_states, COUNT_OF(port_rows)) };

static char *refusal_of(const struct system *system) {
  struct diagnostic error = { NULL };
  bool good = system_check(system, &error);
  assert_int_equal(good, error.message == NULL);
  return error.message;
}

static void expect_refused(const struct system *system, const char *part) {
  char *refusal = refusal_of(system);
  if (!refusal || !strstr(refusal, part))
    fail_msg("\"%s\" instead of \"%s\"", refusal ? refusal : "not refused", part);
  memory_free(refusal);
}

static void test_whole(void **state) {
  (void)state;
  char *refusal = refusal_of(&whole_system_record);
  if (refusal) fail_msg("%s", refusal);
}

/* Without a scheme of time, nobody has to say NO_LEASE.  Sets of states do for .permission. */
static void test_stock_choices(void **state) {
  (void)state;
  struct system system = whole_system_record;
  system.kinds[0].lease = system.kinds[1].lease = system.messages[EVENT_DATA].lease = 0;
  system.kinds[0].permission = NULL;
  system.kinds[0].writable = FULL;
  char *refusal = refusal_of(&system);
  if (refusal) fail_msg("%s", refusal);
  assert_int_equal(lease_meant(0, system.kinds[0].times), NO_LEASE);
  const char *const named[TIMES] = { "end" };
  assert_int_equal(lease_meant(0, named), 0);
}

static void test_permissions(void **state) {
  (void)state;
  struct controller_kind kind = { .readable = EMPTY | GOING, .writable = GOING };
  union {
    struct local local;
    uint8_t room[sizeof(struct local) + sizeof(struct line)];
  } at = { { 0 } };
  assert_true(controller_kind_has_copies(&kind));
  assert_int_equal(controller_kind_permission(&kind, &at.local, 0), PERMISSION_READ);
  at.local.line[0].state = 1;
  assert_int_equal(controller_kind_permission(&kind, &at.local, 0), PERMISSION_NONE);
  at.local.line[0].state = 2;
  assert_int_equal(controller_kind_permission(&kind, &at.local, 0), PERMISSION_WRITE);
  kind = (struct controller_kind){ .permission = permission };
  assert_int_equal(controller_kind_permission(&kind, &at.local, 0), PERMISSION_NONE);
  kind.permission = NULL;
  assert_false(controller_kind_has_copies(&kind));
}

static void test_sizes(void **state) {
  (void)state;
  struct record_sizes sizes;
  whole_system_sizes(&sizes);
  if (sizes.events == SIZE_UNKNOWN) skip(); /* a build without optimisation */
  expect_refused(&events_short_system_record,
                 "names of events: the record counts 10, and the array holds 9");
  expect_refused(&events_short_system_record, "record_test.c:");
  expect_refused(&states_short_system_record,
                 "port: names of states: the record counts 3, and the array holds 2");
  expect_refused(&rows_short_system_record,
                 "port: rows of its table: the record counts 6, and the array holds 7");
  expect_refused(&rows_long_system_record,
                 "port: rows of its table: the record counts 8, and the array holds 7");
}

static void test_twins(void **state) {
  (void)state;
  expect_refused(&twin_system_record, "2 records have this name");
  expect_refused(&other_twin_system_record, "2 records have this name");
}

/* --- one slip each --- */

#define SLIP(name, ...) \
  static void name(struct system *s) { __VA_ARGS__; }
SLIP(no_title, s->title = "")
SLIP(no_lower, s->lower = NULL)
SLIP(no_kinds, memset(s->kinds, 0, sizeof s->kinds))
SLIP(no_events, s->events = NULL)
SLIP(kind_behind, s->kinds[0].name = NULL)
SLIP(kinds_alike, s->kinds[1].name = "port")
SLIP(fewer_events, s->event_count--; s->kinds[0].table.event_count--;
     s->kinds[1].table.event_count--)
SLIP(other_events, s->kinds[1].table.event_count--)
SLIP(no_stable, s->kinds[0].table.stable = 0)
SLIP(odd_stable, s->kinds[0].table.stable |= 8)
SLIP(odd_start, s->kinds[0].start_state = 3)
SLIP(transient_start, s->kinds[0].start_state = 2)
SLIP(no_internal_count, s->kinds[0].internal_count = 0)
SLIP(internal_twice, s->kinds[0].internals[1] = s->kinds[0].internals[0];
     s->kinds[0].internal_count = 2)
SLIP(request_of_itself, s->kinds[0].internals[0].event = EVENT_STORE)
SLIP(unseen_internal, s->kinds[0].internals[0].event = EVENT_EXPIRY)
SLIP(many_internals, s->kinds[0].internal_count = INTERNALS_MAX + 1)
SLIP(not_lazy, s->kinds[0].internals[0].promises.only_loads_observe = true)
SLIP(no_modules, s->kinds[1].instances = ONE_PER_GPM)
SLIP(no_lease_said, s->kinds[0].lease = 0; s->time = TIME_REMAINING)
SLIP(no_message_lease_said, s->messages[EVENT_DATA].lease = 0; s->time = TIME_LOGICAL)
SLIP(leased_without_time, s->kinds[0].lease = 1)
SLIP(readable_twice, s->kinds[0].readable = FULL)
SLIP(readable_nowhere, s->kinds[0].permission = NULL; s->kinds[0].writable = 8)
SLIP(no_time, s->kinds[0].times[0] = "end")
SLIP(no_networks, s->network_count = 1)
SLIP(network_unnamed, s->networks[1].name = NULL)
SLIP(network_twice, s->networks[1].name = "up")
SLIP(no_capacity, s->networks[1].capacity = 0)
SLIP(odd_sender, s->networks[1].senders = 4)
SLIP(off_network, s->messages[EVENT_DATA].network = 2)
SLIP(message_unnamed, s->messages[EVENT_DATA].name = NULL)
SLIP(message_misnamed, s->messages[EVENT_DATA].name = "ASK")
SLIP(message_of_request, s->messages[EVENT_LOAD] = s->messages[EVENT_ASK])
SLIP(prompt_left_out, s->messages[EVENT_DATA].promises.ample_where = not_at_all)
SLIP(parameter_out_of_range, s->parameters[0].initial = 3)
SLIP(parameter_twice, s->parameters[1] = s->parameters[0])
SLIP(parameter_behind, s->parameters[2] = s->parameters[0])
SLIP(variant_twice, s->variants[1] = s->variants[0])
SLIP(variant_behind, s->variants[2] = s->variants[0])
SLIP(variant_misspelt, s->variants[0].settings[0].name = "won")
SLIP(variant_out_of_range, s->variants[0].settings[0].value = 3)
SLIP(core_left_out, s->claims[CORE_IO].offered = false)
SLIP(no_permission, s->kinds[0].permission = NULL)
SLIP(no_writer, s->kinds[0].permission = NULL; s->kinds[0].readable = 1)
SLIP(no_value, s->kinds[1].value = NULL)
SLIP(no_value_of_memory, s->kinds[1].value = NULL; s->invariants = CLAIM(PROPERTY_SWMR))
SLIP(no_logical_time, s->invariants |= CLAIM(PROPERTY_SWMR_LOGICAL))
SLIP(no_lease, s->time = TIME_LOGICAL; s->invariants |= CLAIM(PROPERTY_SWMR_LOGICAL))
SLIP(no_transactions, s->invariants |= CLAIM(PROPERTY_SERIALISABLE))
SLIP(no_invariant, s->invariants |= CLAIM(PROPERTY_OWN))
SLIP(invariant_unclaimed, s->own_invariant.holds = invariant)
SLIP(client_of_none, s->client |= STORE)
SLIP(client_silent, s->client = 0)
SLIP(apart_in_banks, s->promises.lines_apart = s->banks_matter = true)
SLIP(apart_with_clock, s->promises.lines_apart = true;
     s->promises.lines_share_clock = record_lines_always_share_clock)
SLIP(tick_of_nothing, s->time = TIME_LOGICAL; s->promises.tick = EVENT_COUNT)
SLIP(logical_or_not, s->promises.past_is_none = true)

struct slip {
  void (*make)(struct system *);
  const char *part; /* of the refusal */
};

static void expect_all_refused(const struct slip *slips, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct system system = whole_system_record;
    slips[i].make(&system);
    expect_refused(&system, slips[i].part);
  }
}

static const struct slip slips_of_kinds[] = {
  { no_title, "the record lacks a name, title" },
  { no_lower, "lacks a name, title, source, lowering" },
  { no_kinds, "no kind of controller" },
  { no_events, "no names of events" },
  { kind_behind, "no kind of controller" },
  { kinds_alike, "kinds 0 and 1 are both called port" },
  { fewer_events, "event 9, and 9 events have names" },
  { other_events, "home: its table names 9 events, and the system 10" },
  { no_stable, "no state is stable" },
  { odd_stable, "a stable state is an unknown state" },
  { odd_start, "port: it starts in state 3, and has 3" },
  { transient_start, "port: it starts in GOING, which is not stable" },
  { no_internal_count, "event 0 of .internals is filled in, and internal_count is 0" },
  { internal_twice, ".internals has event 6 twice" },
  { request_of_itself, "event 1 is none that a controller has of itself" },
  { unseen_internal, "EXPIRY happens of itself, and its table cannot see it" },
  { many_internals, "there is room for 7" },
  { not_lazy, "and not that it is deferred" },
  { no_modules, "the record has no .topology" },
  { no_lease_said, "port: .lease is 0, left out perhaps" },
  { no_message_lease_said, "DATA: .lease is 0, left out perhaps" },
  { leased_without_time, "port: .lease is 1, left out perhaps" },
  { readable_twice, "port: it has .permission, which decides alone" },
  { readable_nowhere, "port: .readable or .writable names a state that it does not have" },
  { no_time, "no scheme of time" },
};

static void test_kinds(void **state) {
  (void)state;
  expect_all_refused(slips_of_kinds, COUNT_OF(slips_of_kinds));
}

static const struct slip slips_of_messages[] = {
  { no_networks, "network 1 is filled in, and network_count is 1" },
  { network_unnamed, "network 1 has no name" },
  { network_twice, "both called up" },
  { no_capacity, "no capacity" },
  { odd_sender, ".senders names a kind that .kinds lacks" },
  { off_network, "DATA is on no network" },
  { message_unnamed, "message 9 is filled in, and has no name" },
  { message_misnamed, "ASK is event 9, whose name is DATA" },
  { message_of_request, "has the number of event 0" },
  { prompt_left_out, "says where it is ample, and not that it is" },
};

static void test_messages(void **state) {
  (void)state;
  expect_all_refused(slips_of_messages, COUNT_OF(slips_of_messages));
}

static const struct slip slips_of_variants[] = {
  { parameter_out_of_range, "parameter one is 3, expected 0 to 2" },
  { parameter_twice, "both called one" },
  { parameter_behind, "parameter 2 stands behind one that has no name" },
  { variant_twice, "both called two" },
  { variant_behind, "variant 2 stands behind" },
  { variant_misspelt, "sets an unknown parameter \"won\"" },
  { variant_out_of_range, "sets one to 3, expected 0 to 2" },
  { core_left_out, "default core (.core) is not offered" },
};

static void test_variants(void **state) {
  (void)state;
  expect_all_refused(slips_of_variants, COUNT_OF(slips_of_variants));
}

static const struct slip slips_of_claims[] = {
  { no_permission, "claims swmr, but no controller kind has .permission" },
  { no_permission, "claims data-value, but no controller kind has .permission" },
  { no_writer, "claims swmr, but no copy is ever writable" },
  { no_value, "claims data-value, but no controller kind has .value" },
  { no_value_of_memory, "final memory would read 0" },
  { no_logical_time, "its time is not logical" },
  { no_lease, "claims swmr-logical, but no controller kind" },
  { no_transactions, "claims an order of transactions" },
  { no_invariant, "claims own-invariant, but has no .own_invariant.holds" },
  { invariant_unclaimed, "but does not claim own-invariant" },
  { client_of_none, "asks STORE, which port cannot see" },
  { client_silent, ".client asks nothing" },
};

static void test_claims(void **state) {
  (void)state;
  expect_all_refused(slips_of_claims, COUNT_OF(slips_of_claims));
}

static const struct slip slips_of_promises[] = {
  { apart_in_banks, "and banks matter" },
  { apart_with_clock, "and a clock" },
  { tick_of_nothing, ".promises.tick is no event" },
  { logical_or_not, "its time is not logical" },
};

static void test_promises(void **state) {
  (void)state;
  expect_all_refused(slips_of_promises, COUNT_OF(slips_of_promises));
}

/* All findings are reported at once, each with its place. */
static void test_all_at_once(void **state) {
  (void)state;
  static const struct row few[] = { ROW("ask", EMPTY, LOAD, always, GOING),
                                    ROW("fill", GOING, DATA, always, FULL) };
  struct system system = whole_system_record;
  system.kinds[0].table.rows = few;
  system.kinds[0].table.row_count = 2;
  no_title(&system);
  no_permission(&system);
  no_capacity(&system);
  static const char *const parts[] = { "the record lacks a name, title", "claims swmr",
                                       "network down has no capacity" };
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) expect_refused(&system, parts[i]);
  char *refusal = refusal_of(&system), place[200];
  snprintf(place, sizeof place, "%s:%u: table whole/port: 7 cells have no row;", few[1].file,
           few[1].line);
  assert_non_null(strstr(refusal, place));
  unsigned lines = 1;
  for (const char *at = refusal; *at; at++) lines += *at == '\n';
  assert_int_equal(lines, 8);
  memory_free(refusal);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_whole),       cmocka_unit_test(test_stock_choices),
    cmocka_unit_test(test_permissions), cmocka_unit_test(test_sizes),
    cmocka_unit_test(test_twins),       cmocka_unit_test(test_kinds),
    cmocka_unit_test(test_messages),    cmocka_unit_test(test_variants),
    cmocka_unit_test(test_claims),      cmocka_unit_test(test_promises),
    cmocka_unit_test(test_all_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

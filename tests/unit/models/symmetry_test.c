/* Symmetry is exact: the states that the reduced search of the most general client stands for are, in number, those of the full
 * search, and both break the same properties.  Every record and every variant that is linked in is held to that, so that a model
 * whose tables name an SM, a thread or a line is found out.  A planted system that does shows that it would be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "kit/step.h"
#include "kit/machine.h"

static const struct client clients[] = {
  { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } },
  { .sms = 2, .threads = 3, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 0 } },
  { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } },
  { .sms = 3, .threads = 3, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2 } },
  { .sms = 1, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 0 } },
  { .sms = 1, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 0 } },
  { .sms = 1, .threads = 1, .lines = 2, .values = 1, .sm_of_thread = { 0 } },
  { .sms = 1, .threads = 1, .lines = 1, .values = 1, .sm_of_thread = { 0 } }, /* for what has unordered channels of long logs */
};
enum { CLIENTS = sizeof clients / sizeof *clients, STATES_MAX_HERE = 30000, FEW_MESSAGES = 3 };

struct searched { enum search_end end; uint64_t states, stand_for, broken; unsigned steps; };

/* Other reductions are off: of messages that must not wait, and of lines that stand alone, they take the first first, and which
 * is first depends on names, so that the states in between may lack their images. */
static struct searched search_client(const struct setting *setting, const struct client *client, unsigned capacity,
                                     bool no_symmetry, uint64_t stop_at) {
  struct machine_options options = { .no_reduction = true, .keep_symmetry = !no_symmetry, .together = true,
                                     .capacity = capacity };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(setting, client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_options limits = { .threads = 1, .states_max = STATES_MAX_HERE, .stop_at = stop_at };
  struct search_result result = machine_search(machine, &limits);
  if (result.trace) assert_true(trace_replays(machine_model(machine), result.trace));
  struct searched searched = { result.end, result.states, machine_orbit_states(machine), result.broken,
                               result.trace ? result.trace->length : 0 };
  search_result_clear(&result);
  machine_free(machine);
  return searched;
}

/* How many of the clients were small enough (with channels of so many messages; 0: their own); counts in `*differ` where
 * symmetry is not exact. */
static unsigned compare(const struct setting *setting, unsigned capacity, unsigned *differ) {
  unsigned compared = 0;
  for (unsigned i = 0; i < CLIENTS; i++) {
    struct searched full = search_client(setting, &clients[i], capacity, true, 0);
    if (full.end != SEARCH_COMPLETE) continue;
    struct searched reduced = search_client(setting, &clients[i], capacity, false, 0);
    compared++;
    if (reduced.end == SEARCH_COMPLETE && reduced.stand_for == full.states && reduced.broken == full.broken) continue;
    ++*differ;
    print_message("%s%s%s, client %u: %lu states; %lu stand for %lu\n", setting->system->name, setting->variant ? ":" : "",
                  setting->variant ? setting->variant->name : "", i, (unsigned long)full.states,
                  (unsigned long)reduced.states, (unsigned long)reduced.stand_for);
  }
  return compared;
}

static void every_record(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned variant = 0; variant <= VARIANTS_MAX; variant++) {
      const struct variant *chosen = variant ? &(*system)->variants[variant - 1] : NULL;
      char name[128];
      struct diagnostic error = { NULL };
      struct setting setting;
      unsigned differ = 0;
      if (chosen && !chosen->name) break;
      snprintf(name, sizeof name, "%s%s%s", (*system)->name, chosen ? ":" : "", chosen ? chosen->name : "");
      if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
      bool small = compare(&setting, 0, &differ) || compare(&setting, FEW_MESSAGES, &differ);
      if (!small && !setting_is_broken(&setting)) fail_msg("%s: no client is small enough", name); /* broken: it may run away */
      assert_int_equal(differ, 0);
    }
}

/* Where a record says that lines share nothing, no step on one line looks at another, or touches it; and what is proved of one
 * is what is proved of two together. */
static void lines_are_apart(void **state) {
  static const struct client two = { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } };
  unsigned seen = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    struct diagnostic error = { NULL };
    struct setting setting;
    if (!(*system)->lines_apart) continue;
    seen++;
    if (!setting_parse(&setting, (*system)->name, &error)) fail_msg("%s", error.message);
    struct machine_options options = { .no_reduction = true, .check_apart = true };
    struct machine *machine = machine_new_client(&setting, &two, &options, &error);
    if (!machine) fail_msg("%s", error.message);
    struct search_options limits = { .threads = 1, .states_max = STATES_MAX_HERE };
    struct search_result result = machine_search(machine, &limits);
    assert_true(result.states > 1000);
    assert_true(machine_lines_apart(machine));
    search_result_clear(&result);
    machine_free(machine);
  }
  assert_true(seen > 0);
}

/* rcc-sc's lines share their controllers' clocks: a record that denied it would be found out. */
static void shared_clocks_are_noticed(void **state) {
  static const struct client two = { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } };
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "rcc-sc", &error)) fail_msg("%s", error.message);
  struct machine_options options = { .no_reduction = true, .check_apart = true };
  struct machine *machine = machine_new_client(&setting, &two, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &(struct search_options){ .threads = 1, .states_max = 10000 });
  assert_false(machine_lines_apart(machine));
  search_result_clear(&result);
  machine_free(machine);
}

/* The run that is shown is one of states that follow each other, however the search renamed them; and it is a shortest. */
static void traces_are_runs(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "rcc-sc:printed", &error)) fail_msg("%s", error.message);
  uint64_t lost = setting.variant->invariants_lost;
  struct searched reduced = search_client(&setting, &clients[0], 0, false, lost);
  struct searched full = search_client(&setting, &clients[0], 0, true, lost);
  assert_int_equal(reduced.end, SEARCH_VIOLATION);
  assert_int_equal(full.end, SEARCH_VIOLATION);
  assert_int_equal(reduced.steps, full.steps);
}

/* mesi, but a bank that remembers in `flag` by whom it was last asked: an SM's name where nobody would rename it. */
static void plant_in(struct row *rows, unsigned count, action *planted) {
  for (unsigned r = 0; r < count; r++) {
    unsigned a = 0;
    if (rows[r].kind != ROW_ACT) continue;
    while (a < ROW_ACTIONS_MAX && rows[r].actions[a]) a++;
    if (a < ROW_ACTIONS_MAX) rows[r].actions[a] = planted;
  }
}

static void remember_sender(struct step *step) {
  if (step->in) step->line->flag = (uint8_t)(1 + step->in->from);
}

static void names_are_noticed(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "mesi", &error)) fail_msg("%s", error.message);
  static struct system planted;
  static struct row rows[256];
  memcpy(&planted, setting.system, sizeof planted);
  struct table *table = &planted.kinds[1].table;
  memcpy(rows, table->rows, table->row_count * sizeof *rows);
  plant_in(rows, table->row_count, remember_sender);
  table->rows = rows;
  setting.system = &planted;
  unsigned differ = 0;
  assert_true(compare(&setting, 0, &differ) > 0);
  assert_true(differ > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(every_record), cmocka_unit_test(traces_are_runs),
                                      cmocka_unit_test(names_are_noticed), cmocka_unit_test(lines_are_apart),
                                      cmocka_unit_test(shared_clocks_are_noticed) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Symmetry is exact.  The representatives of the most general client represent as many states as
 * the full search has, and both searches break the same properties.
 *
 * Every linked record and variant is checked.  So a model whose tables name an SM, a thread or a
 * line is found; a planted one shows that.  `make test` takes smaller clients of variants, and
 * fewer states (see sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "reduce/component_orbit.h"
#include "reduce/permutation.h"
#include "protocol/step.h"
#include "tests/unit/sanitized.h"
#include "plant.h"
#include "toy.h"
#include "walk.h"
#include "machine/clients.h"

static const struct client clients[] = {
  { .sms = 2, .threads = 3, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 0 } },
  { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } },
  { .sms = 3, .threads = 3, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2 } },
  { .sms = 1, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 0 } },
  { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } },
  { .sms = 1, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 0 } },
  { .sms = 1, .threads = 1, .lines = 2, .values = 1, .sm_of_thread = { 0 } },
  { .sms = 1,
    .threads = 1,
    .lines = 1,
    .values = 1,
    .sm_of_thread = { 0 } }, /* for what has unordered channels of long logs */
};
enum {
  CLIENTS = sizeof clients / sizeof *clients,
  SMALL = 4,
  FEW_MESSAGES = 3,
  STATES_MAX_HERE = 30000,
  STATES_MAX_OF_SAMPLE = 10000,
  STATES_MAX_OF_VARIANT = 2000
};

/* A client is small that has so many states. */
static uint64_t small_states(void) {
  return test_is_whole() ? STATES_MAX_HERE : STATES_MAX_OF_SAMPLE;
}

struct symmetry_searched {
  enum search_end end;
  uint64_t states, stand_for, broken;
  unsigned steps;
};

/* Other reductions are off.  They choose one message, or one line, by its name.  So the states in
 * between may lack their images. */
static struct symmetry_searched search_client(const struct setting *setting,
                                              const struct client *client, unsigned capacity,
                                              bool no_symmetry, uint64_t stop_at,
                                              uint64_t states_max) {
  struct machine_options options = {
    .no_reduction = true, .keep_symmetry = !no_symmetry, .together = true, .capacity = capacity
  };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(setting, client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_options limits = { .threads = 1, .stop_at = stop_at, .states_max = states_max };
  struct search_result result = machine_search(machine, &limits);
  if (result.trace) assert_true(trace_replays(machine_model(machine), result.trace));
  struct symmetry_searched searched = { result.end, result.states, machine_orbit_states(machine),
                                        result.broken, result.trace ? result.trace->length : 0 };
  search_result_clear(&result);
  machine_free(machine);
  return searched;
}

/* Is the client small enough (with channels of so many messages; 0: their own)?  Counts in
 * `*differ` where symmetry is not exact. */
static bool compare_client(const struct setting *setting, const struct client *client,
                           unsigned capacity, uint64_t states_max, unsigned *differ) {
  struct symmetry_searched full = search_client(setting, client, capacity, true, 0, states_max);
  if (full.end != SEARCH_COMPLETE) return false;
  struct symmetry_searched reduced = search_client(setting, client, capacity, false, 0, states_max);
  if (reduced.end == SEARCH_COMPLETE && reduced.stand_for == full.states &&
      reduced.broken == full.broken)
    return true;
  ++*differ;
  print_message("%s%s%s, %u threads on %u SMs, %u lines: %lu states; %lu stand for %lu\n",
                setting->system->name, setting->variant ? ":" : "",
                setting->variant ? setting->variant->name : "", client->threads, client->sms,
                client->lines, (unsigned long)full.states, (unsigned long)reduced.states,
                (unsigned long)reduced.stand_for);
  return true;
}

/* How many of the clients were small enough.  A sample leaves the larger clients out. */
static unsigned compare(const struct setting *setting, unsigned capacity, bool sample,
                        uint64_t states_max, unsigned *differ) {
  unsigned compared = 0;
  for (unsigned i = sample ? SMALL : 0; i < CLIENTS; i++)
    compared += compare_client(setting, &clients[i], capacity, states_max, differ);
  return compared;
}

static bool some_are_small(const struct setting *setting, bool sample, uint64_t states_max,
                           unsigned *differ) {
  return compare(setting, 0, sample, states_max, differ) ||
         compare(setting, FEW_MESSAGES, sample, states_max, differ);
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
      snprintf(name, sizeof name, "%s%s%s", (*system)->name, chosen ? ":" : "",
               chosen ? chosen->name : "");
      if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
      bool sample = chosen && !test_is_whole();
      bool small = (sample && compare(&setting, 0, true, STATES_MAX_OF_VARIANT, &differ)) ||
                   some_are_small(&setting, sample, small_states(), &differ);
      if (!small && !setting_is_broken(&setting))
        fail_msg("%s: no client is small enough", name); /* broken: it may run away */
      assert_int_equal(differ, 0);
    }
}

/* --- each step --- */

/* An image that an orbit remembers must be the content that the permutation makes. */
static void permute(const struct machine *machine, unsigned by, const slot_t *state,
                    slot_t *image) {
  const struct permutation *p = &machine->reductions.symmetry->items[by];
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    const struct related *related = slot_orbit(machine, slot, state[slot]);
    uint64_t what = component_orbit_image(related->orbit, related->then, by)->what;
    assert_int_equal(
        what, in_place(p->slot[slot], symmetry_permuted_content(machine, p, slot, state[slot])));
    image[place_of(what)] = content_of(what);
  }
}

/* Is the image of each of these steps a step of the image of their state? */
static bool are_permuted(const struct machine *machine, struct worker *raw, unsigned by,
                         const slot_t *state, const struct steps *steps) {
  struct steps others = { .width = steps->width };
  slot_t image[WIDTH_MAX];
  size_t size = steps->width * sizeof *image, all = 0;
  permute(machine, by, state, image);
  machine->model.successors(&machine->model, raw, image, gather, &others);
  for (size_t i = 0; i < count_of(steps); i++) {
    bool found = false;
    permute(machine, by, state_at(steps, i), image);
    for (size_t j = 0; j < count_of(&others) && !found; j++)
      found = !memcmp(image, state_at(&others, j), size);
    all += found;
  }
  vector_free(others.states);
  return all == count_of(steps);
}

/* Checks the first states of a full search. */
static bool steps_are_permuted(const struct setting *setting, const struct client *client,
                               unsigned states_max) {
  struct machine_options options = { .no_reduction = true,
                                     .keep_symmetry = true,
                                     .together = true };
  struct machine *machine = machine_of_client(setting, client, &options);
  struct worker *raw = machine->model.worker_new(&machine->model);
  struct steps steps = { .width = machine->model.width };
  struct intern *met = intern_new();
  size_t size = steps.width * sizeof(slot_t);
  slot_t state[WIDTH_MAX];
  bool all = true;
  raw->raw = true;
  machine->model.initial(&machine->model, raw, gather, &steps);
  for (uint32_t i = 0;
       machine->reductions.symmetry && all && i <= intern_count(met) && i < states_max; i++) {
    for (size_t s = 0; s < count_of(&steps); s++) intern_add(met, state_at(&steps, s), size);
    if (i == intern_count(met)) break;
    memcpy(state, intern_at(met, i, NULL), size);
    steps.states.length = 0;
    if (broken_in(machine, state)) continue;
    machine->model.successors(&machine->model, raw, state, gather, &steps);
    for (unsigned by = 1; by < machine->reductions.symmetry->count && all; by++)
      all = are_permuted(machine, raw, by, state, &steps);
  }
  intern_free(met);
  vector_free(steps.states);
  machine->model.worker_free(&machine->model, raw);
  machine_free(machine);
  return all;
}

static void every_step(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    struct diagnostic error = { NULL };
    struct setting setting;
    if (!setting_parse(&setting, (*system)->name, &error)) fail_msg("%s", error.message);
    for (unsigned i = SMALL; i < CLIENTS; i++)
      if (!steps_are_permuted(&setting, &clients[i], test_is_whole() ? STATES_MAX_HERE : 4000))
        fail_msg("%s, %u threads on %u SMs: a step names one", (*system)->name, clients[i].threads,
                 clients[i].sms);
  }
}

/* Seven threads can be exchanged in more ways than are kept, and those of six are taken. */
static void many_are_exchanged(void **state) {
  static const struct client many[] = {
    { .sms = 6, .threads = 6, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2, 3, 4, 5 } },
    { .sms = 7, .threads = 7, .lines = 1, .values = 1, .sm_of_thread = { 0, 1, 2, 3, 4, 5, 6 } },
    { .sms = 1, .threads = 7, .lines = 1, .values = 1, .sm_of_thread = { 0 } },
  };
  static const struct {
    uint64_t states, stand_for;
  } expected[] = { { 210, 15625 }, { 1050, 78125 }, { 1050, 78125 } };
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "tso", &error)) fail_msg("%s", error.message);
  for (unsigned i = 0; i < sizeof many / sizeof *many; i++) {
    struct symmetry_searched reduced =
        search_client(&setting, &many[i], 0, false, 0, small_states());
    assert_int_equal(reduced.states, expected[i].states);
    assert_int_equal(reduced.stand_for,
                     expected[i].stand_for); /* 5 states of each buffer, in every combination */
  }
}

/* An SM without a thread stays where it is, whichever it is, and exchanging the others is exact. */
static void sms_without_threads_stay(void **state) {
  static const struct {
    struct client client;
    unsigned symmetries;
  } idle[] = {
    { { .sms = 2, .threads = 1, .lines = 1, .values = 1, .sm_of_thread = { 0 } }, 1 },
    { { .sms = 3, .threads = 1, .lines = 1, .values = 1, .sm_of_thread = { 1 } }, 1 },
    { { .sms = 3, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } }, 2 },
    { { .sms = 3, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 2, 0 } }, 2 },
    { { .sms = 4, .threads = 4, .lines = 1, .values = 1, .sm_of_thread = { 0, 0, 2, 2 } }, 8 },
    { { .sms = 5, .threads = 4, .lines = 2, .values = 1, .sm_of_thread = { 3, 1, 2, 0 } }, 48 },
  };
  static const char *const names[] = { "mesi", "wt", "rcc-sc", "tso" };
  struct diagnostic error = { NULL };
  (void)state;
  for (unsigned n = 0; n < sizeof names / sizeof *names; n++) {
    struct setting setting;
    unsigned differ = 0, compared = 0;
    if (!setting_parse(&setting, names[n], &error)) fail_msg("%s", error.message);
    for (unsigned i = 0; i < sizeof idle / sizeof *idle; i++) {
      struct machine_options options = { .no_reduction = true,
                                         .keep_symmetry = true,
                                         .together = true };
      struct machine *machine = machine_new_client(&setting, &idle[i].client, &options, &error);
      if (!machine) fail_msg("%s", error.message);
      assert_int_equal(machine_symmetries(machine), idle[i].symmetries);
      machine_free(machine);
      compared += compare_client(&setting, &idle[i].client, 0, small_states(), &differ);
    }
    assert_true(compared > 1);
    assert_int_equal(differ, 0);
  }
}

/* On GPMs two threads of an SM are exchanged, and nothing else is: every_record says that it is
 * exact. */
static void threads_are_exchanged_on_gpms(void **state) {
  static const struct client together = {
    .sms = 1, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 0 }
  };
  static const struct client apart = {
    .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 }
  };
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "nhcc", &error)) fail_msg("%s", error.message);
  struct symmetry_searched full = search_client(&setting, &together, 1, true, 0, small_states());
  struct symmetry_searched reduced =
      search_client(&setting, &together, 1, false, 0, small_states());
  assert_int_equal(reduced.stand_for, full.states);
  assert_true(reduced.states < full.states);
  struct machine *machine =
      machine_new_client(&setting, &apart, &(struct machine_options){ .capacity = 1 }, &error);
  if (!machine) fail_msg("%s", error.message);
  assert_int_equal(machine_symmetries(machine), 1);
  machine_free(machine);
}

/* Does no step on one of two lines look at the other, or touch it, but as the record allows
 * (line_independence.c)? */
static bool keeps_lines_apart(const struct setting *setting) {
  static const struct client two = {
    .sms = 2, .threads = 3, .lines = 2, .values = 1, .sm_of_thread = { 0, 1, 0 }
  };
  struct diagnostic error = { NULL };
  struct machine_options options = { .no_reduction = true, .check_apart = true };
  struct machine *machine = machine_new_client(setting, &two, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(
      machine, &(struct search_options){ .threads = 1, .states_max = STATES_MAX_HERE });
  bool apart = machine_lines_apart(machine);
  assert_true(result.states > 1000);
  search_result_clear(&result);
  machine_free(machine);
  return apart;
}

/* Every record that says of its lines, or of a variant's, that they share nothing or nothing but
 * clocks. */
static void lines_are_apart(void **state) {
  unsigned apart = 0, but_for_clocks = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned variant = 0; variant <= VARIANTS_MAX; variant++) {
      const struct variant *chosen = variant ? &(*system)->variants[variant - 1] : NULL;
      struct diagnostic error = { NULL };
      struct setting setting;
      char name[128];
      if (chosen && !chosen->name) break;
      snprintf(name, sizeof name, "%s%s%s", (*system)->name, chosen ? ":" : "",
               chosen ? chosen->name : "");
      if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
      if (!(*system)->promises.lines_apart && !setting_lines_share_clock(&setting)) continue;
      apart += (*system)->promises.lines_apart;
      but_for_clocks += setting_lines_share_clock(&setting);
      if (!keeps_lines_apart(&setting)) fail_msg("%s: lines are not apart", name);
    }
  assert_true(apart > 0);
  assert_true(but_for_clocks > 0);
}

/* Records that promise too much are found:
 *  - lines of rcc-sc share nothing: they share an SM's clock;
 *  - lines of gtsc-sc share nothing: they share the clocks of warps;
 *  - lines of rcc-wo share only the view that the periodic tick moves: it is one of two;
 *  - lines of tc-weak share only a clock: its fences ask about all. */
static void shared_clocks_are_noticed(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  struct system wrong;
  static const char *const names[] = { "rcc-sc", "gtsc-sc" };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    if (!setting_parse(&setting, names[i], &error)) fail_msg("%s", error.message);
    wrong = *setting.system;
    setting.system = &wrong;
    wrong.promises.lines_share_clock = NULL;
    assert_false(keeps_lines_apart(&setting));
  }
  if (!setting_parse(&setting, "rcc-wo", &error)) fail_msg("%s", error.message);
  if (!setting_assign(&setting, "tick=1", &error)) fail_msg("%s", error.message);
  assert_false(keeps_lines_apart(&setting));
  if (!setting_parse(&setting, "tc-weak", &error)) fail_msg("%s", error.message);
  wrong = *setting.system;
  wrong.promises.lines_share_clock = says_so;
  setting.system = &wrong;
  assert_false(keeps_lines_apart(&setting));
}

/* A proof of one line whose clocks move on at will is a proof of two.  A violation is searched on
 * two together. */
static void one_line_with_ticks_stands_for_two(void **state) {
  static const struct client two = {
    .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 }
  };
  static const struct {
    const char *name;
    enum search_end end;
  } expected[] = { { "rcc-sc", SEARCH_COMPLETE }, { "rcc-sc:printed-mnow", SEARCH_VIOLATION } };
  (void)state;
  for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
    struct diagnostic error = { NULL };
    struct setting setting;
    if (!setting_parse(&setting, expected[i].name, &error)) fail_msg("%s", error.message);
    struct machine *machine =
        machine_new_client(&setting, &two, &(struct machine_options){ .cold = false }, &error);
    if (!machine) fail_msg("%s", error.message);
    assert_true(machine_one_line(machine) && machine_assumes_ticks(machine));
    uint64_t claims =
        CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_DEADLOCK);
    struct search_result result =
        machine_search(machine, &(struct search_options){ .threads = 1, .stop_at = claims });
    assert_int_equal(result.end, expected[i].end);
    search_result_clear(&result);
    machine_free(machine);
  }
}

/* The number of states within a few steps, where no step waits for another (awaits_clock). */
static uint64_t states_near(const char *tick, unsigned lines) {
  struct client client = {
    .sms = 2, .threads = 2, .lines = lines, .values = 1, .sm_of_thread = { 0, 1 }
  };
  struct diagnostic error = { NULL };
  struct setting setting;
  if (!setting_parse(&setting, "rcc-wo", &error)) fail_msg("%s", error.message);
  if (!setting_assign(&setting, tick, &error)) fail_msg("%s", error.message);
  struct machine_options options = { .cold = true, .no_ample = true };
  struct machine *machine = machine_new_client(&setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result =
      machine_search(machine, &(struct search_options){ .threads = 1, .depth_max = 5 });
  uint64_t states = result.states;
  search_result_clear(&result);
  machine_free(machine);
  return states;
}

/* rcc-wo's periodic tick moves one of its two clocks; the ticks that stand for other lines move
 * either. */
static void other_lines_move_either_clock(void **state) {
  (void)state;
  uint64_t several = states_near("tick=0", 2);
  assert_int_equal(several, states_near("tick=2", 1));
  assert_true(several > states_near("tick=1", 1));
  assert_int_equal(several, states_near("tick=1", 2));
}

/* The run that is shown is one of states that follow each other, however the search renamed them;
 * and it is a shortest. */
static void traces_are_runs(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "rcc-sc:printed", &error)) fail_msg("%s", error.message);
  uint64_t lost = setting.variant->invariants_lost;
  struct symmetry_searched reduced =
      search_client(&setting, &clients[SMALL], 0, false, lost, small_states());
  struct symmetry_searched full =
      search_client(&setting, &clients[SMALL], 0, true, lost, small_states());
  assert_int_equal(reduced.end, SEARCH_VIOLATION);
  assert_int_equal(full.end, SEARCH_VIOLATION);
  assert_int_equal(reduced.steps, full.steps);
}

static void names_are_noticed(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "mesi", &error)) fail_msg("%s", error.message);
  struct planted *bug = plant_new("mesi");
  plant_names(bug, 1);
  setting.system = &bug->system;
  unsigned differ = 0;
  assert_true(compare(&setting, 0, false, small_states(), &differ) > 0);
  assert_true(differ > 0);
  free(bug);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(many_are_exchanged),
                                      cmocka_unit_test(every_record),
                                      cmocka_unit_test(every_step),
                                      cmocka_unit_test(sms_without_threads_stay),
                                      cmocka_unit_test(threads_are_exchanged_on_gpms),
                                      cmocka_unit_test(traces_are_runs),
                                      cmocka_unit_test(names_are_noticed),
                                      cmocka_unit_test(lines_are_apart),
                                      cmocka_unit_test(shared_clocks_are_noticed),
                                      cmocka_unit_test(one_line_with_ticks_stands_for_two),
                                      cmocka_unit_test(other_lines_move_either_clock) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

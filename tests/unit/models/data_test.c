/* Data independence (abstract/data_independence.c), for every record that promises that its tables
 * only move data.
 *
 * Take states with two values, breadth first up to a number, and leave out the data.  The steps of
 * the reduced state must be the reduced steps of the state.  So a search with one value reaches
 * exactly the states that a search with two values does.  Some records promise too much, or have
 * steps that go wrong only with data other than the stored one.  The check finds these.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "per_address.h"
#include "plant.h"
#include "reach.h"
#include "tests/unit/described.h"
#include "tests/unit/sanitized.h"
#include "walk.h"
#include "abstract/data_independence.h"
#include "machine/clients.h"
#include "machine/properties.h"
#include "machine/successors.h"

/* --- leaving data out --- */

/* From the machine of two values to that of one. */
struct leaving {
  const struct machine *two, *one;
};

static uint32_t left_of_core(const struct leaving *leaving, const void *bytes, size_t length) {
  union core_copy copy;
  memcpy(&copy, bytes, length);
  for (unsigned i = 0; i < copy.core.entries; i++) {
    struct core_entry *entry = &copy.core.entry[copy.core.order[i]];
    struct micro sought = leaving->two->lowered[0].micros[entry->micro];
    entry->value = 0;
    bool found = false;
    for (unsigned m = 0; m < leaving->one->lowered[0].length && !found; m++) {
      struct micro micro = leaving->one->lowered[0].micros[m];
      sought.value = micro.value;
      found = !memcmp(&micro, &sought, sizeof micro);
      if (found) entry->micro = (uint16_t)m;
    }
    assert_true(found);
  }
  return intern_add(leaving->one->contents, &copy, length);
}

static int compare_messages(const void *a, const void *b) {
  return memcmp(a, b, sizeof(struct message));
}

/* In an unordered channel messages stand in the order of their bytes. */
static uint32_t left_of_channel(const struct leaving *leaving, unsigned channel, const void *bytes,
                                size_t length) {
  struct message messages[CHANNEL_MESSAGES_MAX];
  size_t count = length / sizeof *messages;
  memcpy(messages, bytes, length);
  for (size_t i = 0; i < count; i++) data_assign_message(&messages[i], ALL_THE_SAME);
  if (leaving->two->shape.order[leaving->two->shape.channels[channel].network] == UNORDERED)
    qsort(messages, count, sizeof *messages, compare_messages);
  return intern_add(leaving->one->contents, messages, length);
}

static uint32_t left_of_local(const struct leaving *leaving, unsigned kind, const void *bytes,
                              size_t length) {
  union local_copy copy;
  data_assign_local(leaving->two, kind, bytes, ALL_THE_SAME, &copy);
  return intern_add(leaving->one->contents, &copy, length);
}

static void leave_data_out(const struct leaving *leaving, const slot_t *state, slot_t *to) {
  const struct machine *two = leaving->two;
  for (unsigned slot = 0; slot < two->model.width; slot++) {
    size_t length;
    const void *bytes = intern_at(two->contents, state[slot], &length);
    unsigned controller = slot - two->shape.core_count,
             channel = controller - two->shape.controller_count;
    if (slot < two->shape.core_count) to[slot] = left_of_core(leaving, bytes, length);
    else if (controller < two->shape.controller_count)
      to[slot] = left_of_local(leaving, two->shape.controllers[controller].kind, bytes, length);
    else to[slot] = state[slot] == EMPTY ? EMPTY : left_of_channel(leaving, channel, bytes, length);
  }
}

/* --- every step --- */

/* The states that a number of steps lead to, their data left out (with `leaving`), each once. */
static struct intern *what_is_left(const struct steps *steps, const struct leaving *leaving) {
  struct intern *left = intern_new();
  size_t size = steps->width * sizeof(slot_t);
  for (size_t i = 0; i < count_of(steps); i++) {
    slot_t state[WIDTH_MAX];
    if (leaving) leave_data_out(leaving, state_at(steps, i), state);
    else memcpy(state, state_at(steps, i), size);
    intern_add(left, state, size);
  }
  return left;
}

static bool all_are_in(struct intern *some, struct intern *all, size_t size) {
  uint32_t count = intern_count(all);
  for (uint32_t i = 0; i < intern_count(some); i++) intern_add(all, intern_at(some, i, NULL), size);
  return intern_count(all) == count;
}

static void steps_from(const struct machine *machine, void *worker, const slot_t *state,
                       struct steps *steps) {
  steps->states.length = 0;
  machine_successors(&machine->model, worker, state, gather, steps);
}

/* The same steps, and the same said of the state? */
static bool goes_alike(const struct leaving *leaving, void *const *workers, const slot_t *state,
                       struct steps *of_two) {
  struct steps of_one = { .width = of_two->width };
  slot_t left[WIDTH_MAX];
  leave_data_out(leaving, state, left);
  steps_from(leaving->two, workers[0], state, of_two);
  steps_from(leaving->one, workers[1], left, &of_one);
  struct intern *some = what_is_left(of_two, leaving), *all = what_is_left(&of_one, NULL);
  size_t size = of_two->width * sizeof *state;
  bool alike = all_are_in(some, all, size) && all_are_in(all, some, size) &&
               machine_broken(&leaving->two->model, NULL, state, 1) ==
                   machine_broken(&leaving->one->model, NULL, left, 1);
  intern_free(some);
  intern_free(all);
  vector_free(of_one.states);
  return alike;
}

static uint32_t go_everywhere(const struct leaving *leaving, uint32_t states_max) {
  const struct model *model = &leaving->two->model;
  void *workers[] = { model->worker_new(model),
                      leaving->one->model.worker_new(&leaving->one->model) };
  struct steps steps = { .width = model->width };
  struct intern *met = intern_new();
  size_t size = model->width * sizeof(slot_t);
  slot_t state[WIDTH_MAX];
  uint32_t looked_at = 0;
  model->initial(model, workers[0], gather, &steps);
  do {
    for (size_t i = 0; i < count_of(&steps); i++) intern_add(met, state_at(&steps, i), size);
    if (looked_at == intern_count(met)) break;
    memcpy(state, intern_at(met, looked_at++, NULL), size);
    if (!goes_alike(leaving, workers, state, &steps)) fail_msg("other steps with other data");
  } while (looked_at < states_max);
  intern_free(met);
  vector_free(steps.states);
  model->worker_free(model, workers[0]);
  leaving->one->model.worker_free(&leaving->one->model, workers[1]);
  return looked_at;
}

static struct machine *machine_of(const struct setting *setting, struct client client,
                                  unsigned values, bool two_words) {
  client.values = values;
  client.two_words = two_words;
  return machine_of_client(setting, &client,
                           &(struct machine_options){ .no_reduction = true, .no_clusters = true });
}

static void two_values_are_as_one(const struct system *system, bool two_words) {
  static const struct client client = {
    .sms = 2, .threads = 3, .lines = 1, .sm_of_thread = { 0, 1, 0 }
  };
  struct setting setting = setting_named(system->name);
  struct machine *two = machine_of(&setting, client, 2, two_words),
                 *one = machine_of(&setting, client, 1, two_words);
  uint32_t states = go_everywhere(&(struct leaving){ two, one }, test_is_whole() ? 20000 : 1000);
  assert_true(states > 500 || !system->network_count);
  machine_free(two);
  machine_free(one);
}

static void data_are_only_moved(void **state) {
  unsigned promise = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    if (!(*system)->promises.moves_data) continue;
    promise++;
    two_values_are_as_one(*system, false);
    two_values_are_as_one(*system, true);
  }
  assert_true(promise > 20);
}

/* --- what breaks the promise --- */

static uint64_t broken_by_one_value(const char *model, const struct planted *planted) {
  return proof_run(
             &(struct question){ .model = model, .planted = &planted->system, .may_fill = true }, 2,
             2, 1, 1)
      .broken;
}

/* With one value the property is broken, and the run to it says why; all is well where the record
 * promises nothing of data. */
static void expect_fault(const char *model, struct planted *planted, enum property property,
                         const char *why) {
  static const struct client client = {
    .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 }
  };
  struct setting setting =
      setting_of(&(struct question){ .model = model, .planted = &planted->system });
  struct machine_options options = { .no_symmetry = true };
  struct diagnostic error = { NULL };
  planted->system.promises.moves_data = true;
  assert_int_equal(broken_by_one_value(model, planted), CLAIM(property));
  struct machine *machine = machine_new_client(&setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result =
      search_run(machine_model(machine), &(struct search_options){ .stop_at = CLAIM(property) });
  assert_non_null(result.trace);
  char *steps = steps_described(machine_model(machine), result.trace);
  if (!strstr(steps, why)) fail_msg("%s", steps);
  free(steps);
  search_result_clear(&result);
  machine_free(machine);
  planted->system.promises.moves_data = false;
  assert_int_equal(broken_by_one_value(model, planted), 0);
}

/* Validation by value. */
static void promising_too_much_is_found_out(void **state) {
  static const char *const names[] = { "kilotm", "warptm", "eapg" };
  (void)state;
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    struct planted *planted = plant_new(names[i]);
    expect_fault(names[i], planted, PROPERTY_NEVER,
                 "FAULT: with other data another way would have been gone");
    free(planted);
  }
}

/* No datum is 2 where all are 0. */
static void hit_unless_two(struct step *s) {
  if (s->line->data.word[s->request->word] == 2) s->line->state = 0;
  step_reply_word(s, s->request, &s->line->data);
}

static void looking_at_data_is_found_out(void **state) {
  (void)state;
  struct planted *planted = plant_new("gpu-vi");
  plant_actions(planted, 0, plant_row(planted, 0, "V", "LOAD", NULL), NULL,
                (action *const[]){ hit_unless_two, NULL });
  expect_fault("gpu-vi", planted, PROPERTY_NEVER,
               "FAULT: with other data another way would have been gone");
  free(planted);
}

static void expire_unless_two(struct step *s) {
  if (s->line->data.word[0] == 2) s->line->dirty = 1;
}

/* Events that a tick of the clock makes due at once may not depend on data, either. */
static void expiring_by_data_is_found_out(void **state) {
  (void)state;
  struct planted *planted = plant_new("lcc");
  action *const actions[] = { expire_unless_two, plant_find(planted, 0, "drop"), NULL };
  plant_actions(planted, 0, plant_row(planted, 0, "V", "EXPIRY", NULL), "I", actions);
  expect_fault("lcc", planted, PROPERTY_NEVER,
               "FAULT: with other data another way would have been gone");
  free(planted);
}

static void hit_with_nothing(struct step *s) { step_reply(s, s->request, 0); }

/* A claim that compares data is asked with others than the one that is stored. */
static void claims_are_asked_with_other_data(void **state) {
  (void)state;
  struct planted *planted = plant_new("quickrelease");
  plant_actions(planted, 0, plant_row(planted, 0, "W", "LOAD", "in_wl1"), NULL,
                (action *const[]){ hit_with_nothing, NULL });
  expect_fault("quickrelease", planted, PROPERTY_OWN,
               "FAULT: with other data this breaks what the model claims of steps");
  free(planted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(data_are_only_moved),
    cmocka_unit_test(promising_too_much_is_found_out),
    cmocka_unit_test(looking_at_data_is_found_out),
    cmocka_unit_test(expiring_by_data_is_found_out),
    cmocka_unit_test(claims_are_asked_with_other_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

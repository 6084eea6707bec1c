/* Sessions: undoing and redoing lead back, a seed names a run, and the shortest way is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "run/effort.h"
#include "run/stepper.h"
#include "run/subject.h"

enum { WALK = 40 };
static const struct effort effort = { .threads = 1 };

static struct stepper *open_session(const char *model) {
  struct subject subject = { .client = client_of_size(2, 2, 1, 2) };
  struct diagnostic error = { NULL };
  assert_true(setting_parse(&subject.setting, model, &error));
  stepper_options(&subject.options);
  struct stepper *stepper = stepper_new(&subject, &error);
  assert_non_null(stepper);
  return stepper;
}

static uint64_t fingerprint(const struct stepper *stepper) {
  const struct model *model = machine_model(stepper_machine(stepper));
  return model->fingerprint(model, NULL, stepper_state(stepper));
}

static void to_and_fro(void **state) {
  (void)state;
  struct stepper *stepper = open_session("mesi");
  uint64_t prints[WALK + 1] = { fingerprint(stepper) };
  unsigned choices[WALK + 1] = { stepper_choices(stepper) };
  for (unsigned i = 1; i <= WALK; i++) {
    assert_true(stepper_take_any(stepper));
    prints[i] = fingerprint(stepper);
    choices[i] = stepper_choices(stepper);
  }
  for (unsigned i = WALK; i-- > 0;) {
    assert_int_equal(stepper_undo(stepper, 1), 1);
    assert_true(fingerprint(stepper) == prints[i]);
    assert_int_equal(stepper_choices(stepper), choices[i]);
  }
  assert_int_equal(stepper_undo(stepper, 1), 0);
  assert_int_equal(stepper_redo(stepper, WALK + 1), WALK);
  assert_true(fingerprint(stepper) == prints[WALK]);
  assert_int_equal(stepper_undo(stepper, 2), 2);
  stepper_take(stepper, 0);
  assert_int_equal(stepper_length(stepper), WALK - 1);
  assert_int_equal(stepper_redo(stepper, 1), 0);
  stepper_free(stepper);
}

static void a_seed_names_a_run(void **state) {
  (void)state;
  struct stepper *first = open_session("mesi"), *second = open_session("mesi");
  for (unsigned i = 0; i < WALK; i++) {
    assert_true(stepper_take_any(first) && stepper_take_any(second));
    assert_true(fingerprint(first) == fingerprint(second));
  }
  stepper_begin(second, 0);
  stepper_seed(second, 2);
  for (unsigned i = 0; i < WALK; i++) stepper_take_any(second);
  assert_false(fingerprint(first) == fingerprint(second));
  stepper_free(first);
  stepper_free(second);
}

static void shortest_way(void **state) {
  (void)state;
  struct stepper *stepper = open_session("mesi");
  struct search_options limits = effort_search(&effort, 1, 1);
  struct diagnostic error = { NULL };
  struct stepper_goal goal = { .kind = GOAL_STATE };
  assert_true(state_condition_read(stepper_machine(stepper), "L1.1 a M", &goal.state, &error));
  assert_false(
      state_condition_holds(stepper_machine(stepper), &goal.state, stepper_state(stepper)));
  struct stepper_way way = stepper_seek(stepper, &goal, &limits);
  assert_int_equal(way.end, SEARCH_VIOLATION);
  assert_int_equal(way.steps, 4);
  assert_int_equal(stepper_position(stepper), 4);
  assert_true(state_condition_holds(stepper_machine(stepper), &goal.state, stepper_state(stepper)));
  way = stepper_seek(stepper, &goal, &limits);
  assert_int_equal(way.steps, 0);
  goal = (struct stepper_goal){ .kind = GOAL_BROKEN, .property = PROPERTY_SWMR };
  way = stepper_seek(stepper, &goal, &limits);
  assert_int_equal(way.end, SEARCH_COMPLETE);
  assert_int_equal(stepper_position(stepper), 4);
  stepper_free(stepper);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(to_and_fro),
                                      cmocka_unit_test(a_seed_names_a_run),
                                      cmocka_unit_test(shortest_way) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

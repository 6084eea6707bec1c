/* Old copies in the L2s of nhcc and hmg.  A planted bug leaves one where no invalidation will reach
 * it.  The most general client refutes each bug, even with one value.  Only ages show it: the copy
 * is still tracked.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "protocol/step.h"
#include "plant.h"
#include "reach.h"

enum { GPM = 1, ACTIONS_MAX = 4 };

/* A cell of the GPM's table whose row does this instead, and stays; or goes to `next`. */
struct old_copies_bug {
  const char *model, *state, *event, *when, *next, *actions[ACTIONS_MAX];
};

static struct reach_proof prove_planted(const struct old_copies_bug *bug, const char *settings,
                                        unsigned capacity) {
  struct planted *planted = plant_new(bug->model);
  action *actions[ACTIONS_MAX + 1] = { NULL };
  for (unsigned i = 0; i < ACTIONS_MAX && bug->actions[i]; i++)
    actions[i] = plant_find(planted, GPM, bug->actions[i]);
  if (bug->state)
    plant_actions(planted, GPM, plant_row(planted, GPM, bug->state, bug->event, bug->when),
                  bug->next, actions);
  struct question question = {
    .model = bug->model, .settings = settings, .planted = &planted->system, .capacity = capacity
  };
  struct reach_proof proof = proof_run(&question, 2, 2, 1, 1);
  free(planted);
  return proof;
}

static void refute(const struct old_copies_bug *bug, const char *settings, unsigned capacity) {
  if (!(prove_planted(bug, settings, capacity).broken & CLAIM(PROPERTY_OWN)))
    fail_msg("%s: %s/%s %s", bug->model, bug->state ? bug->state : "", bug->event ? bug->event : "",
             settings ? settings : "");
}

/* Sharers that stay in the list, and get no invalidation.  (That an atomic of one GPM passes its
 * GPU's home and tells no other of the GPU takes three of them in one GPU.) */
static void test_nobody_is_told(void **state) {
  (void)state;
  static const struct old_copies_bug bugs[] = {
    { "nhcc", "V", "ST", "at_home", NULL, { "store" } },
    { "nhcc", "V", "RST", NULL, NULL, { "add_sharer", "store" } },
    { "nhcc", "V", "ATOM", "performs", NULL, { "atomic" } },
    { "nhcc", "V", "RATOM", "performs", NULL, { "add_sharer", "atomic" } },
    { "hmg", "V", "ST", "at_home", NULL, { "store" } },
    { "hmg", "V", "RST", NULL, NULL, { "add_sharer", "store" } },
    { "hmg", "V", "ATOM", "as_store", NULL, { "pass_atomic" } },
  };
  for (unsigned i = 0; i < sizeof bugs / sizeof *bugs; i++) refute(&bugs[i], NULL, 1);
}

/* Only a store by a sharer invalidates the others: a GPM's first store invalidates no copy. */
static action *inv_others;
static void tell_if_sharer(struct step *s) {
  if (s->line->sharers >> step_index_of(s, step_incoming(s)->from) & 1) inv_others(s);
}

static void test_first_store_tells_nobody(void **state) {
  (void)state;
  static const char *const models[] = { "nhcc", "hmg" };
  for (unsigned m = 0; m < 2; m++) {
    struct planted *planted = plant_new(models[m]);
    action *const add_sharer = plant_find(planted, GPM, "add_sharer"), *const store = plant_find(
                                                                           planted, GPM, "store");
    action *const actions[] = { tell_if_sharer, add_sharer, store, NULL };
    inv_others = plant_find(planted, GPM, "inv_others");
    plant_actions(planted, GPM, plant_row(planted, GPM, "V", "RST", NULL), NULL, actions);
    struct question question = { .model = models[m], .planted = &planted->system, .capacity = 1 };
    assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_OWN));
    free(planted);
  }
}

/* A fill that is older than what is there: a store has overtaken it, or, in no order, its
 * invalidation. */
static void test_old_fills(void **state) {
  (void)state;
  static const char *const models[] = { "nhcc", "hmg" };
  for (unsigned m = 0; m < 2; m++) {
    struct old_copies_bug as_it_is = { .model = models[m] };
    refute(&as_it_is, "overtaken=0", 1);
    refute(&as_it_is, "down=1", 2);
  }
  refute(&(struct old_copies_bug){ .model = "nhcc" }, "up=1", 2);
}

static void test_atomics(void **state) {
  (void)state;
  refute(&(struct old_copies_bug){ .model = "hmg" }, "atomic=1", 1);
  refute(&(struct old_copies_bug){ .model = "hmg" }, "atomic=2", 1);
}

/* Right models are not refuted.  In lines of two words, each word is invalidated by itself. */
static void test_right(void **state) {
  (void)state;
  struct reach_proof proof = prove_planted(&(struct old_copies_bug){ .model = "nhcc" }, NULL, 1);
  assert_true(proof.complete && !proof.broken);
  assert_int_equal(proof.states, 278219);
  struct question question = { .model = "nhcc", .capacity = 1, .two_words = true };
  proof = proof_run(&question, 1, 2, 1, 1);
  assert_true(proof.complete && !proof.broken);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_nobody_is_told), cmocka_unit_test(test_first_store_tells_nobody),
    cmocka_unit_test(test_old_fills),      cmocka_unit_test(test_atomics),
    cmocka_unit_test(test_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

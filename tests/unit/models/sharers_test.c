/* The sharers that directories of nhcc and hmg record.  Downgrade messages, entries of two lines
 * and a home that records too many: the most general client refutes what loses track of a copy.
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

enum { GPM = 1 };

static struct reach_proof prove(const char *model, const char *settings, unsigned addresses) {
  struct question question = { .model = model, .settings = settings, .capacity = 1 };
  return proof_run(&question, 2, 2, addresses, 1);
}
static void refute(const char *model, const char *settings, unsigned addresses) {
  if (!(prove(model, settings, addresses).broken & CLAIM(PROPERTY_OWN)))
    fail_msg("%s %s", model, settings);
}

/* A home within a GPU that tells the system home of its eviction leaves the copies of its GPU
 * behind.  With one level there are none; but the message must come before later requests. */
static void test_downgrades(void **state) {
  (void)state;
  refute("hmg", "downgrade=1", 1);
  refute("nhcc", "downgrade=3", 1);
  struct reach_proof proof = prove("nhcc", "downgrade=1", 1);
  assert_true(proof.complete && !proof.broken);
}

static void test_entries_of_two_lines(void **state) {
  (void)state;
  refute("nhcc", "lines-per-entry=3", 2);
}

/* A system home that tracks each GPM of another GPU by itself (V-A: "but not individual GPMs within
 * these other GPUs") would need more room than M + N - 2. */
static void add_gpu(struct step *s) {
  unsigned from = step_index_of(s, step_incoming(s)->from);
  sm_set_add(&s->line->sharers, from);
  sm_set_add(&s->line->sharers, from ^ 1);
}

static void test_strangers(void **state) {
  (void)state;
  struct planted *planted = plant_new("hmg");
  action *const actions[] = { add_gpu, plant_find(planted, GPM, "answer_gpm"), NULL };
  plant_actions(planted, GPM, plant_row(planted, GPM, "I", "RLD", "hits"), NULL, actions);
  struct question question = { .model = "hmg", .planted = &planted->system, .capacity = 1 };
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_OWN));
  free(planted);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_downgrades),
    cmocka_unit_test(test_entries_of_two_lines),
    cmocka_unit_test(test_strangers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

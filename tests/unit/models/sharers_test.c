/* The sharers that directories of nhcc and hmg record.  Downgrade messages, entries of several
 * lines and a home that records too many: the most general client refutes what loses track of a
 * copy.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "follow.h"
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

/* A store to one of three lines of an entry drops the others at a GPM that has read them.  With
 * entries of two lines the third is by itself. */
static void test_entries_of_four_lines(void **state) {
  (void)state;
  static const char *const read[] = {
    "P1 issues LOAD x",     "GPM.0.1 takes LD(x",  "GPM.0.0 takes RLD(x", "GPM.0.1 takes DATA(x",
    "L1.1 takes SMDATA(x",  "P1 issues LOAD z",    "GPM.0.1 takes LD(z",  "GPM.0.0 takes RLD(z",
    "GPM.0.1 takes DATA(z", "L1.1 takes SMDATA(z", "P0 issues STORE y",   "GPM.0.0 takes ST(y",
    "GPM.0.1 takes INV(y)"
  };
  static const struct {
    const char *settings, *copy, *entry;
  } entries[] = { { "lines-per-entry=4", "not z: I data=0", "not z: V sharers=0x2" },
                  { "lines-per-entry=2", "see z: I data=0", "see z: V sharers=0x2" } };
  enum { READ = sizeof read / sizeof *read };
  for (unsigned i = 0; i < 2; i++) {
    const char *script[READ + 3] = { [READ] = entries[i].copy, entries[i].entry, NULL };
    memcpy(script, read, sizeof read);
    follow(&(struct question){ .model = "nhcc",
                               .settings = entries[i].settings,
                               .cold = true,
                               .placement = "P0@0.0|P1@0.1 x@0.0|y@0.0|z@0.0" },
           "Wy1 Rx Rz | Vx Vz Ry", script);
  }
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
    cmocka_unit_test(test_entries_of_four_lines),
    cmocka_unit_test(test_downgrades),
    cmocka_unit_test(test_entries_of_two_lines),
    cmocka_unit_test(test_strangers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

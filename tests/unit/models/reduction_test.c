/* The kit's reductions (lazy and deferred evictions, one line at a time, forgotten copies, dead registers) are exact: with and
 * without them a machine reaches the same outcomes and breaks the same claims, in every placement (DESIGN.md, decision 4).
 * They rest on what a system's record promises of its evictions.  A mutant need not keep the promise, so it runs without them;
 * a planted bug that breaks the promise shows that this comparison can tell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "explore/search.h"
#include "kit/placement.h"
#include "litmus/reader.h"
#include "plant.h"
#include "reach.h"
#include "shapes.h"

/* What a search says that a reduction must not change. */
struct verdict { uint64_t broken; struct outcome_set *outcomes; };

struct pair {
  const struct question *question;
  struct setting setting;
  const struct program *program;
  unsigned placements, differ;
  uint64_t states[2];      /* with reductions, without */
  char where[1024];        /* the placements in which they differ, and how */
};

static uint64_t claimed(const struct pair *pair) {
  return setting_invariants(&pair->setting) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_OVERFLOW);
}

static struct verdict run_one(struct pair *pair, const struct placement *placement, bool no_reduction) {
  struct machine_options options = { .cold = pair->question->cold, .mutant = pair->question->mutant, .no_reduction = no_reduction };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new(&pair->setting, pair->program, placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &(struct search_options){ .stop_at = 0 });
  assert_int_equal(result.end, SEARCH_COMPLETE);
  struct verdict verdict = { result.broken & claimed(pair), machine_outcomes(machine) };
  pair->states[no_reduction] += result.states;
  search_result_clear(&result);
  machine_free(machine);
  return verdict;
}

static bool same(const struct verdict *a, const struct verdict *b) {
  return a->broken == b->broken && outcome_set_size(a->outcomes) == outcome_set_size(b->outcomes) &&
         outcome_set_within(a->outcomes, b->outcomes, NULL);
}

static void note(struct pair *pair, const struct placement *placement, const struct verdict *reduced, const struct verdict *full) {
  size_t used = strlen(pair->where);
  FILE *out = fmemopen(pair->where + used, sizeof pair->where - used, "w");
  placement_print(out, pair->program, placement);
  fprintf(out, ": with reductions %u outcomes, broken %#x; without %u, %#x\n", (unsigned)outcome_set_size(reduced->outcomes),
          (unsigned)reduced->broken, (unsigned)outcome_set_size(full->outcomes), (unsigned)full->broken);
  fclose(out);
}

static bool compare_placement(void *context, const struct placement *placement) {
  struct pair *pair = context;
  struct verdict reduced = run_one(pair, placement, false), full = run_one(pair, placement, true);
  if (!same(&reduced, &full) && pair->differ++ < 4) note(pair, placement, &reduced, &full);
  pair->placements++;
  outcome_set_free(reduced.outcomes);
  outcome_set_free(full.outcomes);
  return true;
}

/* Both searches, in every placement. */
static struct pair compare(const struct question *question, const char *shorthand) {
  struct diagnostic error = { NULL };
  char *text = litmus_of(shorthand, question->fenced, "true");
  struct program *program = litmus_read_text("shorthand", text, strlen(text), &error);
  if (!program) fail_msg("%s\n%s", error.message, text);
  free(text);
  struct pair pair = { .question = question, .setting = setting_of(question), .program = program };
  struct placement_options options = { .banks = pair.setting.system->banks_matter };
  assert_true(placements_each(program, &options, compare_placement, &pair));
  program_free(program);
  pair.program = NULL;
  return pair;
}

static struct pair expect_same(const struct question *question, const char *shorthand) {
  struct pair pair = compare(question, shorthand);
  if (pair.differ)
    fail_msg("%s %s%s%s, %s:\n%s", question->model, question->settings ? question->settings : "",
             question->fenced ? " fenced" : "", question->cold ? " from cold" : "", shorthand, pair.where);
  return pair;
}

/* --- the models as they are --- */

static void compare_shapes(const struct question *question) {
  uint64_t states[2] = { 0, 0 };
  for (enum shape shape = MP; shape <= CORR; shape++) {
    struct pair pair = expect_same(question, shapes[shape].program);
    states[0] += pair.states[0];
    states[1] += pair.states[1];
  }
  assert_true(states[0] <= states[1]);
}

static void test_mesi(void **state) {
  (void)state;
  compare_shapes(&(struct question){ .model = "mesi", .cold = true });
  expect_same(&(struct question){ .model = "mesi" }, shapes[CORR].program);
  expect_same(&(struct question){ .model = "mesi" }, shapes[MP].program);
}

/* Atomics, and a third thread that shares an SM. */
static void test_mesi_from_cold(void **state) {
  (void)state;
  static const char *const programs[] = { "Xx1 Ry | Xy1 Rx", "Xx1 | Xx2 & Rx", "Wx1 & Rx | Rx Wx2" };
  for (unsigned i = 0; i < 3; i++) compare(&(struct question){ .model = "mesi", .cold = true }, programs[i]);
}

static void test_write_through(void **state) {
  (void)state;
  static const char *const models[] = { "wt", "incoherent-l1", "no-l1", "tso" };
  for (unsigned i = 0; i < 4; i++) {
    compare_shapes(&(struct question){ .model = models[i] });
    compare_shapes(&(struct question){ .model = models[i], .fenced = true });
  }
  compare_shapes(&(struct question){ .model = "wt", .settings = "weak" });
}

static void test_tc_strong(void **state) {
  (void)state;
  static const char *const settings[] = { "io lease=1", "gpu lease=1", "io lease=2" };
  for (unsigned i = 0; i < 3; i++) compare_shapes(&(struct question){ .model = "tc-strong", .settings = settings[i] });
  compare_shapes(&(struct question){ .model = "tc-strong", .settings = "gpu lease=1", .fenced = true });
}

static void test_tc_weak(void **state) {
  (void)state;
  static const char *const settings[] = { "io lease=1", "gpu lease=1", "weak lease=1" };
  for (unsigned i = 0; i < 3; i++) {
    compare_shapes(&(struct question){ .model = "tc-weak", .settings = settings[i] });
    compare_shapes(&(struct question){ .model = "tc-weak", .settings = settings[i], .fenced = true });
  }
}

static void test_rcc_sc(void **state) {
  (void)state;
  compare_shapes(&(struct question){ .model = "rcc-sc", .settings = "lease=1" });
}

/* --- faults --- */

static void test_mutants_run_without(void **state) {
  (void)state;
  static const struct { const char *model, *settings; } tried[] = { { "wt", NULL }, { "tc-strong", "lease=1" }, { "tc-weak", "lease=1" } };
  for (unsigned m = 0; m < 3; m++) {
    const struct system *system = system_find(tried[m].model, (unsigned)strlen(tried[m].model));
    for (unsigned i = 0; i < mutant_count(system); i += 19) {
      struct mutant mutant = mutant_at(system, i);
      struct question question = { .model = tried[m].model, .settings = tried[m].settings, .mutant = &mutant };
      struct pair pair = expect_same(&question, shapes[CORR].program);
      assert_int_equal(pair.states[0], pair.states[1]);
    }
  }
}

/* An eviction that is said to be lazy, but lets another event of its controller tell: an expiry, which takes it back with its
 * data gone. */
static void test_broken_promise(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  plant_actions(bug, 1, plant_row(bug, 1, "E", "EVICT", "clean"), "S", (action *const[]){ plant_find(bug, 1, "forget"), NULL });
  assert_true(compare(&(struct question){ .model = "tc-weak", .settings = "lease=1", .planted = &bug->system }, shapes[MP].program).differ > 0);
  free(bug);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_mesi),
    cmocka_unit_test(test_mesi_from_cold),
    cmocka_unit_test(test_write_through),
    cmocka_unit_test(test_tc_strong),
    cmocka_unit_test(test_tc_weak),
    cmocka_unit_test(test_rcc_sc),
    cmocka_unit_test(test_mutants_run_without),
    cmocka_unit_test(test_broken_promise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Mutants: a suite that looks at a fault's effect kills it; one that does not lets it live, and says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "litmus/reader.h"
#include "verify/mutate.h"
#include "verify/probe.h"

#define HEADER "{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
static const char sb[] = "PTX SB+F\n" HEADER
                         " st.weak x, 1 | st.weak y, 1 ;\n fence.sc.sys | fence.sc.sys ;\n ld.weak r0, y | ld.weak r0, x ;\n"
                         "exists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
static const char mp[] = "PTX MP\n" HEADER
                         " st.weak x, 1 | ld.weak r0, y ;\n st.weak y, 1 | ld.weak r1, x ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

static struct mutation mutants_of(const char *name, const char *const *texts, unsigned count) {
  struct test tests[2] = { { 0 } };
  struct suite suite = { tests, count, 0 };
  struct setting setting;
  struct mutation mutation;
  struct diagnostic error = { NULL };
  struct effort effort = { .threads = 2, .memory_max = 256 << 20 };
  for (unsigned i = 0; i < count; i++) {
    tests[i] = (struct test){ .path = (char *)"t", .program = litmus_read_text("t", texts[i], strlen(texts[i]), &error) };
    assert_non_null(tests[i].program);
  }
  assert_true(setting_parse(&setting, name, &error));
  if (!mutation_run(&setting, &suite, true, &effort, &mutation, &error)) fail_msg("%s", error.message);
  for (unsigned i = 0; i < mutation.count; i++) mutation.fates[i].test = NULL; /* they end here */
  for (unsigned i = 0; i < count; i++) program_free(tests[i].program);
  return mutation;
}

static const struct mutant_fate *fate_of(const struct mutation *mutation, const char *part) {
  for (unsigned i = 0; i < mutation->count; i++)
    if (strstr(mutation->fates[i].text, part)) return &mutation->fates[i];
  fail_msg("no mutant \"%s\"", part);
  return NULL;
}

/* A store that does not reach the buffer is seen by MP; a fence that does not wait only by SB with fences. */
static void killed_by_what_sees_it(void **state) {
  (void)state;
  struct mutation both = mutants_of("tso", (const char *const[]){ sb, mp }, 2);
  struct mutation one = mutants_of("tso", (const char *const[]){ mp }, 1);
  assert_true(both.count > 5);
  assert_int_equal(both.count, one.count);
  const struct mutant_fate *fence = fate_of(&both, "M/FENCE when empty: when not empty");
  assert_int_not_equal(fence->killer, SURVIVED);
  assert_true(mutation_totals(&both).killed[SURVIVED] <= mutation_totals(&one).killed[SURVIVED]);
  assert_true(mutation_totals(&both).killed[KILLED_BY_TEST] > 0);
  mutation_clear(&both);
  mutation_clear(&one);
}

/* Without a test no outcome is looked at: what only outcomes show survives, unexplained. */
static void survivors_need_reasons(void **state) {
  (void)state;
  struct mutation mutation = mutants_of("tso", NULL, 0);
  struct mutation tried = mutants_of("tso", (const char *const[]){ mp }, 1);
  assert_int_equal(fate_of(&mutation, "without drain")->killer, SURVIVED);
  assert_true(fate_of(&tried, "without drain")->endless); /* no forbidden outcome: no outcome */
  mutation_clear(&tried);
  assert_true(mutation_totals(&mutation).unexplained > 0);
  assert_int_equal(mutation_status(&mutation), 1);
  mutation_clear(&mutation);
}

static void coverage(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct test test = { .path = (char *)"t", .program = litmus_read_text("t", mp, strlen(mp), &error) };
  struct setting setting;
  assert_true(setting_parse(&setting, "sc", &error));
  struct coverage *fired = coverage_run(&setting, &(struct suite){ &test, 1, 0 }, &(struct effort){ .threads = 2 });
  bool load = false, atomic = false;
  for (unsigned r = 0; r < setting.system->kinds[0].table.row_count; r++)
    for (unsigned s = 0; s < STATES_MAX; s++) {
      load |= fired->fired[0][r][s] & LOAD;
      atomic |= fired->fired[0][r][s] & ATOMIC;
    }
  assert_true(load);
  assert_false(atomic);
  memory_free(fired);
  program_free(test.program);
}

static void nothing_left(void **state) {
  (void)state;
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(killed_by_what_sees_it), cmocka_unit_test(survivors_need_reasons),
                                      cmocka_unit_test(coverage), cmocka_unit_test(nothing_left) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

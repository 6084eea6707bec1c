/* Mutants: a suite that looks at a fault's effect kills it; one that does not lets it live, and says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/sparse.h"
#include "litmus/reader.h"
#include "verify/mutate.h"
#include "verify/probe.h"

#define HEADER "{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
static const char sb[] = "PTX SB+F\n" HEADER
                         " st.weak x, 1 | st.weak y, 1 ;\n fence.sc.sys | fence.sc.sys ;\n ld.weak r0, y | ld.weak r0, x ;\n"
                         "exists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
static const char own[] = "PTX own\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n ld.weak r0, x ;\nexists (P0:r0 == 0)\n";
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

/* What no invariant sees, a test does: here, that a store does nothing. */
static void killed_by_what_sees_it(void **state) {
  (void)state;
  struct mutation mutation = mutants_of("no-l1", (const char *const[]){ own, mp }, 2);
  const struct mutant_fate *lost = fate_of(&mutation, "V/WRITE: without l2_write");
  assert_int_equal(lost->killer, KILLED_BY_TEST);
  assert_int_equal(lost->property, PROPERTY_OUTCOME);
  assert_int_equal(mutation_totals(&mutation).killed[SURVIVED], 0);
  assert_int_equal(mutation_status(&mutation), 0);
  mutation_clear(&mutation);
}

/* Without a test no outcome is looked at: what only outcomes show survives, unexplained. */
static void survivors_need_reasons(void **state) {
  (void)state;
  struct mutation mutation = mutants_of("no-l1", NULL, 0);
  const struct mutant_fate *lost = fate_of(&mutation, "V/WRITE: without l2_write");
  assert_int_equal(lost->killer, SURVIVED);
  assert_int_equal(lost->left, DIFFERENCE);
  assert_null(lost->reason);
  assert_true(mutation_totals(&mutation).unexplained > 0);
  assert_int_equal(mutation_status(&mutation), 1);
  mutation_clear(&mutation);
}

/* A step that leads nowhere is no way out: a buffer that drains and stays as it is is a deadlock. */
static void going_nowhere(void **state) {
  (void)state;
  struct mutation mutation = mutants_of("tso", (const char *const[]){ sb, mp }, 2);
  const struct mutant_fate *stuck = fate_of(&mutation, "without drain");
  assert_int_not_equal(stuck->killer, SURVIVED);
  assert_int_equal(stuck->property, PROPERTY_DEADLOCK);
  assert_int_not_equal(fate_of(&mutation, "M/FENCE when empty: when not empty")->killer, SURVIVED);
  mutation_clear(&mutation);
}

/* Every line of a system's survivors.tsv names a mutant that there is. */
static void lines_name(const struct system *system, const struct dictionary *mutants) {
  struct diagnostic none = { NULL };
  size_t length;
  char *path = memory_format("models/%s/survivors.tsv", system->name);
  char *text = source_load(path, &length, &none);
  diagnostic_clear(&none);
  for (char *line = text, *end; line && *line; line = end + (*end != 0)) {
    end = line + strcspn(line, "\n");
    size_t name = strcspn(line, "\t\n");
    if (*line != '#' && !dictionary_find(mutants, line, name)) fail_msg("%s: \"%.*s\" is no mutant", path, (int)name, line);
  }
  memory_free(text);
  memory_free(path);
}

/* survivors.tsv names mutants by their text, so no two may share one. */
static void texts_name(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    struct dictionary seen = { NULL };
    for (unsigned i = 0; i < mutant_count(*system); i++) {
      char *text = NULL;
      size_t length;
      struct mutant mutant = mutant_at(*system, i);
      FILE *memory = open_memstream(&text, &length);
      mutant_print(memory, *system, &mutant);
      fclose(memory);
      if ((*dictionary_at(&seen, text, length))++) fail_msg("%s: two mutants are called \"%s\"", (*system)->name, text);
      free(text);
    }
    lines_name(*system, &seen);
    dictionary_free(&seen);
  }
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
                                      cmocka_unit_test(going_nowhere), cmocka_unit_test(texts_name),
                                      cmocka_unit_test(coverage), cmocka_unit_test(nothing_left) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

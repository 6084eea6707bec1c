/* Suites and expectations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "litmus/read/reader.h"
#include "run/suite.h"

static struct program *read_text(const char *text) {
  struct diagnostic error = { NULL };
  struct program *program = litmus_read_text("t", text, strlen(text), &error);
  if (!program) fail_msg("%s", error.message);
  return program;
}

static void names_in_lists(void **state) {
  (void)state;
  assert_true(suite_name_is_listed("sc tso", "tso"));
  assert_false(suite_name_is_listed("sc tso", "ts"));
  assert_false(suite_name_is_listed("", "sc"));
  assert_true(suite_name_is_listed("MP* SB", "MP+acqrel.sys"));
  assert_true(suite_name_is_listed("  SB   MP*", "MP"));
  assert_false(suite_name_is_listed("MP* !*+same-cta", "MP+acqrel.cta+same-cta"));
  assert_true(suite_name_is_listed("MP* !*+same-cta", "MP+acqrel.cta"));
  assert_true(suite_name_is_listed("MP* !MP+* MP+rlx", "MP+rlx"));
  assert_false(suite_name_is_listed("MP+F.*", "MP+FxX"));
}

static void headers(void **state) {
  (void)state;
  struct program *program =
      read_text("PTX T\nAllowed=tso wo\nForbidden=sc\nUndefined=drf0\n{ x=0; }\n"
                " P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:r0 == 1)\n");
  assert_int_equal(suite_answer_expected(program, "tso"), ANSWER_ALLOWED);
  assert_int_equal(suite_answer_expected(program, "wo"), ANSWER_ALLOWED);
  assert_int_equal(suite_answer_expected(program, "sc"), ANSWER_FORBIDDEN);
  assert_int_equal(suite_answer_expected(program, "drf0"), ANSWER_UNDEFINED);
  assert_int_equal(suite_answer_expected(program, "pso"), ANSWER_NONE);
  program_free(program);
}

/* "Allowed" means an outcome that meets the condition, but one that does not under forall. */
static void question_of(const char *condition, enum answer expected) {
  char *text =
      memory_format("PTX T\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\n%s\n", condition);
  struct program *program = read_text(text);
  struct outcome_set *outcomes = outcome_set_new(1);
  outcome_set_add(outcomes, &(int64_t){ 0 }, 1);
  assert_int_equal(suite_answer_in(program, outcomes), expected);
  outcome_set_free(outcomes);
  program_free(program);
  memory_free(text);
}

static void questions(void **state) {
  (void)state;
  question_of("exists (P0:r0 == 0)", ANSWER_ALLOWED);
  question_of("exists (P0:r0 == 1)", ANSWER_FORBIDDEN);
  question_of("~exists (P0:r0 == 0)", ANSWER_ALLOWED);
  question_of("~exists (P0:r0 == 1)", ANSWER_FORBIDDEN);
  question_of("forall (P0:r0 == 0)", ANSWER_FORBIDDEN);
  question_of("forall (P0:r0 == 1)", ANSWER_ALLOWED);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void loading(void **state) {
  (void)state;
  char folder[] = "/tmp/suite_test.XXXXXX";
  assert_non_null(mkdtemp(folder));
  char *good = memory_format("%s/a.litmus", folder), *bad = memory_format("%s/b.litmus", folder);
  write_file(good, "PTX A\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:r0 == 0)\n");
  write_file(bad, "PTX B\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.wek r0, x ;\nexists (P0:r0 == 0)\n");
  struct suite suite = suite_load((const char *const[]){ folder, "/nowhere/at-all.litmus" }, 2);
  assert_int_equal(suite.count, 3);
  assert_int_equal(suite.unreadable, 2);
  assert_string_equal(suite_test_name(&suite.tests[0]), "A");
  assert_null(suite.tests[1].program);
  assert_non_null(strstr(suite.tests[1].fault, "b.litmus:4:"));
  assert_non_null(suite.tests[2].fault);
  assert_false(suite.tests[0].ours);
  suite_clear(&suite);
  unlink(good);
  unlink(bad);
  rmdir(folder);
  memory_free(good);
  memory_free(bad);
}

static void nothing_left(void **state) {
  (void)state;
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(names_in_lists), cmocka_unit_test(headers),
                                      cmocka_unit_test(questions), cmocka_unit_test(loading),
                                      cmocka_unit_test(nothing_left) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

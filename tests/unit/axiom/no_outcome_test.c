/* Programs without any outcome: the judge says why.  It gives no such reason if an outcome is
 * allowed or may be missing. */
#include "support.h"

static char *reason_by(struct cat_model *model, const char *text,
                       const struct judge_options *options) {
  struct program *program = read_program(text);
  struct judgement judgement;
  judge_or_fail(model, program, options, &judgement);
  char *reason = memory_format("%s", judgement.nothing ? judgement.nothing : "");
  assert_true(!judgement.nothing || !outcome_set_size(judgement.allowed));
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  return reason;
}

static void expect_by(struct cat_model *model, const char *text, const char *expected) {
  char *reason = reason_by(model, text, NULL);
  assert_string_equal(reason, expected);
  memory_free(reason);
}

static void expect(const char *model, const char *text, const char *expected) {
  expect_by(load_model(model), text, expected);
}

#define TWO "{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"

static void threads_wait_at_barriers(void **unused) {
  (void)unused;
  expect("ptx-7.5",
         "PTX a\n" TWO
         "bar.cta.sync 3 | bar.cta.sync 4 ;\nbar.cta.sync 4 | bar.cta.sync 3 ;\nforall (x=0)\n",
         "no run ends: P0 waits for ever at barrier 3 (line 4), where 1 of 2 came; "
         "P1 waits for ever at barrier 4 (line 4), where 1 of 2 came");
  expect("sc", "PTX b\n" TWO "bar.cta.sync 3, 5, 4 | bar.cta.sync 3, 5, 4 ;\nforall (x=0)\n",
         "no run ends: P0 waits for ever at barrier 3 named 5 (line 4), where 2 of 4 came; "
         "P1 waits for ever at barrier 3 named 5 (line 4), where 2 of 4 came");
  expect("sc",
         "PTX c\n" TWO "ld.weak r0, x | ld.weak r0, x ;\n | beq r0, 0, END ;\n | bar.cta.sync 3 "
         ";\n | END: ;\n~exists (x=0)\n",
         "");
}

static void accesses_have_no_location(void **unused) {
  (void)unused;
  expect("sc",
         "AArch64 a\n{ 0:X1=12; 1:X1=x; }\n P0 | P1 ;\n STR W0,[X1] | LDR W0,[X1] ;\nforall "
         "(1:X0=0)\n",
         "no run ends: P0 accesses an address in no location (line 4)");
  expect("sc",
         "AArch64 b\n{ int64_t y=9; 0:X1=y; 1:X1=x; }\n P0 | P1 ;\n LDR X2,[X1] | STR W0,[X1] ;\n "
         "LDR W3,[X2] | ;\n"
         "~exists (0:X3=0)\n",
         "no run ends: P0 accesses an address in no location (line 5), the number 9");
  expect("sc",
         "AArch64 c\n{ int64_t y=9; int64_t z=x; 0:X1=y; 1:X1=z; }\n P0 | P1 ;\n LDR X2,[X1] | LDR "
         "X2,[X1] ;\n"
         " LDR W3,[X2] | LDR W3,[X2] ;\n~exists (0:X3=0)\n",
         "no run ends: P0 accesses an address in no location (line 5), the number 9");
}

static void threads_go_round(void **unused) {
  (void)unused;
  expect("sc",
         "PTX a\n" TWO "L: | st.weak y, 1 ;\nld.weak r0, x | ;\nbeq r0, 0, L | ;\nforall (y=1)\n",
         "no run ends: P0 never leaves the loop (line 6)");
  expect("sc", "PTX b\n" TWO "L: | st.weak y, 1 ;\ngoto L | ;\nforall (y=1)\n",
         "no run ends: P0 never leaves the loop (line 5)");
}

static void nothing_is_kept(void **unused) {
  (void)unused;
  expect("sc",
         "PTX a\n" TWO "st.weak x, 1 | ld.weak r0, x ;\nfilter (P1:r0 == 2)\nforall (P1:r0 == 2)\n",
         "the test's filter leaves out every run");
  expect_by(model_of("\"none\"\nirreflexive rf ; rf^-1 as never\n"),
            "PTX b\n" TWO "st.weak x, 1 | ld.weak r0, x ;\nforall (x=1)\n",
            "test forbids every candidate execution (2)");
  expect("sc",
         "PTX c\n" TWO "bar.cta.sync 1 | bar.cta.sync 2 ;\nbar.cta.sync 2 | bar.cta.sync 1 ;\n"
         "filter (x = 0)\nforall (x = 0)\n",
         "no run ends: P0 waits for ever at barrier 1 (line 4), where 1 of 2 came; "
         "P1 waits for ever at barrier 2 (line 4), where 1 of 2 came");
}

/* Where an outcome is allowed, or may be beyond a limit, nothing of the kind is said. */
static void silent_otherwise(void **unused) {
  (void)unused;
  expect("sc", "PTX a\n" TWO "st.weak x, 1 | ld.weak r0, x ;\nforall (x=2)\n", "");
  expect("sc", "PTX b\n" TWO "L: | st.weak y, 1 ;\nst.weak x, 1 | ;\ngoto L | ;\nforall (y=1)\n",
         "");
  char *reason = reason_by(model_of("\"none\"\nirreflexive rf ; rf^-1 as never\n"),
                           "PTX c\n" TWO "st.weak x, 1 | ld.weak r0, x ;\nforall (x=2)\n",
                           &(struct judge_options){ .candidates_max = 1 });
  assert_string_equal(reason, "");
  memory_free(reason);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(threads_wait_at_barriers, no_leaks),
    cmocka_unit_test_teardown(accesses_have_no_location, no_leaks),
    cmocka_unit_test_teardown(threads_go_round, no_leaks),
    cmocka_unit_test_teardown(nothing_is_kept, no_leaks),
    cmocka_unit_test_teardown(silent_otherwise, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

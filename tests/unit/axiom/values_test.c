/* Values that no store wrote: two threads hand on to each other what they read, which may be
 * anything.  Such a value is unknown: nothing is computed of it, and no branch goes by it. */
#include "support.h"

static struct tally tally_of(const char *text, uint64_t *outcomes) {
  struct diagnostic error = { 0 };
  struct cat_model *anything = cat_model_from_text("anything", "empty 0", &error);
  struct program *program = read_program(text);
  struct judgement judgement;
  judge_or_fail(anything, program, NULL, &judgement);
  struct tally tally = outcome_tally(program, judgement.allowed);
  *outcomes = outcome_set_size(judgement.allowed);
  judgement_clear(&judgement);
  program_free(program);
  cat_model_free(anything);
  return tally;
}

/* Does some execution meet the condition of a test?  Takes its text. */
static void expect_possible(char *text, bool possible) {
  uint64_t outcomes;
  if ((tally_of(text, &outcomes).positive > 0) != possible) fail_msg("%s", text);
  memory_free(text);
}

/* Two threads copy x to y and y to x: what they hand on to each other is any value, and the same
 * for both. */
static void copies_come_from_nowhere(void **unused) {
  static const char copies[] = "PTX oota\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n "
                               "ld.weak r0, x | ld.weak r0, y ;\n"
                               " st.weak y, r0 | st.weak x, r0 ;\nexists (~P0:r0 = 0 /\\ P0:r0 = "
                               "P1:r0 /\\ [x] = [y] /\\ [x] = P0:r0)\n";
  uint64_t outcomes;
  (void)unused;
  assert_int_equal(tally_of(copies, &outcomes).positive, 1);
  assert_int_equal(outcomes, 2);
  assert_int_equal(answer("ptx-6.0", copies), '-'); /* which has an axiom against it */
}

/* Each of two such rings has a value of its own, whatever the order of the cells. */
static void rings_differ(void **unused) {
  static const char rings[] =
      "C rings\n{}\nP0(int* a, int* b) { int r = *a; *b = r; }\nP1(int* a, int* b) { int r = *b; "
      "*a = r; }\n"
      "P2(int* c, int* d) { int r = *c; *d = r; }\nP3(int* c, int* d) { int r = *d; *c = r; }\n"
      "exists (~0:r = 0 /\\ ~2:r = 0 /\\ (%s))\n";
  static const char *const conditions[] = { "0:r = 1:r /\\ 2:r = 3:r",
                                            "0:r = 2:r \\/ 0:r = 3:r \\/ [a] = [d] \\/ 0:r = 1" };
  (void)unused;
  for (unsigned i = 0; i < 2; i++) {
    char *text = memory_format(rings, conditions[i]);
    uint64_t outcomes;
    assert_int_equal(tally_of(text, &outcomes).positive, i == 0);
    memory_free(text);
  }
}

/* Nothing is computed of such a value, and no branch goes by it. */
static void nothing_comes_of_nothing(void **unused) {
  static const char text[] = "C t\n{}\nP0(int* x, int* y) {\n int r = *x;\n *y = r;\n}\nP1(int* x, "
                             "int* y) {\n int r = *y;\n %s\n}\n"
                             "exists (~0:r = 0 /\\ 0:r = 1:r)\n";
  static const struct {
    const char *code;
    bool possible;
  } cases[] = { { "*x = r;", true },
                { "*x = r + 1;", false },
                { "if (r == 1) *x = r;", false },
                { "if (r == 0) *x = r;", false },
                { "*x = r ^ r; *x = r;", true },
                { "int s = *x; *x = s; *x = r;", true },
                { "int s = r + 1; *x = r;", false } };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_possible(memory_format(text, cases[i].code), cases[i].possible);
}

/* It has no bytes: a location of a smaller type shows all of it, and where memory is cut into cells
 * there is none. */
static void an_unknown_is_not_cut_into_bytes(void **unused) {
  static const char text[] =
      "RISCV t\n{ %s x; 0:x6=x; 0:x7=y; 1:x6=x; 1:x7=y; }\n P0 | P1 ;\n lw x5,0(x6) | lw x5,0(x7) "
      ";\n"
      " sw x5,0(x7) | sw x5,0(x6) ;\n%s\nexists (~0:x5=0 /\\ 0:x5=1:x5 /\\ %s)\n";
  static const struct {
    const char *type, *more, *content;
    bool possible;
  } cases[] = { { "int", " nop | nop ;", "[x]=0:x5", true },
                { "uint8_t", " nop | nop ;", "[x]=0:x5", true },
                { "int64_t", " ld x8,0(x6) | nop ;", "[x]=[x]", false },
                { "int64_t", " sw x0,4(x6) | nop ;", "[x]=[x]", false },
                { "int", " bne x5,x5,L | nop ;\n sw x0,0(x6) | nop ;\n L: | nop ;", "[x]=0:x5",
                  true },
                { "int", " blt x5,x5,L | nop ;\n L: | nop ;", "[x]=[x]", false } };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_possible(memory_format(text, cases[i].type, cases[i].more, cases[i].content),
                    cases[i].possible);
}

/* Values that herd7 masks are computed: those of fewer than 8 bytes in AArch64 and X86_64, and
 * those that a load of AArch64 reads. */
static void a_value_that_is_cut_is_computed(void **unused) {
  static const char arm[] = "AArch64 t\n{ %s x; %s y; 0:X0=x; 0:X1=y; 1:X0=x; 1:X1=y; }\n P0 | P1 "
                            ";\n %s6,[X0] | %s6,[X1] ;\n"
                            " STR %c6,[X1] | STR %c6,[X0] ;\nexists (~0:X6=0 /\\ 0:X6=1:X6)\n";
  static const char intel[] =
      "X86_64 t\n{ %s x; %s y; }\n P0 | P1 ;\n mov (x),%%%s | mov (y),%%%s ;\n"
      " mov %%%s,(y) | mov %%%s,(x) ;\nexists (~0:rax=0 /\\ 0:rax=1:rax)\n";
  struct {
    char *text;
    bool possible;
  } cases[] = { { memory_format(arm, "int64_t", "int64_t", "SWP X5,X", "SWP X5,X", 'X', 'X'),
                  true },
                { memory_format(arm, "int64_t", "int64_t", "LDR X", "SWP X5,X", 'X', 'X'), false },
                { memory_format(arm, "int", "int", "SWP W5,W", "SWP W5,W", 'W', 'W'), false },
                { memory_format(intel, "int64_t", "int64_t", "rax", "rax", "rax", "rax"), true },
                { memory_format(intel, "int", "int", "eax", "eax", "eax", "eax"), false } };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_possible(cases[i].text, cases[i].possible);
}

/* A quorum that is such a value would differ from every other, which is refused. */
static void no_barrier_goes_by_an_unknown(void **unused) {
  static const char text[] =
      "PTX t\n{ x=2; y=2; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n ld.weak r0, x | ld.weak r0, y ;\n"
      " st.weak y, r0 | st.weak x, r0 ;\n bar.cta.sync 1, %s | bar.cta.sync 1, %s ;\nexists (P0:r0 "
      "= 2)\n";
  static const char *const operands[][2] = { { "1, r0", "1, 2" }, { "r0, 2", "2, 2" } };
  (void)unused;
  for (size_t i = 0; i < 2; i++) {
    char *test = memory_format(text, operands[i][0], operands[i][1]);
    uint64_t outcomes;
    assert_true(tally_of(test, &outcomes).negative == 0);
    assert_int_equal(outcomes, 1);
    memory_free(test);
  }
}

static void values_come_from_somewhere(void **unused) {
  static const char fake[] = "PTX lb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.weak "
                             "r0, x | ld.weak r0, y ;\n"
                             " sub r1, r0, r0 | sub r1, r0, r0 ;\n add r1, r1, 1 | add r1, r1, 1 "
                             ";\n st.weak y, r1 | st.weak x, r1 ;\n"
                             "exists (P0:r0 = 1 /\\ P1:r0 = 1)\n";
  uint64_t outcomes;
  (void)unused;
  assert_true(tally_of(fake, &outcomes).positive >
              0); /* the value is 1 whatever was read, so the cycle has a value */
  assert_int_equal(answer("ptx-6.0", fake), '-'); /* but the dependency is there */
}

/* Each of two stores is made if the other is seen; a third thread has so many paths that
 * possible_paths.c is asked. */
static void stores_for_each_others_sake(void **unused) {
  static const char text[] = "C t\n{}\nP0(atomic_int* x, atomic_int* y) {\n int r0 = "
                             "atomic_load_explicit(x, memory_order_relaxed);\n if (r0 == 1) {\n"
                             " atomic_store_explicit(y, 1, memory_order_relaxed); } }\n"
                             "P1(atomic_int* x, atomic_int* y) {\n int r0 = "
                             "atomic_load_explicit(y, memory_order_relaxed);\n if (r0 == 1) {\n"
                             " atomic_store_explicit(x, 1, memory_order_relaxed); } }\n"
                             "P2(atomic_int* z) {\n int r0 = atomic_load_explicit(z, "
                             "memory_order_relaxed);\n if (r0 == 1) {\n"
                             " atomic_store_explicit(z, 1, memory_order_relaxed); }\n int r1 = "
                             "atomic_load_explicit(z, memory_order_relaxed);\n"
                             " if (r1 == %u) {\n atomic_store_explicit(z, 2, "
                             "memory_order_relaxed); } }\nexists (0:r0=1 /\\ 1:r0=1 /\\ 2:r1=%u)";
  (void)unused;
  for (unsigned r1 = 0; r1 < 3; r1++) {
    char *test = memory_format(text, r1, r1);
    struct diagnostic error = { 0 };
    struct cat_model *anything = cat_model_from_text("anything", "empty 0", &error);
    assert_int_equal(answer_of(anything, test), 'A');
    memory_free(test);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(copies_come_from_nowhere, no_leaks),
    cmocka_unit_test_teardown(rings_differ, no_leaks),
    cmocka_unit_test_teardown(nothing_comes_of_nothing, no_leaks),
    cmocka_unit_test_teardown(an_unknown_is_not_cut_into_bytes, no_leaks),
    cmocka_unit_test_teardown(a_value_that_is_cut_is_computed, no_leaks),
    cmocka_unit_test_teardown(no_barrier_goes_by_an_unknown, no_leaks),
    cmocka_unit_test_teardown(values_come_from_somewhere, no_leaks),
    cmocka_unit_test_teardown(stores_for_each_others_sake, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
